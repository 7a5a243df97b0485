/**
 * What guards changes of people: the setting `invitations`, roles that the provider's groups give, rights that only their holders can give,
 * the last admin, and the lease by which one request at a time changes people.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { overlay } from '../../../aws/provisioned.ts';
import { type DirectoryUser, listUsers } from '../../../aws/services/directory.ts';
import { returnLease, takeLease } from '../../../aws/tables/invitations.ts';
import { givesRoles, groupRolesOf } from '../../../core/auth/oauth/providerGroups.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import { randomBase62 } from '../../../core/lib/ids.ts';
import { pagesOf } from '../../../core/lib/pages.ts';
import type { InvitationWay } from '../../../core/model/invitations.ts';
import type { Right } from '../../../core/model/roles.ts';
import { Refused } from '../http/errors.ts';
import type { Actor } from '../http/session.ts';
import { isManaged, memberView } from './members.ts';

const WAIT_MS = 100;
const TRIES = 50;

/** Throws Refused `members_fixed` where the deployment leaves people to the user pool. */
export function checkManaged(): void {
  if (isManaged()) return;
  throw new Refused(
    'members_fixed',
    'This deployment does not change people (invitations=false). Change them in the user pool.',
  );
}

/** Whether groups of the owner's identity provider give the roles of its people. */
export const providerGivesRoles = (): boolean => givesRoles(groupRolesOf(process.env['GROUP_ROLES']));

/** Throws Refused `scim_off` where nobody signs in through a provider, so that there is nobody to be provisioned. */
export function checkProvider(): void {
  if (process.env['GROUP_ROLES'] !== undefined) return;
  throw new Refused(
    'scim_off',
    'SCIM provisions people of an identity provider, and this deployment has none (oidc or saml). Invite people instead.',
  );
}

/** How people can be invited. */
export function invitationWays(): InvitationWay[] {
  if (!isManaged()) return [];
  const hasProvider = process.env['GROUP_ROLES'] !== undefined;
  return [
    ...(process.env['PASSWORDS'] === 'false' ? [] : (['password'] as const)),
    ...(hasProvider && !providerGivesRoles() ? (['provider'] as const) : []),
  ];
}

/** The error for a role that only the provider's groups give. */
export const rolesFromProvider = () =>
  new Refused(
    'roles_from_provider',
    'Groups of the identity provider give its people their roles (groupRoles). Add the person to a group there, or remove them from it; locking them out works here as well.',
  );

/** Throws PortcullisError `right_not_yours`: nobody gives more than they have. */
export function checkGivable(actor: Pick<Actor, 'rights'>, rights: readonly Right[]): void {
  const missing = rights.filter((right) => !actor.rights.includes(right));
  if (missing.length === 0) return;
  throw new PortcullisError(
    'right_not_yours',
    `You can give only rights that you have, and you lack ${missing.join(', ')}. Ask somebody who has it, or whoever administers the user pool.`,
  );
}

/**
 * Throws Refused `last_admin` unless somebody else than `person` is an admin and can log in. Within the lease, so that nobody else stops
 * being one meanwhile.
 */
export async function checkOtherAdmin(person: string): Promise<void> {
  const laid = await overlay();
  if (!(await hasAdmin((user) => (user.id === person ? undefined : laid(user))))) throw lastAdmin();
}

/** Whether somebody is an admin and can log in. @param laid the user as they are to be judged; undefined for who does not count */
export async function hasAdmin(laid: (user: DirectoryUser) => DirectoryUser | undefined): Promise<boolean> {
  const read = (cursor: string | undefined) => listUsers(['admin'], cursor);
  for await (const { users } of pagesOf(read, ({ cursor }) => cursor)) {
    const views = users.flatMap((user) => laid(user) ?? []).map(memberView);
    if (views.some(({ role, status }) => role === 'admin' && status === 'active')) return true;
  }
  return false;
}

/** The error for a change after which no admin could log in. */
export const lastAdmin = () =>
  new Refused('last_admin', 'This is the only admin who can log in. Make somebody else an admin first.');

/** Runs `work` while no other request changes people. Throws Refused `members_busy` after five seconds. */
export async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  const holder = randomBase62(16);
  for (let tries = 0; !(await takeLease(holder)); tries++) {
    if (tries === TRIES) {
      throw new Refused('members_busy', 'Somebody else is changing people at the moment. Try again in a few seconds.');
    }
    await sleep(WAIT_MS);
  }
  try {
    return await work();
  } finally {
    await returnLease(holder);
  }
}
