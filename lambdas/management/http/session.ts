/**
 * Identifies the caller. API Gateway's JWT authorizer has verified signature, issuer, audience and expiry before the function runs; only
 * the claims are read here. Groups arrive as an array or, with HTTP APIs, as the text `[admin editor]`. The name of a group in a user pool
 * may contain commas and brackets, but no blanks (Cognito API, CreateGroup).
 */
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { givesRoles, groupRolesOf } from '../../../core/auth/oauth/providerGroups.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import type { Person } from '../../../core/lib/person.ts';
import { highestRole, roleOfGroups, type Standing } from '../../../core/model/projects.ts';
import { RIGHTS, type Right, ROLES, type Role } from '../../../core/model/roles.ts';

/** Somebody who can log in. */
export interface Visitor extends Person {
  readonly email?: string;
  /** What their groups give, without those of projects. */
  readonly role?: Role;
  readonly rights: readonly Right[];
  /** Name in the user pool. */
  readonly username: string;
  /** All groups in the user pool, including ones that give no role. */
  readonly groups: readonly string[];
  /** When the token was made (`iat`), in seconds since 1970. */
  readonly issuedAt: number;
}

/** The caller, with the role at the place of the request (standing.ts), and rights. */
export interface Actor extends Visitor {
  readonly role: Role;
  /** What they may do in each project. */
  readonly standing: Standing;
}

/** The groups of the user pool that give roles and rights. */
export const GIVING_GROUPS: readonly string[] = [...ROLES, ...RIGHTS];

/** Somebody who has a role somewhere. Throws PortcullisError `no_role`. */
export function actorOf(visitor: Visitor, standing: Standing): Actor {
  const role = highestRole(standing);
  if (!role) {
    throw new PortcullisError(
      'no_role',
      givesRoles(groupRolesOf(process.env['GROUP_ROLES']))
        ? 'You are logged in, but your identity provider named no group of yours that gives a role here. Ask whoever runs it to add you to one and to send your groups with each sign-in.'
        : 'You are logged in but in none of the groups admin, editor and viewer. Ask an admin to add you to one.',
    );
  }
  return { ...visitor, role, standing };
}

/** Anybody who is logged in, with or without a role. Throws PortcullisError `no_login`. */
export function visitorOf(event: APIGatewayProxyEventV2WithJWTAuthorizer): Visitor {
  const claims = event.requestContext.authorizer?.jwt?.claims as Record<string, unknown> | undefined;
  if (!claims) throw new PortcullisError('no_login', 'Log in first and send the access token as a bearer token.');
  const text = (name: string) =>
    typeof claims[name] === 'string' ? (claims[name] as string).slice(0, 200) : undefined;
  const id = text('sub');
  if (!id) throw new PortcullisError('no_login', 'The token of the login has no subject. Log in again.');
  // An address that is not verified may be made up, or somebody else's.
  const email = isTrue(claims['email_verified']) ? text('email') : undefined;
  // Set when the person was added to the pool, and never changed. In a pool with sign-in by e-mail it is the subject again.
  const username = text('cognito:username') ?? text('username');
  const name = email ?? (username === id ? undefined : username);
  const visitor = {
    id,
    ...(name && { name }),
    ...(email && { email }),
    username: username ?? id,
    issuedAt: Number(claims['iat']),
  };
  return withGroups(visitor, groupsOf(claims['cognito:groups']));
}

/** Somebody with these groups, and with what they give. */
export function withGroups(
  { role: _, ...visitor }: Omit<Visitor, 'groups' | 'rights'>,
  groups: readonly string[],
): Visitor {
  const role = roleOfGroups(groups);
  const rights = RIGHTS.filter((each) => groups.includes(each));
  return { ...visitor, ...(role && { role }), groups, rights };
}

/** HTTP APIs pass claims as text. */
const isTrue = (claim: unknown): boolean => claim === true || claim === 'true';

function groupsOf(claim: unknown): string[] {
  if (Array.isArray(claim)) return claim.map(String);
  if (typeof claim !== 'string') return [];
  const list = /^\[(.*)\]$/s.exec(claim)?.[1] ?? claim;
  return list.split(/\s+/).filter(Boolean);
}
