/** Creates connection tokens, and the only response that shows one. */
import type { ManagementAction } from '../../../aws/audit.ts';
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { tokenHashKey } from '../../../aws/services/keys.ts';
import { listServerNames, type ServerName } from '../../../aws/tables/servers.ts';
import { hashToken, newToken, tokenHint } from '../../../core/auth/tokens/format.ts';
import { clientSetups, defaultConfig, mcpUrl } from '../../../core/clientSetup/clients.ts';
import { serverKey } from '../../../core/clientSetup/names.ts';
import { isoNow, newTokenId } from '../../../core/lib/ids.ts';
import { createdBy, type Person } from '../../../core/lib/person.ts';
import type { LimitSet } from '../../../core/limiting/limits.ts';
import type { TokenScopes } from '../../../core/model/scope.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { TokenRow } from '../../../core/model/token.ts';
import { scopesView } from '../serverRow/views.ts';

interface TokenPlan {
  readonly serverId: string;
  readonly label: string;
  readonly actor: Person;
  /** ISO 8601 UTC. */
  readonly expiresAt?: string;
  readonly scopes?: TokenScopes;
  readonly limits?: LimitSet;
}

/** The row to store and the secret to show. The secret is never stored. */
export async function makeToken({
  serverId,
  label,
  actor,
  expiresAt,
  scopes,
  limits,
}: TokenPlan): Promise<{ row: TokenRow; value: string }> {
  const value = newToken(serverId);
  const row: TokenRow = {
    tokenHash: hashToken(await tokenHashKey(), value),
    tokenId: newTokenId(),
    serverId,
    label,
    hint: tokenHint(value),
    createdAt: isoNow(),
    ...createdBy(actor),
    ...(actor.maker !== undefined && { heldBy: actor.maker }),
    ...(expiresAt && { expiresAt }),
    ...(scopes && { scopes }),
    ...(limits && { limits }),
  };
  return { row, value };
}

/** For how long names that were read are used for servers that were old then, and how much the clocks of instances may differ. */
const NAMES_KEPT_MS = 60_000;
let read: { readonly at: number; readonly names: readonly ServerName[] } | undefined;

/**
 * The names of all servers that are older than this one, and of some that are not. A later server is never older, so for a server that
 * existed already the names of the last minute are complete; what they may lack is a change of a name, which changes keys anyway.
 */
async function olderNames({ createdAt }: ServerRow): Promise<readonly ServerName[]> {
  const now = Date.now();
  if (read && now - read.at < NAMES_KEPT_MS && Date.parse(createdAt) < read.at - NAMES_KEPT_MS) return read.names;
  const names = await listServerNames();
  read = { at: now, names };
  return names;
}

/** What the trail says when a connection token is revoked. */
export const revocationOf = (
  { serverId, tokenId, label }: TokenRow,
  by: Pick<ManagementAction, 'actor' | 'serverName'>,
): ManagementAction => ({ serverId, ...by, action: 'token.revoke', detail: { tokenId, label } });

/** The name of the server in client configurations, different from that of every older server. */
export async function clientKey(server: ServerRow): Promise<string> {
  const url = 'url' in server.source ? server.source.url : undefined;
  const own = { ...server, source: url === undefined ? {} : { url } };
  const named = (one: ServerName) => ({ ...one, name: one.name || hostOf(one) });
  return serverKey(named(own), (await olderNames(server)).map(named));
}

/** A name for the server before the import knows the API's title. */
function hostOf({ baseUrl, source }: ServerName): string {
  const address = baseUrl || source.url;
  return address ? new URL(address).hostname : '';
}

/** Token, address and client configurations; all of them are as secret as the token. `key`: see `clientKey`. */
export function shownConnection(row: TokenRow, value: string, key: string) {
  const connection = { edgeUrl: requireEnvironment('EDGE_URL'), token: value, key };
  return {
    token: {
      id: row.tokenId,
      label: row.label,
      value,
      hint: row.hint,
      ...(row.expiresAt && { expiresAt: row.expiresAt }),
      ...(row.scopes && { scopes: scopesView(row.scopes) }),
    },
    mcpUrl: mcpUrl(connection),
    config: defaultConfig(connection),
    clients: clientSetups(connection),
  };
}
