/**
 * Error codes of the MCP endpoint, in `error.data.code`. Why a token is refused is recorded in the audit log only.
 */
import { type Entries, NEWER } from './entries.ts';

/** Refusals of the MCP endpoint. */
export const MCP: Entries = {
  ...NEWER,
  access_refused: [
    'The access rules of the server do not allow this person with this client.',
    'Ask an admin; the rules are under Settings of the server.',
    403,
  ],
  batch_ids_repeat: ['Two requests of a batch have the same id; none was run.', 'Give each request an id of its own.'],
  batch_too_large: ['The batch contains more than 100 messages.', 'Send several batches.'],
  body_too_deep: ['The request is nested deeper than 500 levels.', 'Send a flatter value.', 400],
  body_too_large: ['The request is larger than 4 MB.', 'Send less at once.', 413],
  method_not_allowed: [
    'The address accepts MCP messages with POST.',
    'Set the client to Streamable HTTP, or to HTTP+SSE.',
    405,
  ],
  not_found: ['There is no MCP endpoint at this path.', 'Copy the MCP URL from the dashboard again.'],
  origin_not_allowed: [
    'A web page of another origin called the endpoint.',
    'Add the origin to allowedOrigins of the deployment, or call without a browser.',
  ],
  proof_refused: [
    'The access token is bound to a key of the client (DPoP), and the request has no proof of it, or one that is too old, was used or is of another request; or a token that is bound to none came with a proof.',
    'Connect the client again. If it stays so, compare its clock, and look for who else may have its token.',
    401,
  ],
  scope_insufficient: [
    'The person has allowed the client to read only, and it called a tool that may change something.',
    'Connect the client again and allow all tools; clients that can ask for more do so by themselves.',
  ],
  server_not_live: [
    'In the audit log: the token is valid, but its server is offline, being deleted or was never deployed.',
    'Bring the server online, or look at its deployments.',
  ],
  session_missing: ['DELETE came without a session.', 'Name it in the header Mcp-Session-Id.'],
  session_unknown: ['The session has ended or never existed.', 'Begin a new one; most clients do so automatically.'],
  sign_in_required: [
    'In the audit log: the server accepts only sign-in, and a client used a connection token.',
    'Give the client the MCP URL for sign-in, or choose “Both” in the server’s settings.',
  ],
  token_expired: ['In the audit log: the token has expired.', 'Generate a new token for the client.'],
  token_revoked: [
    'In the audit log: a client still uses a token that was revoked. At most one entry a minute.',
    'Give the client a new token, or find out who still has the old one.',
  ],
  token_unknown: [
    'No live server answers to this token. The answer is the same for unknown, revoked and expired tokens.',
    'Check it for typos, look at Connection Tokens, or generate a new one.',
  ],
  too_many_streams: [
    'The token, the person or the server has the maximum number of event streams open.',
    'Close one, or give each client its own token. Owners set limits in the server’s settings and at tokens.',
  ],
  unavailable: ['The service cannot answer at the moment.', 'Try again after the seconds that Retry-After names.'],
};
