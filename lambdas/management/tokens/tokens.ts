/** Connection tokens: list, create, change their limits, revoke. A revocation keeps its order: write (in every region), push, audit, answer. */
import { isDeepStrictEqual } from 'node:util';
import { auditItem } from '../../../aws/audit.ts';
import { untilWritten } from '../../../aws/lib/untilWritten.ts';
import { tokenArrived } from '../../../aws/regions/replicas.ts';
import { readServer } from '../../../aws/tables/servers.ts';
import { createToken, listTokens, readToken, writeTokenLimits } from '../../../aws/tables/tokens.ts';
import { listTools } from '../../../aws/tables/tools.ts';
import { removeUpstreamTokens } from '../../../aws/tables/upstreamTokens.ts';
import type { TokenScopesView } from '../../../core/api/tokens.ts';
import { bounded } from '../../../core/audit/fieldChanges.ts';
import { limitChanges, tokenChanges } from '../../../core/audit/rowChanges.ts';
import { tokenAccount } from '../../../core/auth/account.ts';
import { InvalidInput } from '../../../core/lib/errors.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { refusal } from '../../../core/lib/zod/faults.ts';
import type { TokenScopes } from '../../../core/model/scope.ts';
import type { TokenRow } from '../../../core/model/token.ts';
import { disconnectDetail } from '../../shared/disconnecting.ts';
import { revokeEntered } from '../../shared/revoking.ts';
import { refuseEnded } from '../http/endedLogins.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { isActive, tokenView } from '../serverRow/views.ts';
import { clientKey, makeToken, revocationOf, shownConnection } from './connection.ts';

/** The index is eventually consistent: a token that was just created is looked for again. */
const INDEX_LAG = { attempts: 3, ms: 200 };

/** Handlers of the tokens' routes. */
export const tokens: HandlersOf<'listTokens' | 'createToken' | 'changeToken' | 'revokeToken'> = {
  listTokens: async ({ params }) => {
    const [all] = await Promise.all([listTokens(params.id), knownServer(params.id)]);
    const rows = all.filter(({ signIn }) => !signIn);
    const now = Date.now();
    return {
      items: rows.map((row) => tokenView(row, now)),
      active: rows.filter((row) => isActive(row, now)).length,
      limit: LIMITS.tokensPerServer,
    };
  },

  createToken: async ({ params, body, actor }) => {
    const server = await knownServer(params.id);
    if (server.status === 'deleting') throw new Refused('server_deleting', 'The server is being deleted.');
    const now = Date.now();
    const expiresAt = body.expiresAt && isoNow(Date.parse(body.expiresAt));
    if (expiresAt && Date.parse(expiresAt) <= now) {
      throw new InvalidInput([{ field: '/expiresAt', rule: 'future', message: 'must be in the future.' }]);
    }
    const scopes = body.scopes && (await chosenScopes(params.id, body.scopes));
    const { row, value } = await makeToken({
      serverId: params.id,
      label: body.label,
      actor,
      ...(expiresAt && { expiresAt }),
      ...(scopes && { scopes: scopes.stored }),
      ...(body.limits && { limits: body.limits }),
    });
    // Read before the token is created: if something failed afterwards, nobody would ever see its value.
    const key = await clientKey(server);
    const detail = {
      tokenId: row.tokenId,
      label: row.label,
      ...(expiresAt && { expiresAt }),
      ...(scopes && { scopes: scopes.audited }),
      ...bounded(tokenChanges(row, { ...scopes?.audited, tools: scopes?.audited.tools?.map(({ name }) => name) })),
    };
    const deed = { serverId: params.id, serverName: server.name, actor, action: 'token.create', detail };
    const isCounted = (token: TokenRow) => !token.signIn && isActive(token, now);
    const active = await createToken(row, auditItem(deed), { most: LIMITS.tokensPerServer, isCounted });
    if (active !== undefined) {
      throw new Refused(
        'too_many_tokens',
        `The server has ${active} active tokens; ${LIMITS.tokensPerServer} is the limit (tokensPerServer). Revoke one first.`,
        { context: { limit: LIMITS.tokensPerServer } },
      );
    }
    await tokenArrived(row.tokenHash);
    await refuseEnded(actor, () => revokeEntered(row, revocationOf(row, { actor, serverName: server.name })));
    return shownConnection(row, value, key);
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
      if (isDeepStrictEqual(row.limits, limits)) return tokenView(row);
      const detail = { tokenId, label: row.label, ...bounded(limitChanges(row, { limits })) };
      const deed = { serverId: params.id, serverName: server.name, actor, action: 'token.change', detail };
      await writeTokenLimits(row, limits, auditItem(deed));
      const { limits: _, ...rest } = row;
      return tokenView(limits ? { ...rest, limits } : rest);
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

/** The scopes to store, and for the audit trail with the present names of the tools. Throws InvalidInput for unknown tools. */
async function chosenScopes(
  serverId: string,
  { access, tools }: TokenScopesView,
): Promise<{ stored: TokenScopes; audited: Pick<TokenScopes, 'access'> & { tools?: { id: string; name: string }[] } }> {
  const rules = { ...(access && { access }) };
  if (!tools) return { stored: rules, audited: rules };
  const names = new Map((await listTools(serverId)).map(({ toolId, name }) => [toolId, name]));
  const faults = tools.flatMap((id, at) =>
    names.has(id)
      ? []
      : [{ field: `/scopes/tools/${at}`, rule: 'unknown_tool', message: 'is not a tool of this server.' }],
  );
  if (faults.length > 0) throw refusal(faults);
  const ids = [...new Set(tools)].sort();
  return {
    stored: { ...rules, tools: ids },
    audited: { ...rules, tools: ids.map((id) => ({ id, name: names.get(id) as string })) },
  };
}

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
