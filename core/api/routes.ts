/**
 * Every route of the management API as data: method, path, who may call it, what goes in and what comes out.
 * The function routes by this table, the API description is generated from it, tests check answers against it. Nothing
 * about a route is said anywhere else.
 */
import * as z from 'zod';
import { EXPOSED } from '../tools/exposition.ts';
import * as audit from './audit.ts';
import { clientSetups } from './clients.ts';
import * as credentials from './credentials.ts';
import { copiedServer, definitionImport, duplication, exportedServer } from './definitions.ts';
import * as deployments from './deployments.ts';
import { listOf } from './fields.ts';
import { governanceTrial, governanceTrialResult } from './governance.ts';
import { memberPage, membersQuery } from './members.ts';
import * as servers from './servers.ts';
import * as session from './session.ts';
import * as signIn from './signIn.ts';
import { preview, previewRequest } from './specs.ts';
import { createdToken, newToken, tokenList } from './tokens.ts';
import * as tools from './tools.ts';

/** `public` needs no login, `person` a login without any role; the roles include those below them. */
export type Access = 'public' | 'person' | session.Role;

/** One route of the management API. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With {braces}; the names are those of `PATH_PARAMETERS`. */
  readonly path: string;
  readonly access: Access;
  readonly tag: string;
  /** Needed beside the role. */
  readonly right?: session.Right;
  readonly summary: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** An absent body counts as {}. */
  readonly bodyOptional?: boolean;
  readonly success: 200 | 201 | 202 | 204;
  /** Absent for 204, and for `produces`. */
  readonly answer?: z.ZodType;
  /** Media types of an answer that is not JSON. */
  readonly produces?: readonly string[];
}

const route = <R extends Route>(description: R): R => description;
const toolsQuery = z.strictObject({
  q: z.string().max(200).optional().describe('Searches name, title, path and description'),
  tag: z.string().max(200).optional(),
  enabled: z.enum(['true', 'false']).optional(),
});

const modelToolsQuery = z.strictObject({
  exposition: z.enum(EXPOSED).optional().describe('Another way of listing than the one of the server'),
  token: z.string().max(64).optional().describe('Id of a connection token: what its scope opens'),
  access: z.enum(['read']).optional().describe('Only tools that change nothing; ignored beside a token'),
  q: z.string().max(200).optional().describe('Searches everything that is listed of a tool'),
  after: z.string().max(64).optional().describe('`next` of the page before'),
});

/**
 * All routes by id. The router, the API description, the client of the dashboard and the roles test read this table.
 */
