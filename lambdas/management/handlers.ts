/** The handlers of all routes, one module per resource. The type requires a handler for every route of the table. */
import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { authorizations } from './authorizations.ts';
import { consents } from './consents.ts';
import { copies } from './copies.ts';
import { createServer } from './createServer.ts';
import { credentialCheck } from './credentialCheck.ts';
import { deleteServer } from './deleteServer.ts';
import { deployments } from './deployments.ts';
import { entrance } from './entrance.ts';
import { governance } from './governance.ts';
import { invitations } from './invitations.ts';
import { keptAnswers } from './keptAnswers.ts';
import { listed } from './listedTools.ts';
import { memberChanges } from './memberChanges.ts';
import { members } from './members.ts';
import { oauthClients } from './oauthClients.ts';
import { reimport } from './reimport.ts';
import type { Handlers } from './request.ts';
import { resuming } from './resuming.ts';
import { sandboxInspection } from './sandboxInspection.ts';
import { scopes } from './scopes.ts';
import { servers } from './servers.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { specs } from './specs.ts';
import { stats } from './stats.ts';
import { tokens } from './tokens.ts';
import { tools } from './tools.ts';
import { trial } from './trial.ts';
import { usage } from './usage.ts';
import { versions } from './versions.ts';
import { webhooks } from './webhooks.ts';

/** The handlers, by operation. */
export const HANDLERS: Handlers = {
  ...entrance,
  ...specs,
  createServer,
  deleteServer,
  ...copies,
  ...servers,
  ...resuming,
  ...credentialCheck,
  ...sandboxInspection,
  ...consents,
  ...accounts,
  ...deployments,
  ...reimport,
  ...scopes,
  ...versions,
  ...tools,
  ...listed,
  ...trial,
  ...tokens,
  ...authorizations,
  ...sessions,
  ...oauthClients,
  ...audit,
  ...keptAnswers,
  ...stats,
  ...usage,
  ...settings,
  ...members,
  ...memberChanges,
  ...invitations,
  ...governance,
  ...webhooks,
};
