/** Error codes of tool calls. */
import type { Entries } from './entries.ts';

/** Errors of tool calls. */
export const CALLS: Entries = {
  aborted: ['The call was cancelled by its client.', 'Nothing, unless it should have gone on: then call again.'],
  answer_too_large: ['The answer is too large even after it was cut.', 'Ask for less at once, such as a smaller page.'],
  answer_withheld: [
    'The API answered, but the token was revoked or the connection closed meanwhile, so nobody got the answer.',
    'Look at the audit log for what the call did; do not repeat a change blindly.',
  ],
  argument_invalid: [
    'An argument does not fit the tool’s schema, or cannot be sent.',
    'Correct the argument that is named.',
  ],
  argument_redacted: [
    'An argument is a marker of redaction instead of a value, and would have been written over it.',
    'Give the real value, or leave the argument out so that it stays as it is.',
  ],
  argument_too_complex: [
    'An argument is too large or too deeply nested to be checked.',
    'Send a smaller value, or several calls.',
  ],
  arguments_too_large: ['The arguments of the call are over 6 MB.', 'Send less at once.'],
  audit_unavailable: [
    'The audit trail could not be written, so the call was not made or its answer is withheld.',
    'Try again shortly; the message says whether the call was made.',
  ],
  client_certificate_refused: [
    'The API wants a client certificate (mutual TLS), or does not accept the one of the server.',
    'Ask the API’s owner which issuer it trusts and whether the certificate is registered, and give it in the server’s settings as “Client certificate”.',
  ],
  continuation_gone: [
    'The rest of an answer is not held any more: it was too long ago, newer answers took its place, or the server was changed.',
    'Make the call again that gave the answer.',
  ],
  credential_invalid: [
    'The stored credential cannot be sent, for example because of a line break in it.',
    'Replace the credential in the server’s settings.',
  ],
  credential_replaced: [
    'The credential was replaced while the call was on its way, so nothing was sent.',
    'Call again: the new one is used.',
  ],
  credential_unavailable: [
    'The stored credential could not be opened for this host.',
    'Enter it again in the server’s settings; if that does not help, look at the key’s policy.',
  ],
  egress_refused: [
    'The egress guard refused the request: another host, a private address, or a redirect elsewhere.',
    'Check the base URL, and approve further hosts in the settings. The guard itself cannot be loosened.',
  ],
  governance_timeout: ['Redaction took too long on this answer.', 'Ask for a smaller part of it.'],
  oauth_client_refused: [
    'The token endpoint does not accept the client ID or the client secret.',
    'Look at the provider whether the secret has ended or was replaced, and give the credential again in the server’s settings. Some providers want ID and secret in the body.',
  ],
  oauth_clock_wrong: [
    'The token endpoint does not accept the signed assertion, and its clock is more than a minute away from ours.',
    'Set the clock of the machine that runs the stack; on AWS look at the provider’s status.',
  ],
  oauth_consent_ended: [
    'The token endpoint takes the refresh token no more: consent was withdrawn, the token has ended, or somebody else has used it.',
    'Sign in at the provider once more and give the new refresh token in the server’s settings. Nobody asks the provider meanwhile; “Check the sign-in” does.',
  ],
  oauth_endpoint_failed: [
    'The token endpoint did not answer as it should: it could not be reached, redirected, or failed.',
    'Call again later; if it happens again, check the token URL in the server’s settings.',
  ],
  oauth_grant_refused: [
    'The token endpoint does not accept the user name, the password or the assertion.',
    'Look at the provider what has changed, and give the credential again in the server’s settings.',
  ],
  oauth_request_refused: [
    'The token endpoint refuses the request for another reason than client, grant or scope.',
    'Compare grant, further parameters, and how client ID and secret are sent, with the provider’s documentation.',
  ],
  oauth_scope_missing: [
    'The API answers that the access token lacks a scope for this operation.',
    'Give the credential again with the scopes that the operation needs; the API’s description names them.',
  ],
  oauth_scope_refused: [
    'The token endpoint refuses the scope or the audience.',
    'Give scopes that the client may have; some providers want an audience as a further parameter.',
  ],
  oauth_secret_expired: [
    'The token endpoint says that the client secret has expired.',
    'Make a new one at the provider and give the credential again in the server’s settings.',
  ],
  oauth_token_unusable: [
    'The token endpoint answered without a bearer token that can be sent.',
    'Check the token URL: it is often taken for the address at which people sign in.',
  ],
  pattern_too_slow: [
    'A pattern of your own needs too much work on this answer.',
    'Make the pattern more specific in the governance settings.',
  ],
  placeholder_refused: [
    'An argument is or holds a placeholder that is damaged, expired, of another connection or kind, or in a place that gets no values.',
    'Give the placeholder whole, as the argument of its kind, to a tool that takes it; read the value again where it has expired.',
  ],
  request_invalid: ['The request to the API could not be built.', 'Check the tool’s path and parameters.'],
  sandbox_aborted: ['The sandbox ended before the call did.', 'Call again; look first if the call changes something.'],
  sandbox_failed: [
    'The call failed inside the sandbox.',
    'Call again; if it happens again, look at the sandbox’s log.',
  ],
  sandbox_timeout: ['The sandbox did not answer in time.', 'Call again later, or ask for less.'],
  server_busy: [
    'The server has as many calls under way as it may, and its queue is full.',
    'Wait for the seconds that Retry-After names, then call again.',
  ],
  tenant_mismatch: [
    'A sandbox was handed a call of another server and refused it.',
    'Report it: this must never happen.',
  ],
  tool_changes: [
    'A tool that may change something was called through the one that reads.',
    'Call it with call_change; nothing was sent.',
  ],
  tool_invalid: [
    'The tool cannot be called as it is described, such as a path variable without a parameter.',
    'Correct the tool in the dashboard.',
  ],
  tool_out_of_scope: ['The token’s scope keeps this tool from its client.', 'Generate a token that opens the tool.'],
  tool_unknown: ['The server has no tool of this name.', 'List the tools again: they may have changed.'],
  upstream_invalid: ['The API’s answer breaks HTTP, or cannot be decoded.', 'Report it to the API’s owner.'],
  upstream_status: [
    'The API answered with an error status.',
    'The answer says why; correct the arguments or the credential.',
  ],
  upstream_timeout: [
    'The API did not answer within the time limit.',
    'Call again later or ask for less; the limit is in the server’s settings.',
  ],
  upstream_too_large: ['The API’s answer is larger than is read.', 'Ask for a smaller part of it.'],
  upstream_unreachable: [
    'The API could not be reached: its name, its connection or its certificate.',
    'Check the base URL, and that the host is public and its certificate valid. An API that lets in listed addresses alone needs those of the Settings page.',
  ],
};
