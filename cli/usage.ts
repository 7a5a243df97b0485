/**
 * The usage texts. They are files of plain text, because scripts/cli.mjs prints them before anything is installed, on a Node that
 * reads no TypeScript.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The usage text of a command. */
export const usageOf = (command: 'portcullis' | 'demo' | 'import' | 'lock' | 'audit'): string =>
  readFileSync(join(import.meta.dirname, 'usage', `${command}.txt`), 'utf8');
