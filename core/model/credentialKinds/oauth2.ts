/**
 * OAuth 2 (RFC 6749): the members of its credential. Which of them go with which grant is in grants.ts. Over 300 lines, because it has more members than
 * all other kinds together.
 */

import { EXPIRES_AT } from './expiresAt.ts';
import { type Grant, OFFERED, uses } from './grants.ts';
import type { CredentialFields, FieldForm, KindDefinition } from './kind.ts';
import {
  CLIENT_AUTHENTICATIONS,
  GRANTS,
  MAX_CREDENTIAL_BYTES,
  MAX_TOKEN_PARAMETERS,
  PERSON_CLAIMS,
  TOKEN_BODIES,
} from './limits.ts';

const MAX = MAX_CREDENTIAL_BYTES.plain;

/** The types of tokens are URIs (RFC 8693, section 3). */
const TOKEN_TYPE = { pattern: /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/, refusal: 'is not a URI.' };

/** Descriptions and providers give addresses with a variable, such as the name of a tenant. */
const FILLED_IN = { pattern: /^[^{}]*$/, refusal: 'still holds a {variable}; fill in its value.' };

const parameter = {
  name: {
    type: 'text',
    min: 1,
    max: 100,
    rule: { pattern: /^[\w.-]{1,100}$/, refusal: 'consists of letters, digits, _ and -.' },
  },
  value: { type: 'text', max: 1_000 },
} as const satisfies CredentialFields;

/** What the form says of a member with one grant, in place of what it says with others. */
export const FORM_BY_GRANT: { readonly [Name in Grant]?: Readonly<Record<string, Partial<FieldForm>>> } = {
  authorizationCode: {
    clientSecret: { description: 'Leave blank for a public client, which has PKCE only.' },
    issuer: {
      description:
        'Required if the two URLs are on different hosts and the provider is not a known one: its metadata must name both. Responses from another issuer are refused (RFC 9207).',
      placeholder: 'https://login.example.com',
    },
    parameters: { label: 'Further parameters of the token request' },
  },
  jwtBearer: {
    privateKey: {
      description: 'In PEM form, or a complete Google key file (JSON), which fills in the other fields.',
    },
  },
  tokenExchange: {
    issuer: {
      description: 'A URL of yours. Enter it at the provider, with the public key.',
      placeholder: 'https://portcullis.example.com/orders',
      needs: 'the issuer, as it is entered at the provider',
    },
  },
  githubApp: {
    issuer: {
      label: 'Client ID of the App',
      description: 'On the settings page of the App, under About.',
      placeholder: 'Iv23li…',
      needs: 'the client ID of the App',
    },
  },
};

