/** Errors of the authorization server. */
import { PortcullisError } from '../../lib/errors.ts';

/** Error codes of RFC 6749 sections 4.1.2.1 and 5.2, RFC 7591 section 3.2.2, RFC 8707 and RFC 9449 section 5. */
export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_dpop_proof'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_target'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

const STATUS: Partial<Record<OAuthErrorCode, number>> = {
  invalid_client: 401,
  temporarily_unavailable: 503,
};

/** An OAuth error response. `message` is the `error_description`; it contains no values of the request and no secrets. */
export class OAuthError extends PortcullisError {
  override readonly name: string = 'OAuthError';
  declare readonly code: OAuthErrorCode;
  readonly status: number;

  constructor(code: OAuthErrorCode, message: string) {
    super(code, message);
    this.status = STATUS[code] ?? 400;
  }
}
