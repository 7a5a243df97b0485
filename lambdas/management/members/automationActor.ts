/**
 * Who calls with an automation key: the key itself, with its role and no right beside it. People, their own sessions and keys are not its affair, so that
 * whoever has stolen one can make no login and no other key. Looked up by its id with a strongly consistent read and compared by its HMAC, so
 * that a revoked one is refused from the next request on.
 */
import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { tokenHashKey } from '../../../aws/services/keys.ts';
import { readAutomationKey } from '../../../aws/tables/automationKeys.ts';
import { automationKeyRoutes } from '../../../core/api/routes/automationKeys.ts';
import type { RouteId } from '../../../core/api/routes/index.ts';
import { memberRoutes } from '../../../core/api/routes/members.ts';
import { sessionRoutes } from '../../../core/api/routes/session.ts';
import { AUTOMATION_PATH, parseAutomationKey } from '../../../core/auth/automationKeys.ts';
import { hashToken } from '../../../core/auth/tokens/format.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import type { Actor } from '../http/session.ts';
import { isGood } from './automationKeys.ts';

type Event = Pick<APIGatewayProxyEventV2WithJWTAuthorizer, 'headers'>;

const OF_PEOPLE = new Set<string>(
  [memberRoutes, automationKeyRoutes, sessionRoutes].flatMap((routes) => Object.keys(routes)),
);
/** Who one is, by which a pipeline finds out whether its key is good. */
OF_PEOPLE.delete('getMe');

/** The path in the table of routes, and whether the request came by the way of automation keys. */
export const routedPath = (rawPath: string): { readonly path: string; readonly isAutomation: boolean } =>
  rawPath.startsWith(`${AUTOMATION_PATH}/`)
    ? { path: rawPath.slice(AUTOMATION_PATH.length), isAutomation: true }
    : { path: rawPath, isAutomation: false };

/** The key that a request has. Throws PortcullisError `key_not_accepted` and `key_not_allowed`. */
export async function automationActor({ headers }: Event, routeId: RouteId): Promise<Actor> {
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
  if (OF_PEOPLE.has(routeId)) {
    throw new PortcullisError(
      'key_not_allowed',
      'Automation keys are not for members, invitations and keys. Log in for this.',
    );
  }
  return {
    id: row.keyId,
    name: `automation key ${row.label}`,
    username: row.keyId,
    role: row.role,
    rights: [],
    groups: [],
    issuedAt: Date.parse(row.createdAt) / 1_000,
  };
}
