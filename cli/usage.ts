/**
 * The usage texts. They are plain text files, because scripts/cli.mjs prints them before anything is installed and on
 * versions of Node without TypeScript support.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of the commands. */
export type CommandName =
  | 'demo'
  | 'apply'
  | 'approval'
  | 'attention'
  | 'completion'
  | 'diff'
  | 'start'
  | 'export'
  | 'validate'
  | 'import'
  | 'key'
  | 'server'
  | 'tool'
  | 'toolset'
  | 'selection'
  | 'token'
  | 'deploy'
  | 'credential'
  | 'floor'
  | 'policy'
  | 'limits'
  | 'usage'
  | 'lock'
  | 'audit'
  | 'webhook'
  | 'member'
  | 'project';

/** The usage text of a command, or of all. */
export const usageOf = (command: CommandName | 'portcullis'): string =>
  readFileSync(join(import.meta.dirname, 'usage', `${command}.txt`), 'utf8');
