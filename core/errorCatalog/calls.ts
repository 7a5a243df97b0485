/** Error codes of tool calls. */
import { type Entries, NEWER } from './entries.ts';

/** Errors of tool calls. */
export const CALLS: Entries = {
  ...NEWER,
  task_lost: [
    'The function that made a long call ended before the call did, so what became of it is not known.',
    'Look at the audit log and at the API for what the call did; do not repeat a change blindly.',
  ],
  too_many_tasks: [
    'As many calls of long tools are running for the token as may.',
    'Wait until one has ended, or cancel one.',
  ],
  aborted: ['The call was cancelled by its client.', 'Nothing, unless it was cancelled by mistake: then call again.'],
  answer_refused: [
    'The answer contains a kind of data for which the server withholds whole answers.',
    'Ask for something without it. The owner can choose to redact the kind instead, under Governance.',
  ],
  answer_too_large: ['The answer is too large, even after it was cut.', 'Ask for less, such as a smaller page.', 422],
  answer_withheld: [
    'The API answered, but the token was revoked or the connection closed meanwhile, so nobody got the answer.',
    'Look at the audit log for what the call did; do not repeat a change blindly.',
  ],
  argument_invalid: [
    'An argument does not match the tool’s schema, or cannot be sent.',
    'Correct the argument that is named.',
  ],
  argument_redacted: [
    'An argument is a redaction mask such as [REDACTED:email] and would have overwritten the value.',
    'Send the real value, or leave the argument out so that the value stays unchanged.',
  ],
  argument_secret: [
    'An argument contains a key, a token, a private key, a URL with a password or a foreign placeholder, and the server refuses such calls.',
    'Leave it out. If the API needs it, store it as the server’s credential, or set “Secrets in arguments” to “Tell” or “Off”.',
  ],
  argument_too_complex: [
    'An argument is too large or too deeply nested to be checked.',
    'Send a smaller value, or several calls.',
  ],
  arguments_too_large: ['The arguments of the call are larger than 6 MB.', 'Send less.'],
  audit_unavailable: [
    'The audit log could not be written, so the call was not made or its answer is withheld.',
    'Try again shortly; the message says whether the call was made.',
  ],
  circuit_open: [
    'The server’s circuit breaker has stopped calls, because the API fails or answers too slowly.',
    'Wait: one call tries it again after the pause. Look at the errors in the audit log; press “Resume calls” on the server’s page once the API works.',
  ],
  client_certificate_refused: [
    'The API requires a client certificate (mutual TLS), or does not accept that of the server.',
    'Ask the API’s owner which issuers it trusts and whether the certificate is registered, and enter it in the server’s settings as “Client certificate”.',
  ],
  client_paused: [
    'The client made the same call again and again, or its calls failed (or were slow) and not those of others, so the circuit breaker stopped them for a while.',
    'Look at what the client does. It may call again after the pause, or when “Resume calls” is pressed on the server’s page.',
  ],
  concurrent_calls_reached: [
    'The token, the person or the server has reached its limit of calls at the same time.',
    'Wait for a running call to end. The owner sets the limit in the server’s settings or at the token.',
  ],
  continuation_gone: [
    'The rest of an answer is not stored any more: it is too old, newer answers have replaced it, or the server was changed.',
    'Repeat the call that returned the answer.',
  ],
  credential_invalid: [
    'The stored credential cannot be sent, for example because of a line break in it.',
    'Replace the credential in the server’s settings.',
  ],
  credential_replaced: [
    'The credential was replaced during the call, so nothing was sent.',
    'Call again: the new one is used.',
    409,
  ],
  exchange_late: ['The sandbox could not begin a token request in its time.', 'Try again.'],
  credential_unavailable: [
    'The stored credential could not be decrypted for this host.',
    'Enter it again in the server’s settings; if that does not help, check the policy of the KMS key.',
  ],
  daily_bytes_reached: [
    'The limit of answer bytes for this day (UTC) is reached.',
    'Wait for 00:00 UTC, or ask for less: choose fields, or smaller pages. The owner sets the limit in the server’s settings or at the token.',
  ],
  daily_calls_reached: [
    'The limit of calls for this day (UTC) is reached.',
    'Wait for 00:00 UTC. The owner sets the limit in the server’s settings or at the token.',
  ],
  egress_refused: [
    'The egress guard refused the request: another host, a private address, or a redirect elsewhere.',
    'Check the base URL, and approve further hosts in the settings. The guard itself cannot be loosened.',
  ],
  answer_not_let_out: [
    'The tool returns only chosen fields of JSON answers, and the answer was not JSON.',
    'Ask the owner of the server: see “Fields of answers” of the tool.',
  ],
  field_unknown: [
    'The call asked for fields that the answer does not have. Nothing was changed.',
    'Call again with fields named in the message, or without the argument.',
  ],
  governance_timeout: ['Redaction took too long on this answer.', 'Ask for a smaller part of it.'],
  limit_unavailable: [
    'The call could not be counted against its limits, so it was not made.',
    'Try again shortly. If it persists, look for limit_not_counted in the log of mcp-rpc.',
  ],
  oauth_client_refused: [
    'The token endpoint does not accept the client ID or the client secret.',
    'Check at the provider whether the secret has expired or was replaced, and enter the credential again in the server’s settings. Some providers require ID and secret in the body.',
  ],
  oauth_clock_wrong: [
    'The token endpoint does not accept the signed assertion, and its clock is more than a minute away from ours.',
    'Correct the clock of the machine that runs the stack; on AWS check the provider’s status.',
  ],
  oauth_code_refused: [
    'The token endpoint does not accept the authorization code: it is too old, was used, or belongs to another client or redirect URI.',
    'Connect again, and finish within a minute or so. If it stays so, compare client ID and redirect URI with those at the provider.',
  ],
  oauth_consent_ended: [
    'The token endpoint no longer accepts the refresh token: consent was withdrawn, the token has expired, or somebody else has used it.',
    'Press “Reconnect” on the server’s page, or enter a new refresh token in its settings. Until then the provider is not asked again, except by “Check the sign-in”.',
  ],
  oauth_endpoint_failed: [
    'The token endpoint could not be reached, redirected the request, or failed.',
    'Call again later; if it happens again, check the token URL in the server’s settings.',
  ],
  oauth_grant_refused: [
    'The token endpoint does not accept the user name, the password or the assertion.',
    'Check at the provider what has changed, and enter the credential again in the server’s settings.',
  ],
  oauth_issuer_needed: [
    'People sign in at one host and the code goes to another, and the credential does not name the issuer that vouches for both.',
    'Enter the issuer of the provider in the credential, then connect.',
  ],
  oauth_issuer_unconfirmed: [
    'The metadata of the issuer cannot be read, or do not name the authorization URL and the token URL of the credential.',
    'Compare issuer and URLs with the provider’s documentation, and enter the credential again. Nothing was redeemed.',
  ],
  oauth_issuer_wrong: [
    'The browser came back with the answer of another authorization server than the one that was asked.',
    'Compare the issuer in the credential with the provider’s documentation, then connect again. Nothing was redeemed.',
  ],
  oauth_not_connected: [
    'The server acts for a person who has not signed in at the API’s provider yet.',
    'Press “Connect” on the server’s page in the dashboard. Where each client has its own account, its person connects it at the address in the message.',
  ],
  oauth_person_needed: [
    'Each person calls the API under their own name, and a connection token or a client that acts for itself names nobody.',
    'Have the MCP client sign in at the server’s own address. Whoever manages the server can also enter a subject for connection tokens in its credential.',
  ],
  oauth_person_refused: [
    'The token endpoint does not accept the person who calls: it knows nobody by that name, does not trust issuer, key or audience of the signed token, or does not let the client ask for tokens of people.',
    'Add the person at the provider, under the name that the credential gives (personClaim), and compare issuer, public key and audience there with those of the credential.',
  ],
  oauth_person_unknown: [
    'The sign-in of this person lacks what they are named by at the provider: a verified e-mail address, or a subject at your identity provider.',
    'Sign in once more, so that the address is known; or choose another way to name people in the credential.',
  ],
  oauth_refresh_missing: [
    'The provider gave an access token that ends within hours, and no refresh token.',
    'Add the scope offline_access, or access_type=offline and prompt=consent (Google), to the credential, then connect again.',
  ],
  oauth_request_refused: [
    'The token endpoint refuses the request for a reason other than client, grant or scope.',
    'Compare grant, further parameters, and how client ID and secret are sent, with the provider’s documentation.',
  ],
  oauth_scope_missing: [
    'The API answers that the access token lacks a scope for this operation.',
    'Enter the credential again with the scopes that the operation needs; the API’s description names them.',
  ],
  oauth_scope_refused: [
    'The token endpoint refuses the scope or the audience.',
    'Enter scopes that the client may have; some providers require an audience as a further parameter.',
  ],
  oauth_secret_expired: [
    'The token endpoint says that the client secret has expired.',
    'Create a new one at the provider and enter the credential again in the server’s settings.',
  ],
  oauth_token_unusable: [
    'The token endpoint answered without a token, or with one that needs a proof in each request (DPoP, MAC).',
    'Check the token URL: it is often confused with the address at which people sign in. A client that is registered for DPoP has to be registered for bearer tokens.',
  ],
  pattern_too_slow: [
    'A custom pattern takes too long on this answer.',
    'Make the pattern more specific in the governance settings.',
  ],
  placeholder_refused: [
    'An argument is or contains a placeholder that is damaged, expired, of another connection or kind, or in a position where values are not inserted.',
    'Pass the whole placeholder, unchanged, as an argument of its kind to a tool that accepts it. If it has expired, read the value again.',
  ],
  request_invalid: ['The request to the API could not be built.', 'Check the tool’s path and parameters.'],
  role_not_allowed: [
    'The installation does not allow its sandbox to assume the role of the credential.',
    'Deploy with the ARN of the role in upstreamRoles, or choose another role or an access key in the server’s settings.',
  ],
  role_refused: [
    'AWS does not let the sandbox assume the role of the credential: the role does not exist, or does not trust the sandbox with the external ID of this server and host.',
    'Give the role the trust policy that the server’s settings show.',
  ],
  role_unavailable: [
    'The role of the credential could not be assumed, because AWS STS was busy or not reachable.',
    'Call again later; if it happens again, check the status of AWS STS in the region.',
  ],
  secret_not_allowed: [
    'The installation does not allow the secret that the credential names for this host, or for its token endpoint.',
    'Deploy with the ARN and these origins in upstreamSecrets.',
  ],
  secret_not_found: [
    'The secret that the credential names does not exist in this account and region, or is to be deleted.',
    'Check the ARN in the credential.',
  ],
  secret_denied: [
    'AWS does not let the sandbox read the secret that the credential names, or use its key.',
    'Check the resource policy of the secret, and that the policy of its KMS key lets the sandbox’s role decrypt.',
  ],
  secret_invalid: [
    'The secret that the credential names is no text, or has no such member with a text in it.',
    'Check the secret, and the key in the credential.',
  ],
  secret_unavailable: [
    'The secret that the credential names could not be read, because AWS was busy or not reachable.',
    'Call again later.',
  ],
  rate_limited: [
    'The limit of calls per second for the token, the person or the server is reached.',
    'Call again after the time in the message, more slowly. The owner sets the limit in the server’s settings or at the token.',
  ],
  sandbox_aborted: [
    'The sandbox ended before the call did.',
    'Call again; if the call changes something, check first whether it did.',
    504,
  ],
  sandbox_failed: [
    'The call failed inside the sandbox.',
    'Call again; if it happens again, look at the sandbox’s log.',
    502,
  ],
  sandbox_timeout: ['The sandbox did not answer in time.', 'Call again later, or ask for less.', 504],
  call_declined: [
    'The person who was asked did not agree to the call; nothing was sent.',
    'Ask them before you call again. The owner sets which calls are confirmed (Confirm destructive calls).',
  ],
  policy_denied: [
    'A policy of the server or toolset forbids this call, or none permits it; nothing was sent.',
    'Do what the message advises. The owner sees in the audit log which policy decided, and changes it in the settings.',
  ],
  approval_required: [
    'A policy has a person approve this call, and nobody has yet; nothing was sent.',
    'Make exactly the same call again once somebody has approved it under Approvals of the server. An approval is good once, for 15 minutes.',
  ],
  approval_denied: [
    'A person has refused this call; nothing was sent.',
    'Do not repeat it. Another call can be asked for.',
  ],
  approval_impossible: [
    'A policy has a person approve this call, and it cannot be asked for: too many wait, its arguments are too long to be shown, or it came by another region.',
    'Read the message: decide about those that wait, make the call smaller, or make it in the home region.',
  ],
  policy_undecided: [
    'The policies of the server or toolset could not decide about this call, because a value cannot be compared exactly or seen by them; nothing was sent.',
    'Give the argument that the message names in the form of its schema, numbers with at most four digits after the point, and no placeholder in its place.',
  ],
  confirmation_invalid: [
    'The answer of a person came with another call than the one it was given for, was changed, or is older than ten minutes; nothing was sent.',
    'Call again without requestState; the person is asked anew.',
  ],
  confirmation_unavailable: [
    'The owner has destructive calls confirmed by a person, and this client cannot ask one; nothing was sent.',
    'Use a client that speaks MCP 2026-07-28 with elicitation, or have the owner change “Confirm destructive calls”.',
  ],
  confirmation_used: [
    'The confirmation has made its one call already; nothing was sent again.',
    'Look at what came of that call before you ask for another.',
  ],
  input_required: [
    'The person at the client is asked first: by this server, before anything was sent, or by the MCP server behind it.',
    'Nothing is to be done: the client asks, and calls again with the answer.',
  ],
  server_busy: [
    'The server is running the maximum number of calls, and its queue is full.',
    'Wait for the seconds that Retry-After names, then call again.',
    429,
  ],
  tenant_mismatch: [
    'A sandbox received a call for another server and refused it.',
    'Report it: this must never happen.',
  ],
  tool_changes: [
    'A tool that may change something was called through the tool for reading.',
    'Call it with call_change; nothing was sent.',
  ],
  tool_invalid: [
    'The definition of the tool is incomplete, such as a path variable without a parameter.',
    'Correct the tool in the dashboard.',
  ],
  tool_changed: [
    'The MCP server behind this server says that its tools have changed, and this one is not what its owner approved, so it was not called.',
    'The owner imports the server anew, reads the change and approves it.',
  ],
  tool_out_of_scope: [
    'The token’s scope does not include this tool.',
    'Generate a token whose scope includes the tool.',
  ],
  member_offline: [
    'The server that this tool is of is offline, was deleted, or is not in the toolset any more.',
    'Take the server online again, or list the tools anew.',
  ],
  tool_unknown: ['The server has no tool of this name.', 'List the tools again: they may have changed.'],
  upstream_invalid: [
    'The answer breaks HTTP or, of an MCP server, its protocol, or cannot be decoded.',
    'Report it to the API’s owner.',
  ],
  upstream_refused: [
    'The MCP server behind this server refused the call with an error of its protocol.',
    'The answer says why; correct the arguments.',
  ],
  upstream_status: [
    'The API answered with an error status.',
    'The answer says why; correct the arguments or the credential.',
  ],
  upstream_timeout: [
    'The API did not answer within the time limit.',
    'Call again later or ask for less; the limit is in the server’s settings.',
  ],
  upstream_tool_error: [
    'The MCP server’s tool ran and says that it failed.',
    'The answer says why; correct the arguments, or try again where it says so.',
  ],
  upstream_too_large: ['The API’s answer is larger than the limit.', 'Ask for a smaller part of it.'],
  upstream_unreachable: [
    'The API could not be reached: its name, its connection or its certificate.',
    'Check the base URL, and that the host is public and its certificate valid. An API that accepts only listed addresses needs those on the Settings page.',
  ],
};
