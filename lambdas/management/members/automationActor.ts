/**
 * Who calls with an automation key: the key itself, with its role and no right beside it. It is no person: what people do for themselves, such as
 * letting an MCP client sign in, is closed to it, and so are members, keys and the clients that get tokens of their own, so that whoever has
 * stolen one can make no login and no other key. Looked up by its id with a strongly consistent read and compared by its HMAC, so
 * that a revoked one is refused from the next request on.
 */
import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { tokenHashKey } from '../../../aws/services/keys.ts';
import { type AutomationKeyRow, readAutomationKey } from '../../../aws/tables/automationKeys.ts';
import { automationKeyRoutes } from '../../../core/api/routes/automationKeys.ts';
import type { RouteId } from '../../../core/api/routes/index.ts';
import { memberRoutes } from '../../../core/api/routes/members.ts';
import { AUTOMATION_PATH, parseAutomationKey } from '../../../core/auth/automationKeys.ts';
import { hashToken } from '../../../core/auth/tokens/format.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import { type Standing, standingOf } from '../../../core/model/projects.ts';
import type { Role } from '../../../core/model/roles.ts';
import type { Match } from '../http/router.ts';
import type { Actor } from '../http/session.ts';
import { isGood } from './automationKeys.ts';

type Event = Pick<APIGatewayProxyEventV2WithJWTAuthorizer, 'headers'>;

const CLOSED = new Set<RouteId>([
  ...(Object.keys(memberRoutes) as (keyof typeof memberRoutes)[]).filter((id) => id !== 'tryGovernance'),
  ...(Object.keys(automationKeyRoutes) as (keyof typeof automationKeyRoutes)[]),
  'createOauthClient',
  'rotateOauthClient',
  'createProject',
  'getProject',
  'changeProject',
  'deleteProject',
  'changeProjectFloor',
  'decideChangeRequest',
]);
/** Routes whose caller is a person or a connection token, not somebody with a role. */
const isOfOthers = ({ access }: Match['route']): boolean => access === 'person' || access === 'token';

/** The path in the table of routes, and whether the request came by the way of automation keys. */
export const routedPath = (rawPath: string): { readonly path: string; readonly isAutomation: boolean } =>
  rawPath.startsWith(`${AUTOMATION_PATH}/`)
    ? { path: rawPath.slice(AUTOMATION_PATH.length), isAutomation: true }
    : { path: rawPath, isAutomation: false };

/** What a key may do: with a project, its role there and nothing elsewhere; without, what a group of its role may. */
export const standingOfKey = ({ keyId: id, role, project }: AutomationKeyRow & { readonly role: Role }): Standing =>
  project === undefined ? standingOf({ id, groups: [role] }, []) : { roles: new Map([[project, role]]) };

/** The good key that a request has. Throws PortcullisError `key_not_accepted`. */
export async function presentedKey({ headers }: Event): Promise<AutomationKeyRow> {
  const value = /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const parsed = parseAutomationKey(value);
  const row = parsed && (await readAutomationKey(parsed.keyId));
  const hash = row && hashToken(await tokenHashKey(), value);
  if (!row || !hash || !timingSafeEqual(Buffer.from(hash), Buffer.from(row.keyHash)) || !isGood(row)) {
    throw new PortcullisError(
      'key_not_accepted',
      'The automation key is unknown, revoked or expired. Ask an admin for another one.',
    );
  }
  return row;
}

/** Who calls with a key. Throws PortcullisError `key_not_accepted` and `key_not_allowed`. */
export async function automationActor(event: Event, { id, route }: Pick<Match, 'id' | 'route'>): Promise<Actor> {
  const row = await presentedKey(event);
  const { role } = row;
  if (role === 'scim') throw new PortcullisError('key_not_allowed', 'This key is for SCIM alone, at /scim/v2.');
  if (CLOSED.has(id) || isOfOthers(route)) {
    throw new PortcullisError(
      'key_not_allowed',
      'Automation keys are not for members, invitations, keys, projects, new OAuth clients and secrets of them, and what people do for themselves. Log in for this.',
    );
  }
  return {
    id: row.keyId,
    name: `automation key ${row.label}`,
    username: row.keyId,
    maker: row.createdBy,
    role,
    standing: standingOfKey({ ...row, role }),
    rights: [],
    groups: [],
    issuedAt: Date.parse(row.createdAt) / 1_000,
  };
}
