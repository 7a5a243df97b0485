/** How a phase fails: the error's name is its stable code, because Step Functions reports a Lambda error by name. */
import { type ErrorContext, PortcullisError } from '../../core/lib/errors.ts';

/** An expected failure of a phase; its `name` is the code. */
export class PhaseFailure extends PortcullisError {
  override readonly name: string;
  constructor(code: string, message: string, options: ErrorContext = {}) {
    super(code, message, options);
    this.name = code;
  }
}
