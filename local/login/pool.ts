/** Reads what the user pool's template says of passwords and of the invitation's mail. */
import type { Resolve } from '../template/resolve.ts';
import { ofType, type StackTemplate } from '../template/template.ts';

/** What a new password must have (AWS::Cognito::UserPool, PasswordPolicy). */
export interface PasswordPolicy {
  readonly MinimumLength?: number;
  readonly RequireLowercase?: boolean;
  readonly RequireUppercase?: boolean;
  readonly RequireNumbers?: boolean;
  readonly RequireSymbols?: boolean;
  readonly TemporaryPasswordValidityDays?: number;
}

/** The part of the pool that concerns people with a password. */
export interface PoolSettings {
  readonly policy: PasswordPolicy;
  /** Contains `{username}` and `{####}`. */
  readonly mail: { readonly subject: string; readonly body: string };
}

/** Cognito's own, for a pool without settings. */
const DEFAULTS: PoolSettings = {
  policy: { MinimumLength: 8, TemporaryPasswordValidityDays: 7 },
  mail: {
    subject: 'Your temporary password',
    body: 'Your username is {username} and temporary password is {####}.',
  },
};

/** The settings of the template's user pool. */
export function poolSettingsOf(template: StackTemplate, resolve: Resolve): PoolSettings {
  const properties = ofType(template, 'AWS::Cognito::UserPool')[0]?.[1] ?? {};
  const policies = resolve<{ PasswordPolicy?: PasswordPolicy }>(properties['Policies'] ?? {});
  const { InviteMessageTemplate: mail } = resolve<{
    InviteMessageTemplate?: { EmailSubject?: string; EmailMessage?: string };
  }>(properties['AdminCreateUserConfig'] ?? {});
  return {
    policy: { ...DEFAULTS.policy, ...policies.PasswordPolicy },
    mail: {
      subject: mail?.EmailSubject ?? DEFAULTS.mail.subject,
      body: mail?.EmailMessage ?? DEFAULTS.mail.body,
    },
  };
}

const SYMBOLS = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]/;

/** What a password lacks, as a sentence for its owner; undefined when it is good. */
export function passwordFault(password: string, policy: PasswordPolicy): string | undefined {
  const { MinimumLength = 8 } = policy;
  if (password.length < MinimumLength) return `The password must have at least ${MinimumLength} characters.`;
  if (policy.RequireLowercase && !/[a-z]/.test(password)) return 'The password must have a small letter.';
  if (policy.RequireUppercase && !/[A-Z]/.test(password)) return 'The password must have a capital letter.';
  if (policy.RequireNumbers && !/\d/.test(password)) return 'The password must have a digit.';
  if (policy.RequireSymbols && !SYMBOLS.test(password)) return 'The password must have a symbol such as - or !.';
  return undefined;
}
