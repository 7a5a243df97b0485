/** Who may use the dashboard and its API: a Cognito pool with hosted login (PKCE) and the groups admin, editor, viewer. */
import { createHash } from 'node:crypto';
import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  CfnUserPoolGroup,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  OAuthScope,
  UserPool,
  type UserPoolClient,
  type UserPoolDomain,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { ANSWER_READER } from '../../core/api/access.ts';
import type { DeploymentConfig } from '../config.ts';

/** What Cognito refuses in a domain prefix (Amazon Cognito developer guide, prefix domains). */
const RESERVED = /aws|amazon|cognito/;
/** A prefix has 63 characters; the account, the longest region and two hyphens take 28. */
const LONGEST_PREFIX = 35;

/**
 * First label of the hosted login's address. These are unique in a region, so they are named after the stack: an account may hold
 * several.
 */
export function loginPrefix({ stackName }: DeploymentConfig): string {
  const name = stackName.toLowerCase();
  const isUsable = name.length <= LONGEST_PREFIX && !RESERVED.test(name);
  const own = isUsable ? name : `portcullis-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
  return `${own}-${Aws.ACCOUNT_ID}-${Aws.REGION}`;
}

/** The user pool, its hosted login and its client for the dashboard. */
export class Login extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;
  readonly domain: UserPoolDomain;
  /** Issuer of the tokens that the API accepts. */
  readonly issuer: string;

  constructor(scope: Construct, id: string, props: { config: DeploymentConfig; edgeUrls: readonly string[] }) {
    super(scope, id);
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
      },
      removalPolicy: props.config.retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    for (const [name, description] of [
      ['admin', 'Deletes servers, changes settings, sees members, and all that editors do'],
      ['editor', 'Makes and changes servers, tools and tokens'],
      ['viewer', 'Reads'],
      [ANSWER_READER, 'Reads answers that are kept; beside one of the others'],
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
    this.client = this.pool.addClient('Dashboard', {
      generateSecret: false,
      preventUserExistenceErrors: true,
      // Named, because an app client that names none gets those of Cognito's choice, sign-in without the hosted page among them: its
      // tokens may change their owner's attributes. What is left is what CDK adds of itself, the refreshing of tokens.
      authFlows: { userSrp: false },
      // Nobody renames themselves. An empty list counts as none given, which is all standard attributes; so it names one that nothing reads.
      writeAttributes: new ClientAttributes().withStandardAttributes({ locale: true }),
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: props.edgeUrls.map((url) => `${url}/`),
        logoutUrls: props.edgeUrls.map((url) => `${url}/`),
      },
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.hours(props.config.sessionHours),
      enableTokenRevocation: true,
    });
    this.issuer = `https://cognito-idp.${Aws.REGION}.amazonaws.com/${this.pool.userPoolId}`;
  }
}
