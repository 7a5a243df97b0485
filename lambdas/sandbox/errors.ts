/** Faults: there is no outcome at all. Failures of an upstream or an argument are outcomes, not faults. */
import { PortcullisError } from '../../core/lib/errors.ts';

/** Stable codes of faults. */
export type FaultCode =
  | 'bundle_unavailable'
  | 'schema_newer'
  | 'tool_unknown'
  | 'credential_unavailable'
  | 'governance_timeout'
  | 'request_invalid'
  | 'tenant_mismatch'
  | 'exchange_late';

/** Ends an event with a `fault` frame. */
export class SandboxFault extends PortcullisError {
  override readonly name: string = 'SandboxFault';
  declare readonly code: FaultCode;
}
