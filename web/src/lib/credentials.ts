/** What is done with a credential in a form: filling in what is known, checking it, and making the `auth` member of a request of it. */
import type { Auth, AuthType, CredentialShape, SingleAuth, SingleAuthType } from '../api/types.ts';
import { labelOf } from './auth-types.ts';
import { type CredentialField, type Credentials, type Grant, NO_CREDENTIALS } from './credential-form.ts';

/** Credentials with the known parts of a shape filled in. */
export function credentialsFor(shape: Partial<CredentialShape>, given: Credentials = NO_CREDENTIALS): Credentials {
  if (shape.parts !== undefined) {
    const parts = shape.parts.map(({ type }) => type);
    return shape.parts.reduce<Credentials>((filled, part) => credentialsFor(part, filled), { ...given, parts });
  }
  return {
    ...given,
    headerName: given.headerName || (shape.headerName ?? ''),
    awsIdentity: shape.roleArn === undefined ? given.awsIdentity : 'role',
    roleArn: given.roleArn || (shape.roleArn ?? ''),
    region: given.region || (shape.region ?? ''),
    service: given.service || (shape.service ?? ''),
    grant: shape.grant ?? given.grant,
    tokenUrl: given.tokenUrl || (shape.tokenUrl ?? ''),
    authorizationUrl: given.authorizationUrl || (shape.authorizationUrl ?? ''),
    authorizationParameters: given.authorizationParameters || linesFrom(shape.authorizationParameters ?? []),
    scope: given.scope || (shape.scope ?? ''),
    tokenHeader: given.tokenHeader || (shape.tokenHeader ?? ''),
    keys:
      shape.keys === undefined || given.keys.some(({ name, value }) => name !== '' || value !== '')
        ? given.keys
        : shape.keys.map((key) => ({ ...key, value: '' })),
  };
}

const SECRETS = [
  'token',
  'username',
  'password',
  'value',
  'accessKeyId',
  'secretAccessKey',
  'sessionToken',
  'clientId',
  'clientSecret',
  'refreshToken',
  'privateKey',
  'certificateKey',
  'passphrase',
  'pkcs12',
] as const;

/** The secrets that a person has typed. */
export const secretsIn = (given: Credentials): string[] =>
  [...SECRETS.map((field) => given[field]), ...given.keys.map(({ value }) => value)].filter((text) => text !== '');

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Faults by field; those of keys as `keys/0/name`. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a list of checks, a few for each kind of credential
export function credentialFaults(type: AuthType, given: Credentials): Record<string, string> {
  if (type === 'combined') return Object.assign({}, ...given.parts.map((part) => credentialFaults(part, given)));
  const faults: Record<string, string> = {};
  const need = (field: CredentialField, what: string) => {
    if (given[field].trim() === '') faults[field] = `Enter ${what}.`;
  };
  if (type === 'bearer') need('token', 'the token that the API expects');
  if (type === 'basic' || type === 'digest') {
    need('username', 'the user name');
    need('password', 'the password');
  }
  if (type === 'header') {
    need('headerName', 'the name of the header');
    need('value', 'the value of the header');
    if (given.headerName !== '' && !TOKEN.test(given.headerName))
      faults['headerName'] = 'Header names consist of letters, digits and dashes.';
  }
  if (type === 'apiKeys') {
    for (const [index, key] of given.keys.entries()) {
      if (key.name.trim() === '') faults[`keys/${index}/name`] = 'Enter the name of the key.';
      else if (key.in !== 'query' && !TOKEN.test(key.name))
        faults[`keys/${index}/name`] = 'This name consists of letters, digits and dashes.';
      if (key.value.trim() === '') faults[`keys/${index}/value`] = 'Enter the key.';
    }
  }
  if (type === 'awsSigV4') {
    if (given.awsIdentity === 'role') {
      need('roleArn', 'the ARN of the role');
    } else {
      need('accessKeyId', 'the access key ID');
      need('secretAccessKey', 'the secret access key');
    }
    need('region', 'the region, such as eu-central-1');
    need('service', 'the signing name of the service, such as execute-api');
  }
  if (type === 'mutualTLS' && given.pkcs12 === '') {
    need('certificate', 'the certificate');
    need('certificateKey', 'the private key of the certificate');
  }
  if (type === 'oauth2') {
    need('tokenUrl', 'the address of the token endpoint');
    if (/[{}]/.test(given.tokenUrl)) faults['tokenUrl'] = 'Replace the parts in braces.';
    const { grant } = given;
    if (grant !== 'password' && isClient(grant)) need('clientId', 'the client ID');
    if (grant === 'authorizationCode') {
      need('authorizationUrl', 'the address at which people sign in');
      if (/[{}]/.test(given.authorizationUrl)) faults['authorizationUrl'] = 'Replace the parts in braces.';
      if (!areParameters(given.authorizationParameters)) faults['authorizationParameters'] = PARAMETERS_FAULT;
    }
    if (grant === 'clientCredentials' && !isWithoutSecret(given)) need('clientSecret', 'the client secret');
    if (isSigned(given)) need('privateKey', 'the private key');
    if (grant === 'password' && isSigned(given)) need('clientId', 'the client ID');
    if (grant === 'refreshToken') need('refreshToken', 'the refresh token');
    if (grant === 'password') {
      need('username', 'the user name');
      need('password', 'the password');
    }
    if (grant === 'jwtBearer' || grant === 'githubApp') {
      need(
        'issuer',
        grant === 'githubApp' ? 'the client ID of the App' : 'the issuer, such as the address of the service account',
      );
      need('privateKey', 'the private key');
    }
    if (!areParameters(given.parameters)) faults['parameters'] = PARAMETERS_FAULT;
  }
  return faults;
}

