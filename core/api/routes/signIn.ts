/** Routes of authorizations that MCP clients request, of the sessions of people with MCP clients, and of clients that admins register. */
import * as clients from '../oauthClients.ts';
import * as signIn from '../signIn.ts';
import { routesOf } from './route.ts';

const route = routesOf('Signing in');

/** By id; core/api/routes/index.ts joins them with the others. */
export const signInRoutes = {
  getAuthorization: route('GET', '/v1/authorizations/{authorizationId}', {
    access: 'person',
    summary: 'The authorization request of an MCP client, for the person to decide',
    success: 200,
    answer: signIn.authorization,
  }),
  decideAuthorization: route('POST', '/v1/authorizations/{authorizationId}', {
    access: 'person',
    summary: 'Allow or deny it, once; the answer says where to send the browser',
    body: signIn.decision,
    success: 200,
    answer: signIn.decided,
  }),
  listSessions: route('GET', '/v1/sessions', {
    access: 'admin',
    place: 'installation',
    summary: 'Sessions of MCP clients that a person has signed in with, of one server, person or client',
    query: signIn.sessionsQuery,
    success: 200,
    answer: signIn.sessionList,
  }),
  endSessions: route('DELETE', '/v1/sessions', {
    access: 'admin',
    place: 'installation',
    summary:
      'End all sessions of one person or one client, at every server, and disconnect the accounts at APIs of that person; they may sign in again',
    query: signIn.sessionsEnd,
    success: 200,
    answer: signIn.endedSessions,
  }),
  listOwnSessions: route('GET', '/v1/me/sessions', {
    access: 'person',
    summary: 'Your own sessions with MCP clients, at every server',
    success: 200,
    answer: signIn.sessionList,
  }),
  endOwnSession: route('DELETE', '/v1/me/sessions/{tokenId}', {
    access: 'person',
    summary: 'End a session of your own: it is refused once this is answered, and its live streams are closed',
    success: 204,
  }),
  endOwnSessions: route('DELETE', '/v1/me/sessions', {
    access: 'person',
    summary: 'End all your own sessions, at every server, and disconnect your accounts at APIs; you may sign in again',
    success: 200,
    answer: signIn.endedSessions,
  }),
  endOwnLogins: route('DELETE', '/v1/me/logins', {
    access: 'person',
    summary: 'Log out everywhere: all your logins of the dashboard end, this one too; sessions of MCP clients stay',
    success: 204,
  }),
  listOauthClients: route('GET', '/v1/oauth-clients', {
    access: 'admin',
    place: 'installation',
    summary: 'Clients that admins have registered',
    success: 200,
    answer: clients.oauthClientList,
  }),
  createOauthClient: route('POST', '/v1/oauth-clients', {
    access: 'admin',
    place: 'installation',
    summary: 'Register a client; the answer shows its secret, once',
    body: clients.newOauthClient,
    success: 201,
    answer: clients.createdOauthClient,
  }),
  rotateOauthClient: route('POST', '/v1/oauth-clients/{oauthClientId}/rotate', {
    access: 'admin',
    place: 'installation',
    summary: 'Give a client a new secret, shown once; for a day the previous one is good as well',
    success: 200,
    answer: clients.rotatedOauthClient,
  }),
  deleteOauthClient: route('DELETE', '/v1/oauth-clients/{oauthClientId}', {
    access: 'admin',
    place: 'installation',
    summary: 'Delete a client: its sessions end at once, and it gets no further ones',
    success: 204,
  }),
} as const;
