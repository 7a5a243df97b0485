/** Errors of the command line. Exit code 2 for wrong usage, 1 for a command that failed (main.ts). */
import { PortcullisError } from '../core/lib/errors.ts';

/** The arguments are wrong (code `usage`): exit code 2. */
export class UsageError extends PortcullisError {
  override readonly name: string = 'UsageError';

  constructor(message: string) {
    super('usage', message);
  }
}

/** The command failed: exit code 1. */
export class CliError extends PortcullisError {
  override readonly name: string = 'CliError';
}
