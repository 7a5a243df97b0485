/**
 * The accounts at an API of single clients, on servers where each has its own. Whoever has a connection token connects its account without
 * a login; whoever is logged in connects the one of the MCP clients in which they sign in, with any role or none. Owners see which accounts
 * are connected and may disconnect one; nobody sees its tokens.
 *
 * Without a login, the browser that began is recognized by a random secret that only its page has. So a person who was sent an authorization
 * URL by somebody else does not connect their account to that person's token: their browser cannot finish what it did not begin.
 */
import { recordManagementAction } from '../../../aws/audit.ts';
import { linkedSessions } from '../../../aws/tables/signIns.ts';
import { listTokens, readToken, readTokens } from '../../../aws/tables/tokens.ts';
import { toolsetsWith } from '../../../aws/tables/toolsets.ts';
import { browserOf } from '../../../aws/tables/upstreamConsents.ts';
import { listAccountRows, removeUpstreamTokens } from '../../../aws/tables/upstreamTokens.ts';
import type { AnswerOf } from '../../../core/api/routes/index.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import { randomBase62 } from '../../../core/lib/ids.ts';
import type { Person } from '../../../core/lib/person.ts';
import { originOf } from '../../../core/lib/url/baseUrl.ts';
import { takesTokens } from '../../../core/model/accessRules.ts';
import { projectOf, roleIn } from '../../../core/model/projects.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { TokenRow } from '../../../core/model/token.ts';
import { accountOfHolder, personAccount, tokenAccount } from '../../../core/request/credential/oauth2/holders.ts';
import { versionOfCredential } from '../../../core/request/credential/oauth2/storedTokens.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import type { Visitor } from '../http/session.ts';
import { standingFor } from '../http/standing.ts';
import { goodToken, notAccepted } from '../serverRow/bearer.ts';
import { knownServer } from '../serverRow/load.ts';
import { isActive } from '../serverRow/views.ts';
import { begin, consentingOf, consentStates, hasOwnAccounts } from './consenting.ts';
import { finished, taken } from './consents.ts';

/** Seconds after the expiry of a token until DynamoDB may delete its account. */
const KEPT_S = 86_400;

/** Handlers of accounts. */
export const accounts: HandlersOf<
  | 'getTokenAccount'
  | 'connectTokenAccount'
  | 'finishTokenAccount'
  | 'disconnectTokenAccount'
  | 'getOwnAccount'
  | 'connectOwnAccount'
  | 'disconnectOwnAccount'
  | 'listAccounts'
  | 'removeAccount'
> = {
  getTokenAccount: async ({ actor: token }) => {
    const server = await ofToken(token);
    return { ...(await view(server, tokenAccount(token.tokenId))), label: token.label };
  },

  connectTokenAccount: async ({ body, actor: token }) => {
    const server = await ofToken(token);
    const binding = randomBase62(43);
    const { tokenHash, tokenId } = token;
    const own = { account: tokenAccount(tokenId), tokenHash };
    const begun = await begin({ server, origin: originIn(body), person: browserOf(binding), own });
    return { ...begun, binding };
  },

  finishTokenAccount: async ({ body }) => {
    const { binding, ...answer } = body;
    const pending = await taken(answer, browserOf(binding));
    const token = await goodToken(pending.tokenHash ?? '');
    const goneAt = token.expiresAt && Math.ceil(Date.parse(token.expiresAt) / 1_000) + KEPT_S;
    const given = await finished(pending, answer, { actor: actorOf(token), ...(goneAt && { goneAt }) });
    // A revocation deletes the account after its write; one that came meanwhile has found nothing yet.
    const now = await readToken(token.tokenHash);
    if (!now || now.revokedAt) {
      await removeUpstreamTokens(pending.serverId, tokenAccount(token.tokenId));
      throw notAccepted();
    }
    return given;
  },

  disconnectTokenAccount: async ({ actor: token }) => {
    const server = await ofToken(token);
    await remove(server, { account: tokenAccount(token.tokenId), actor: actorOf(token) });
  },

  getOwnAccount: async ({ params, actor }) => {
    const server = await ofVisitor(params.id, actor);
    return view(server, personAccount(actor.id));
  },

  connectOwnAccount: async ({ params, body, actor }) => {
    const server = await ofVisitor(params.id, actor);
    return begin({ server, origin: originIn(body), person: actor.id, own: { account: personAccount(actor.id) } });
  },

  disconnectOwnAccount: async ({ params, actor }) => {
    const server = await ofVisitor(params.id, actor);
    await remove(server, { account: personAccount(actor.id), actor });
  },

  listAccounts: async ({ params }) => ({ items: await listed(await knownServer(params.id)) }),

  removeAccount: async ({ params, query, actor }) => {
    const server = await knownServer(params.id);
    const account = query.token === undefined ? personAccount(query.person ?? '') : tokenAccount(query.token);
    const names = (await listed(server)).filter((one) => one.account === account);
    await remove(server, { account, actor, of: names[0]?.label ?? names[0]?.person?.name });
  },
};