export const ROUTES = {
  getApiDescription: route({
    method: 'GET',
    path: '/v1/openapi.json',
    access: 'public',
    tag: 'Session',
    summary: 'This description',
    success: 200,
    answer: z.record(z.string(), z.unknown()),
  }),
  getLoginConfig: route({
    method: 'GET',
    path: '/v1/config',
    access: 'public',
    tag: 'Session',
    summary: 'How to log in',
    success: 200,
    answer: session.loginConfig,
  }),
  getMe: route({
    method: 'GET',
    path: '/v1/me',
    access: 'viewer',
    tag: 'Session',
    summary: 'Who is asking, and with which role',
    success: 200,
    answer: session.me,
  }),
  previewSpec: route({
    method: 'POST',
    path: '/v1/specs/preview',
    access: 'editor',
    tag: 'Servers',
    summary: 'What an API description would give',
    body: previewRequest,
    success: 200,
    answer: preview,
  }),
  createServer: route({
    method: 'POST',
    path: '/v1/servers',
    access: 'editor',
    tag: 'Servers',
    summary: 'Make a server and deploy it; the answer shows its first token, once',
    body: servers.newServer,
    success: 202,
    answer: servers.createdServer,
  }),
  importServer: route({
    method: 'POST',
    path: '/v1/servers/import',
    access: 'editor',
    tag: 'Servers',
    summary: 'Make a server of an exported definition and deploy it; it has no token and only the credentials given',
    body: definitionImport,
    success: 202,
    answer: copiedServer,
  }),
  exportServer: route({
    method: 'GET',
    path: '/v1/servers/{id}/export',
    access: 'viewer',
    tag: 'Servers',
    summary: 'The definition of a server: settings, tools and edits, without credentials and tokens',
    success: 200,
    answer: exportedServer,
  }),
  duplicateServer: route({
    method: 'POST',
    path: '/v1/servers/{id}/duplicate',
    access: 'editor',
    tag: 'Servers',
    summary:
      'Make a second server of the same settings, tools and edits, without the credentials and tokens, and deploy it',
    body: duplication,
    bodyOptional: true,
    success: 202,
    answer: copiedServer,
  }),
  listServers: route({
    method: 'GET',
    path: '/v1/servers',
    access: 'viewer',
    tag: 'Servers',
    summary: 'All servers, newest first',
    success: 200,
    answer: listOf(servers.server),
  }),
  getServer: route({
    method: 'GET',
    path: '/v1/servers/{id}',
    access: 'viewer',
    tag: 'Servers',
    summary: 'One server with its effective governance',
    success: 200,
    answer: servers.server,
  }),
  changeServer: route({
    method: 'PATCH',
    path: '/v1/servers/{id}',
    access: 'editor',
    tag: 'Servers',
    summary: 'Change name, base URL, governance or signing',
    body: servers.serverChange,
    success: 200,
    answer: servers.server,
  }),
  deleteServer: route({
    method: 'DELETE',
    path: '/v1/servers/{id}',
    access: 'admin',
    tag: 'Servers',
    summary: 'Revoke its tokens and delete the server with all it has, but not its audit trail',
    success: 204,
  }),
  replaceCredentials: route({
    method: 'PUT',
    path: '/v1/servers/{id}/credentials',
    access: 'editor',
    tag: 'Servers',
    summary: "Replace the upstream's credential",
    body: credentials.credentialChange,
    success: 200,
    answer: servers.server,
  }),
  checkCredentials: route({
    method: 'POST',
    path: '/v1/servers/{id}/credentials/check',
    access: 'editor',
    tag: 'Servers',
    summary:
      'Open the stored credentials in the sandbox, and fetch an access token where OAuth 2 is used; the API is not called',
    success: 200,
    answer: credentials.credentialsCheck,
  }),
  setStatus: route({
    method: 'PUT',
    path: '/v1/servers/{id}/status',
    access: 'editor',
    tag: 'Servers',
    summary: 'Take a server offline (calls are refused, streams closed) or online again',
    body: servers.statusChange,
    success: 200,
    answer: servers.server,
  }),
  listClients: route({
    method: 'GET',
    path: '/v1/servers/{id}/clients',
    access: 'viewer',
    tag: 'Servers',
    summary: 'How to set up each AI client, with a placeholder for the token',
    success: 200,
    answer: clientSetups,
  }),
  killConnections: route({
    method: 'POST',
    path: '/v1/servers/{id}/connections/kill',
    access: 'editor',
    tag: 'Servers',
    summary: 'Close every live stream; tokens stay valid',
    success: 204,
  }),
  createDeployment: route({
    method: 'POST',
    path: '/v1/servers/{id}/deployments',
    access: 'editor',
    tag: 'Deployments',
    summary: 'Deploy again',
    body: deployments.newDeployment,
    bodyOptional: true,
    success: 202,
    answer: deployments.deployment,
  }),
  listDeployments: route({
    method: 'GET',
    path: '/v1/servers/{id}/deployments',
    access: 'viewer',
    tag: 'Deployments',
    summary: 'The last 100, newest first',
    success: 200,
    answer: listOf(deployments.deployment),
  }),
  getDeployment: route({
    method: 'GET',
    path: '/v1/servers/{id}/deployments/{deploymentId}',
    access: 'viewer',
    tag: 'Deployments',
    summary: 'Progress and outcome of one deployment',
    success: 200,
    answer: deployments.deployment,
  }),
  getDeploymentChanges: route({
    method: 'GET',
    path: '/v1/servers/{id}/deployments/{deploymentId}/changes',
    access: 'viewer',
    tag: 'Deployments',
    summary: 'What a deployment changed, tool by tool',
    success: 200,
    answer: deployments.deploymentChanges,
  }),
  compareVersions: route({
    method: 'GET',
    path: '/v1/servers/{id}/versions/compare',
    access: 'viewer',
    tag: 'Deployments',
    summary: 'Any two versions compared, or one with the tools as they stand now',
    query: deployments.comparisonQuery,
    success: 200,
    answer: deployments.versionComparison,
  }),
  previewReimport: route({
    method: 'POST',
    path: '/v1/servers/{id}/reimport/preview',
    access: 'editor',
    tag: 'Deployments',
    summary: 'What reading the API description again would change; nothing is changed',
    success: 200,
    answer: deployments.reimportPreview,
  }),
  getLockfile: route({
    method: 'GET',
    path: '/v1/servers/{id}/lockfile',
    access: 'viewer',
    tag: 'Deployments',
    summary: 'The signed surface of the live version',
    success: 200,
    answer: deployments.lockfile,
  }),
  listTools: route({
    method: 'GET',
    path: '/v1/servers/{id}/tools',
    access: 'viewer',
    tag: 'Tools',
    summary: 'The tools by name',
    query: toolsQuery,
    success: 200,
    answer: tools.toolList,
  }),
  listModelTools: route({
    method: 'GET',
    path: '/v1/servers/{id}/tool-list',
    access: 'viewer',
    tag: 'Tools',
    summary: 'The tool list as a client gets it, with what it costs a model',
    query: modelToolsQuery,
    success: 200,
    answer: tools.modelToolList,
  }),
  createTool: route({
    method: 'POST',
    path: '/v1/servers/{id}/tools',
    access: 'editor',
    tag: 'Tools',
    summary: 'Add a tool manually',
    body: tools.manualTool,
    success: 201,
    answer: tools.tool,
  }),
  switchTools: route({
    method: 'PATCH',
    path: '/v1/servers/{id}/tools',
    access: 'editor',
    tag: 'Tools',
    summary: 'Enable or disable many tools at once',
    body: tools.toolsSwitch,
    success: 200,
    answer: tools.switchedTools,
  }),
  getTool: route({
    method: 'GET',
    path: '/v1/servers/{id}/tools/{toolId}',
    access: 'viewer',
    tag: 'Tools',
    summary: 'One tool with its schema and wire mapping',
    success: 200,
    answer: tools.tool,
  }),
  changeTool: route({
    method: 'PATCH',
    path: '/v1/servers/{id}/tools/{toolId}',
    access: 'editor',
    tag: 'Tools',
    summary: 'Edit a tool, or reset fields to their originals',
    body: tools.toolChange,
    success: 200,
    answer: tools.tool,
  }),
  replaceTool: route({
    method: 'PUT',
    path: '/v1/servers/{id}/tools/{toolId}',
    access: 'editor',
    tag: 'Tools',
    summary: 'Redefine a tool that was added manually',
    body: tools.manualTool,
    success: 200,
    answer: tools.tool,
  }),
  deleteTool: route({
    method: 'DELETE',
    path: '/v1/servers/{id}/tools/{toolId}',
    access: 'editor',
    tag: 'Tools',
    summary: 'Delete a tool; a re-import brings an imported one back',
    success: 204,
  }),
  tryTool: route({
    method: 'POST',
    path: '/v1/servers/{id}/tools/{toolId}/try',
    access: 'editor',
    tag: 'Tools',
    summary: 'Call the live tool for real: the composed request, the raw and the governed answer',
    body: tools.trial,
    bodyOptional: true,
    success: 200,
    answer: tools.trialResult,
  }),
  listTokens: route({
    method: 'GET',
    path: '/v1/servers/{id}/tokens',
    access: 'viewer',
    tag: 'Tokens',
    summary: 'Connection tokens, revoked ones too, newest first',
    success: 200,
    answer: tokenList,
  }),
  createToken: route({
    method: 'POST',
    path: '/v1/servers/{id}/tokens',
    access: 'editor',
    tag: 'Tokens',
    summary: 'Make a token; the answer shows it, once',
    body: newToken,
    success: 201,
    answer: createdToken,
  }),
  revokeToken: route({
    method: 'DELETE',
    path: '/v1/servers/{id}/tokens/{tokenId}',
    access: 'editor',
    tag: 'Tokens',
    summary: 'Revoke a token: refused from this answer on, its live streams closed',
    success: 204,
  }),
  listAudit: route({
    method: 'GET',
    path: '/v1/servers/{id}/audit',
    access: 'viewer',
    tag: 'Audit',
    summary: 'The audit trail of a server, newest first; also of one that was deleted',
    query: audit.auditQuery,
    success: 200,
    answer: audit.auditPage,
  }),
  exportAudit: route({
    method: 'GET',
    path: '/v1/servers/{id}/audit/export',
    access: 'viewer',
    tag: 'Audit',
    summary: 'The same as a file; the header x-next-cursor says that there is more',
    query: audit.auditExportQuery,
    success: 200,
    produces: ['application/x-ndjson', 'text/csv'],
  }),
  readAnswer: route({
    method: 'GET',
    path: '/v1/servers/{id}/audit/{entryId}/answer',
    access: 'viewer',
    right: session.ANSWER_READER,
    tag: 'Audit',
    summary: 'The answer of a call, where answers are kept; reading it is an entry of its own',
    success: 200,
    answer: audit.keptAnswer,
  }),
  getStats: route({
    method: 'GET',
    path: '/v1/stats',
    access: 'viewer',
    tag: 'Audit',
    summary: 'Calls, errors, latency, redactions and truncations over time',
    query: audit.statsQuery,
    success: 200,
    answer: audit.stats,
  }),
  listGlobalAudit: route({
    method: 'GET',
    path: '/v1/audit',
    access: 'admin',
    tag: 'Audit',
    summary: 'What was done that concerns no single server: settings, and which servers were deleted',
    query: audit.auditQuery,
    success: 200,
    answer: audit.auditPage,
  }),
  listAllAudit: route({
    method: 'GET',
    path: '/v1/audit/all',
    access: 'viewer',
    tag: 'Audit',
    summary:
      'The trails of all servers as one, newest first, of deleted ones too; for admins with what concerns no server',
    query: audit.allAuditQuery,
    success: 200,
    answer: audit.allAuditPage,
  }),
  exportAllAudit: route({
    method: 'GET',
    path: '/v1/audit/all/export',
    access: 'viewer',
    tag: 'Audit',
    summary: 'The same as a file; the header x-next-cursor says that there is more',
    query: audit.allAuditExportQuery,
    success: 200,
    produces: ['application/x-ndjson', 'text/csv'],
  }),
  getSettings: route({
    method: 'GET',
    path: '/v1/settings',
    access: 'viewer',
    tag: 'Settings',
    summary: 'Global governance defaults',
    success: 200,
    answer: session.settings,
  }),
  changeSettings: route({
    method: 'PUT',
    path: '/v1/settings',
    access: 'admin',
    tag: 'Settings',
    summary: 'Change global defaults; servers that follow a changed value are sealed again',
    body: session.settingsChange,
    success: 200,
    answer: session.settings,
  }),
  getAuthorization: route({
    method: 'GET',
    path: '/v1/authorizations/{authorizationId}',
    access: 'person',
    tag: 'Signing in',
    summary: 'What an MCP client asks the person for who was sent here with it',
    success: 200,
    answer: signIn.authorization,
  }),
  decideAuthorization: route({
    method: 'POST',
    path: '/v1/authorizations/{authorizationId}',
    access: 'person',
    tag: 'Signing in',
    summary: 'Allow or deny it, once; the answer says where the browser goes on',
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
  listMembers: route({
    method: 'GET',
    path: '/v1/members',
    access: 'admin',
    tag: 'Settings',
    summary: 'Who may log in, with their roles; people are added and removed in the user pool',
    query: membersQuery,
    success: 200,
    answer: memberPage,
  }),
  tryGovernance: route({
    method: 'POST',
    path: '/v1/governance/try',
    access: 'viewer',
    tag: 'Settings',
    summary: 'What governance would do to a document; nothing of it is kept',
    body: governanceTrial,
    success: 200,
    answer: governanceTrialResult,
  }),
} as const;

/** Id of a route. */
export type RouteId = keyof typeof ROUTES;

/** A part of a route's schema as it arrives in a handler. */
type Parsed<Id extends RouteId, Part extends 'query' | 'body'> =
  (typeof ROUTES)[Id] extends Record<Part, infer Schema extends z.ZodType> ? z.infer<Schema> : undefined;

/** Query parameters of a route, validated. */
export type QueryOf<Id extends RouteId> = Parsed<Id, 'query'>;
/** Body of a route, validated. */
export type BodyOf<Id extends RouteId> = Parsed<Id, 'body'>;
/** What a handler of the route returns; undefined where nothing but a status is sent. */
export type AnswerOf<Id extends RouteId> = (typeof ROUTES)[Id] extends { answer: infer Schema extends z.ZodType }
  ? z.infer<Schema>
  : undefined;
