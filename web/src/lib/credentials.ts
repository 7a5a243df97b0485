/**
 * A credential as forms hold it: the fields of every kind at once, so that a change of the kind loses nothing. Nothing of it is stored;
 * it lives until it is sent or the page is left.
 */
import type { Auth, AuthType, CredentialShape } from '../api/types.ts';

export interface Key {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
  readonly value: string;
}

/** Fields that are one text. */
export type CredentialField =
  | 'token'
  | 'username'
  | 'password'
  | 'headerName'
  | 'value'
  | 'accessKeyId'
  | 'secretAccessKey'
  | 'sessionToken'
  | 'region'
  | 'service';

export type Credentials = Readonly<Record<CredentialField, string>> & { readonly keys: readonly Key[] };

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
  region: '',
  service: '',
  keys: [NO_KEY],
};

/** With what is known of how it is sent filled in. */
export const credentialsFor = (shape: Partial<CredentialShape>, given: Credentials = NO_CREDENTIALS): Credentials => ({
  ...given,
  headerName: given.headerName || (shape.headerName ?? ''),
  region: given.region || (shape.region ?? ''),
  service: given.service || (shape.service ?? ''),
  keys:
    shape.keys === undefined || given.keys.some(({ name, value }) => name !== '' || value !== '')
      ? given.keys
      : shape.keys.map((key) => ({ ...key, value: '' })),
});

const SECRETS = ['token', 'username', 'password', 'value', 'accessKeyId', 'secretAccessKey', 'sessionToken'] as const;

/** What a person has typed that nobody else knows. */
export const secretsIn = (given: Credentials): string[] =>
  [...SECRETS.map((field) => given[field]), ...given.keys.map(({ value }) => value)].filter((text) => text !== '');

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Faults by field; those of keys as `keys/0/name`. */
export function credentialFaults(type: AuthType, given: Credentials): Record<string, string> {
  const faults: Record<string, string> = {};
  const need = (field: CredentialField, what: string) => {
    if (given[field].trim() === '') faults[field] = `Enter ${what}.`;
  };
  if (type === 'bearer') need('token', 'the token that the API expects');
  if (type === 'basic') {
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
        faults[`keys/${index}/name`] = 'Such a name consists of letters, digits and dashes.';
      if (key.value.trim() === '') faults[`keys/${index}/value`] = 'Enter the key.';
    }
  }
  if (type === 'awsSigV4') {
    need('accessKeyId', 'the access key ID');
    need('secretAccessKey', 'the secret access key');
    need('region', 'the region, such as eu-central-1');
    need('service', 'the signing name of the service, such as execute-api');
  }
  return faults;
}

/** The `auth` member of requests. */
export function authOf(type: AuthType, given: Credentials): Auth {
  switch (type) {
    case 'bearer':
      return { type, token: given.token };
    case 'basic':
      return { type, username: given.username, password: given.password };
    case 'header':
      return { type, name: given.headerName, value: given.value };
    case 'apiKeys':
      return { type, keys: given.keys.map((key) => ({ ...key })) };
    case 'awsSigV4': {
      const { accessKeyId, secretAccessKey, sessionToken, region, service } = given;
      return { type, accessKeyId, secretAccessKey, region, service, ...(sessionToken !== '' && { sessionToken }) };
    }
    default:
      return { type: 'none' };
  }
}

/** How it is sent, in a few words: the header's name, the keys' places, the service. */
export function shapeText({ headerName, keys, region, service }: Partial<CredentialShape>): string {
  if (headerName !== undefined) return headerName;
  if (keys !== undefined) return keys.map((key) => `${key.name} (${key.in})`).join(', ');
  return service === undefined ? '' : `${service}, ${region ?? ''}`;
}

/** A fault of the API by the field of the form that it is about: `/auth/keys/0/name` is `keys/0/name`, the header's name `headerName`. */
export function fieldOfFault(field: string): string {
  const key = /keys\/\d+\/\w+$/.exec(field)?.[0];
  return key ?? field.replace(/^.*\//, '').replace(/^name$/, 'headerName');
}
