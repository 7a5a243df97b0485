/** The OAuth 2 grants as the form shows them: their names, their fields, and how a client authenticates. */
import type { CredentialField, Grant } from './credential-form.ts';

/** A text field of the form. */
export interface OAuthField {
  readonly key: CredentialField;
  readonly label: string;
  readonly description?: string;
  readonly secret?: true;
  readonly optional?: true;
  readonly placeholder?: string;
}

/** The grants, with their labels. */
export const GRANTS: ReadonlyArray<{ value: Grant; label: string; description: string }> = [
  { value: 'clientCredentials', label: 'Client credentials', description: 'The server acts for itself' },
  {
    value: 'authorizationCode',
    label: 'Authorization code',
    description: 'A person signs in at the provider once, by “Connect” on the server’s page',
  },
  {
    value: 'refreshToken',
    label: 'Refresh token',
    description: 'The server acts for a person who has signed in elsewhere',
  },
  { value: 'jwtBearer', label: 'Signed assertion', description: 'A service account with a private key (RFC 7523)' },
  { value: 'githubApp', label: 'GitHub App', description: 'An installation access token' },
  { value: 'password', label: 'User name and password', description: 'Only for APIs that offer nothing else' },
];

const CLIENT_ID: OAuthField = { key: 'clientId', label: 'Client ID' };
const CLIENT_SECRET: OAuthField = { key: 'clientSecret', label: 'Client secret', secret: true };
const SECRET_END: OAuthField = {
  key: 'clientSecretExpiresAt',
  label: 'Expiry of the secret',
  description: 'The date that the provider shows. 14 and 3 days before it an event tells of it.',
  optional: true,
  placeholder: '2027-01-31',
};
const CLIENT: readonly OAuthField[] = [CLIENT_ID, CLIENT_SECRET, SECRET_END];
const OPTIONAL_CLIENT = CLIENT.map((field): OAuthField => ({ ...field, optional: true }));

/** The fields of each grant, in their order. */
export const GRANT_FIELDS: Readonly<Record<Grant, readonly OAuthField[]>> = {
  clientCredentials: CLIENT,
  authorizationCode: [
    CLIENT_ID,
    { ...CLIENT_SECRET, description: 'Leave blank for a public client, which has PKCE only.', optional: true },
    SECRET_END,
  ],
  refreshToken: [
    {
      key: 'refreshToken',
      label: 'OAuth refresh token',
      description:
        'Use it for this server only: if the provider replaces it at each use, every other copy stops working with the first call.',
      secret: true,
    },
    CLIENT_ID,
    { ...CLIENT_SECRET, optional: true },
    SECRET_END,
  ],
  jwtBearer: [
    { key: 'issuer', label: 'Issuer', placeholder: 'name@project.iam.gserviceaccount.com' },
    {
      key: 'subject',
      label: 'Subject',
      description: 'The account that the server acts for; blank for the issuer.',
      optional: true,
    },
    { key: 'keyId', label: 'Key ID', optional: true },
  ],
  githubApp: [
    {
      key: 'issuer',
      label: 'Client ID of the App',
      description: 'On the settings page of the App, under About.',
      placeholder: 'Iv23li…',
    },
  ],
  password: [
    { key: 'username', label: 'User name' },
    { key: 'password', label: 'Password', secret: true },
    ...OPTIONAL_CLIENT,
  ],
};

/** How a client authenticates at the token endpoint. */
export const CLIENT_AUTHENTICATIONS = [
  { value: 'basic', label: 'In the Authorization header' },
  { value: 'body', label: 'In the body' },
  { value: 'privateKeyJwt', label: 'As a signed assertion (private_key_jwt)' },
  { value: 'tls', label: 'By the client certificate of a combined credential (mutual TLS)' },
] as const;

/** Media types of a token request. */
export const TOKEN_REQUEST_BODIES = [
  { value: 'form', label: 'A form' },
  { value: 'json', label: 'JSON' },
] as const;

/** The `kid` of a signed assertion. */
export const SIGNING_KEY_ID: OAuthField = { key: 'keyId', label: 'Key ID', optional: true };

/** The `aud` claim of a signed assertion. */
export const ASSERTION_AUDIENCE: OAuthField = {
  key: 'assertionAudience',
  label: 'Audience of the assertion',
  description: 'The aud claim, when it is not the token URL.',
  optional: true,
};
