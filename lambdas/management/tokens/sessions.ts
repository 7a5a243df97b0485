/**
 * Sessions of MCP clients: lists them, and ends all sessions of a person or a client. Admins do it for everybody (a single session is revoked
 * like a token), each person for themselves.
 */
import { recordManagementAction } from '../../../aws/audit.ts';
import { listServerNames, readServers, type ServerName } from '../../../aws/tables/servers.ts';
import { forbidEarlierCodes, linkedSessions, type SessionsOf } from '../../../aws/tables/signIns.ts';
import { listTokens, readTokens } from '../../../aws/tables/tokens.ts';
import { removeUpstreamTokens } from '../../../aws/tables/upstreamTokens.ts';
import type { Person } from '../../../core/lib/person.ts';
import type { SignIn } from '../../../core/model/signIn.ts';
import type { TokenRow } from '../../../core/model/token.ts';
import { personAccount } from '../../../core/request/credential/oauth2/holders.ts';
import { disconnectDetail } from '../../shared/disconnecting.ts';
import { revokeEntered } from '../../shared/revoking.ts';
import { allSettled } from '../http/allSettled.ts';
import { notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { isActive, sessionView } from '../serverRow/views.ts';

type SessionRow = TokenRow & { readonly signIn: SignIn };
const isSession = (row: TokenRow): row is SessionRow => row.signIn !== undefined;

/** A client that acts for itself has a session for each access token: expired ones are left out, or they would hide the others. */
const isShown = (row: SessionRow) => !row.signIn.isMachine || row.revokedAt !== undefined || isActive(row, Date.now());

/** Handlers of the routes for sessions. */
export const sessions: HandlersOf<
  'listSessions' | 'endSessions' | 'listOwnSessions' | 'endOwnSession' | 'endOwnSessions'
> = {
  listSessions: async ({ query }) => {
    const { server, person, client } = query;
    if (server !== undefined) {
      const [rows, { name }] = await Promise.all([listTokens(server), knownServer(server)]);
      return {
        items: rows
          .filter(isSession)
          .filter(isShown)
          .map((row) => sessionView(row, name)),
      };
    }
    return listed({ person, client });
  },

  endSessions: async ({ query, actor }) => {
    const { person, client } = query;
    return endAllEntered({ person, client }, actor);
  },

  listOwnSessions: ({ actor }) => listed({ person: actor.id }),

  endOwnSession: async ({ params, actor }) => {
    const row = (await sessionsOf({ person: actor.id })).find(({ tokenId }) => tokenId === params.tokenId);
    if (!row) throw notFound('session');
    await revokeEntered(row, {
      serverId: row.serverId,
      actor,
      action: 'client.disconnect',
      detail: disconnectDetail(row),
    });
  },

  endOwnSessions: ({ actor }) => endAllEntered({ person: actor.id }, actor),
};

/** The sessions of a person or a client at all servers, newest first. */
async function listed(of: SessionsOf) {
  const rows = (await sessionsOf(of)).filter(isShown);
  const servers = await readServers([...new Set(rows.map(({ serverId }) => serverId))]);
  const names = new Map(servers.map(({ serverId, name }) => [serverId, name]));
  return {
    items: rows
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
      .map((row) => sessionView(row, names.get(row.serverId))),
  };
}

async function endAllEntered({ person, client }: SessionsOf, actor: Person): Promise<{ ended: number }> {
  const { ended, failure } = await endAll({ person, client }, actor);
  if (person !== undefined) await removeAccounts(person, await listServerNames());
  const detail = {
    ...(person !== undefined && { person }),
    ...(client !== undefined && { clientId: client }),
    ended,
  };
  await recordManagementAction({ actor, action: 'client.disconnect.all', detail });
  if (failure !== undefined) throw failure;
  return { ended };
}

/** Deletes the accounts at APIs of a person, at all of `servers`. */
export async function removeAccounts(person: string, servers: readonly ServerName[]): Promise<void> {
  const { failure } = await allSettled(servers, ({ serverId }) =>
    removeUpstreamTokens(serverId, personAccount(person)),
  );
  if (failure !== undefined) throw failure;
}

/** Ends all sessions of a person or a client. One that cannot be ended does not stop the others; `failure` is the first such error. */
export async function endAll(
  of: SessionsOf,
  actor: Person,
): Promise<{ readonly ended: number; readonly failure?: unknown }> {
  // Comes first, so that no code is exchanged for a new session after the list was read.
  await forbidEarlierCodes(of);
  const { results, failure } = await allSettled(await activeSessionsOf(of), (row) => {
    const detail = disconnectDetail(row);
    return revokeEntered(row, { serverId: row.serverId, actor, action: 'client.disconnect', detail });
  });
  return { ended: results.filter(Boolean).length, failure };
}

/** Those that can be ended: also where regions have not confirmed that they were. */
export async function activeSessionsOf(of: SessionsOf): Promise<SessionRow[]> {
  const now = Date.now();
  return (await sessionsOf(of)).filter((row) => isActive(row, now) || row.unconfirmed);
}

async function sessionsOf(of: SessionsOf): Promise<SessionRow[]> {
  const links = await linkedSessions(of);
  return (await readTokens(links.map(({ tokenHash }) => tokenHash))).filter(isSession);
}
