/** What the authorization server refuses. Codes are those of RFC 6749 sections 4.1.2.1 and 5.2, RFC 7591 section 3.2.2 and RFC 8707. */
import { PortcullisError } from '../errors.ts';

/** Error codes of OAuth (RFC 6749 sections 4.1.2.1 and 5.2). */
export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_target'
  | 'slow_down'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

const STATUS: Partial<Record<OAuthErrorCode, number>> = {
  invalid_client: 401,
  slow_down: 429,
  temporarily_unavailable: 503,
};

/** `message` is shown to clients and their developers (`error_description`): no value of the request, no secret. */
export class OAuthError extends PortcullisError {
  override readonly name: string = 'OAuthError';
  declare readonly code: OAuthErrorCode;
  readonly status: number;

  constructor(code: OAuthErrorCode, message: string) {
    super(code, message);
    this.status = STATUS[code] ?? 400;
  }
}
