/** Faults: why there is no outcome at all. What an upstream or an argument did wrong is an outcome, not a fault. */
import { PortcullisError } from '../../core/errors.ts';

/** Stable codes of faults. */
export type FaultCode =
  | 'bundle_unavailable'
  | 'tool_unknown'
  | 'credential_unavailable'
  | 'governance_timeout'
  | 'request_invalid'
  | 'tenant_mismatch'
  | 'aborted';

/** Ends an event with a `fault` frame. */
export class SandboxFault extends PortcullisError {
  override readonly name: string = 'SandboxFault';
  declare readonly code: FaultCode;
}
