/** What a person starting the stack can run into; `main.ts` prints the message and exits with code 1. */
import { PortcullisError } from '../core/errors.ts';

export class LocalStackError extends PortcullisError {
  override readonly name: string = 'LocalStackError';
}