/** The label is chosen by people of the server, so it must not look like the name of a person. */
const actorOf = ({ tokenId, label }: TokenRow): Person => ({ id: tokenAccount(tokenId), name: `The token “${label}”` });

const originIn = (body: { readonly origin?: string | undefined } | undefined) =>
  body?.origin === undefined ? undefined : originOf(body.origin);

/** Throws PortcullisError `token_not_accepted`, Refused `accounts_shared`, `…_not_found`. */
async function ofToken(token: TokenRow): Promise<ServerRow> {
  const server = await knownServer(token.serverId);
  const isGood = takesTokens(server) && server.status !== 'deleting' && isActive(token, Date.now(), server);
  if (!isGood) throw notAccepted();
  return withOwnAccounts(server);
}

/** Throws PortcullisError `access_refused`, Refused `accounts_shared`, `…_not_found`. */
async function ofVisitor(serverId: string, actor: Visitor): Promise<ServerRow> {
  const server = await knownServer(serverId);
  const standing = await standingFor(actor);
  const isSeen = roleIn(standing, projectOf(server)) !== undefined;
  if (!isSeen && !(await mayCall(actor, serverId))) {
    // Whoever sees other projects is told of this one no more than of none.
    if (standing.roles.size > 0) throw notFound('server');
    throw new PortcullisError(
      'access_refused',
      'You have no session at this server. Sign in from your MCP client first, or give the connection token that it uses.',
    );
  }
  return withOwnAccounts(server);
}

/** Whether a client of the person calls this server, at its own address or through a toolset. */
async function mayCall(actor: Visitor, serverId: string): Promise<boolean> {
  if (await hasSession(actor, [serverId])) return true;
  const toolsets = await toolsetsWith(serverId);
  return hasSession(
    actor,
    toolsets.map((toolset) => toolset.serverId),
  );
}

async function hasSession({ id }: Visitor, serverIds: readonly string[]): Promise<boolean> {
  const links = (await linkedSessions({ person: id })).filter((link) => serverIds.includes(link.serverId));
  const rows = await readTokens(links.map(({ tokenHash }) => tokenHash));
  return rows.some((row) => isActive(row, Date.now()));
}

function withOwnAccounts(server: ServerRow): ServerRow {
  if (hasOwnAccounts(server) && consentingOf(server).length > 0) return server;
  throw new Refused(
    'accounts_shared',
    'The clients of this server have no accounts of their own at the API. There is nothing to connect.',
  );
}

async function view(server: ServerRow, account: string) {
  const { serverId, name } = server;
  const states = await consentStates(server, account);
  return {
    server: { id: serverId, name },
    items: states.map(({ origin, host, tokenHost, state, at, missingScopes }) => ({
      origin,
      host,
      tokenHost,
      state,
      ...(at !== undefined && { at }),
      missingScopes,
    })),
  };
}

interface Removal {
  readonly account: string;
  readonly actor: Person;
  /** The name of whose account it is, when somebody else removes it. */
  readonly of?: string | undefined;
}

async function remove({ serverId, name: serverName }: ServerRow, { account, actor, of }: Removal): Promise<void> {
  await removeUpstreamTokens(serverId, account);
  const detail = { account, ...(of !== undefined && { of }) };
  await recordManagementAction({ serverId, serverName, actor, action: 'server.consent.removed', detail });
}

type Listed = AnswerOf<'listAccounts'>['items'][number];

/** Newest first. */
async function listed(server: ServerRow): Promise<Listed[]> {
  const [rows, tokens] = await Promise.all([listAccountRows(server.serverId), listTokens(server.serverId)]);
  const byId = new Map(tokens.map((token) => [tokenAccount(token.tokenId), token]));
  const current = new Map(consentingOf(server).map((one) => [one.origin, one]));
  const base = server.baseUrl === '' ? '' : originOf(server.baseUrl);
  return rows
    .flatMap(({ holder, credential, consent, failure }): Listed[] => {
      const { account, origin = base } = accountOfHolder(holder) ?? { account: holder };
      if (consent === undefined) return [];
      const one = current.get(origin);
      const isCurrent = one !== undefined && versionOfCredential(one.ciphertext) === credential;
      const token = byId.get(account);
      const id = account.slice(account.indexOf(':') + 1);
      return [
        {
          account,
          ...(account.startsWith('token:')
            ? { token: id, ...(token && { label: token.label, hint: token.hint }) }
            : { person: { id, ...(consent.byName !== undefined && { name: consent.byName }) } }),
          origin,
          ...(one && { host: new URL(one.authorizationUrl).host }),
          state: !isCurrent ? 'outdated' : failure?.code === 'oauth_consent_ended' ? 'ended' : 'given',
          at: consent.at,
          ...(failure !== undefined && { code: failure.code }),
          missingScopes: [...(consent.missingScopes ?? [])],
        },
      ];
    })
    .sort((a, b) => b.at.localeCompare(a.at));
}
