/** Connection tokens: list, create, change their limits, revoke. A revocation keeps its order: write (in every region), push, audit, answer. */
import { isDeepStrictEqual } from 'node:util';
import { auditItem } from '../../../aws/audit.ts';
import { untilWritten } from '../../../aws/lib/untilWritten.ts';
import { readServer } from '../../../aws/tables/servers.ts';
import { listTokens, readToken, writeTokenLimits } from '../../../aws/tables/tokens.ts';
import { removeUpstreamTokens } from '../../../aws/tables/upstreamTokens.ts';
import { bounded } from '../../../core/audit/fieldChanges.ts';
import { limitChanges } from '../../../core/audit/rowChanges.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { TokenRow } from '../../../core/model/token.ts';
import { tokenAccount } from '../../../core/request/credential/oauth2/holders.ts';
import { disconnectDetail } from '../../shared/disconnecting.ts';
import { revokeEntered } from '../../shared/revoking.ts';
import { notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { isActive, tokenView } from '../serverRow/views.ts';
import { revocationOf } from './connection.ts';
import { demandForToken, makeConnection, openServer, planOf } from './makeConnection.ts';

/** The index is eventually consistent: a token that was just created is looked for again. */
const INDEX_LAG = { attempts: 3, ms: 200 };

/** Handlers of the tokens' routes. */
export const tokens: HandlersOf<'listTokens' | 'createToken' | 'changeToken' | 'revokeToken'> = {
  listTokens: async ({ params }) => {
    const [all, server] = await Promise.all([listTokens(params.id), knownServer(params.id)]);
    const rows = all.filter(({ signIn }) => !signIn);
    const now = Date.now();
    return {
      items: rows.map((row) => tokenView(row, server, now)),
      active: rows.filter((row) => isActive(row, now, server)).length,
      limit: LIMITS.tokensPerServer,
    };
  },

  createToken: async ({ params, body, actor }) => {
    const server = await openServer(params.id);
    const plan = await planOf(params.id, body);
    await demandForToken(server, plan);
    return makeConnection({ server, plan, actor });
  },

  changeToken: async ({ params, body, actor }) => {
    const [{ tokenHash, tokenId, signIn }, server] = await Promise.all([
      findToken(params.id, params.tokenId),
      knownServer(params.id),
    ]);
    if (signIn) throw notFound('token');
    const limits = body.limits ?? undefined;
    return untilWritten(async () => {
      const row = await readToken(tokenHash);
      if (!row || row.revokedAt !== undefined) throw notFound('token');
      if (isDeepStrictEqual(row.limits, limits)) return tokenView(row, server);
      const detail = { tokenId, label: row.label, ...bounded(limitChanges(row, { limits })) };
      const deed = { serverId: params.id, serverName: server.name, actor, action: 'token.change', detail };
      await writeTokenLimits(row, limits, auditItem(deed));
      const { limits: _, ...rest } = row;
      return tokenView(limits ? { ...rest, limits } : rest, server);
    });
  },

  revokeToken: async ({ params, actor }) => {
    // Tokens of a server that is being deleted can be revoked too.
    const [row, server] = await Promise.all([findToken(params.id, params.tokenId), readServer(params.id)]);
    const { tokenId, signIn } = row;
    const common = { serverId: params.id, serverName: server?.name ?? '', actor };
    await revokeEntered(
      row,
      signIn ? { ...common, action: 'client.disconnect', detail: disconnectDetail(row) } : revocationOf(row, common),
    );
    // A token's account is deleted with it; that of a person stays for their other sessions.
    if (!signIn) await removeUpstreamTokens(params.id, tokenAccount(tokenId));
  },
};

async function findToken(serverId: string, tokenId: string): Promise<TokenRow> {
  for (let attempt = 1; ; attempt++) {
    const row = (await listTokens(serverId)).find((token) => token.tokenId === tokenId);
    if (row) return row;
    if (attempt === INDEX_LAG.attempts) {
      await knownServer(serverId);
      throw notFound('token');
    }
    await new Promise((resolve) => setTimeout(resolve, INDEX_LAG.ms));
  }
}
