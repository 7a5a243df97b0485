/**
 * Method and path of each operation that the pages use. The type below checks every row against the API's route table
 * (core/api/routes/index.ts), so a renamed or moved route fails to compile. The table itself, with its validation schemas, is not bundled for
 * the browser.
 */
import type { StillReading } from '../../../core/api/reading.ts';
import type { AnswerOf, BodyOf, QueryOf, ROUTES, RouteId } from '../../../core/api/routes/index.ts';

export const OPERATIONS = {
  getApiDescription: ['GET', '/v1/openapi.json'],
  getMe: ['GET', '/v1/me'],
  listProjects: ['GET', '/v1/projects'],
  createProject: ['POST', '/v1/projects'],
  getProject: ['GET', '/v1/projects/{projectId}'],
  changeProject: ['PATCH', '/v1/projects/{projectId}'],
  getProjectFloor: ['GET', '/v1/projects/{projectId}/floor'],
  changeProjectFloor: ['PUT', '/v1/projects/{projectId}/floor'],
  deleteProject: ['DELETE', '/v1/projects/{projectId}'],
  moveServer: ['PUT', '/v1/servers/{id}/project'],
  listAttention: ['GET', '/v1/attention'],
  listWebhooks: ['GET', '/v1/webhooks'],
  createWebhook: ['POST', '/v1/webhooks'],
  changeWebhook: ['PATCH', '/v1/webhooks/{webhookId}'],
  rotateWebhook: ['POST', '/v1/webhooks/{webhookId}/rotate'],
  testWebhook: ['POST', '/v1/webhooks/{webhookId}/test'],
  listDeliveries: ['GET', '/v1/webhooks/{webhookId}/deliveries'],
  redeliver: ['POST', '/v1/webhooks/{webhookId}/deliveries/{deliveryId}'],
  deleteWebhook: ['DELETE', '/v1/webhooks/{webhookId}'],
  previewSpec: ['POST', '/v1/specs/preview'],
  createServer: ['POST', '/v1/servers'],
  importServer: ['POST', '/v1/servers/import'],
  exportServer: ['GET', '/v1/servers/{id}/export'],
  duplicateServer: ['POST', '/v1/servers/{id}/duplicate'],
  listServers: ['GET', '/v1/servers'],
  getServer: ['GET', '/v1/servers/{id}'],
  listToolsetMembers: ['GET', '/v1/servers/{id}/toolset-members'],
  changeServer: ['PATCH', '/v1/servers/{id}'],
  getCallGroups: ['GET', '/v1/servers/{id}/calls'],
  listApprovals: ['GET', '/v1/servers/{id}/approvals'],
  decideApproval: ['POST', '/v1/servers/{id}/approvals/{approvalId}'],
  listChangeRequests: ['GET', '/v1/change-requests'],
  getChangeRequest: ['GET', '/v1/change-requests/{changeId}'],
  decideChangeRequest: ['POST', '/v1/change-requests/{changeId}'],
  getUsage: ['GET', '/v1/servers/{id}/usage'],
  resumeCalls: ['POST', '/v1/servers/{id}/resume'],
  deleteServer: ['DELETE', '/v1/servers/{id}'],
  checkCredentials: ['POST', '/v1/servers/{id}/credentials/check'],
  tryCredential: ['POST', '/v1/credentials/check'],
  discoverSignIn: ['POST', '/v1/mcp/sign-in'],
  registerClient: ['POST', '/v1/mcp/clients'],
  listConsents: ['GET', '/v1/servers/{id}/consents'],
  listScopes: ['GET', '/v1/servers/{id}/scopes'],
  beginConsent: ['POST', '/v1/servers/{id}/consents'],
  finishConsent: ['POST', '/v1/consents'],
  getTokenAccount: ['GET', '/v1/account'],
  disconnectTokenAccount: ['DELETE', '/v1/account'],
  connectTokenAccount: ['POST', '/v1/account/consents'],
  finishTokenAccount: ['POST', '/v1/account/consents/finish'],
  getOwnAccount: ['GET', '/v1/servers/{id}/account'],
  disconnectOwnAccount: ['DELETE', '/v1/servers/{id}/account'],
  connectOwnAccount: ['POST', '/v1/servers/{id}/account/consents'],
  listAccounts: ['GET', '/v1/servers/{id}/accounts'],
  removeAccount: ['DELETE', '/v1/servers/{id}/accounts'],
  replaceCredentials: ['PUT', '/v1/servers/{id}/credentials'],
  setStatus: ['PUT', '/v1/servers/{id}/status'],
  listClients: ['GET', '/v1/servers/{id}/clients'],
  killConnections: ['POST', '/v1/servers/{id}/connections/kill'],
  createDeployment: ['POST', '/v1/servers/{id}/deployments'],
  listDeployments: ['GET', '/v1/servers/{id}/deployments'],
  getDeployment: ['GET', '/v1/servers/{id}/deployments/{deploymentId}'],
  getDeploymentChanges: ['GET', '/v1/servers/{id}/deployments/{deploymentId}/changes'],
  compareVersions: ['GET', '/v1/servers/{id}/versions/compare'],
  previewReimport: ['POST', '/v1/servers/{id}/reimport/preview'],
  tryPolicies: ['POST', '/v1/servers/{id}/policies/try'],
  getPolicySchema: ['GET', '/v1/servers/{id}/policies/schema'],
  getLockfile: ['GET', '/v1/servers/{id}/lockfile'],
  listTools: ['GET', '/v1/servers/{id}/tools'],
  getSelection: ['GET', '/v1/servers/{id}/selection'],
  changeSelection: ['PUT', '/v1/servers/{id}/selection'],
  checkTools: ['GET', '/v1/servers/{id}/tools/check'],
  listModelTools: ['GET', '/v1/servers/{id}/tool-list'],
  createTool: ['POST', '/v1/servers/{id}/tools'],
  changeTools: ['PATCH', '/v1/servers/{id}/tools'],
  getTool: ['GET', '/v1/servers/{id}/tools/{toolId}'],
  changeTool: ['PATCH', '/v1/servers/{id}/tools/{toolId}'],
  deleteTool: ['DELETE', '/v1/servers/{id}/tools/{toolId}'],
  explainFields: ['POST', '/v1/servers/{id}/tools/fields'],
  tryTool: ['POST', '/v1/servers/{id}/tools/{toolId}/try'],
  listTokens: ['GET', '/v1/servers/{id}/tokens'],
  createToken: ['POST', '/v1/servers/{id}/tokens'],
  createSetupLink: ['POST', '/v1/servers/{id}/setup-links'],
  withdrawSetupLink: ['DELETE', '/v1/servers/{id}/setup-links/{linkId}'],
  openSetupLink: ['POST', '/v1/setup'],
  changeToken: ['PATCH', '/v1/servers/{id}/tokens/{tokenId}'],
  revokeToken: ['DELETE', '/v1/servers/{id}/tokens/{tokenId}'],
  listAudit: ['GET', '/v1/servers/{id}/audit'],
  getAuditEntry: ['GET', '/v1/servers/{id}/audit/{entryId}'],
  readAnswer: ['GET', '/v1/servers/{id}/audit/{entryId}/answer'],
  listGlobalAudit: ['GET', '/v1/audit'],
  exportAudit: ['GET', '/v1/servers/{id}/audit/export'],
  getGlobalAuditEntry: ['GET', '/v1/audit/{entryId}'],
  listAllAudit: ['GET', '/v1/audit/all'],
  exportAllAudit: ['GET', '/v1/audit/all/export'],
  getStats: ['GET', '/v1/stats'],
  getSettings: ['GET', '/v1/settings'],
  changeSettings: ['PUT', '/v1/settings'],
  getFloor: ['GET', '/v1/floor'],
  changeFloor: ['PUT', '/v1/floor'],
  previewFloor: ['POST', '/v1/floor/preview'],
  listMembers: ['GET', '/v1/members'],
  changeMember: ['PATCH', '/v1/members/{memberId}'],
  listAutomationKeys: ['GET', '/v1/automation-keys'],
  createAutomationKey: ['POST', '/v1/automation-keys'],
  revokeAutomationKey: ['DELETE', '/v1/automation-keys/{keyId}'],
  getHoldings: ['GET', '/v1/members/{memberId}/holdings'],
  removeMember: ['DELETE', '/v1/members/{memberId}'],
  listInvitations: ['GET', '/v1/invitations'],
  inviteMember: ['POST', '/v1/invitations'],
  resendInvitation: ['POST', '/v1/invitations/{invitationId}/resend'],
  withdrawInvitation: ['DELETE', '/v1/invitations/{invitationId}'],
  acceptInvitation: ['POST', '/v1/invitations/accept'],
  getAuthorization: ['GET', '/v1/authorizations/{authorizationId}'],
  decideAuthorization: ['POST', '/v1/authorizations/{authorizationId}'],
  listSessions: ['GET', '/v1/sessions'],
  endSessions: ['DELETE', '/v1/sessions'],
  listOwnSessions: ['GET', '/v1/me/sessions'],
  endOwnSession: ['DELETE', '/v1/me/sessions/{tokenId}'],
  endOwnSessions: ['DELETE', '/v1/me/sessions'],
  endOwnLogins: ['DELETE', '/v1/me/logins'],
  listOauthClients: ['GET', '/v1/oauth-clients'],
  createOauthClient: ['POST', '/v1/oauth-clients'],
  rotateOauthClient: ['POST', '/v1/oauth-clients/{oauthClientId}/rotate'],
  deleteOauthClient: ['DELETE', '/v1/oauth-clients/{oauthClientId}'],
  tryGovernance: ['POST', '/v1/governance/try'],
} as const satisfies {
  readonly [Id in RouteId]?: readonly [(typeof ROUTES)[Id]['method'], (typeof ROUTES)[Id]['path']];
};

export type OperationId = keyof typeof OPERATIONS;

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** Values of an operation's path parameters. */
export type PathOf<Id extends OperationId> = { readonly [Name in PathNames<(typeof OPERATIONS)[Id][1]>]: string };

export interface Input<Id extends OperationId> {
  readonly path: PathOf<Id>;
  readonly query?: Partial<Record<keyof NonNullable<QueryOf<Id>>, string | number | undefined>>;
  readonly body?: BodyOf<Id>;
  readonly signal?: AbortSignal;
  /** Sent instead of the login: a connection token, or null for none. */
  readonly bearer?: string | null;
}

/** What is not there yet is asked for again by the client. */
export type Answer<Id extends OperationId> = Exclude<AnswerOf<Id>, StillReading>;