/** OAuth 2. */
export const oauth2 = {
  label: 'OAuth 2',
  description: 'Access tokens that are obtained and renewed automatically',
  fields: {
    grant: {
      type: 'choice',
      names: GRANTS,
      options: OFFERED,
      says: 'How an access token is obtained: client credentials, an authorization code that a person consents to once (POST …/consents), a refresh token, a password, a signed assertion (RFC 7523), a signed token that is exchanged (RFC 8693), or as the installation of a GitHub App',
      form: { label: 'Grant' },
    },
    tokenUrl: {
      type: 'text',
      min: 1,
      max: 2_048,
      says: 'The token endpoint: https, public. The secrets are sent only there',
      rule: FILLED_IN,
      form: {
        label: 'Token URL',
        description: 'The secrets below are sent only to this URL.',
        placeholder: 'https://login.example.com/oauth2/token',
        needs: 'the address of the token endpoint',
      },
    },
    clientId: {
      type: 'text',
      max: 1_000,
      isOptional: true,
      holds: 'account',
      form: { label: 'Client ID', needs: 'the client ID' },
    },
    clientSecret: {
      type: 'text',
      max: MAX,
      isOptional: true,
      holds: 'secret',
      form: { label: 'Client secret', needs: 'the client secret' },
    },
    clientSecretExpiresAt: {
      type: 'text',
      max: 40,
      isOptional: true,
      isTrimmed: true,
      says: 'When the client secret ends, as the console of the provider shows it: a date (2027-01-31, its end in UTC) or a time with its zone. Only told ahead (expiry.ahead.v1); calls are not stopped by it',
      form: {
        label: 'Expiry of the secret',
        description: 'The date that the provider shows. You are notified 14 and 3 days before.',
        placeholder: '2027-01-31',
      },
    },
    clientAuthentication: {
      type: 'choice',
      names: CLIENT_AUTHENTICATIONS,
      isOptional: true,
      options: {
        basic: { label: 'In the Authorization header' },
        body: { label: 'In the body' },
        privateKeyJwt: { label: 'As a signed assertion (private_key_jwt)' },
        tls: { label: 'By the client certificate of a combined credential (mutual TLS)' },
      },
      says: 'Client id and secret in the Authorization header (basic, the default) or in the body; or in place of the secret a signed assertion (privateKeyJwt), or the client certificate that is combined with it (tls, RFC 8705)',
      form: { label: 'Send client ID and secret' },
    },
    scope: {
      type: 'text',
      max: 4_000,
      isOptional: true,
      says: 'Separated by spaces',
      form: { label: 'Scope', description: 'Separated by spaces.' },
    },
    parameters: {
      type: 'list',
      max: MAX_TOKEN_PARAMETERS,
      of: parameter,
      isOptional: true,
      says: 'Other parameters that the provider requires, such as audience or resource; nothing secret',
      form: {
        label: 'Further parameters',
        description: 'Other parameters that the provider requires, one name=value per line. No secrets.',
        placeholder: 'audience=https://api.example.com',
      },
    },
    authorizationUrl: {
      type: 'text',
      max: 2_048,
      isOptional: true,
      says: 'For authorizationCode: where a person consents, in their browser; https, public',
      rule: FILLED_IN,
      form: {
        label: 'Authorization URL',
        description: 'The provider’s page where a person consents.',
        placeholder: 'https://login.example.com/oauth2/authorize',
        needs: 'the address at which people sign in',
      },
    },
    authorizationParameters: {
      type: 'list',
      max: MAX_TOKEN_PARAMETERS,
      of: parameter,
      isOptional: true,
      says: 'For authorizationCode: additional parameters of the authorization request, such as access_type or audience',
      form: {
        label: 'Further parameters of the sign-in',
        description: 'Other parameters that the provider requires at the authorization URL, one name=value per line.',
        placeholder: 'access_type=offline',
      },
    },
    refreshToken: {
      type: 'text',
      max: MAX,
      isOptional: true,
      isTrimmed: true,
      says: 'For refreshToken',
      holds: 'secret',
      form: {
        label: 'OAuth refresh token',
        description:
          'Use it for this server only. If the provider rotates it, all other copies stop working with the first call.',
        needs: 'the refresh token',
      },
    },
    username: {
      type: 'text',
      max: 500,
      isOptional: true,
      says: 'For password',
      holds: 'account',
      form: { label: 'User name', needs: 'the user name' },
    },
    password: {
      type: 'text',
      max: 3_000,
      isOptional: true,
      says: 'For password',
      holds: 'secret',
      form: { label: 'Password', needs: 'the password' },
    },
    privateKey: {
      type: 'pem',
      max: MAX,
      isOptional: true,
      isTrimmed: true,
      says: 'For jwtBearer, tokenExchange, githubApp and privateKeyJwt: PEM, RSA of 2048 to 8192 bits, or P-256',
      holds: 'secret',
      form: {
        label: 'Private key',
        description: 'In PEM form: RSA of 2048 to 8192 bits, or P-256.',
        placeholder: '-----BEGIN PRIVATE KEY-----',
        needs: 'the private key',
      },
    },
    issuer: {
      type: 'text',
      max: 1_000,
      isOptional: true,
      says: 'For jwtBearer, tokenExchange and githubApp: the `iss` claim, such as the address of a service account or the client ID of the App. For authorizationCode: the issuer that its answers have to name (RFC 9207)',
      form: {
        label: 'Issuer',
        placeholder: 'name@project.iam.gserviceaccount.com',
        needs: 'the issuer, such as the address of the service account',
      },
    },
    subject: {
      type: 'text',
      max: 1_000,
      isOptional: true,
      says: 'For jwtBearer and tokenExchange: the `sub` claim, the issuer unless given. With personClaim: the account of callers who are no person, such as connection tokens, which are refused unless it is given',
      form: {
        label: 'Subject',
        description:
          'The account that the server acts for; blank for the issuer. Where each person calls under their own name: the account of connection tokens; blank to refuse them.',
      },
    },
    personClaim: {
      type: 'choice',
      names: PERSON_CLAIMS,
      isOptional: true,
      options: {
        none: { label: 'No: one account for all callers' },
        email: { label: 'Yes, named by their verified e-mail address' },
        providerSubject: { label: 'Yes, named by their subject at your identity provider' },
        id: { label: 'Yes, named by their ID in the user pool' },
      },
      says: 'For jwtBearer and tokenExchange: whether tokens are those of the person who is signed in at the MCP client, one for each, and what the `sub` claim names them by: email (verified), providerSubject (at the identity provider of this installation), id (in the user pool); none, the default, for one account',
      form: {
        label: 'Each person under their own name',
        description: 'The person has to sign in at the server with their MCP client; a connection token names nobody.',
      },
    },
    subjectTokenType: {
      type: 'text',
      max: 500,
      isOptional: true,
      isTrimmed: true,
      says: 'For tokenExchange: `subject_token_type`, urn:ietf:params:oauth:token-type:jwt unless given',
      rule: TOKEN_TYPE,
      form: {
        label: 'Type of the signed token',
        description: 'Blank for urn:ietf:params:oauth:token-type:jwt. Auth0 wants a URI of your own.',
        placeholder: 'urn:ietf:params:oauth:token-type:id_token',
      },
    },
    requestedTokenType: {
      type: 'text',
      max: 500,
      isOptional: true,
      isTrimmed: true,
      says: 'For tokenExchange: `requested_token_type`; left out unless given',
      rule: TOKEN_TYPE,
      form: {
        label: 'Type of the requested token',
        placeholder: 'urn:ietf:params:oauth:token-type:access_token',
      },
    },
    actor: {
      type: 'text',
      max: 1_000,
      isOptional: true,
      isTrimmed: true,
      says: 'For tokenExchange: the `sub` claim of an actor token (RFC 8693, section 2.1), signed with the same key; none is sent unless given',
      form: {
        label: 'Actor',
        description: 'Who acts for the person, for providers that want an actor token; blank for none.',
      },
    },
    keyId: {
      type: 'text',
      max: 1_000,
      isOptional: true,
      says: 'The `kid` of the private key',
      form: { label: 'Key ID' },
    },
    assertionAudience: {
      type: 'text',
      max: 1_000,
      isOptional: true,
      isTrimmed: true,
      says: 'For jwtBearer, tokenExchange and privateKeyJwt: the `aud` claim, the token URL unless given',
      form: { label: 'Audience of the assertion', description: 'The aud claim, when it is not the token URL.' },
    },
    body: {
      type: 'choice',
      names: TOKEN_BODIES,
      isOptional: true,
      options: { form: { label: 'Form' }, json: { label: 'JSON' } },
      says: 'How the token request is written; a form unless given',
      form: { label: 'Token request format' },
    },
    tokenHeader: {
      type: 'text',
      max: 200,
      isOptional: true,
      says: 'The header that carries the access token, when it is not Authorization: x-amz-access-token',
      form: {
        label: 'Header of the access token',
        description: 'Leave blank for “Authorization: Bearer …”.',
        placeholder: 'x-amz-access-token',
      },
    },
    tokenPrefix: {
      type: 'text',
      max: 40,
      isOptional: true,
      isTrimmed: true,
      says: 'The prefix of the token; by default Bearer in Authorization, and none in other headers',
      form: { label: 'Prefix of the token', description: 'For example “Token”; blank for none.' },
    },
  },
  uses,
  shape: {
    grant: { type: 'choice', names: GRANTS, says: 'For oauth2' },
    tokenUrl: { type: 'text', max: 2_048, says: 'For oauth2: where access tokens come from' },
    authorizationUrl: { type: 'text', max: 2_048, says: 'For authorizationCode: where a person consents' },
    authorizationParameters: {
      type: 'list',
      max: MAX_TOKEN_PARAMETERS,
      of: { name: { type: 'text', max: 100 }, value: { type: 'text', max: 1_000 } },
      isLeftOutEmpty: true,
      says: 'For authorizationCode',
    },
    scope: { type: 'text', max: 4_000, says: 'For oauth2' },
    personClaim: {
      type: 'choice',
      names: PERSON_CLAIMS,
      says: 'What the person who calls is named by, where each has tokens of their own; absent where all callers share them',
    },
    defaultSubject: {
      type: 'text',
      max: 1_000,
      from: 'subject',
      says: 'The account that assertions are about, if it is not the issuer; with personClaim that of callers who are no person',
    },
    tokenHeader: { type: 'text', max: 200, says: 'For oauth2, when it is not Authorization' },
    expiresAt: { ...EXPIRES_AT, from: 'clientSecretExpiresAt' },
  },
  places: ({ tokenHeader }) => (tokenHeader === undefined ? undefined : [{ in: 'header', name: tokenHeader }]),
  scheme: { says: 'an access token', rank: 4 },
} as const satisfies KindDefinition;
