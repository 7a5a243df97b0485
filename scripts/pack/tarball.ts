/** Makes the tarball of a folder with npm, as it would be published, and says what is in it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A tarball. */
export interface Tarball {
  readonly path: string;
  /** Bytes of the tarball. */
  readonly size: number;
  /** Bytes of its files. */
  readonly unpacked: number;
  /** Subresource integrity, as npm's registry names it. */
  readonly integrity: string;
  readonly files: ReadonlyArray<{ readonly path: string; readonly size: number }>;
}

interface Reported {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly integrity: string;
  readonly files: Tarball['files'];
}

/** Packs `folder` into `to`. Throws Error with what npm says. */
export function packed(folder: string, to: string): Tarball {
  mkdirSync(to, { recursive: true });
  const { status, stdout, stderr, error } = spawnSync('npm', ['pack', folder, '--json', '--pack-destination', to], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm pack failed: ${error?.message ?? stderr}`);
  const [{ filename, size, unpackedSize, integrity, files }] = JSON.parse(stdout) as [Reported];
  return { path: join(to, filename), size, unpacked: unpackedSize, integrity, files };
}
