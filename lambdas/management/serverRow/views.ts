/** Converts rows to what the API returns. Reads and writes nothing. Ciphertext and hashes are left out. */
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { holderOf } from '../../../aws/undo.ts';
import type { ShapeView } from '../../../core/api/credentials.ts';
import type { DeploymentView } from '../../../core/api/deployments.ts';
import type { GovernanceOrigin, GovernanceView } from '../../../core/api/governance.ts';
import type { ServerView } from '../../../core/api/serverViews.ts';
import type { SessionView } from '../../../core/api/signIn.ts';
import type { TokenScopesView, TokenView } from '../../../core/api/tokens.ts';
import { resourceOf } from '../../../core/auth/oauth/addresses.ts';
import { endOf } from '../../../core/auth/tokens/check.ts';
import { authorityViews } from '../../../core/lib/certificateAuthorities.ts';
import { isSameJson } from '../../../core/lib/json/canonical.ts';
import { originOf } from '../../../core/lib/url/baseUrl.ts';
import { maskedUrl } from '../../../core/lib/url/mask.ts';
import { takesSignIns } from '../../../core/model/accessRules.ts';
import { shapeOf } from '../../../core/model/credentialShape.ts';
import type { DeploymentRow } from '../../../core/model/deployment.ts';
import { exposedAs } from '../../../core/model/exposition.ts';
import { floorAt, heldGovernance, raisedIn } from '../../../core/model/floor.ts';
import { effectiveGovernance, type GovernanceOverrides } from '../../../core/model/governance/settings.ts';
import type { TokenScopes } from '../../../core/model/scope.ts';
import {
  isBeingSealed,
  isCredentialLost,
  lackingOrigins,
  type ServerAuth,
  type ServerRow,
} from '../../../core/model/server.ts';
import { shownSettings } from '../../../core/model/serverSettings.ts';
import type { SettingsRow } from '../../../core/model/settings.ts';
import type { SignIn } from '../../../core/model/signIn.ts';
import type { TokenRow } from '../../../core/model/token.ts';
import { isTool, type Tool } from '../../../core/model/tool.ts';
import { describedOf } from '../../../core/tools/answerSubject.ts';
import type { ToolRedactionView } from '../../../core/tools/schemas/toolRedaction.ts';
import type { ToolSummary, ToolView } from '../../../core/tools/schemas/tools.ts';
import { toolTokens } from '../../../core/tools/tokenCost.ts';
import { headerViews } from './headers.ts';

const LISTED_DESCRIPTION = 1_000;

/** Without `server`: the global settings. */
export function governanceView(
  settings: Pick<SettingsRow, 'governance' | 'floor'>,
  row?: Pick<ServerRow, 'governance' | 'project'>,
): GovernanceView {
  const { governance: global, floor } = settings;
  const server = row?.governance;
  const own = effectiveGovernance(global, server ?? {});
  const effective = heldGovernance(own, row ? floorAt(settings, row.project) : floor?.rules);
  const originOf = (key: string): GovernanceOrigin => {
    const isHeld = effective[key as keyof GovernanceOverrides] !== own[key as keyof GovernanceOverrides];
    if (isHeld) return 'floor';
    const isSet = (layer: GovernanceOverrides | undefined) => layer?.[key as keyof GovernanceOverrides] !== undefined;
    if (isSet(server)) return 'server';
    return isSet(global) ? 'global' : 'default';
  };
  const origins = Object.fromEntries(Object.keys(effective).map((key) => [key, originOf(key)]));
  return { overrides: server ?? global, effective, origins } as unknown as GovernanceView;
}

const creatorOf = ({ createdBy, createdByName }: Pick<ServerRow, 'createdBy' | 'createdByName'>) => ({
  createdBy,
  ...(createdByName && { createdByName }),
});

const authView = (auth: ServerAuth = { type: 'none' }) => {
  const { storedAt, origin } = auth;
  return {
    ...(shapeOf(auth) as ShapeView),
    ...(storedAt !== undefined && { storedAt }),
    ...(origin !== undefined && { origin }),
  };
};

