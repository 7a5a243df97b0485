/** Parses the options of a command, and resolves paths in them. */
import { resolve } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { UsageError } from './errors.ts';

/**
 * Parses options and positional arguments.
 * @throws UsageError for an unknown option or a missing value
 */
export function parsedOptions<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    // Without Node's hint on arguments that begin with a dash.
    throw new UsageError((error as Error).message.replace(/\n.*/s, '').replace(/\. To specify.*/, '.'));
  }
}

/** The absolute path, relative to the user's current folder; npm runs scripts in the project's folder. */
export function pathFrom(
  path: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const start = ['portcullis', 'verify'].includes(environment['npm_lifecycle_event'] ?? '')
    ? environment['INIT_CWD']
    : undefined;
  return resolve(start ?? '.', path);
}

/** Why a file could not be read, for a message that has named it. */
export function unreadBecause(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return `cannot be read${code === undefined ? '' : `: ${WHY_UNREAD[code] ?? code}`}`;
}

const WHY_UNREAD: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file (ENOENT)',
  EISDIR: 'it is a folder (EISDIR)',
  EACCES: 'you may not read it (EACCES)',
};

/**
 * The tags of `--tags`, which may be repeated and may list several.
 * @throws UsageError
 */
export function tagsOf(given: readonly string[]): string[] {
  const tags = given.flatMap((list) => list.split(',')).map((tag) => tag.trim());
  if (tags.every((tag) => tag === '')) throw new UsageError('--tags names no tag.');
  return tags.filter(Boolean);
}
