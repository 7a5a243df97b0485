/** Error codes of the management API about servers and what belongs to them. Those about people are in people.ts. */
import { type Entries, NEWER } from './entries.ts';

const AGAIN = 'Ask again in a moment.';

/** Errors of the management API. */
export const MANAGEMENT: Entries = {
  ...NEWER,
  accounts_own: [
    'Each client of the server has its own account at the API, so there is none to connect for all.',
    'Connect yours at the address in the message.',
    409,
  ],
  accounts_shared: [
    'The clients of the server have no accounts of their own at the API.',
    'Nothing: the server’s owner enters its credential. They can choose “One account per client” in its settings.',
    409,
  ],
  answer_not_kept: [
    'The answer of this call is not stored: “Store answers” was off, storing failed, or its days have passed.',
    'Nothing to do. The entry has its digest.',
    404,
  ],
  answer_too_large: ['The answer is larger than API Gateway allows.', 'Ask for less, such as a smaller page.', 422],
  authorities_changed: [
    'The credential was given while other certificate authorities were trusted for its host.',
    'Remove the credential, change the authorities, then give it again.',
  ],
  authorization_not_found: [
    'The request of the client was answered already, or is older than ten minutes.',
    'Connect again from the client.',
    404,
  ],
  aws_denied: [
    'AWS does not allow this installation something that it needs.',
    'Ask whoever runs it: a role, a key’s policy or a policy of the account was changed. The log of the function names it under the request id.',
    503,
  ],
  aws_unavailable: [
    'An AWS service is busy or unavailable. A change may have been made nevertheless.',
    'Check whether it was made, then try again.',
    503,
  ],
  base_url_changed: ['Somebody changed the base URL meanwhile.', 'Read the server again, then repeat the change.', 409],
  base_url_invalid: ['The address is not allowed as a base URL.', 'Use https and a public host name.'],
  base_url_missing: [
    'The server has no base URL yet, so a credential cannot be bound to it.',
    'Set the base URL first.',
    409,
  ],
  below_floor: [
    'A setting is below the floor of the installation, which admins set.',
    'Choose a value within the rule that is named, or ask an admin to change the floor.',
    422,
  ],
  body_not_json: ['The body is not JSON.', 'Send JSON.', 400],
  body_not_unicode: ['The body is not valid Unicode (lone surrogates).', 'Send well-formed UTF-8.', 400],
  body_too_deep: ['The body is nested too deeply.', 'Send a flatter value.', 400],
  body_too_large: ['The body is too large.', 'Send less; import a document by its URL instead of uploading it.', 413],
  usage_incomplete: [
    'Not all calls of the last 30 days were read, so the tools that nobody called are not known yet.',
    'Send the same again: it reads on from where it stopped.',
    409,
  ],
  ciphertext_invalid: [
    'A stored secret was altered, or belongs to something else, so it cannot be opened.',
    'Enter the credential again; rotate the secret of a webhook.',
  ],
  consent_not_needed: [
    'The credential for this host is not one that a person consents for.',
    'Choose OAuth 2 with the grant “Authorization code” in the server’s settings.',
    409,
  ],
  consent_overtaken: [
    'The account was connected by somebody else, or in another window, during this sign-in, and that connection stays.',
    'Press “Reconnect” on the page where it began to replace it.',
    409,
  ],
  consent_refused: [
    'The sign-in at the provider was declined, by the person there or by the provider.',
    'Connect again and allow it; with an account that may, if the provider has refused.',
  ],
  consent_unknown: [
    'The sign-in at the provider was finished already, took more than ten minutes, or was begun by another person or in another browser.',
    'Press “Connect” once more, on the page where it began.',
    404,
  ],
  content_type_unsupported: ['The body has an unsupported media type.', 'Send application/json.', 415],
  credential_bound: [
    'The stored credential belongs to another host.',
    'Send the credential of the new host with the change.',
    409,
  ],
  credential_missing: ['A credential is required, but there is none.', 'Enter it.', 409],
  credential_not_triable: [
    'The credential cannot be tested before it is stored: it does not sign in, or its refresh token may be valid once only.',
    'Create the server, then check its stored credential.',
  ],
  declaration_invalid: [
    'Something that was declared is wrong, so nothing was changed.',
    'Correct what `faults` tells, each with its place, and apply again.',
  ],
  declaration_refused: [
    'A server cannot be brought to its declaration.',
    'Do what the message says, or declare the server under another name.',
  ],
  declared_taken: [
    'Another server is declared under this key, or this server is declared under another one.',
    'Give the declaration another name, or change the server that has this one.',
    409,
  ],
  reference_unresolved: [
    'A declaration has a reference in place of a secret that is needed. The installation cannot look references up.',
    'Send the value in its place, as `portcullis apply` does.',
  ],
  document_missing: [
    'An API description was named by its digest, and the server does not have it.',
    'Send the description itself (base64).',
  ],
  description_refused: [
    'An API description that is declared cannot be imported, so nothing was changed.',
    'Do what the message says; `portcullis import <file>` reads it without a server.',
  ],
  value_missing: [
    'A server was changed by somebody else while it was brought to its declaration, so that it needs a secret which was not sent.',
    'Plan again, and send what it needs then.',
  ],
  definition_invalid: [
    'The file is not a server definition that can be read.',
    'Export it again, and change only values.',
    422,
  ],
  reading_not_found: [
    'No answer is being made under this name, or it was started more than an hour ago.',
    'Send the request without `reading`, which begins another one.',
    404,
  ],
  reading_replaced: [
    'The server was changed while an answer about it was made, or something else was asked, which took its place.',
    'Send the request without `reading`, which begins another one.',
    409,
  ],
  reading_lost: [
    'The function that makes the answer ended twice without a word.',
    'Send the request without `reading`; if it happens again, look at the log of the function Prepare.',
    504,
  ],
  reading_failed: [
    'Making the answer failed for a reason that was not foreseen.',
    'The log of the function Prepare has it.',
    500,
  ],
  deletion_unfinished: [
    'The server works no more, and has more tools than one request removes.',
    'Send the same request again; it goes on where this one ended.',
    503,
  ],
  delivery_not_found: ['There is no such delivery, or it is older than 30 days.', 'Look at the list of deliveries.'],
  deployment_not_found: ['There is no such deployment.', 'Look at the list of deployments.', 404],
  deployment_running: ['A deployment of the server is running.', 'Repeat the request when it has ended.', 409],
  entry_not_found: ['The audit log of the server has no such entry.', 'Look at the audit log.', 404],
  environment_missing: ['The stack is not fully configured.', 'Deploy it again.', 500],
  floor_changed: ['Somebody else has changed the floor meanwhile.', 'Read it again, then repeat the change.', 409],
  events_off: [
    'Events are not switched on in this installation.',
    'Deploy it with events=true, or start it with --context events=true.',
  ],
  governance_timeout: ['The sample took too long to redact.', 'Try a smaller sample.'],
  host_is_base: ['The host is that of the base URL and needs no approval.', 'Nothing.', 409],
  internal: ['A fault of Portcullis; no details are shown.', 'Give the request id to somebody who can read the logs.'],
  invalid_request: ['Parts of the request break a rule; each is listed.', 'Correct what is named.'],
  invocation_failed: ['A function behind the API did not work.', AGAIN, 502],
  key_derivation_too_slow: [
    'The key files of the request ask for more rounds of key derivation than one request may use.',
    'Write the file anew with fewer rounds, such as 2048, or give the key without a passphrase.',
  ],
  key_unusable: [
    'A KMS key of this installation is disabled, or waits for its deletion.',
    'Ask whoever runs it to enable the key again, or to cancel its deletion.',
    503,
  ],
  lockfile_not_found: [
    'The tool list of the server is not locked.',
    'Lock the tool list in the settings, then deploy.',
    404,
  ],
  apply_unfinished: [
    'A declared server of a CDK app was not done in the time that CloudFormation gives it.',
    'Deploy again. What was done stays, and the rest is taken up.',
  ],
  reference_unreadable: [
    'A secret that a declared server refers to cannot be read.',
    'Check its name and member in Secrets Manager or Parameter Store, then deploy again.',
  ],
  floor_too_large: ['The floors of all projects are too large.', 'Name fewer hosts and kinds in their rules.', 409],
  toolset_member: [
    'A toolset and its servers are in one project.',
    'Take the server out of the toolset first, or make a toolset in the other project.',
    409,
  ],
  method_not_allowed: ['The route accepts other methods.', 'The Allow header lists them.', 405],
  no_login: ['The request has no valid access token.', 'Sign in.', 401],
  nothing_to_import: ['The server’s tools were added manually; there is no document.', 'Nothing.'],
  private_host_not_allowed: [
    'The host is not among the private hosts of this deployment.',
    'Ask whoever deploys it to list the host (privateHosts).',
  ],
  push_failed: ['The push channel did not accept a message, so streams may not have been closed.', 'Ask again.', 502],
  region_unreachable: ['A region did not answer.', 'Ask again; what was confirmed stays.', 502],
  registration_refused: [
    'The authorization server of an MCP server does not let this installation register itself as a client.',
    'Register it there by hand, and enter the client id.',
    422,
  ],
  route_not_found: ['There is no such route.', 'See the API description.', 404],
  sandbox_failed: [
    'The trial failed inside the sandbox.',
    'Try again; if it happens again, look at the sandbox’s log.',
    502,
  ],
  policies_not_tried: [
    'The server has more tools than policies are tried at, 2,000.',
    'Give the policies the mode shadow: the audit log says what they would refuse.',
  ],
  server_deleting: ['The server is being deleted.', 'Nothing.', 409],
  server_not_deployed: ['The server has never been live.', 'Deploy it first.', 409],
  server_not_found: ['There is no such server.', 'Look at the list of servers.', 404],
  server_too_large: [
    'The settings of the server are too large.',
    'Shorten lists and patterns of governance, access rules, tags or certificates.',
  ],
  selection_changed: ['Somebody else has saved sentences meanwhile.', 'Read them again, then repeat the change.', 409],
  settings_changed: [
    'Somebody else has changed the settings meanwhile.',
    'Read them again, then repeat the change.',
    409,
  ],
  source_fixed: ['A server keeps the kind of source that it was created with.', 'Create another server.', 409],
  of_members: [
    'A toolset has no tools and credentials of its own.',
    'Change those of the server that the tool is of.',
    409,
  ],
  toolset_not_copied: [
    'A toolset cannot be exported or copied as a file.',
    'Create another toolset with the same servers.',
    409,
  ],
  too_many_toolsets: ['The installation has the maximum number of toolsets.', 'Delete one that nobody uses.', 409],
  source_missing: ['The document was not copied with the server, or there is none.', 'Enter it again.'],
  token_not_accepted: [
    'The connection token is mistyped, revoked or expired, or its server accepts sign-ins only.',
    'Copy it from the configuration of the client, or ask whoever gave it to you for another one.',
    401,
  ],
  setup_link_invalid: [
    'The set-up link was opened before, is older than 15 minutes, was withdrawn, or is not complete.',
    'Ask whoever sent it for another one. If it was opened and not by you, tell them to revoke the token that it made.',
    404,
  ],
  setup_link_not_found: [
    'There is no such set-up link: it was opened, withdrawn or has expired.',
    'Make another one.',
    404,
  ],
  sign_in_not_found: [
    'The MCP server does not say how people sign in, or not in a way that is safe.',
    'Read the message. If the server is right, ask whoever runs it, or enter the fields of OAuth 2 by hand.',
    422,
  ],
  token_not_found: ['There is no such token.', 'Look at the list of tokens.', 404],
  client_without_secret: [
    'The client authenticates with a key, or with nothing, so it has no secret to be replaced.',
    'Publish another key, or register another client.',
    409,
  ],
  too_many_clients: ['The maximum number of clients is registered.', 'Delete one that is not used any more.', 409],
  too_many_hosts: ['The server has the maximum number of approved hosts.', 'Remove one first.', 409],
  too_many_tokens: ['The server has the maximum number of active tokens.', 'Revoke one first.', 409],
  too_many_tools: ['The server has the maximum number of tools.', 'Delete some, or create another server.', 409],
  too_many_webhooks: ['The maximum number of webhooks is set up.', 'Delete one that is not used any more.'],
  tool_imported: [
    'This part of the tool comes from the document.',
    'Change the document, or override what can be overridden.',
    409,
  ],
  tool_not_found: ['There is no such tool.', 'Look at the list of tools.', 404],
  tool_not_live: ['The tool is not part of what is live.', 'Deploy, or switch it on.', 409],
  version_elsewhere: ['The version was deployed for another base URL.', 'Change the base URL first.', 409],
  version_missing: ['The tools of that version are no longer stored.', 'Choose a newer version.', 409],
  words_unapproved: [
    'The description changed hidden tools of a server whose tool list is locked.',
    'Read what they say now, and approve it.',
    409,
  ],
  webhook_not_found: ['There is no such webhook, or it was deleted.', 'Look at the list of webhooks.'],
  webhook_stopped: [
    'Nothing is delivered to this webhook, because its URL answered 410 (Gone).',
    'Press “Deliver again”, or send resume: true, once the URL accepts events.',
  ],
  webhook_url_invalid: ['The URL is not allowed for a webhook.', 'Use https and a public host name.'],
  write_conflict: [
    'Somebody else changed the same thing at the same time.',
    'Read it again, then repeat the change.',
    409,
  ],
};