/** A server's row as the API returns it: without ciphertext, object keys and what only the pipeline needs. */
export function serverView(row: ServerRow, settings: SettingsRow): ServerView {
  const { serverId, source, auth, bundle } = row;
  const lacking = lackingOrigins(row);
  const isLacking = row.baseUrl !== '' && lacking.includes(originOf(row.baseUrl));
  return {
    id: serverId,
    name: row.name,
    baseUrl: row.baseUrl,
    source: {
      kind: source.kind,
      ...('url' in source && { url: maskedUrl(source.url) }),
      ...('uploadKey' in source && { uploaded: true, ...(source.digest !== undefined && { digest: source.digest }) }),
      ...(row.sourceChangedAt !== undefined && { changedAt: row.sourceChangedAt }),
      ...('missing' in source && { missing: true as const }),
      ...(source.kind === 'toolset' && { members: source.members as NonNullable<ServerView['source']['members']> }),
      ...(source.kind === 'openapi' && source.tags && { tags: [...source.tags] }),
      ...(source.kind === 'openapi' && source.withoutRepairs && { withoutRepairs: [...source.withoutRepairs] }),
      ...(source.kind === 'openapi' && source.root !== undefined && { root: source.root }),
    },
    ...(row.declared !== undefined && { declared: row.declared }),
    ...(row.project !== undefined && { project: row.project }),
    auth: { ...authView(auth), ...((isLacking || isCredentialLost(row)) && { missing: true }) },
    hosts: Object.entries(row.hosts ?? {})
      .map(([origin, { auth: own, ...approval }]) => ({
        origin,
        ...approval,
        auth: { ...authView(own), ...(lacking.includes(origin) && { missing: true as const }) },
      }))
      .sort((one, other) => (one.origin < other.origin ? -1 : 1)),
    privateHosts: Object.entries(row.privateHosts ?? {})
      .map(([origin, { certificateAuthorities = '' }]) => ({
        origin,
        certificateAuthorities: authorityViews(certificateAuthorities),
      }))
      .sort((one, other) => (one.origin < other.origin ? -1 : 1)),
    governance: governanceView(settings, row),
    ...(settings.floor && { held: heldIn(row, settings) }),
    exposition: row.exposition,
    signed: row.signed,
    access: row.access ?? 'tokens',
    accessRules: (row.accessRules ?? []).map(({ tools, ...rule }) => ({
      ...rule,
      ...(tools && { tools: [...tools] }),
    })),
    ...(takesSignIns(row) && { signInUrl: resourceOf(requireEnvironment('EDGE_URL'), serverId) }),
    ...shownSettings(row),
    headers: headerViews(row),
    status: row.status,
    ...(bundle && {
      bundle: {
        id: bundle.id,
        version: bundle.version,
        tools: bundle.tools,
        exposition: exposedAs(row.exposition, bundle.tools),
      },
    }),
    ...(row.stopped && { stopped: { ...row.stopped } }),
    ...(row.deploying && { deploying: holderOf(row.deploying) }),
    ...(row.unconfirmed && { unconfirmed: [...row.unconfirmed] }),
    mcpUrl: `${requireEnvironment('EDGE_URL')}/mcp`,
    createdAt: row.createdAt,
    ...creatorOf(row),
    updatedAt: row.updatedAt,
    version: row.version,
    ...(row.sealed !== undefined && { sealed: row.sealed }),
    ...(bundle && row.unsealed && { unsealed: whyUnsealed(row) }),
  };
}

function heldIn(row: ServerRow, settings: SettingsRow) {
  const rules = floorAt(settings, row.project) ?? {};
  return raisedIn(row, effectiveGovernance(settings.governance, row.governance), rules).map((each) => {
    const isOfProject = !isSameJson(rules[each.rule] as never, settings.floor?.rules[each.rule] as never);
    return { ...each, ...(isOfProject && { layer: 'project' as const }) };
  });
}

/** While another bundle is made, nobody knows yet. */
function whyUnsealed(row: ServerRow): NonNullable<ServerView['unsealed']> {
  if (!row.unsealable || isBeingSealed(row)) return {};
  const { code, message } = row.unsealable;
  return { code, message };
}

/** A deployment's row as the API returns it. */
export function deploymentView(row: DeploymentRow): DeploymentView {
  const { deploymentId, serverId, kind, status, phases, error, diff, repairs, warnings, bundle, approvedSurface } = row;
  const { kept, restores } = row;
  return {
    id: deploymentId,
    serverId,
    kind,
    status,
    phases: [...phases],
    ...(error && { error }),
    ...(diff && { diff }),
    restorable: kept !== undefined && status === 'live',
    ...(restores?.rollbackTo && { rollbackTo: restores.rollbackTo }),
    ...(repairs && { repairs: [...repairs] }),
    warnings: [...(warnings ?? [])],
    ...(bundle && { bundleId: bundle.id }),
    ...(approvedSurface && { approvedSurface }),
    createdAt: row.createdAt,
    ...creatorOf(row),
    ...(row.finishedAt && { finishedAt: row.finishedAt }),
  };
}

