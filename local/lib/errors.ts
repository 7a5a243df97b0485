/** Errors for the person who starts the stack; `main.ts` prints the message and exits with code 1. */
import { PortcullisError } from '../../core/lib/errors.ts';

/** Why the stack cannot start or its data folder cannot be used; the message says what to do. */
export class LocalStackError extends PortcullisError {
  override readonly name: string = 'LocalStackError';
}
