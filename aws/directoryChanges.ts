/**
 * Changes of the user directory (directory.ts): invites people, puts them into the groups of roles and rights, locks them out and removes
 * them. Sets no password and changes no attribute of anybody who exists, so that no account can be taken over by it.
 */
import { PortcullisError } from '../core/lib/errors.ts';
import { AwsRefusal, faultNamed, isNamed } from './lib/errors.ts';
import { logWarning, reasonOf } from './lib/log.ts';
import { ask, groupNames } from './services/directory.ts';

/** A user of the pool itself, who logs in with a password. */
export interface PasswordUser {
  readonly username: string;
  /** `sub` of the user's tokens. */
  readonly id: string;
  /** Has not logged in yet, and holds a temporary password. */
  readonly isInvited: boolean;
}

/** The password user with this address; undefined when there is none. */
export async function passwordUser(email: string): Promise<PasswordUser | undefined> {
  try {
    const { Username, UserStatus, UserAttributes } = await ask<{
      Username: string;
      UserStatus?: string;
      UserAttributes?: ReadonlyArray<{ readonly Name: string; readonly Value?: string }>;
    }>('AdminGetUser', { Username: email });
    const id = UserAttributes?.find(({ Name }) => Name === 'sub')?.Value ?? Username;
    return { username: Username, id, isInvited: UserStatus === 'FORCE_CHANGE_PASSWORD' };
  } catch (error) {
    if (isNamed(error, 'UserNotFoundException')) return undefined;
    throw error;
  }
}

/**
 * Makes a password user and has the pool send its mail with a temporary password. Throws `directory_refused`, and `already_member` when
 * there is such a user.
 */
export async function createInvited(email: string): Promise<string> {
  const attributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  // Not repeatable: the second would meet the user that the first one made.
  const { User } = await change<{ User: { Username: string } }>(
    'AdminCreateUser',
    { Username: email, UserAttributes: attributes, DesiredDeliveryMediums: ['EMAIL'] },
    false,
  );
  return User.Username;
}

/** Sends the mail again, with a new temporary password. Throws `directory_refused`. */
export const resendMail = (email: string): Promise<unknown> =>
  change('AdminCreateUser', { Username: email, MessageAction: 'RESEND', DesiredDeliveryMediums: ['EMAIL'] }, false);

/** Puts the user into `wanted` and out of all others of `among`, in this order. Repeating it changes nothing. */
export async function setGroups(username: string, wanted: readonly string[], among: readonly string[]): Promise<void> {
  const inside = await groupNames(username);
  const groupChange = (operation: string, names: readonly string[]) =>
    Promise.all(names.map((GroupName) => change(operation, { Username: username, GroupName })));
  await groupChange(
    'AdminAddUserToGroup',
    wanted.filter((name) => !inside.includes(name)),
  );
  await groupChange(
    'AdminRemoveUserFromGroup',
    inside.filter((name) => among.includes(name) && !wanted.includes(name)),
  );
}

/** Locks a user out or lets them in again. */
export const setEnabled = (username: string, enabled: boolean): Promise<unknown> =>
  change(enabled ? 'AdminEnableUser' : 'AdminDisableUser', { Username: username });

/** Ends the logins of a user: refresh tokens stop working. */
export const signOutUser = (username: string): Promise<unknown> =>
  change('AdminUserGlobalSignOut', { Username: username });

/** Removes a user; one that is gone already counts as removed. */
export async function deleteUser(username: string): Promise<void> {
  try {
    await ask('AdminDeleteUser', { Username: username });
  } catch (error) {
    if (!isNamed(error, 'UserNotFoundException')) throw refusalOf(error);
  }
}

async function change<Output>(operation: string, input: object, isRepeatable = true): Promise<Output> {
  try {
    return await ask<Output>(operation, input, { isRepeatable });
  } catch (error) {
    throw refusalOf(error);
  }
}

/** What to show for an error of the user pool; any other is returned as it is. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof AwsRefusal) || error.status >= 500) return error;
  if (error.name === 'UsernameExistsException') {
    return new PortcullisError('already_member', 'Somebody with this address has an account already.', {
      cause: error,
    });
  }
  // AWS's own words are for the log.
  logWarning('directory_refused', { reason: reasonOf(error) });
  const mail = ['CodeDeliveryFailureException', 'InvalidEmailRoleAccessPolicyException'].includes(error.name);
  return new PortcullisError(
    mail ? 'mail_not_sent' : 'directory_refused',
    mail
      ? 'The user pool could not send the mail. Check its e-mail settings, then send the invitation again.'
      : `The user pool refuses this. ${faultNamed(error.name)?.message ?? REASONS[error.name] ?? 'Its reason is in the log.'}`,
    { cause: error },
  );
}

/** What the pool's refusals mean (Amazon Cognito user pools API, common errors and those of its operations). */
const REASONS: Readonly<Record<string, string>> = {
  NotAuthorizedException: 'The account may not be changed.',
  UserNotFoundException: 'The account is gone.',
  UnsupportedUserStateException: 'The account is in a state in which this cannot be done.',
  ResourceNotFoundException: 'A group of this installation is missing in it.',
};
