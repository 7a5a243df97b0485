/** Error codes of the authorization server, in `error`; most are those of OAuth 2.0. */
import type { Entries } from './entries.ts';

const CLIENT = 'Report it to the maker of the client; its log has the message that came with the code.';
const AGAIN = 'Sign in again from the client.';

/** Errors of signing in. */
export const SIGN_IN: Entries = {
  access_denied: ['The person has not allowed the client.', 'Connect again from the client and allow it.'],
  invalid_client: [
    'The client is not registered here any more, or the document at its id cannot be read.',
    'Remove the server from the client and add it again, so that it registers again.',
  ],
  invalid_client_metadata: ['The client’s metadata is not valid.', CLIENT],
  invalid_dpop_proof: [
    'The client’s proof of its key (DPoP) is missing, malformed, too old, was used, or is of another request or key.',
    'Compare the clocks of both machines, then connect the client again.',
  ],
  invalid_grant: [
    'The code or refresh token is unknown, expired, ended or belongs to another client, or the person no longer has access.',
    AGAIN,
  ],
  invalid_redirect_uri: [
    'No redirect URI of the client uses https, http on localhost or the application’s own scheme.',
    CLIENT,
  ],
  invalid_request: ['A parameter is missing, repeated or malformed.', CLIENT],
  invalid_target: [
    'The client names no MCP URL of a server here with sign-in, or another one than it signed in to.',
    'Copy the MCP URL for signing in from the dashboard again.',
  ],
  temporarily_unavailable: ['Something that the request needs is busy or too slow.', 'Try again shortly.'],
  unauthorized_client: [
    'The client may not use client credentials, or no access rule of the server names it.',
    'Register a client that acts for itself, and add a rule with its id to the server.',
  ],
  unsupported_grant_type: ['The client requests tokens by a grant that is not offered.', CLIENT],
  unsupported_response_type: ['The client requests something other than a code.', CLIENT],
};
