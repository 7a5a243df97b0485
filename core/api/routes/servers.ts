/** Routes of servers: making, changing, copying and deleting them, their credentials and clients. */

import { clientSetups } from '../clients.ts';
import * as credentials from '../credentials.ts';
import { copiedServer, definitionImport, duplication, exportedServer } from '../definitions.ts';
import { usage } from '../limits.ts';
import * as servers from '../servers.ts';
import * as views from '../serverViews.ts';
import { memberList } from '../toolsets.ts';
import { routesOf } from './route.ts';

const route = routesOf('Servers');

/** By id; core/api/routes/index.ts joins them with the others. */
export const serverRoutes = {
  createServer: route('POST', '/v1/servers', {
    access: 'editor',
    place: 'projects',
    summary: 'Create a server and deploy it; only this answer shows its first token',
    body: servers.newServer,
    success: 202,
    answer: views.createdServer,
  }),
  importServer: route('POST', '/v1/servers/import', {
    access: 'editor',
    place: 'projects',
    summary:
      'Create a server from an exported definition and deploy it; it has no token, and only the credentials in the request',
    body: definitionImport,
    success: 202,
    answer: copiedServer,
  }),
  exportServer: route('GET', '/v1/servers/{id}/export', {
    access: 'viewer',
    summary: 'The definition of a server: settings, tools and edits, without credentials and tokens',
    success: 200,
    answer: exportedServer,
  }),
  duplicateServer: route('POST', '/v1/servers/{id}/duplicate', {
    access: 'editor',
    summary:
      'Create a second server with the same settings, tools and edits, without the credentials and tokens, and deploy it',
    body: duplication,
    bodyOptional: true,
    success: 202,
    answer: copiedServer,
  }),
  listServers: route('GET', '/v1/servers', {
    access: 'viewer',
    place: 'projects',
    summary: 'The servers, in pages that are newest first in themselves and in no order to each other',
    query: servers.serversQuery,
    success: 200,
    answer: views.serverPage,
  }),
  getServer: route('GET', '/v1/servers/{id}', {
    access: 'viewer',
    summary: 'One server with its effective governance',
    success: 200,
    answer: views.server,
  }),
  listToolsetMembers: route('GET', '/v1/servers/{id}/toolset-members', {
    access: 'viewer',
    summary:
      'The servers of a toolset: how many tools clients see of each, under which names, or why none; empty for other servers',
    success: 200,
    answer: memberList,
  }),
  getUsage: route('GET', '/v1/servers/{id}/usage', {
    access: 'viewer',
    summary:
      'What was used today of the limits of a server and its tokens, and which calls were refused, in the home region',
    success: 200,
    answer: usage,
  }),
  resumeCalls: route('POST', '/v1/servers/{id}/resume', {
    access: 'editor',
    summary: 'Let calls pass that the circuit breaker has stopped, of the server and of its tokens',
    success: 204,
  }),
  changeServer: route('PATCH', '/v1/servers/{id}', {
    access: 'editor',
    summary: 'Change name, base URL, governance or signing',
    body: servers.serverChange,
    success: 200,
    answer: views.server,
  }),
  deleteServer: route('DELETE', '/v1/servers/{id}', {
    access: 'admin',
    summary: 'Revoke its tokens and delete the server with everything it has, except its audit log',
    success: 204,
  }),
  replaceCredentials: route('PUT', '/v1/servers/{id}/credentials', {
    access: 'editor',
    summary: "Replace the upstream's credential",
    body: credentials.credentialChange,
    success: 200,
    answer: views.server,
  }),
  checkCredentials: route('POST', '/v1/servers/{id}/credentials/check', {
    access: 'editor',
    summary:
      'Open the stored credentials in the sandbox, and fetch an access token where OAuth 2 is used; the API is not called',
    success: 200,
    answer: credentials.credentialsCheck,
  }),
  tryCredential: route('POST', '/v1/credentials/check', {
    access: 'editor',
    place: 'projects',
    summary:
      'Sign in once with a credential that is not stored (OAuth 2), and keep nothing; the API is not called, and refresh tokens are not tried',
    body: credentials.credentialTrial,
    success: 200,
    answer: credentials.credentialTrialResult,
  }),
  inspectSandbox: route('POST', '/v1/servers/{id}/sandbox/inspect', {
    access: 'admin',
    summary: "Have the server's sandbox try what its lock-down must deny, and report; the API is not called",
    success: 200,
    answer: views.sandboxInspection,
  }),
  setStatus: route('PUT', '/v1/servers/{id}/status', {
    access: 'editor',
    summary: 'Take a server offline (calls are refused, streams closed) or online again',
    body: servers.statusChange,
    success: 200,
    answer: views.server,
  }),
  listClients: route('GET', '/v1/servers/{id}/clients', {
    access: 'viewer',
    summary: 'How to set up each AI client, with a placeholder for the token',
    success: 200,
    answer: clientSetups,
  }),
  killConnections: route('POST', '/v1/servers/{id}/connections/kill', {
    access: 'editor',
    summary: 'Close every live stream; tokens stay valid',
    success: 204,
  }),
} as const;
