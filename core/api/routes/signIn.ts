/** Routes of authorizations that MCP clients request, and of the sessions of people with MCP clients. */
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
    summary: 'End all sessions of one person or one client, at every server; they may sign in again',
    query: signIn.sessionsEnd,
    success: 200,
    answer: signIn.endedSessions,
  }),
} as const;
