/** The handlers of all routes, one module per resource. The type requires a handler for every route of the table. */

import { attention } from './audit/attention.ts';
import { audit } from './audit/audit.ts';
import { callGroups } from './audit/callGroups.ts';
import { keptAnswers } from './audit/keptAnswers.ts';
import { stats } from './audit/stats.ts';
import { usage } from './audit/usage.ts';
import { accounts } from './consents/accounts.ts';
import { consents } from './consents/consents.ts';
import { credentialCheck } from './consents/credentialCheck.ts';
import { mcpSignIn } from './consents/mcpSignIn.ts';
import { sandboxInspection } from './credentials/sandboxInspection.ts';
import { deployments } from './deployments/deployments.ts';
import { reimport } from './deployments/reimport.ts';
import { versions } from './deployments/versions.ts';
import { entrance } from './entrance.ts';
import type { Handlers } from './http/request.ts';
import { automationKeys } from './members/automationKeys.ts';
import { changeRequests } from './members/changeRequests.ts';
import { invitations } from './members/invitations.ts';
import { memberChanges } from './members/memberChanges.ts';
import { members } from './members/members.ts';
import { ownLogins } from './members/ownLogins.ts';
import { projects } from './members/projects.ts';
import { copies } from './servers/copies.ts';
import { createServer } from './servers/createServer.ts';
import { declarations } from './servers/declarations.ts';
import { deleteServer } from './servers/deleteServer.ts';
import { moveServer } from './servers/moveServer.ts';
import { resuming } from './servers/resuming.ts';
import { servers } from './servers/servers.ts';
import { toolsets } from './servers/toolsets.ts';
import { floor } from './settings/floor.ts';
import { governance } from './settings/governance.ts';
import { projectFloor } from './settings/projectFloor.ts';
import { settings } from './settings/settings.ts';
import { webhooks } from './settings/webhooks.ts';
import { authorizations } from './tokens/authorizations.ts';
import { oauthClients } from './tokens/oauthClients.ts';
import { sessions } from './tokens/sessions.ts';
import { setupLinks } from './tokens/setupLinks.ts';
import { tokens } from './tokens/tokens.ts';
import { answerFields } from './tools/answerFields.ts';
import { approvals } from './tools/approvals.ts';
import { checks } from './tools/checks.ts';
import { listed } from './tools/listedTools.ts';
import { manyTools } from './tools/manyTools.ts';
import { policyTrials } from './tools/policyTrials.ts';
import { scopes } from './tools/scopes.ts';
import { selection } from './tools/selection.ts';
import { specs } from './tools/specs.ts';
import { toolPages } from './tools/toolPages.ts';
import { tools } from './tools/tools.ts';
import { trial } from './tools/trial.ts';

/** The handlers, by operation. */
export const HANDLERS: Handlers = {
  ...entrance,
  ...specs,
  createServer,
  deleteServer,
  ...copies,
  ...declarations,
  ...servers,
  ...toolsets,
  ...resuming,
  ...attention,
  ...credentialCheck,
  ...sandboxInspection,
  ...consents,
  ...mcpSignIn,
  ...accounts,
  ...deployments,
  ...reimport,
  ...scopes,
  ...versions,
  ...checks,
  ...policyTrials,
  ...selection,
  ...toolPages,
  ...tools,
  ...manyTools,
  ...listed,
  ...trial,
  ...answerFields,
  ...tokens,
  ...setupLinks,
  ...approvals,
  ...changeRequests,
  ...automationKeys,
  ...authorizations,
  ...sessions,
  ...oauthClients,
  ...audit,
  ...callGroups,
  ...keptAnswers,
  ...stats,
  ...usage,
  ...settings,
  ...floor,
  ...projectFloor,
  ...members,
  ...memberChanges,
  ...ownLogins,
  ...projects,
  moveServer,
  ...invitations,
  ...governance,
  ...webhooks,
};
