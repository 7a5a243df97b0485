/** Error codes of the authorization server, in `error`; most are those of OAuth 2.0. */
import type { Entries } from './entries.ts';

const CLIENT = 'Tell the maker of the client; its log has the sentence that came with the code.';
const AGAIN = 'Sign in again from the client.';

/** Errors of signing in. */
export const SIGN_IN: Entries = {
  access_denied: ['The person has not allowed the client.', 'Connect again from the client and allow it.'],
  invalid_client: [
    'The client is not registered here any more, or the document at its id cannot be read.',
    'Remove the server from the client and add it again, so that it registers anew.',
  ],
  invalid_client_metadata: ['What the client says of itself does not fit.', CLIENT],
  invalid_grant: [
    'The code or refresh token is unknown, too old, ended or not of this client, or the person has no access any more.',
    AGAIN,
  ],
  invalid_redirect_uri: ['An address of the client uses neither https nor http on localhost.', CLIENT],
  invalid_request: ['A parameter is missing, doubled or malformed.', CLIENT],
  invalid_target: [
    'The client does not name the MCP address of a server here that takes sign-ins, or another one than it signed in to.',
    'Copy the MCP address for signing in from the dashboard again.',
  ],
  slow_down: [
    'Too many clients have registered in this hour.',
    'Try again later, or use a client that has an id of its own.',
  ],
  temporarily_unavailable: ['Something that the request needs is busy or too slow.', 'Try again shortly.'],
  unsupported_grant_type: ['The client wants tokens in a way that is not offered.', CLIENT],
  unsupported_response_type: ['The client wants something else than a code.', CLIENT],
};
