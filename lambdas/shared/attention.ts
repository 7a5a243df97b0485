/**
 * What needs a person at some servers: reads what core/attention judges. Bounded for each server, whatever its trail: one query of its
 * tokens, one read for each credential that signs in (OAuth 2), and its rows of the circuit breaker, of refused calls and of changed tools
 * in one request each for all. Reads no secret: of stored access tokens only why there is none.
 */
import { readApprovals } from '../../aws/tables/approvals.ts';
import { readBreakers } from '../../aws/tables/breakers.ts';
import { readChangedTools } from '../../aws/tables/changedTools.ts';
import { readRefusals } from '../../aws/tables/counters.ts';
import { listLivingTokens } from '../../aws/tables/tokens.ts';
import { readSignIn } from '../../aws/tables/upstreamTokens.ts';
import type { ServerState, SignInTrouble } from '../../core/attention/conditions.ts';
import { type AttentionItem, attentionOf } from '../../core/attention/items.ts';
import { CALLS } from '../../core/errorCatalog/calls.ts';
import { isoNow } from '../../core/lib/ids.ts';
import { shapeWithin } from '../../core/model/credential.ts';
import type { ServerAuth, ServerRow } from '../../core/model/server.ts';
import { waitingIn } from '../../core/policies/approvals.ts';
import { versionOfCredential } from '../../core/request/credential/oauth2/storedTokens.ts';
import { holderAt } from './signingIn.ts';

/** Servers whose rows one request reads. */
export const SERVERS_AT_ONCE = 100;
/** Servers whose tokens are read at the same time. */
const LANES = 8;

/** The items of these servers, at most {@link SERVERS_AT_ONCE}, server by server in their order. */
export async function readAttention(servers: readonly ServerRow[], now = Date.now()): Promise<AttentionItem[]> {
  const living = servers.filter(({ status }) => status !== 'deleting');
  const guarded = living.filter(({ breaker }) => breaker !== undefined).map(({ serverId }) => serverId);
  const ids = living.map(({ serverId }) => serverId);
  const imported = living.flatMap(({ source, bundle }) => (source.kind === 'mcp' && bundle ? [bundle.id] : []));
  const asking = living.filter(({ policies }) => policies?.some(({ mode }) => mode === 'approve'));
  const [breakers, refusals, changed, approvals] = await Promise.all([
    readBreakers(guarded),
    readRefusals(ids, now),
    readChangedTools(imported, now),
    readApprovals(asking.map(({ serverId }) => serverId)),
  ]);
  const items: AttentionItem[][] = [];
  const queue = [...living.entries()];
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [at, server] = next;
      const { serverId, bundle } = server;
      const changedToolsAt = changed.get(bundle?.id ?? '');
      const waitingCalls = waitingIn(approvals.get(serverId), now).map(({ askedAt }) => askedAt);
      const read = { breaker: breakers.get(serverId), refused: refusals.get(serverId) ?? {}, waitingCalls };
      items[at] = await itemsOf(server, { ...read, ...(changedToolsAt !== undefined && { changedToolsAt }) }, now);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return items.flat();
}

async function itemsOf(
  server: ServerRow,
  read: Pick<ServerState, 'breaker' | 'refused' | 'waitingCalls' | 'changedToolsAt'>,
  now: number,
): Promise<AttentionItem[]> {
  const [tokens, signIns] = await Promise.all([listLivingTokens(server.serverId), signInTroubles(server)]);
  return attentionOf({ server, tokens, signIns, ...read, now });
}

async function signInTroubles(server: ServerRow): Promise<SignInTrouble[]> {
  const all = [server.auth, ...Object.values(server.hosts ?? {}).flatMap((host) => host.auth ?? [])];
  const troubles = await Promise.all(all.map((auth) => troubleOf(server, auth)));
  return troubles.flatMap((trouble) => trouble ?? []);
}

async function troubleOf(server: ServerRow, auth: ServerAuth): Promise<SignInTrouble | undefined> {
  const { origin, ciphertext } = auth;
  const { grant, tokenUrl } = shapeWithin(auth, 'oauth2') ?? {};
  const isConsented = grant === 'authorizationCode';
  // Where each client has its own account, nothing waits for anybody at the server.
  if (isConsented && server.credentials === 'per-token') return undefined;
  if (tokenUrl === undefined || origin === undefined || ciphertext === undefined) return undefined;
  const row = await readSignIn(server.serverId, holderAt(server, origin));
  const at = { origin, host: new URL(tokenUrl).host };
  const isCurrent = row?.credential === versionOfCredential(ciphertext);
  if (isConsented && (!isCurrent || row.consent === undefined)) {
    const wasConnected = row?.consent !== undefined || row?.isChanged === true;
    return { ...at, kind: wasConnected ? 'changed' : 'missing', ...(auth.storedAt && { since: auth.storedAt }) };
  }
  if (!isCurrent || row.failure === undefined) return undefined;
  const { code, at: began } = row.failure;
  const since = began === undefined ? {} : { since: isoNow(began) };
  if (code === 'oauth_consent_ended') return { ...at, kind: 'ended', ...since };
  return { ...at, kind: 'refused', message: (CALLS[code] ?? []).join(' '), ...since };
}
