/** Runs `portcullis audit verify` as a person would: in a process of its own, on a data folder. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { openOffline } from '../../local/offline.ts';
import type { LocalStack } from './stack.ts';
import { until } from './until.ts';

const root = resolve(import.meta.dirname, '..', '..');

export interface Report {
  readonly ok: boolean;
  readonly trust: string;
  readonly manifests: number;
  readonly entries: number;
  readonly repeated: number;
  readonly spareObjects: number;
  readonly head?: { readonly sequence: number; readonly sha256: string };
  readonly table?: { readonly rows: number; readonly young: number; readonly waiting: number; readonly older: number };
  readonly notes: readonly string[];
  readonly faults: ReadonlyArray<{ readonly code: string; readonly sequence?: number; readonly message: string }>;
}

/** The result; `text` runs it again with its output for people. */
export function verify(...args: string[]): { code: number | null; report: Report; text: () => string } {
  const run = (...more: string[]) =>
    spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'cli/main.ts', 'audit', 'verify', ...args, ...more],
      {
        cwd: root,
        encoding: 'utf8',
        timeout: 120_000,
      },
    );
  const { status, stdout, stderr } = run('--json');
  if (!stdout) throw new Error(stderr);
  return { code: status, report: JSON.parse(stdout) as Report, text: () => run().stdout };
}

/** Ends a stack cleanly (SIGTERM). */
export async function stopped(stack: LocalStack): Promise<void> {
  process.kill(stack.pid, 'SIGTERM');
  await until(() => !readdirSync(join(stack.data, 'state')).includes('host.pid'));
}

export const archiveOf = (folder: string) => join(folder, 's3', openOffline(folder).outputs['AuditArchive'] as string);

/** Copies the objects of the archive in a data folder to a folder, by their keys, as a copy of the bucket has them. */
export function archiveCopied(folder: string, copy: string): void {
  const archive = archiveOf(folder);
  for (const line of readFileSync(join(archive, 'index'), 'utf8').split('\n').slice(0, -1)) {
    const { put } = JSON.parse(line.slice(9)) as { put: { key: string; id: string } };
    mkdirSync(join(copy, put.key, '..'), { recursive: true });
    cpSync(join(archive, 'objects', put.id), join(copy, put.key));
  }
}

/** Edits the lines of a journal and updates their checksums, as a knowledgeable attacker would. */
export function edit(path: string, change: (lines: string[]) => string[]): void {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const edited = change(lines.map((line) => line.slice(9)));
  writeFileSync(path, edited.map((line) => `${crc32(line).toString(16).padStart(8, '0')} ${line}\n`).join(''));
}

/** Path of the body of an object. */
export function bodyOf(folder: string, key: string): string {
  const line = readFileSync(join(archiveOf(folder), 'index'), 'utf8')
    .split('\n')
    .find((each) => each.includes(`"key":"${key}`));
  const { put } = JSON.parse((line as string).slice(9)) as { put: { id: string } };
  return join(archiveOf(folder), 'objects', put.id);
}
