/** The error of the egress client. Messages may name the host, but contain no headers. */
import { type ErrorContext, PortcullisError } from '../core/lib/errors.ts';

/** Stable codes of {@link EgressError}. */
export type EgressCode =
  | 'url_invalid'
  | 'method_not_allowed'
  | 'host_not_allowed'
  | 'address_not_public'
  | 'dns_failed'
  | 'connect_failed'
  | 'tls_failed'
  | 'client_certificate_refused'
  | 'timeout_connect'
  | 'timeout_headers'
  | 'timeout_total'
  | 'aborted'
  | 'redirect_refused'
  | 'too_many_redirects'
  | 'response_too_large'
  | 'headers_too_large'
  | 'decode_failed'
  | 'connection_lost';

/** A request was refused or failed, so there is no response. */
export class EgressError extends PortcullisError {
  override readonly name: string = 'EgressError';
  declare readonly code: EgressCode;
  /** True when no byte of a response had arrived, so that an idempotent request may be repeated. */
  readonly unanswered: boolean;

  constructor(code: EgressCode, message: string, options: ErrorContext & { readonly unanswered?: boolean } = {}) {
    super(code, message, options);
    this.unanswered = options.unanswered ?? false;
  }
}
