/**
 * Consent at the authorization server of an API by a person who is logged in. It begins here and continues in the person's browser; the page
 * to which the browser returns then sends the answer here, authenticated by the login. A code is accepted once, within ten minutes, from the
 * person who began and for the credential that it was requested for. accounts.ts does the same for those who have a connection token and no
 * login.
 */
import { type ManagementAction, recordManagementAction } from '../../../aws/audit.ts';
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { type ConsentRow, takeConsent } from '../../../aws/tables/upstreamConsents.ts';
import type { BodyOf } from '../../../core/api/routes/index.ts';
import { ROUTES } from '../../../core/api/routes/index.ts';
import { accountUrlOf } from '../../../core/auth/account.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import type { Person } from '../../../core/lib/person.ts';
import { originOf } from '../../../core/lib/url/baseUrl.ts';
import { reaches } from '../../../core/model/projects.ts';
import { Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { roleAt, roleRequired } from '../http/standing.ts';
import { knownServer } from '../serverRow/load.ts';
import { begin, consentStates, finish, hasOwnAccounts, redirectUri } from './consenting.ts';

/** Handlers of consents. */
export const consents: HandlersOf<'listConsents' | 'beginConsent' | 'finishConsent'> = {
  listConsents: async ({ params }) => {
    const server = await knownServer(params.id);
    // Where each client has its own account, nothing waits for anybody at the server.
    return { redirectUri: redirectUri(), items: hasOwnAccounts(server) ? [] : await consentStates(server) };
  },

  beginConsent: async ({ params, body, actor }) => {
    const server = await knownServer(params.id);
    if (hasOwnAccounts(server)) {
      throw new Refused(
        'accounts_own',
        `Each client of this server has an account of its own. Connect yours at ${accountUrlOf(requireEnvironment('EDGE_URL'), server.serverId)}.`,
      );
    }
    const origin = body?.origin === undefined ? undefined : originOf(body.origin);
    return begin({ server, origin, person: actor.id });
  },

  finishConsent: async ({ body, actor }) => {
    const pending = await taken(body, actor.id);
    // Whoever began as an editor may not be one any more. A person's own account needs no role.
    if (pending.account === undefined && !reaches(await roleAt(actor, pending.serverId), ROUTES.beginConsent.access))
      throw roleRequired(ROUTES.beginConsent, actor.role);
    return finished(pending, body, { actor });
  },
};

/** The parameters of an authorization response. */
type Answer = Pick<BodyOf<'finishConsent'>, 'code' | 'error' | 'iss'>;

/** The pending consent of a state, which is deleted. Throws Refused unless this person or browser began it. */
export async function taken({ state }: { readonly state: string }, person: string): Promise<ConsentRow> {
  const serverId = state.slice(0, state.indexOf('.'));
  const pending = await takeConsent(serverId, state, { person, now: Date.now() });
  if (pending) return pending;
  throw new Refused(
    'consent_unknown',
    'This sign-in is no longer open: it was finished already, took more than ten minutes, or was begun by another person. Press “Connect” again on the page where it began.',
  );
}

/** Finishes a consent and records it, or its failure, in the audit trail. */
export async function finished(
  pending: ConsentRow,
  answer: Answer,
  { actor, goneAt }: { readonly actor: Person; readonly goneAt?: number | undefined },
) {
  const { serverId, origin, account } = pending;
  const server = await knownServer(serverId);
  const detail = { origin, ...(account !== undefined && { account }) };
  const deed: Omit<ManagementAction, 'action'> = { serverId, serverName: server.name, actor, detail };
  try {
    const { missingScopes = [] } = await finish(pending, answer, { server, actor, deed, goneAt });
    return {
      server: { id: serverId, name: server.name },
      origin,
      isOwn: account !== undefined,
      missingScopes: [...missingScopes],
    };
  } catch (error) {
    const code = error instanceof PortcullisError ? error.code : 'internal';
    await recordManagementAction({ ...deed, action: 'server.consent.failed', detail: { ...detail, code } });
    throw error;
  }
}
