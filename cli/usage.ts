/**
 * The usage texts. They are plain text files, because scripts/cli.mjs prints them before anything is installed and on
 * versions of Node without TypeScript support.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The usage text of a command. */
export const usageOf = (
  command: 'portcullis' | 'demo' | 'import' | 'server' | 'credential' | 'limits' | 'lock' | 'audit' | 'webhook',
): string => readFileSync(join(import.meta.dirname, 'usage', `${command}.txt`), 'utf8');
