/** Makes connection tokens, and the one answer that shows a token. */
import { requireEnvironment } from '../../aws/environment.ts';
import { tokenHashKey } from '../../aws/keys.ts';
import { clientSetups, defaultConfig, mcpUrl } from '../../core/clients/clients.ts';
import { serverKey } from '../../core/clients/names.ts';
import { isoNow, newTokenId } from '../../core/ids.ts';
import { createdBy, type Person } from '../../core/person.ts';
import type { ServerRow, TokenRow } from '../../core/records.ts';
import { hashToken, newToken, tokenHint } from '../../core/tokens/format.ts';
import type { TokenScopes } from '../../core/tokens/scope.ts';
import { knownServers } from './load.ts';
import { scopesView } from './views.ts';

interface TokenPlan {
  readonly serverId: string;
  readonly label: string;
  readonly actor: Person;
  /** ISO 8601 UTC. */
  readonly expiresAt?: string;
  readonly scopes?: TokenScopes;
}

/** The row to store and the secret to show; the two are never kept together. */
export async function makeToken({
  serverId,
  label,
  actor,
  expiresAt,
  scopes,
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
    ...(expiresAt && { expiresAt }),
    ...(scopes && { scopes }),
  };
  return { row, value };
}

/** What clients call a server in their configurations, other than every older one. */
export async function clientKey(server: ServerRow): Promise<string> {
  const named = (row: ServerRow) => ({ ...row, name: row.name || hostOf(row) });
  return serverKey(named(server), (await knownServers()).map(named));
}

/** Something to call the server by before the import knows its title. */
function hostOf({ baseUrl, source }: ServerRow): string {
  const address = baseUrl || ('url' in source ? source.url : '');
  return address ? new URL(address).hostname : '';
}

/** Token, address and configurations: everything in it is as secret as the token. `key`: see `clientKey`. */
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
