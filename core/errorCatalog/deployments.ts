/** Error codes of imports and deployments. */
import { type Entries, NEWER } from './entries.ts';

/** Errors that end a deployment. */
export const DEPLOYMENTS: Entries = {
  ...NEWER,
  aws_unavailable: ['An AWS service that the deployment needs was busy or unavailable.', 'Deploy again.', 503],
  base_url_invalid: [
    'The base URL is missing or not allowed.',
    'Correct it in the server’s settings: https and a public host.',
  ],
  bundle_unavailable: ['What the deployment had prepared is missing or was altered.', 'Deploy again.', 502],
  credential_bound: [
    'The credential was given for another host than the base URL’s.',
    'Enter the credential of the new host.',
    409,
  ],
  credential_missing: ['The server has no credential that its tools need.', 'Enter it in the server’s settings.', 409],
  deployment_lost: [
    'The pipeline stopped without a result, for example in a crash.',
    'Deploy again; the live version is unchanged.',
  ],
  deployment_not_started: ['The pipeline could not be started.', 'Deploy again; nothing was changed.'],
  deployment_running: ['Another deployment of the server is running.', 'Wait until it has ended.', 409],
  deployment_superseded: ['Another deployment took over, or the server was deleted.', 'Look at the newer deployment.'],
  lockfile_invalid: [
    'The lockfile is damaged or was not signed by this installation.',
    'Review the tools, then approve them.',
  ],
  mcp_own_address: [
    'The address of the MCP server is one of this installation.',
    'Combine its servers in a toolset instead.',
  ],
  mcp_sign_in: [
    'The tools of an MCP server at which a person signs in can be read only once there is a server.',
    'Make the server without looking at its tools, press “Connect” on its page, and import them then.',
  ],
  mcp_unreachable: [
    'The MCP server’s tools could not be read: it did not answer, wants another credential, or is no MCP server.',
    'Read the message; check the address, which mostly ends with /mcp, and the credential.',
  ],
  no_operations: ['The document has no endpoint that was asked for.', 'Choose other tags, or another document.'],
  output_invalid: ['The spec reader was told to write where it may not.', 'Report it: this must never happen.'],
  pattern_invalid: ['A pattern of the governance settings is not valid RE2.', 'Correct it in the governance settings.'],
  policy_invalid: [
    'A policy of the server cannot be read, or does not fit its tools and their arguments.',
    'Correct the policy that the message names in the settings, then publish again.',
  ],
  phase_timeout: ['A phase of the pipeline took too long.', 'Deploy again; choose tags if the document is large.'],
  region_unreachable: ['A region did not accept the new version.', 'Deploy again when the region answers.', 502],
  sandbox_refused: [
    'The sandbox did not load the new version, so it did not go live.',
    'Read the message, correct what it names, deploy again.',
    502,
  ],
  schema_invalid: ['A tool’s schema is not a valid JSON Schema.', 'Correct the tool that is named.'],
  server_missing: ['The server was deleted.', 'Nothing.', 409],
  signing_failed: [
    'KMS did not sign the new version.',
    'Check the signing key and its policy, then deploy again.',
    502,
  ],
  source_missing: [
    'The server’s document was not copied along, or it has none.',
    'Enter the document again in the settings, then re-import.',
  ],
  spec_invalid: [
    'The document is neither JSON nor YAML, or not an API description.',
    'Correct the document; the message names the place.',
  ],
  spec_timeout: ['Reading the document took too long.', 'Choose tags, so that less of it is read.', 504],
  server_json_invalid: [
    'The server.json describes no server that can be reached.',
    'Take one with remotes and an https URL, or enter the address of the MCP server.',
  ],
  server_json_unread: ['The server.json could not be fetched.', 'Save it to a file, and give that.'],
  spec_too_large: [
    'The document is larger than the limit.',
    'Choose a smaller one, or upload the part that you need.',
    413,
  ],
  spec_unreachable: [
    'The document’s address did not answer with a document.',
    'Check the address, or upload the file.',
  ],
  staging_missing: ['The result of the spec reader is missing.', 'Try again.'],
  surface_changed: ['The tools differ from the locked list.', 'Review the change, then approve it.'],
  too_many_listed: [
    'More tools are on than can be listed without search.',
    'Set “How clients see the tools” to “Search”, or switch tools off.',
  ],
  upstream_invalid: [
    'The MCP server answered something that its protocol does not know, or more than is read of one.',
    'Report it to whoever runs it.',
  ],
  too_many_operations: ['The document has more endpoints than a server may have tools.', 'Choose tags.'],
  tool_escapes_base_url: ['A tool’s path leads out of the base URL.', 'Correct the path of the tool that is named.'],
  tool_too_large: ['One endpoint’s description is too large for a tool.', 'Choose tags without that endpoint.'],
  toolset_too_large: [
    'What the members of a toolset list is too large together.',
    'Choose tags or single tools of them, or make two toolsets.',
  ],
  TransientFailure: ['AWS was busy for longer than the pipeline tries.', 'Deploy again.'],
  url_invalid: ['The address is not allowed.', 'Enter a public https address.'],
  version_elsewhere: [
    'The version was deployed for another base URL.',
    'Change the base URL first, then roll back.',
    409,
  ],
  version_missing: ['The tools of that version are no longer stored.', 'Choose a newer version.', 409],
};
