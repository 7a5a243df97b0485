/**
 * What a person holds that opens something without their login: sessions of MCP clients (with their accounts at APIs), connection tokens they
 * or their automation keys created, machine clients they registered or whose secret they have replaced, automation keys, invitations of theirs. Counts it and ends it. What a change of a person ends follows from the
 * routes: what they may make no longer, they hold no longer.
 */

import { listInvitations } from '../../../aws/tables/invitations.ts';
import { type KnownClientRow, listKnownClients } from '../../../aws/tables/knownClients.ts';
import { listServerNames, type ServerName } from '../../../aws/tables/servers.ts';
import { listTokens } from '../../../aws/tables/tokens.ts';
import type { Holdings, RevokedToken } from '../../../core/api/members.ts';
import { ROUTES } from '../../../core/api/routes/index.ts';
import type { Person } from '../../../core/lib/person.ts';
import { projectOf, reaches } from '../../../core/model/projects.ts';
import type { Role } from '../../../core/model/roles.ts';
import type { TokenRow } from '../../../core/model/token.ts';
import { revokeEntered } from '../../shared/revoking.ts';
import { allSettled } from '../http/allSettled.ts';
import { isActive } from '../serverRow/views.ts';
import { revocationOf } from '../tokens/connection.ts';
import { removeClient } from '../tokens/oauthClients.ts';
import { activeSessionsOf, endAll, removeAccounts } from '../tokens/sessions.ts';
import { keysOf, revokeKeysOf } from './automationKeys.ts';
import { isInvited, withdrawAllOf } from './invitations.ts';

/** A kind of thing that people hold. */
export type Holding = keyof Holdings;

/** The route by which it is made. A session is the login of a person, and ends with it. */
const MADE_BY = {
  tokens: ROUTES.createToken,
  clients: ROUTES.createOauthClient,
  keys: ROUTES.createAutomationKey,
  invitations: ROUTES.inviteMember,
};

/** What people hold by a secret that they have seen: connection tokens, machine clients and automation keys, kept on request (`tokens: keep`). */
export const SECRETS: readonly Holding[] = ['tokens', 'clients', 'keys'];

/** What nobody with this role may hold; everything for who cannot log in (undefined). */
export const forbiddenTo = (role: Role | undefined, canLogIn: boolean): Holding[] => [
  ...(canLogIn ? [] : ['sessions' as const]),
  ...(Object.keys(MADE_BY) as (keyof typeof MADE_BY)[]).filter(
    (kind) => !canLogIn || !reaches(role, MADE_BY[kind].access),
  ),
];

const NONE: Holdings = { sessions: 0, tokens: 0, clients: 0, keys: 0, invitations: 0 };

/** How many of each of `kinds` a person holds; 0 of the others. */
export async function countHoldings(person: string, kinds: readonly Holding[]): Promise<Holdings> {
  const counting: Readonly<Record<Holding, () => Promise<readonly unknown[]>>> = {
    sessions: () => activeSessionsOf({ person }),
    tokens: async () => (await tokensOf(person)).filter(({ row }) => isOpen(row)),
    clients: () => machineClientsOf(person),
    keys: () => keysOf(person),
    invitations: async () => (await listInvitations()).filter((row) => isInvited(row, person)),
  };
  const counts = await Promise.all(kinds.map(async (kind) => [kind, (await counting[kind]()).length] as const));
  return { ...NONE, ...Object.fromEntries(counts) };
}

/** Ends each of `kinds`; resolves to how many this call has ended. One that fails does not stop the others, and is thrown then. */
export async function endHoldings(person: string, kinds: readonly Holding[], actor: Person): Promise<Holdings> {
  const revoking = kinds.includes('keys') ? revokeKeysOf(person, actor) : Promise.resolve(0);
  const keys = revoking.catch(() => 0);
  const ending: Readonly<Record<Holding, () => Promise<number>>> = {
    sessions: () => endSessions(person, actor),
    // After the keys, so that none makes a token when the list was read.
    tokens: () => keys.then(() => revokeTokensOf(person, actor)),
    clients: () => removeClientsOf(person, actor),
    keys: () => revoking,
    invitations: () => withdrawAllOf(person, actor),
  };
  const { results, failure } = await allSettled(kinds, async (kind) => [kind, await ending[kind]()] as const);
  if (failure !== undefined) throw failure;
  return { ...NONE, ...Object.fromEntries(results) };
}

/** How many of them are shown: those that somebody makes anew. */
const SHOWN_REVOKED = 50;

/** Connection tokens of a person that somebody else has revoked, the last ones first. They stay revoked; new ones can be made. */
export const revokedTokensOf = async (person: string): Promise<RevokedToken[]> =>
  (await tokensOf(person))
    .flatMap(({ row: { label, revokedAt, revokedBy }, server }) =>
      revokedAt !== undefined && revokedBy !== person ? [{ server, label, revokedAt }] : [],
    )
    .sort((a, b) => b.revokedAt.localeCompare(a.revokedAt))
    .slice(0, SHOWN_REVOKED);

async function endSessions(person: string, actor: Person): Promise<number> {
  const { ended, failure } = await endAll({ person }, actor);
  await removeAccounts(person, await listServerNames());
  if (failure !== undefined) throw failure;
  return ended;
}

/** One that fails does not stop the others, and is thrown then. */
const revokeTokensOf = async (person: string, actor: Person): Promise<number> =>
  revokeAll(await tokensOf(person), actor);

/** Revokes the connection tokens that a person or a key of theirs created on servers of a project; resolves to how many this call has revoked. */
export const revokeTokensIn = async (project: string, person: string, actor: Person): Promise<number> =>
  revokeAll(await tokensOf(person, (server) => projectOf(server) === project), actor);

async function revokeAll(tokens: Awaited<ReturnType<typeof tokensOf>>, actor: Person): Promise<number> {
  const open = tokens.filter(({ row }) => isOpen(row));
  const { results, failure } = await allSettled(open, ({ row, server }) =>
    revokeEntered(row, revocationOf(row, { actor, serverName: server.name })),
  );
  if (failure !== undefined) throw failure;
  return results.filter(Boolean).length;
}

/** Whether there is something to revoke: also where regions have not confirmed that it was. */
const isOpen = (row: TokenRow) => isActive(row, Date.now()) || row.unconfirmed !== undefined;

/** The connection tokens that a person or a key of theirs created, on all servers. */
async function tokensOf(person: string, isMeant: (server: ServerName) => boolean = () => true) {
  const servers = (await listServerNames()).filter(isMeant);
  const { results, failure } = await allSettled(servers, async ({ serverId, name }) =>
    (await listTokens(serverId))
      .filter((row) => !row.signIn && (row.heldBy ?? row.createdBy) === person)
      .map((row) => ({ row, server: { id: serverId, name: name ?? '' } })),
  );
  if (failure !== undefined) throw failure;
  return results.flat();
}

const machineClientsOf = async (person: string): Promise<KnownClientRow[]> =>
  (await listKnownClients()).filter(
    ({ client, createdBy, secretBy }) => client.isMachine === true && (createdBy === person || secretBy === person),
  );

async function removeClientsOf(person: string, actor: Person): Promise<number> {
  const clients = await machineClientsOf(person);
  const { results, failure } = await allSettled(clients, ({ client }) => removeClient(client.id, actor));
  if (failure !== undefined) throw failure;
  return results.filter(Boolean).length;
}