/** Grants in which the client authenticates itself in addition to the grant. */
export const isClient = (grant: Grant): boolean => grant !== 'jwtBearer' && grant !== 'githubApp';

/** Whether the client signs an assertion instead of sending a secret. */
export const isSigned = ({
  grant,
  clientAuthentication,
}: Pick<Credentials, 'grant' | 'clientAuthentication'>): boolean =>
  isClient(grant) && clientAuthentication === 'privateKeyJwt';

/** Whether the client authenticates by an assertion or a certificate, without a secret. */
export const isWithoutSecret = (given: Pick<Credentials, 'grant' | 'clientAuthentication'>): boolean =>
  isSigned(given) || (isClient(given.grant) && given.clientAuthentication === 'tls');

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const PARAMETERS_FAULT = 'Enter one name=value per line.';
const areParameters = (text: string): boolean => linesOf(text).every((line) => /^[\w.-]+\s*=./.test(line));

const linesFrom = (parameters: NonNullable<CredentialShape['authorizationParameters']>): string =>
  parameters.map(({ name, value }) => `${name}=${value}`).join('\n');

/** `audience=https://api.example.com`, one per line. */
const parametersOf = (text: string): Array<{ name: string; value: string }> =>
  linesOf(text).map((line) => {
    const at = line.indexOf('=');
    return { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
  });

/** The `auth` member of requests. */
export function authOf(type: AuthType, given: Credentials): Auth {
  if (type === 'none') return { type };
  return type === 'combined'
    ? { type, parts: given.parts.map((part) => singleAuthOf(part, given)) }
    : singleAuthOf(type, given);
}

/** Whether a person has to consent for the credential. */
export const needsConsent = (type: AuthType, { parts, grant }: Pick<Credentials, 'parts' | 'grant'>): boolean =>
  (type === 'combined' ? parts : [type]).includes('oauth2') && grant === 'authorizationCode';

function singleAuthOf(type: SingleAuthType, given: Credentials): SingleAuth {
  switch (type) {
    case 'bearer':
      return { type, token: given.token };
    case 'basic':
    case 'digest':
      return { type, username: given.username, password: given.password };
    case 'header':
      return { type, name: given.headerName, value: given.value };
    case 'apiKeys':
      return { type, keys: given.keys.map((key) => ({ ...key })) };
    case 'awsSigV4': {
      const { awsIdentity, roleArn, accessKeyId, secretAccessKey, sessionToken, region, service } = given;
      if (awsIdentity === 'role') return { type, roleArn: roleArn.trim(), region, service };
      return { type, accessKeyId, secretAccessKey, region, service, ...(sessionToken !== '' && { sessionToken }) };
    }
    case 'oauth2':
      return oauthOf(given);
    case 'mutualTLS': {
      const { certificate, certificateKey, pkcs12, passphrase } = given;
      const file = pkcs12 === '' ? { certificate, privateKey: certificateKey } : { pkcs12 };
      return { type, ...file, ...(passphrase !== '' && { passphrase }) };
    }
  }
}

function oauthOf(given: Credentials): SingleAuth {
  const { grant, tokenUrl, clientAuthentication, parameters, authorizationParameters } = given;
  const filled = (...fields: CredentialField[]) =>
    Object.fromEntries(fields.filter((field) => given[field].trim() !== '').map((field) => [field, given[field]]));
  const own: Record<Grant, CredentialField[]> = {
    clientCredentials: [],
    authorizationCode: ['authorizationUrl', 'issuer'],
    refreshToken: ['refreshToken'],
    password: ['username', 'password'],
    jwtBearer: ['privateKey', 'issuer', 'subject', 'keyId', 'assertionAudience'],
    githubApp: ['privateKey', 'issuer'],
  };
  const client: CredentialField[] = [
    'clientId',
    ...(isSigned(given) ? (['privateKey', 'keyId', 'assertionAudience'] as const) : []),
    ...(isWithoutSecret(given) || given.clientSecret === ''
      ? []
      : (['clientSecret', 'clientSecretExpiresAt'] as const)),
  ];
  return {
    type: 'oauth2',
    grant,
    tokenUrl,
    ...(isClient(grant) && { clientAuthentication, ...filled(...client) }),
    ...filled('scope', 'tokenHeader', 'tokenPrefix', ...own[grant]),
    ...(given.body === 'json' && { body: given.body }),
    ...(parameters.trim() !== '' && { parameters: parametersOf(parameters) }),
    ...(grant === 'authorizationCode' &&
      authorizationParameters.trim() !== '' && { authorizationParameters: parametersOf(authorizationParameters) }),
  };
}

/** How the credential is sent, in a few words: the header's name, the keys' locations, the service. */
export function shapeText(shape: Partial<CredentialShape>): string {
  const { headerName, keys, roleArn, region, service, tokenUrl, subject, expiresAt = '', parts } = shape;
  if (parts !== undefined) return parts.map((part) => shapeText(part) || labelOf(part.type)).join(' + ');
  if (subject !== undefined) return `${subject}, until ${expiresAt.slice(0, 10)}`;
  if (headerName !== undefined) return headerName;
  if (tokenUrl !== undefined && URL.canParse(tokenUrl))
    return `tokens from ${new URL(tokenUrl).host}${expiresAt === '' ? '' : `, client secret until ${expiresAt.slice(0, 10)}`}`;
  if (keys !== undefined) return keys.map((key) => `${key.name} (${key.in})`).join(', ');
  if (service === undefined) return '';
  return `${service}, ${region ?? ''}${roleArn === undefined ? '' : `, as ${roleArn}`}`;
}

/** The form field that a fault of the API is about: `/auth/keys/0/name` becomes `keys/0/name`, that of the header's name `headerName`. */
export function fieldOfFault(field: string): string {
  const key = /keys\/\d+\/\w+$/.exec(field)?.[0];
  if (/authorizationParameters\/\d+/.test(field)) return 'authorizationParameters';
  if (/parameters\/\d+/.test(field)) return 'parameters';
  const part = /parts\/\d+(?=\/type$)/.exec(field)?.[0];
  if (part !== undefined) return part;
  return key ?? field.replace(/^.*\//, '').replace(/^name$/, 'headerName');
}
