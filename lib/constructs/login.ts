/** The login of the dashboard and its API: a Cognito user pool with hosted login (PKCE) and the groups of roles. */
import { createHash } from 'node:crypto';
import { Aws, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import {
  type CfnUserPool,
  CfnUserPoolGroup,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  OAuthScope,
  StringAttribute,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
  type UserPoolDomain,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { GROUPS_LENGTH } from '../../core/auth/oauth/providerGroups.ts';
import { INVITATION_DAYS } from '../../core/model/invitations.ts';
import { ANSWER_READER, AUDITOR } from '../../core/model/roles.ts';
import { hostOf } from '../config/mail.ts';
import type { DeploymentConfig } from '../config.ts';
import { hasProvider, IdentityProvider } from './identity-provider.ts';
import { keptAndProtected } from './kept.ts';

/** Words that Cognito refuses in a domain prefix (Amazon Cognito developer guide, prefix domains). */
const RESERVED = /aws|amazon|cognito/;
/** A prefix has at most 63 characters; the account, the longest region and two hyphens need 28. */
const MAX_PREFIX_LENGTH = 35;

/**
 * The domain prefix of the hosted login, which must be unique in the region. Contains the stack's name, because an account
 * may have several stacks.
 */
export function loginPrefix({ stackName }: DeploymentConfig): string {
  const name = stackName.toLowerCase();
  const isUsable = name.length <= MAX_PREFIX_LENGTH && !RESERVED.test(name);
  const own = isUsable ? name : `portcullis-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
  return `${own}-${Aws.ACCOUNT_ID}-${Aws.REGION}`;
}

const providersOf = (
  { provider }: IdentityProvider,
  { passwords }: DeploymentConfig,
): UserPoolClientIdentityProvider[] => [
  ...(passwords ? [UserPoolClientIdentityProvider.COGNITO] : []),
  UserPoolClientIdentityProvider.custom(provider.providerName),
];

/**
 * The mail with the temporary password and the dashboard's address (Amazon Cognito developer guide, customizing user invitation messages).
 */
function invitationMail({ invitationMail: own }: DeploymentConfig, edgeUrl: string) {
  return {
    emailSubject: own?.subject ?? 'You are invited to Portcullis',
    emailBody:
      own?.body ??
      [
        `<p>You are invited to Portcullis. Sign in at <a href="${edgeUrl}/">${edgeUrl}</a> within ${INVITATION_DAYS} days and set your password.</p>`,
        '<p>E-mail: {username}<br>Temporary password: {####}</p>',
        '<p>If you expected no invitation, ignore this mail.</p>',
      ].join(''),
  };
}

/**
 * Who sends the mails. Cognito uses SES by a role that AWS keeps for it (AWSServiceRoleForAmazonCognitoIdpEmailService), so that the identity
 * needs no policy. CDK's `UserPoolEmail.withSES` wants to know the region while it synthesizes.
 */
function sendBySes(
  pool: UserPool,
  { from, name, identity = hostOf(from), region }: NonNullable<DeploymentConfig['mail']>,
): void {
  (pool.node.defaultChild as CfnUserPool).emailConfiguration = {
    emailSendingAccount: 'DEVELOPER',
    from: name === undefined ? from : `${name} <${from}>`,
    sourceArn: Stack.of(pool).formatArn({
      service: 'ses',
      resource: 'identity',
      resourceName: identity,
      ...(region !== undefined && { region }),
    }),
  };
}

/** The user pool, its hosted login and its client for the dashboard. */
export class Login extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;
  readonly domain: UserPoolDomain;
  /** Issuer of the tokens that the API accepts. */
  readonly issuer: string;

  constructor(
    scope: Construct,
    id: string,
    props: { config: DeploymentConfig; edgeUrls: readonly [string, ...string[]] },
  ) {
    super(scope, id);
    const { config, edgeUrls } = props;
    this.pool = new UserPool(this, 'Pool', {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      featurePlan: FeaturePlan.ESSENTIALS,
      mfa: props.config.mfa === 'required' ? Mfa.REQUIRED : Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 14,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(INVITATION_DAYS),
      },
      userInvitation: invitationMail(config, edgeUrls[0]),
      ...keptAndProtected(config),
      // Also without a provider: Cognito never removes an attribute, so that one could not be taken out again.
      customAttributes: { groups: new StringAttribute({ mutable: true, maxLen: GROUPS_LENGTH }) },
    });
    if (config.mail) sendBySes(this.pool, config.mail);
    for (const [name, description] of [
      ['admin', 'Deletes servers, changes settings, invites and removes members, and all that editors do'],
      ['editor', 'Makes and changes servers, tools and tokens'],
      ['viewer', 'Reads'],
      [ANSWER_READER, 'Reads answers that are kept; beside one of the others'],
      [AUDITOR, 'Reads everything in every project, and changes nothing'],
    ] as const) {
      new CfnUserPoolGroup(this, `Group-${name}`, {
        userPoolId: this.pool.userPoolId,
        groupName: name,
        description,
      });
    }
    this.domain = this.pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: loginPrefix(props.config) },
    });
    const own = hasProvider(config) ? new IdentityProvider(this, 'Own', { pool: this.pool, config }) : undefined;
    this.client = this.pool.addClient('Dashboard', {
      generateSecret: false,
      ...(own && { supportedIdentityProviders: providersOf(own, config) }),
      preventUserExistenceErrors: true,
      // Without this, Cognito would enable its default flows, which allow sign-in without the hosted page, with tokens that may
      // change the user's attributes. CDK always adds the refresh flow.
      authFlows: { userSrp: false },
      // Users may not change their name or e-mail. An empty list would mean all standard attributes, so it has one that is unused.
      // What a provider says of a person must be in the list, or Cognito refuses the sign-in. It is written by the provider alone, because
      // no token of this client has the scope aws.cognito.signin.user.admin.
      writeAttributes: own
        ? new ClientAttributes()
            .withStandardAttributes({ locale: true, email: true, fullname: true })
            .withCustomAttributes('groups')
        : new ClientAttributes().withStandardAttributes({ locale: true }),
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: edgeUrls.map((url) => `${url}/`),
        logoutUrls: edgeUrls.map((url) => `${url}/`),
      },
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.hours(props.config.sessionHours),
      enableTokenRevocation: true,
    });
    if (own) {
      this.client.node.addDependency(own.provider);
      new CfnOutput(this, 'ProviderCallback', {
        value: `${this.domain.baseUrl()}/${config.saml ? 'saml2' : 'oauth2'}/idpresponse`,
        description: 'What the identity provider has to send people back to',
      });
      if (config.saml) {
        new CfnOutput(this, 'ProviderAudience', {
          value: `urn:amazon:cognito:sp:${this.pool.userPoolId}`,
          description: 'Entity id of the service provider, which the identity provider has to name as the audience',
        });
      }
    }
    this.issuer = `https://cognito-idp.${Aws.REGION}.amazonaws.com/${this.pool.userPoolId}`;
  }
}
