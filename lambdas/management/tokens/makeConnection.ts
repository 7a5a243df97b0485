/**
 * Creates a connection token for whoever may: from a request of a person who is logged in, or for whoever opens a set-up link. What a new token
 * opens is judged when it is asked for (`planOf`); everything is read before the token is written, because its value is shown once.
 */
import { auditItem } from '../../../aws/audit.ts';
import { logFailure } from '../../../aws/lib/log.ts';
import { tokenArrived } from '../../../aws/regions/replicas.ts';
import { readServer } from '../../../aws/tables/servers.ts';
import { createToken } from '../../../aws/tables/tokens.ts';
import { toolNames } from '../../../aws/tables/toolBriefs.ts';
import type { BodyOf } from '../../../core/api/routes/index.ts';
import type { TokenScopesView } from '../../../core/api/tokens.ts';
import { bounded } from '../../../core/audit/fieldChanges.ts';
import { tokenChanges } from '../../../core/audit/rowChanges.ts';
import { hasCode, InvalidInput } from '../../../core/lib/errors.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { canonicalJson } from '../../../core/lib/json/canonical.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { Person } from '../../../core/lib/person.ts';
import { refusal } from '../../../core/lib/zod/faults.ts';
import type { LimitSet } from '../../../core/limiting/limits.ts';
import type { TokenScopes } from '../../../core/model/scope.ts';
import { isEndless } from '../../../core/model/secondPerson.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import { membersOf } from '../../../core/model/server.ts';
import type { TokenRow } from '../../../core/model/token.ts';
import { revokeEntered } from '../../shared/revoking.ts';
import { refuseEnded } from '../http/endedLogins.ts';
import { Refused } from '../http/errors.ts';
import { demandSecondPerson } from '../http/secondPerson.ts';
import { knownServer } from '../serverRow/load.ts';
import { endlessToken } from '../serverRow/secondPerson.ts';
import { isActive } from '../serverRow/views.ts';
import { clientKey, makeToken, revocationOf, shownConnection } from './connection.ts';

/** A token that may be created. */
export interface ConnectionPlan {
  readonly label: string;
  /** ISO 8601 UTC. */
  readonly expiresAt?: string;
  readonly scopes?: TokenScopes;
  readonly limits?: LimitSet;
}

/** Who creates it; `issuedAt`: when their login began, in seconds since 1970. */
export type Maker = Person & { readonly issuedAt: number };

/** The server, unless it is being deleted. Throws `server_not_found`, Refused `server_deleting`. */
export async function openServer(serverId: string): Promise<ServerRow> {
  const server = await knownServer(serverId);
  if (server.status === 'deleting') throw new Refused('server_deleting', 'The server is being deleted.');
  return server;
}

/** What a request for a token asks for. Throws InvalidInput for an end that has passed and for unknown tools. */
export async function planOf(serverId: string, body: BodyOf<'createToken'>): Promise<ConnectionPlan> {
  const expiresAt = body.expiresAt && isoNow(Date.parse(body.expiresAt));
  if (expiresAt && Date.parse(expiresAt) <= Date.now()) {
    throw new InvalidInput([{ field: '/expiresAt', rule: 'future', message: 'must be in the future.' }]);
  }
  return {
    label: body.label,
    ...(expiresAt && { expiresAt }),
    ...(body.scopes && { scopes: await chosenScopes(serverId, body.scopes) }),
    ...(body.limits && { limits: body.limits }),
  };
}

/** Throws what `demandSecondPerson` throws for a token without an end. */
export async function demandForToken(server: ServerRow, { label, expiresAt, scopes }: ConnectionPlan): Promise<void> {
  const { serverId, name: serverName, project } = server;
  if (!isEndless(expiresAt, Date.now())) return;
  const opens = scopes && canonicalJson(scopes);
  await demandSecondPerson(endlessToken(label, { opens, expiresAt }), { serverId, serverName, project });
}

interface Making {
  readonly server: ServerRow;
  readonly plan: ConnectionPlan;
  readonly actor: Maker;
  /** What the audit entry has in addition. */
  readonly detail?: JsonObject;
}

/** Creates the token, and returns the only answer that shows it. Throws Refused `too_many_tokens`, PortcullisError `login_ended`. */
export async function makeConnection({ server, plan, actor, detail }: Making) {
  const { serverId, name: serverName } = server;
  const { row, value } = await makeToken({ serverId, actor, ...plan });
  // Read before the token is created: if something failed afterwards, nobody would ever see its value.
  const key = await clientKey(server);
  const deed = {
    serverId,
    serverName,
    actor,
    action: 'token.create',
    detail: { tokenId: row.tokenId, ...(await auditedPlan(serverId, plan)), ...detail },
  };
  const now = Date.now();
  const isCounted = (token: TokenRow) => !token.signIn && isActive(token, now, server);
  const active = await createToken(row, auditItem(deed), { most: LIMITS.tokensPerServer, isCounted });
  if (active !== undefined) {
    throw new Refused(
      'too_many_tokens',
      `The server has ${active} active tokens; ${LIMITS.tokensPerServer} is the limit (tokensPerServer). Revoke one first.`,
      { context: { limit: LIMITS.tokensPerServer } },
    );
  }
  const revoke = () => revokeEntered(row, revocationOf(row, { actor, serverName }));
  try {
    await tokenArrived(row.tokenHash);
    await refuseEnded(actor, revoke);
  } catch (error) {
    // A fault of AWS: nobody will see the token, so it must not stay. A login that has ended has revoked it above.
    if (!hasCode(error, 'login_ended'))
      await revoke().catch((reason: unknown) => logFailure('token_not_revoked', reason));
    throw error;
  }
  return shownConnection(row, value, key);
}

/** A plan as the audit trail has it, with the present names of its tools. */
export async function auditedPlan(serverId: string, plan: ConnectionPlan): Promise<JsonObject> {
  const { label, expiresAt, scopes } = plan;
  const names = scopes?.tools && (await namesOf(serverId, scopes.tools));
  const audited = scopes && {
    ...(scopes.access && { access: scopes.access }),
    ...(scopes.tools && { tools: scopes.tools.map((id) => ({ id, name: names?.get(id) ?? id })) }),
  };
  return {
    label,
    ...(expiresAt && { expiresAt }),
    ...(audited && { scopes: audited }),
    ...bounded(tokenChanges(plan, { ...audited, tools: audited?.tools?.map(({ name }) => name) })),
  };
}

/** The scopes to store. Throws InvalidInput for unknown tools. */
async function chosenScopes(serverId: string, { access, tools }: TokenScopesView): Promise<TokenScopes> {
  const rules = { ...(access && { access }) };
  if (!tools) return rules;
  const names = await namesOf(serverId, tools);
  const faults = tools.flatMap((id, at) =>
    names.has(id)
      ? []
      : [{ field: `/scopes/tools/${at}`, rule: 'unknown_tool', message: 'is not a tool of this server.' }],
  );
  if (faults.length > 0) throw refusal(faults);
  return { ...rules, tools: [...new Set(tools)].sort() };
}

/** The names of those of these tools that the server, or a member of the toolset, has. */
async function namesOf(serverId: string, toolIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const server = await readServer(serverId);
  const members = server && membersOf(server);
  if (!members) return toolNames(serverId, toolIds);
  const names = await Promise.all(members.map((member) => toolNames(member.serverId, toolIds)));
  return new Map(names.flatMap((each) => [...each]));
}
