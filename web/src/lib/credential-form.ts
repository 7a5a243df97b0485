/**
 * A credential in a form: the fields of all kinds together, so that changing the kind loses nothing. It is not stored; it is kept until
 * it is sent or the page is left.
 */
import type { CLIENT_AUTHENTICATIONS, TOKEN_BODIES } from '../../../core/model/credentialLimits.ts';
import type { CredentialShape, SingleAuthType } from '../api/types.ts';

export interface Key {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
  readonly value: string;
}

/** Fields with a single text. */
export type CredentialField =
  | 'token'
  | 'username'
  | 'password'
  | 'headerName'
  | 'value'
  | 'accessKeyId'
  | 'secretAccessKey'
  | 'sessionToken'
  | 'roleArn'
  | 'region'
  | 'service'
  | 'certificate'
  | 'certificateKey'
  | 'passphrase'
  | 'pkcs12'
  | 'pkcs12Name'
  | 'tokenUrl'
  | 'authorizationUrl'
  | 'authorizationParameters'
  | 'clientId'
  | 'clientSecret'
  | 'clientSecretExpiresAt'
  | 'scope'
  | 'parameters'
  | 'refreshToken'
  | 'privateKey'
  | 'issuer'
  | 'subject'
  | 'keyId'
  | 'assertionAudience'
  | 'tokenHeader'
  | 'tokenPrefix';

export type Grant = NonNullable<CredentialShape['grant']>;

export type Credentials = Readonly<Record<CredentialField, string>> & {
  readonly keys: readonly Key[];
  /** Kinds that are sent together. */
  readonly parts: readonly SingleAuthType[];
  readonly grant: Grant;
  /** For awsSigV4: an access key or a role. */
  readonly awsIdentity: 'key' | 'role';
  readonly clientAuthentication: (typeof CLIENT_AUTHENTICATIONS)[number];
  readonly body: (typeof TOKEN_BODIES)[number];
};

export const NO_KEY: Key = { in: 'query', name: '', value: '' };

export const NO_CREDENTIALS: Credentials = {
  token: '',
  username: '',
  password: '',
  headerName: '',
  value: '',
  accessKeyId: '',
  secretAccessKey: '',
  sessionToken: '',
  roleArn: '',
  region: '',
  service: '',
  certificate: '',
  certificateKey: '',
  passphrase: '',
  pkcs12: '',
  pkcs12Name: '',
  tokenUrl: '',
  authorizationUrl: '',
  authorizationParameters: '',
  clientId: '',
  clientSecret: '',
  clientSecretExpiresAt: '',
  scope: '',
  parameters: '',
  refreshToken: '',
  privateKey: '',
  issuer: '',
  subject: '',
  keyId: '',
  assertionAudience: '',
  tokenHeader: '',
  tokenPrefix: '',
  body: 'form',
  awsIdentity: 'key',
  grant: 'clientCredentials',
  clientAuthentication: 'basic',
  keys: [NO_KEY],
  parts: ['apiKeys', 'oauth2'],
};
