/**
 * Errors → problem details (RFC 9457). The only place where codes are mapped to HTTP. An unexpected error becomes `internal` with the
 * request id and nothing else; its stack is logged. When AWS is busy or unavailable the code is `aws_unavailable`.
 */
import { faultOfAws } from '../../../aws/lib/errors.ts';
import type { Problem } from '../../../core/api/problem.ts';
import { InvalidInput, PortcullisError } from '../../../core/lib/errors.ts';
import { reasonPhrase } from '../../../core/response/status.ts';

const STATUS: Readonly<Record<string, number>> = {
  no_login: 401,
  login_ended: 401,
  token_not_accepted: 401,
  key_not_accepted: 401,
  no_role: 403,
  role_required: 403,
  right_required: 403,
  right_not_yours: 403,
  key_not_allowed: 403,
  route_not_found: 404,
  server_not_found: 404,
  tool_not_found: 404,
  session_not_found: 404,
  token_not_found: 404,
  setup_link_not_found: 404,
  setup_link_invalid: 404,
  deployment_not_found: 404,
  lockfile_not_found: 404,
  reading_not_found: 404,
  entry_not_found: 404,
  authorization_not_found: 404,
  oauth_client_not_found: 404,
  member_not_found: 404,
  invitation_not_found: 404,
  automation_key_not_found: 404,
  access_refused: 403,
  answer_not_kept: 404,
  method_not_allowed: 405,
  write_conflict: 409,
  declared_taken: 409,
  deployment_running: 409,
  change_running: 409,
  usage_incomplete: 409,
  accounts_own: 409,
  accounts_shared: 409,
  consent_unknown: 404,
  consent_overtaken: 409,
  consent_not_needed: 409,
  credential_replaced: 409,
  credential_bound: 409,
  credential_missing: 409,
  base_url_missing: 409,
  base_url_changed: 409,
  server_not_deployed: 409,
  server_deleting: 409,
  server_offline: 409,
  tool_not_live: 409,
  tool_imported: 409,
  words_unapproved: 409,
  too_many_tokens: 409,
  too_many_clients: 409,
  too_many_keys: 409,
  too_many_tools: 409,
  definition_invalid: 422,
  version_missing: 409,
  version_elsewhere: 409,
  too_many_hosts: 409,
  host_is_base: 409,
  selection_changed: 409,
  reading_replaced: 409,
  settings_changed: 409,
  members_fixed: 409,
  members_busy: 409,
  directory_refused: 409,
  member_invited: 409,
  already_member: 409,
  last_admin: 409,
  roles_from_provider: 409,
  passwords_off: 409,
  invitation_pending: 409,
  invitation_closed: 409,
  invitation_expired: 409,
  address_not_verified: 409,
  source_fixed: 409,
  server_missing: 409,
  body_too_large: 413,
  spec_too_large: 413,
  content_type_unsupported: 415,
  body_not_json: 400,
  body_not_unicode: 400,
  body_too_deep: 400,
  environment_missing: 500,
  reading_failed: 500,
  bundle_unavailable: 502,
  sandbox_failed: 502,
  sandbox_refused: 502,
  invocation_failed: 502,
  signing_failed: 502,
  push_failed: 502,
  mail_not_sent: 502,
  region_unreachable: 502,
  answer_too_large: 422,
  server_busy: 429,
  directory_busy: 503,
  deletion_unfinished: 503,
  schema_newer: 503,
  aws_unavailable: 503,
  aws_denied: 503,
  key_unusable: 503,
  spec_timeout: 504,
  reading_lost: 504,
  sandbox_timeout: 504,
  sandbox_aborted: 504,
};

/** Seconds to wait after a 503. */
export const RETRY_AFTER = '5';

/** Codes of ours without an entry in the table are requests that the present state does not allow. */
const statusOf = (error: PortcullisError): number => STATUS[error.code] ?? (error instanceof InvalidInput ? 400 : 422);

/** The response for an error. `requestId` is Lambda's; the log has the cause under it. */
export function problemOf(error: unknown, requestId: string): Problem {
  if (!(error instanceof PortcullisError)) {
    const fault = faultOfAws(error);
    if (fault) {
      const detail = `${fault.message} A change may have been made nevertheless: check, then try again.`;
      return problem(503, fault.code, detail, { requestId });
    }
    return problem(500, 'internal', `Something unexpected went wrong. The log has the cause under ${requestId}.`, {
      requestId,
    });
  }
  return problem(statusOf(error), error.code, error.message, {
    ...(error instanceof InvalidInput && { faults: [...error.faults] }),
    ...(Object.keys(error.context).length > 0 && { context: error.context }),
    requestId,
  });
}

function problem(status: number, code: string, detail: string, rest: Partial<Problem>): Problem {
  return { type: `about:blank#${code}`, title: reasonPhrase(status), status, code, detail, ...rest };
}
