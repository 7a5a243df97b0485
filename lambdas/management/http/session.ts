/**
 * Identifies the caller. API Gateway's JWT authorizer has verified signature, issuer, audience and expiry before the function runs; only
 * the claims are read here. Groups arrive as an array or, with HTTP APIs, as the text `[admin editor]`. The name of a group in a user pool
 * may contain commas and brackets, but no blanks (Cognito API, CreateGroup).
 */
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import type { Route } from '../../../core/api/routes/index.ts';
import { givesRoles, groupRolesOf } from '../../../core/auth/oauth/providerGroups.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import type { Person } from '../../../core/lib/person.ts';
import { type Right, type Role, right } from '../../../core/model/roles.ts';

/** Somebody who can log in. */
export interface Visitor extends Person {
  readonly email?: string;
  readonly role?: Role;
  readonly rights: readonly Right[];
  /** Name in the user pool. */
  readonly username: string;
  /** All groups in the user pool, including ones that give no role. */
  readonly groups: readonly string[];
  /** When the token was made (`iat`), in seconds since 1970. */
  readonly issuedAt: number;
}

/** The caller, with role and rights. */
export interface Actor extends Visitor {
  readonly role: Role;
}

/** Each role includes those before it. */
export const ROLES: readonly Role[] = ['viewer', 'editor', 'admin'];

/** Rights that a group gives in addition to the role. */
export const RIGHTS: readonly Right[] = right.options;

/** The groups of the user pool that give roles and rights. */
export const GIVING_GROUPS: readonly string[] = [...ROLES, ...RIGHTS];

/** The highest role that the groups give. */
export const roleOf = (groups: readonly string[]): Role | undefined => ROLES.findLast((name) => groups.includes(name));

/** Throws PortcullisError `no_login` or `no_role`. */
export function actorOf(event: APIGatewayProxyEventV2WithJWTAuthorizer): Actor {
  const visitor = visitorOf(event);
  const { role } = visitor;
  if (!role) {
    throw new PortcullisError(
      'no_role',
      givesRoles(groupRolesOf(process.env['GROUP_ROLES']))
        ? 'You are logged in, but your identity provider named no group of yours that gives a role here. Ask whoever runs it to add you to one and to send your groups with each sign-in.'
        : 'You are logged in but in none of the groups admin, editor and viewer. Ask an admin to add you to one.',
    );
  }
  return { ...visitor, role };
}

/** Anybody who is logged in, with or without a role. Throws PortcullisError `no_login`. */
export function visitorOf(event: APIGatewayProxyEventV2WithJWTAuthorizer): Visitor {
  const claims = event.requestContext.authorizer?.jwt?.claims as Record<string, unknown> | undefined;
  if (!claims) throw new PortcullisError('no_login', 'Log in first and send the access token as a bearer token.');
  const groups = groupsOf(claims['cognito:groups']);
  const role = roleOf(groups);
  const text = (name: string) =>
    typeof claims[name] === 'string' ? (claims[name] as string).slice(0, 200) : undefined;
  const id = text('sub');
  if (!id) throw new PortcullisError('no_login', 'The token of the login has no subject. Log in again.');
  // An address that is not verified may be made up, or somebody else's.
  const email = isTrue(claims['email_verified']) ? text('email') : undefined;
  // Set when the person was added to the pool, and never changed. In a pool with sign-in by e-mail it is the subject again.
  const username = text('cognito:username') ?? text('username');
  const name = email ?? (username === id ? undefined : username);
  return {
    id,
    ...(name && { name }),
    ...(email && { email }),
    ...(role && { role }),
    username: username ?? id,
    groups,
    rights: RIGHTS.filter((each) => groups.includes(each)),
    issuedAt: Number(claims['iat']),
  };
}

const isRole = (access: Route['access']): access is Role => ROLES.includes(access as Role);

/** Whether somebody with this role, or none, may call the routes of `access`. */
export const reaches = (role: Role | undefined, access: Role): boolean =>
  role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(access);

/** Throws PortcullisError `role_required` when the route needs a higher role, `right_required` when it needs a right. */
export function demand(actor: Visitor, { access, right: needed }: Pick<Route, 'access' | 'right'>): void {
  if (isRole(access) && !reaches(actor.role, access)) {
    throw new PortcullisError('role_required', `This requires the role ${access}; you have ${actor.role ?? 'none'}.`);
  }
  if (needed && !actor.rights.includes(needed)) {
    throw new PortcullisError(
      'right_required',
      `This requires the group ${needed}. Ask whoever administers the user pool.`,
    );
  }
}

/** HTTP APIs pass claims as text. */
const isTrue = (claim: unknown): boolean => claim === true || claim === 'true';

function groupsOf(claim: unknown): string[] {
  if (Array.isArray(claim)) return claim.map(String);
  if (typeof claim !== 'string') return [];
  const list = /^\[(.*)\]$/s.exec(claim)?.[1] ?? claim;
  return list.split(/\s+/).filter(Boolean);
}