/** Whether a token is neither revoked nor expired at `now`, epoch milliseconds. */
export function isActive(row: TokenRow, now: number, server?: Pick<ServerRow, 'floor'>): boolean {
  const end = endOf(row, server);
  return !row.revokedAt && (end === undefined || Date.parse(end) > now);
}

/** A token's row as the API returns it, without its hash. Its end is that of the floor where this is earlier. */
export function tokenView(
  row: TokenRow,
  server: Pick<ServerRow, 'floor'> | undefined,
  now: number = Date.now(),
): TokenView {
  const { tokenId, label, hint, createdAt, scopes, limits, lastUsedAt } = row;
  const expiresAt = endOf(row, server);
  const { revokedAt, revokedBy, revokedByName, unconfirmed } = row;
  return {
    id: tokenId,
    label,
    hint,
    status: revokedAt ? (unconfirmed ? 'revoking' : 'revoked') : isActive(row, now, server) ? 'active' : 'expired',
    createdAt,
    ...creatorOf(row),
    ...(expiresAt && { expiresAt }),
    ...(scopes && { scopes: scopesView(scopes) }),
    ...(limits && { limits: { ...limits } }),
    ...(lastUsedAt && { lastUsedAt }),
    ...(revokedAt && { revokedAt }),
    ...(revokedBy && { revokedBy }),
    ...(revokedByName && { revokedByName }),
    ...(unconfirmed && { unconfirmed: [...unconfirmed] }),
  };
}

/** The scope of a token as the API returns it. */
export const scopesView = ({ access, tools }: TokenScopes): TokenScopesView => ({
  ...(access && { access }),
  ...(tools && { tools: [...tools] }),
});

/** A session as admins see it. */
export function sessionView(row: TokenRow & { readonly signIn: SignIn }, serverName?: string): SessionView {
  const { tokenId, serverId, signIn, createdAt, expiresAt, lastUsedAt, revokedAt, unconfirmed } = row;
  const { person, client, granted, isMachine } = signIn;
  const isOver = revokedAt !== undefined || !isActive(row, Date.now());
  return {
    id: tokenId,
    server: { id: serverId, ...(serverName && { name: serverName }) },
    person: { id: person.id, ...(person.name !== undefined && { name: person.name }) },
    client: { id: client.id, name: client.name },
    ...(isMachine && { isMachine }),
    access: granted,
    status: unconfirmed ? 'ending' : isOver ? 'ended' : 'active',
    createdAt,
    ...(expiresAt && { expiresAt }),
    ...(lastUsedAt && { lastUsedAt }),
    ...(revokedAt && { endedAt: revokedAt }),
  };
}

/** A tool in lists. */
export function toolSummary(tool: Tool): ToolSummary {
  const { description } = tool;
  return {
    id: tool.toolId,
    serverId: tool.serverId,
    name: tool.name,
    title: tool.title,
    description:
      description.length > LISTED_DESCRIPTION ? `${description.slice(0, LISTED_DESCRIPTION - 1)}…` : description,
    verb: tool.verb,
    path: tool.path,
    tag: tool.tag,
    tags: [...tool.tags],
    origin: tool.origin,
    enabled: tool.enabled,
    deprecated: tool.deprecated ?? false,
    annotations: tool.annotations,
    cacheHint: tool.cacheHint,
    ...(tool.maxItems !== undefined && { maxItems: tool.maxItems }),
    ...(tool.fields !== undefined && { fields: [...tool.fields] }),
    ...(tool.redaction !== undefined && { redaction: tool.redaction as ToolRedactionView }),
    ...(tool.listStyle !== undefined && { listStyle: tool.listStyle }),
    ...(tool.slashes !== undefined && { slashes: [...tool.slashes] }),
    ...(tool.longMs !== undefined && { longMs: tool.longMs }),
    edited: [...tool.edited],
    ...(tool.baseUrl && { baseUrl: tool.baseUrl }),
    // What is no tool is in no list of tools.
    tokens: isTool(tool) ? toolTokens(tool) : 0,
    createdAt: tool.createdAt,
    updatedAt: tool.updatedAt,
  };
}

/** A tool on its own. */
export function toolView(tool: Tool): ToolView {
  const described = describedOf(tool);
  return {
    ...toolSummary(tool),
    description: tool.description,
    ...(tool.operationId && { operationId: tool.operationId }),
    inputSchema: tool.inputSchema,
    parameters: tool.parameters.map((parameter) => ({ ...parameter })),
    ...(tool.body && { body: { ...tool.body } }),
    ...(described !== undefined && { described: { ...described } }),
    originals: { ...tool.originals },
    version: tool.version,
  };
}
