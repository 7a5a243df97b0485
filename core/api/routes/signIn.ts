/** Routes of authorizations that MCP clients request, of the sessions of people with MCP clients, and of clients that admins register. */
import * as clients from '../oauthClients.ts';
import * as signIn from '../signIn.ts';
import { route } from './route.ts';

/** By id; core/api/routes.ts joins them with the others. */
export const signInRoutes = {
  getAuthorization: route({
    method: 'GET',
    path: '/v1/authorizations/{authorizationId}',
    access: 'person',
    tag: 'Signing in',
    summary: 'The authorization request of an MCP client, for the person to decide',
    success: 200,
    answer: signIn.authorization,
  }),
  decideAuthorization: route({
    method: 'POST',
    path: '/v1/authorizations/{authorizationId}',
    access: 'person',
    tag: 'Signing in',
    summary: 'Allow or deny it, once; the answer says where to send the browser',
    body: signIn.decision,
    success: 200,
    answer: signIn.decided,
  }),
  listSessions: route({
    method: 'GET',
    path: '/v1/sessions',
    access: 'admin',
    tag: 'Signing in',
    summary: 'Sessions of MCP clients that a person has signed in with, of one server, person or client',
    query: signIn.sessionsQuery,
    success: 200,
    answer: signIn.sessionList,
  }),
  endSessions: route({
    method: 'DELETE',
    path: '/v1/sessions',
    access: 'admin',
    tag: 'Signing in',
    summary:
      'End all sessions of one person or one client, at every server, and disconnect the accounts at APIs of that person; they may sign in again',
    query: signIn.sessionsEnd,
    success: 200,
    answer: signIn.endedSessions,
  }),
  listOauthClients: route({
    method: 'GET',
    path: '/v1/oauth-clients',
    access: 'admin',
    tag: 'Signing in',
    summary: 'Clients that admins have registered',
    success: 200,
    answer: clients.oauthClientList,
  }),
  createOauthClient: route({
    method: 'POST',
    path: '/v1/oauth-clients',
    access: 'admin',
    tag: 'Signing in',
    summary: 'Register a client; the answer shows its secret, once',
    body: clients.newOauthClient,
    success: 201,
    answer: clients.createdOauthClient,
  }),
  deleteOauthClient: route({
    method: 'DELETE',
    path: '/v1/oauth-clients/{oauthClientId}',
    access: 'admin',
    tag: 'Signing in',
    summary: 'Delete a client: its sessions end at once, and it gets no further ones',
    success: 204,
  }),
} as const;
