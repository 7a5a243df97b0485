/** The owner's identity provider for people, and the roles that its groups give. */
import { z } from 'zod';
import { ANSWER_READER, AUDITOR } from '../../core/model/roles.ts';
import { httpsUrl, type Refuse, secretArn, secretVersion } from './fields.ts';

/** Characters of `groupRoles` as JSON, because a function's environment has 4 KB. */
const MAX_GROUP_ROLES_LENGTH = 300;

/** Cognito API, CreateIdentityProvider. The name begins user names, before an underscore. */
const providerName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]{2,31}$/, 'is no name of letters, digits and hyphens, 3 to 32 characters long')
  .refine(
    (name) => !/^(cognito|google|facebook|loginwithamazon|signinwithapple)$/i.test(name),
    'is a name that Cognito keeps for itself',
  );

/** The settings. */
export const providerSettings = {
  /**
   * The owner's identity provider for people, by OpenID Connect: issuer, client, ARN of the secret in Secrets Manager whose whole text is
   * the client secret, scopes, and the claim with the names of people's groups. `name` shows on the login and begins user names.
   */
  oidc: z
    .strictObject({
      name: providerName.default('Company'),
      issuer: httpsUrl.refine(
        (url) => !url.endsWith('/') || new URL(url).pathname !== '/',
        'ends in a slash; leave it out',
      ),
      clientId: z.string().min(1).max(200),
      clientSecret: secretArn,
      clientSecretVersion: secretVersion.optional(),
      scopes: z
        .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, 'is no scope'))
        .max(10)
        .default(['openid', 'email', 'profile']),
      groupsClaim: z.string().min(1).max(200).default('groups'),
    })
    .refine(({ scopes }) => scopes.includes('openid'), { path: ['scopes'], message: 'lacks openid' })
    .optional(),
  /** The same by SAML 2.0: address of the provider's metadata, and the names of its attributes. */
  saml: z
    .strictObject({
      // Not that of oidc: Cognito cannot change the type of a provider, so another type needs another name.
      name: providerName.default('CompanySaml'),
      // Amazon Cognito developer guide, things to know about SAML IdPs.
      metadataUrl: httpsUrl.refine(
        (url) => new URL(url).port === '',
        'has a port of its own, which Cognito does not take',
      ),
      emailAttribute: z
        .string()
        .min(1)
        .max(200)
        .default('http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'),
      /** The attribute that is `true` where the provider has verified the address. Invitations of its people need it. */
      emailVerifiedAttribute: z.string().min(1).max(200).optional(),
      nameAttribute: z.string().min(1).max(200).default('http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name'),
      groupsAttribute: z.string().min(1).max(200).default('http://schemas.xmlsoap.org/claims/Group'),
    })
    .optional(),
  /** Which roles and rights the provider's groups give: `{"Engineering": ["editor"], "Platform": ["admin", "answer-reader"]}`. */
  groupRoles: z
    .record(z.string(), z.array(z.enum(['viewer', 'editor', 'admin', ANSWER_READER, AUDITOR])).min(1))
    .refine(
      (roles) => Object.keys(roles).every((name) => /^[^,[\]"\\]{1,128}$/.test(name)),
      'has a group with a comma, a bracket, a quotation mark or a backslash in its name, or a name that is too long',
    )
    .refine(
      (roles) => JSON.stringify(roles).length <= MAX_GROUP_ROLES_LENGTH,
      `has more than ${MAX_GROUP_ROLES_LENGTH} characters`,
    )
    .default({}),
  /**
   * Whether people may also sign in with a password of the user pool. Without, only through the provider, and people of the pool have no
   * groups.
   */
  passwords: z.boolean().default(true),
};

/** The settings of the owner's identity provider belong together. */
export function checkProvider(
  { oidc, saml, groupRoles, passwords }: z.infer<z.ZodObject<typeof providerSettings>>,
  refuse: Refuse,
): void {
  if (oidc && saml) refuse(['saml'], 'cannot go with oidc; name one provider');
  const hasOne = oidc !== undefined || saml !== undefined;
  if (!hasOne && Object.keys(groupRoles).length > 0) refuse(['groupRoles'], 'goes with oidc or saml only');
  if (!hasOne && !passwords) refuse(['passwords'], 'is false, and without oidc or saml nobody could sign in');
  // Somebody has to be able to manage the installation.
  if (hasOne && !passwords && !Object.values(groupRoles).some((roles) => roles.includes('admin'))) {
    refuse(['groupRoles'], 'makes nobody an admin, and passwords is false');
  }
}
