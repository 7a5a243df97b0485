/**
 * Set-up links: whoever opens one sets up a client without a login, and no token goes through chat or mail. The token does not exist before.
 * A link opens once, for 15 minutes, and not when whoever made it has lost their access since. Why one is refused is not told: all that is
 * known of the visitor is the link.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { auditItem } from '../../../aws/audit.ts';
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { readSettings } from '../../../aws/tables/settings.ts';
import { putSetupLink, readSetupLink, type SetupLinkRow, takeSetupLink } from '../../../aws/tables/setupLinks.ts';
import { ROUTES } from '../../../core/api/routes/index.ts';
import { SETUP_PATH } from '../../../core/auth/oauth/addresses.ts';
import { hasCode, PortcullisError } from '../../../core/lib/errors.ts';
import { isoNow, newSetupLinkId, randomBase62, SETUP_LINK_ID } from '../../../core/lib/ids.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { reaches } from '../../../core/model/projects.ts';
import { isEndless } from '../../../core/model/secondPerson.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import { refuseEnded } from '../http/endedLogins.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { rulesAt } from '../http/secondPerson.ts';
import { roleAt } from '../http/standing.ts';
import { knownServer } from '../serverRow/load.ts';
import { ofNewToken, ofToken, refuseBelow } from '../settings/floorCheck.ts';
import {
  auditedPlan,
  type ConnectionPlan,
  demandForToken,
  makeConnection,
  openServer,
  planOf,
} from './makeConnection.ts';

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Handlers of these routes. */
export const setupLinks: HandlersOf<'createSetupLink' | 'withdrawSetupLink' | 'openSetupLink'> = {
  createSetupLink: async ({ params, body, actor }) => {
    const server = await openServer(params.id);
    const plan = await planOf(params.id, body);
    await demandForToken(server, plan);
    // So that it opens where a second person has approved the token, or none was needed.
    const isAllowed = await needsApproval(server, plan);
    const linkId = newSetupLinkId();
    const secret = randomBase62(43);
    const until = Date.now() + LIMITS.setupLinkMs;
    const { id, name, maker, issuedAt } = actor;
    const by = { id, ...(name !== undefined && { name }), ...(maker !== undefined && { maker }), issuedAt };
    const groups = maker === undefined && { groups: [...actor.groups] };
    const row = {
      linkId,
      secretHash: hashOf(secret),
      serverId: params.id,
      ...plan,
      by,
      ...groups,
      until,
      ...(isAllowed && { isEndlessAllowed: true as const }),
    };
    const detail = { linkId, ...(await auditedPlan(params.id, plan)) };
    await putSetupLink(row, auditItem({ ...deedOf(server), actor, action: 'setupLink.create', detail }));
    await refuseEnded(actor, () => takeSetupLink(linkId, 0));
    return {
      id: linkId,
      url: `${requireEnvironment('EDGE_URL')}${SETUP_PATH}#${linkId}.${secret}`,
      expiresAt: isoNow(until),
    };
  },

  withdrawSetupLink: async ({ params, actor }) => {
    const server = await knownServer(params.id);
    const row = await readSetupLink(params.linkId);
    if (row?.serverId !== params.id) throw notFound('setup_link');
    const detail = { linkId: params.linkId, label: row.label };
    const entry = auditItem({ ...deedOf(server), actor, action: 'setupLink.withdraw', detail });
    if (!(await takeSetupLink(params.linkId, Date.now(), entry))) throw notFound('setup_link');
  },

  openSetupLink: async ({ body }) => {
    const row = await opened(body.link);
    const { linkId, serverId, by, label, expiresAt, scopes, limits } = row;
    try {
      const server = await openServer(serverId);
      const plan = { label, ...(expiresAt && { expiresAt }), ...(scopes && { scopes }), ...(limits && { limits }) };
      // The floor may be higher than when the link was made.
      if (!row.isEndlessAllowed && (await needsApproval(server, plan))) throw invalid();
      await refuseBelow([ofToken(plan), ofNewToken(plan)], { route: 'openSetupLink', actor: by, serverId });
      const shown = await makeConnection({ server, plan, actor: by, detail: { setupLink: linkId } });
      return { server: { name: server.name }, ...shown };
    } catch (error) {
      if (hasCode(error, 'login_ended', 'server_not_found', 'server_deleting')) throw invalid();
      // It made nothing, so it can be opened again once a token is revoked or AWS is there again.
      if (!(error instanceof PortcullisError) || error instanceof Refused) await putSetupLink(row);
      throw error;
    }
  },
};

const deedOf = ({ serverId, name }: { readonly serverId: string; readonly name: string }) => ({
  serverId,
  serverName: name,
});

/** Takes the link with this secret. Throws PortcullisError `setup_link_invalid`. */
async function opened(link: string): Promise<SetupLinkRow> {
  const [linkId = '', secret = ''] = link.split('.');
  const row = SETUP_LINK_ID.test(linkId) ? await readSetupLink(linkId) : undefined;
  // A wrong secret must not use up the link.
  if (!row || !timingSafeEqual(Buffer.from(row.secretHash), Buffer.from(hashOf(secret)))) throw invalid();
  await refuseEnded(row.by).catch((error: unknown) => {
    throw hasCode(error, 'login_ended') ? invalid() : error;
  });
  if (!(await mayStillMake(row))) throw invalid();
  if (!(await takeSetupLink(linkId, Date.now()))) throw invalid();
  return row;
}

/** Whether a second person has to approve such a token at this server. */
const needsApproval = async ({ project }: ServerRow, { expiresAt }: ConnectionPlan): Promise<boolean> =>
  isEndless(expiresAt, Date.now()) && rulesAt(await readSettings(), project).includes('tokens');

/** Whether the maker has the role in the server's project as it is now. */
async function mayStillMake({ by, groups, serverId }: SetupLinkRow): Promise<boolean> {
  if (!groups) return true;
  return reaches(await roleAt({ id: by.id, groups }, serverId), ROUTES.createSetupLink.access);
}

const invalid = () =>
  new PortcullisError(
    'setup_link_invalid',
    'This link cannot be opened: it was opened before, has expired or was withdrawn. Ask whoever sent it for another one.',
  );
