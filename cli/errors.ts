/** Faults of the command line: exit code 2 for how it was called, 1 for what came of it (main.ts). */
import { PortcullisError } from '../core/errors.ts';

/** The command line itself is wrong: exit code 2. Code `usage`. */
export class UsageError extends PortcullisError {
  override readonly name: string = 'UsageError';

  constructor(message: string) {
    super('usage', message);
  }
}

/** The command could not do what it was asked for. */
export class CliError extends PortcullisError {
  override readonly name: string = 'CliError';
}
