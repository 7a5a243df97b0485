/** The command line is wrong (exit code 2, code `usage`); the message says what is. */
import { PortcullisError } from '../core/errors.ts';

export class UsageError extends PortcullisError {
  override readonly name: string = 'UsageError';

  constructor(message: string) {
    super('usage', message);
  }
}
