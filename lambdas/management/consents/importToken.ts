/** Sees to it that an access token holds before the tools of an MCP server are read with it (lambdas/shared/importTokens.ts). */
import { upstreamTokens } from '../../../aws/tables/upstreamTokens.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import { withAccessToken } from '../../shared/accessToken.ts';
import { needsStoredToken } from '../../shared/importTokens.ts';
import { signingInOf } from '../../shared/signingIn.ts';
import type { Visitor } from '../http/session.ts';
import { knownServer } from '../serverRow/load.ts';
import { personCaller } from './consenting.ts';

/** Renews the stored token where it has ended. A server that was never live has none. Throws `oauth_…`, `credential_replaced`. */
export async function holdImportToken(server: ServerRow, actor: Visitor): Promise<void> {
  const { serverId, bundle, auth } = server;
  if (!needsStoredToken(server) || !bundle) return;
  const authNow = async () => (await knownServer(serverId)).auth;
  const signingIn = signingInOf({ ...server, bundle }, auth, authNow, personCaller(actor, serverId));
  if (!signingIn) return;
  const row = await upstreamTokens.read(serverId, signingIn.holder);
  await withAccessToken(signingIn, row, { isRepeatable: false, run: async () => ({ frame: 'ready', tools: 0 }) });
}
