/**
 * The owner's identity provider (OpenID Connect or SAML) in front of the user pool, and the function that turns its groups into roles. The
 * client secret is read from Secrets Manager by CloudFormation and stands in no template.
 */
import { Duration } from 'aws-cdk-lib';
import {
  type CfnUserPool,
  CfnUserPoolIdentityProvider,
  LambdaVersion,
  type UserPool,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { GROUPS_ATTRIBUTE } from '../../core/auth/oauth/providerGroups.ts';
import type { DeploymentConfig } from '../config.ts';
import { CodeFunction } from './code-function.ts';

/** Whether people sign in through a provider of the owner. */
export const hasProvider = ({ oidc, saml }: DeploymentConfig): boolean => oidc !== undefined || saml !== undefined;

/** What begins the user names of the provider's people, for the function that finds them. */
export const providerVariables = (config: DeploymentConfig): { PROVIDER_NAME?: string } =>
  hasProvider(config) ? { PROVIDER_NAME: providerOf(config).providerName } : {};

/** For the functions that read people's groups from the user pool. */
export const groupVariables = (config: DeploymentConfig): { GROUP_ROLES?: string; PASSWORDS?: string } =>
  hasProvider(config)
    ? { GROUP_ROLES: JSON.stringify(config.groupRoles), ...(!config.passwords && { PASSWORDS: 'false' }) }
    : {};

/** The provider and the function of its groups. */
export class IdentityProvider extends Construct {
  readonly provider: CfnUserPoolIdentityProvider;

  constructor(scope: Construct, id: string, { pool, config }: { pool: UserPool; config: DeploymentConfig }) {
    super(scope, id);
    const shared = { userPoolId: pool.userPoolId };
    this.provider = new CfnUserPoolIdentityProvider(this, 'Provider', { ...shared, ...providerOf(config) });
    const groups = new CodeFunction(this, 'Groups', {
      entry: 'login-groups/handler',
      description: 'Turns groups of the identity provider into roles',
      memory: 128,
      // Cognito waits for five seconds.
      timeout: Duration.seconds(5),
      logRetentionDays: config.logRetentionDays,
      environment: {
        ...groupVariables(config),
        GROUPS_CLAIM: String(providerOf(config).attributeMapping[GROUPS_ATTRIBUTE]),
      },
    });
    pool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, groups, LambdaVersion.V2_0);
    // CDK has no operation for it yet. The permission of the trigger above is for the pool, whatever it calls the function for.
    (pool.node.defaultChild as CfnUserPool).addPropertyOverride('LambdaConfig.InboundFederation', {
      LambdaArn: groups.functionArn,
      LambdaVersion: 'V1_0',
    });
  }
}

function providerOf({ oidc, saml }: DeploymentConfig) {
  if (oidc) {
    const { name, issuer, clientId, clientSecret, clientSecretVersion, scopes, groupsClaim } = oidc;
    const version = clientSecretVersion === undefined ? '' : `:::${clientSecretVersion}`;
    return {
      providerName: name,
      providerType: 'OIDC',
      providerDetails: {
        oidc_issuer: issuer,
        client_id: clientId,
        client_secret: `{{resolve:secretsmanager:${clientSecret}:SecretString${version}}}`,
        authorize_scopes: scopes.join(' '),
        attributes_request_method: 'GET',
      },
      attributeMapping: {
        username: 'sub',
        email: 'email',
        email_verified: 'email_verified',
        name: 'name',
        [GROUPS_ATTRIBUTE]: groupsClaim,
      },
    };
  }
  if (!saml) throw new Error('There is no identity provider.');
  const { name, metadataUrl, emailAttribute, emailVerifiedAttribute, nameAttribute, groupsAttribute } = saml;
  return {
    providerName: name,
    providerType: 'SAML',
    providerDetails: { MetadataURL: metadataUrl, IDPSignout: 'false', EncryptedResponses: 'false', IDPInit: 'false' },
    attributeMapping: {
      email: emailAttribute,
      ...(emailVerifiedAttribute && { email_verified: emailVerifiedAttribute }),
      name: nameAttribute,
      [GROUPS_ATTRIBUTE]: groupsAttribute,
    },
  };
}
