/**
 * AWS CLI commands that add a person to the user pool, change the role or remove the person. Addresses come from the directory and from a
 * form, so each is quoted as one shell word.
 */
import type { Member, Right, Role, UserPool } from '../api/types.ts';
import { shellWord as word } from './shell-word.ts';

/** Without characters that have a meaning in the shorthand syntax of `--user-attributes`. */
export const isPlainEmail = (text: string): boolean => /^[^\s@,='"\\]+@[^\s@,='"\\]+$/.test(text);

const command = ({ id, region }: UserPool, name: string, user: string, ...more: string[]): string =>
  [
    `aws cognito-idp ${name} --region ${word(region)} --user-pool-id ${word(id)} --username ${word(user)}`,
    ...more,
  ].join(' ');

/** The user name in the pool. */
const userOf = ({ email, id }: Pick<Member, 'email' | 'id'>): string => email ?? id;

export const addingCommands = (pool: UserPool, email: string, role: Role): string =>
  [
    command(
      pool,
      'admin-create-user',
      email,
      '--desired-delivery-mediums EMAIL',
      '\\\n ',
      `--user-attributes ${word(`Name=email,Value=${email}`)} Name=email_verified,Value=true`,
    ),
    command(pool, 'admin-add-user-to-group', email, `--group-name ${role}`),
  ].join('\n');

/** Sessions are ended last, so that the next sign-in gets the new role. */
export const roleCommands = (pool: UserPool, member: Member, role: Role): string => {
  const user = userOf(member);
  const others = member.groups.filter((group) => group !== role);
  return [
    ...(member.groups.includes(role) ? [] : [command(pool, 'admin-add-user-to-group', user, `--group-name ${role}`)]),
    ...others.map((group) => command(pool, 'admin-remove-user-from-group', user, `--group-name ${group}`)),
    command(pool, 'admin-user-global-sign-out', user),
  ].join('\n');
};

/** Disabled first; otherwise the person could sign in again in between. */
export const lockingCommands = (pool: UserPool, member: Member): string =>
  [
    command(pool, 'admin-disable-user', userOf(member)),
    command(pool, 'admin-user-global-sign-out', userOf(member)),
  ].join('\n');

export const unlockingCommands = (pool: UserPool, member: Member): string =>
  command(pool, 'admin-enable-user', userOf(member));

export const removingCommands = (pool: UserPool, member: Member): string =>
  command(pool, 'admin-delete-user', userOf(member));

/** A right in addition to the role. Sessions are ended last, as for a role. */
export const rightCommands = (pool: UserPool, member: Member, right: Right): string => {
  const user = userOf(member);
  const verb = member.rights.includes(right) ? 'admin-remove-user-from-group' : 'admin-add-user-to-group';
  return [command(pool, verb, user, `--group-name ${right}`), command(pool, 'admin-user-global-sign-out', user)].join(
    '\n',
  );
};
