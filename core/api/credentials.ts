/**
 * Schemas of upstream credentials. Requests contain the secrets; responses only say how a credential is sent. Over 300 lines, because the
 * kinds are one union, in requests and in responses.
 */
import * as z from 'zod';
import { checkBaseUrl } from '../lib/url/baseUrl.ts';
import { refineWith } from '../lib/zod/faults.ts';
import { address, models, time } from '../lib/zod/fields.ts';
import {
  CLIENT_AUTHENTICATIONS,
  GRANTS,
  MAX_CREDENTIAL_BYTES,
  MAX_KEYS,
  MAX_PARTS,
  MAX_TOKEN_PARAMETERS,
  TOKEN_BODIES,
} from '../model/credentialLimits.ts';
import { checkCredential } from '../request/credential/index.ts';
import { CredentialInvalid } from '../request/errors.ts';
import { withPem } from './pkcs12.ts';

const { plain: CREDENTIAL_BYTES, withCertificate: CERTIFICATE_BYTES } = MAX_CREDENTIAL_BYTES;
const secret = z.string().min(1).max(CREDENTIAL_BYTES);

/**
 * Checks a whole credential: the characters that headers allow, the rules across its fields, and its size.
 * @throws CredentialInvalid
 */
function checkAuth(value: { readonly type: string }): void {
  const credential = value.type === 'none' ? value : checkCredential(withPem(value));
  const text = JSON.stringify(credential);
  const most = text.includes('-----BEGIN CERTIFICATE-----') ? CERTIFICATE_BYTES : CREDENTIAL_BYTES;
  if (Buffer.byteLength(text) > most) {
    throw new CredentialInvalid(`The credential is too long; ${most} bytes are the limit.`);
  }
}

const bearer = z.strictObject({ type: z.literal('bearer'), token: secret });
const basic = z.strictObject({
  type: z.literal('basic'),
  username: z.string().max(500),
  password: z.string().max(3_000),
});
const header = z.strictObject({
  type: z.literal('header'),
  name: z.string().min(1).max(200).describe('Header name; never a hop-by-hop header, Host or Content-*'),
  value: secret,
});
const keyPlace = {
  in: z.enum(['header', 'query', 'cookie']),
  name: z.string().min(1).max(200),
};
const apiKeys = z.strictObject({
  type: z.literal('apiKeys'),
  keys: z
    .array(z.strictObject({ ...keyPlace, value: secret }))
    .min(1)
    .max(MAX_KEYS)
    .describe('Sent together with each request'),
});
const awsSigV4 = z.strictObject({
  type: z.literal('awsSigV4'),
  accessKeyId: z.string().min(16).max(128).optional().describe('With secretAccessKey, unless there is a roleArn'),
  secretAccessKey: z.string().min(1).max(200).optional(),
  sessionToken: z.string().max(CREDENTIAL_BYTES).optional().describe('For temporary credentials, which expire'),
  roleArn: z
    .string()
    .max(600)
    .optional()
    .describe(
      'In place of an access key: a role that the sandbox assumes, with an external ID that names the server and its host. It has to be one that the deployment allows (upstreamRoles)',
    ),
  region: z.string().max(40).describe('Such as eu-central-1'),
  service: z.string().max(60).describe('The signing name, such as execute-api, lambda or s3'),
});
const oauth2 = z.strictObject({
  type: z.literal('oauth2'),
  grant: z
    .enum(GRANTS)
    .describe(
      'How an access token is obtained: client credentials, an authorization code that a person consents to once (POST …/consents), a refresh token, a password, a signed assertion (RFC 7523), or as the installation of a GitHub App',
    ),
  tokenUrl: z.string().min(1).max(2_048).describe('The token endpoint: https, public. The secrets are sent only there'),
  clientId: z.string().max(1_000).optional(),
  clientSecret: z.string().max(CREDENTIAL_BYTES).optional(),
  clientSecretExpiresAt: z
    .string()
    .max(40)
    .optional()
    .describe(
      'When the client secret ends, as the console of the provider shows it: a date (2027-01-31, its end in UTC) or a time with its zone. Only told ahead (expiry.ahead.v1); calls are not stopped by it',
    ),
  clientAuthentication: z
    .enum(CLIENT_AUTHENTICATIONS)
    .optional()
    .describe(
      'Client id and secret in the Authorization header (basic, the default) or in the body; or in place of the secret a signed assertion (privateKeyJwt), or the client certificate that is combined with it (tls, RFC 8705)',
    ),
  scope: z.string().max(4_000).optional().describe('Separated by spaces'),
  parameters: z
    .array(z.strictObject({ name: z.string().min(1).max(100), value: z.string().max(1_000) }))
    .max(MAX_TOKEN_PARAMETERS)
    .optional()
    .describe('Other parameters that the provider requires, such as audience or resource; nothing secret'),
  authorizationUrl: z
    .string()
    .max(2_048)
    .optional()
    .describe('For authorizationCode: where a person consents, in their browser; https, public'),
  authorizationParameters: z
    .array(z.strictObject({ name: z.string().min(1).max(100), value: z.string().max(1_000) }))
    .max(MAX_TOKEN_PARAMETERS)
    .optional()
    .describe(
      'For authorizationCode: additional parameters of the authorization request, such as access_type or audience',
    ),
  refreshToken: z.string().max(CREDENTIAL_BYTES).optional().describe('For refreshToken'),
  username: z.string().max(500).optional().describe('For password'),
  password: z.string().max(3_000).optional().describe('For password'),
  privateKey: z
    .string()
    .max(CREDENTIAL_BYTES)
    .optional()
    .describe('For jwtBearer, githubApp and privateKeyJwt: PEM, RSA of 2048 to 8192 bits, or P-256'),
  issuer: z
    .string()
    .max(1_000)
    .optional()
    .describe(
      'For jwtBearer and githubApp: the `iss` claim, such as the address of a service account or the client ID of the App. For authorizationCode: the issuer that its answers have to name (RFC 9207)',
    ),
  subject: z.string().max(1_000).optional().describe('For jwtBearer: the `sub` claim, the issuer unless given'),
  keyId: z.string().max(1_000).optional().describe('The `kid` of the private key'),
  assertionAudience: z
    .string()
    .max(1_000)
    .optional()
    .describe('For jwtBearer and privateKeyJwt: the `aud` claim, the token URL unless given'),
  body: z.enum(TOKEN_BODIES).optional().describe('How the token request is written; a form unless given'),
  tokenHeader: z
    .string()
    .max(200)
    .optional()
    .describe('The header that carries the access token, when it is not Authorization: x-amz-access-token'),
  tokenPrefix: z
    .string()
    .max(40)
    .optional()
    .describe('The prefix of the token; by default Bearer in Authorization, and none in other headers'),
});
const digest = basic.extend({ type: z.literal('digest') });
const mutualTLS = z.strictObject({
  type: z.literal('mutualTLS'),
  certificate: z
    .string()
    .max(CERTIFICATE_BYTES)
    .optional()
    .describe("PEM: the client's certificate, followed by the intermediate certificates"),
  privateKey: z.string().max(CERTIFICATE_BYTES).optional().describe('PEM: the private key of the certificate'),
  pkcs12: z
    .string()
    .max(CERTIFICATE_BYTES)
    .optional()
    .describe('In place of both: a PKCS #12 file (.p12, .pfx), base64'),
  passphrase: z.string().max(1_000).optional().describe('Passphrase of the key or the file; it is not stored'),
});
const combined = z.strictObject({
  type: z.literal('combined'),
  parts: z
    .array(z.discriminatedUnion('type', [bearer, basic, header, apiKeys, awsSigV4, oauth2, digest, mutualTLS]))
    .min(2)
    .max(MAX_PARTS)
    .describe('Sent together with each request: each type at most once, and no two in one place'),
});
const none = z.strictObject({ type: z.literal('none') });

const SINGLE_TYPES = ['bearer', 'basic', 'header', 'apiKeys', 'awsSigV4', 'oauth2', 'digest', 'mutualTLS'] as const;
const shapeFields = {
  headerName: z.string().max(200).optional().describe('For header'),
  keys: z.array(z.strictObject(keyPlace)).max(MAX_KEYS).optional().describe('For apiKeys'),
  roleArn: z.string().max(600).optional().describe('For awsSigV4 with a role'),
  region: z.string().max(40).optional().describe('For awsSigV4'),
  service: z.string().max(60).optional().describe('For awsSigV4'),
  grant: z.enum(GRANTS).optional().describe('For oauth2'),
  tokenUrl: z.string().max(2_048).optional().describe('For oauth2: where access tokens come from'),
  authorizationUrl: z.string().max(2_048).optional().describe('For authorizationCode: where a person consents'),
  authorizationParameters: z
    .array(z.strictObject({ name: z.string().max(100), value: z.string().max(1_000) }))
    .max(MAX_TOKEN_PARAMETERS)
    .optional()
    .describe('For authorizationCode'),
  scope: z.string().max(4_000).optional().describe('For oauth2'),
  tokenHeader: z.string().max(200).optional().describe('For oauth2, when it is not Authorization'),
  subject: z.string().max(300).optional().describe('For mutualTLS: whose certificate it is'),
  expiresAt: time
    .optional()
    .describe(
      'For mutualTLS: when the certificate expires. For oauth2: when the client secret does, if that was given',
    ),
};

/** How a credential is sent, without its secrets. */
export const credentialShape = {
  type: z.enum([...SINGLE_TYPES, 'combined', 'none']),
  ...shapeFields,
  parts: z
    .array(z.strictObject({ type: z.enum(SINGLE_TYPES), ...shapeFields }))
    .max(MAX_PARTS)
    .optional()
    .describe('For combined'),
};
/** The public part of a credential, as the API returns it. */
export type ShapeView = z.infer<z.ZodObject<typeof credentialShape>>;

/** A credential in a request, with its secrets. */
export const auth = z
  .discriminatedUnion('type', [bearer, basic, header, apiKeys, awsSigV4, oauth2, digest, mutualTLS, combined, none])
  .superRefine(refineWith(checkAuth))
  .register(models, {
    id: 'Auth',
    description:
      'The credential of the upstream API: its Authorization header (bearer, basic), a custom header, API keys in query, cookies or headers, a key pair or a role of AWS that signs each request, an OAuth 2 grant that obtains access tokens, user name and password for HTTP Digest, a client certificate, or several of these together. Never returned.',
  });
/** A credential in a request, with its secrets. */
export type Auth = z.infer<typeof auth>;

/**
 * The origin that the sender expects the credential to be used for. It protects against a change of the base URL while
 * somebody enters a credential for the old host.
 */
const meantFor = {
  origin: address
    .superRefine(refineWith(checkBaseUrl))
    .optional()
    .describe(
      'Where the credential is meant to go, as https://host: the host of the base URL, or an approved one, which keeps a credential of its own. Refused (base_url_changed) when it is neither, or no longer',
    ),
};

/** Request to replace a credential. */
export const credentialChange = z
  .discriminatedUnion('type', [
    bearer.extend(meantFor),
    basic.extend(meantFor),
    header.extend(meantFor),
    apiKeys.extend(meantFor),
    awsSigV4.extend(meantFor),
    oauth2.extend(meantFor),
    digest.extend(meantFor),
    mutualTLS.extend(meantFor),
    combined.extend(meantFor),
    none.extend(meantFor),
  ])
  .superRefine(refineWith(checkAuth))
  .register(models, {
    id: 'CredentialChange',
    description: 'The new credential, with the origin that it is meant for.',
  });

const instance = z
  .string()
  .optional()
  .describe(
    'Origin of the API of this account by the response of the token endpoint (instance_url), when it is not that of the credential. Nothing is sent there unless it is made the base URL, together with the credential for it',
  );

/** Result of a check of credentials. */
export const credentialsCheck = z
  .object({
    items: z.array(
      z.object({
        origin: z.string().describe('Where the credential goes'),
        type: credentialShape.type,
        works: z.boolean(),
        instance,
        code: z.string().optional().describe('Why it does not work, as a call would report it'),
        message: z.string().optional(),
      }),
    ),
  })
  .register(models, {
    id: 'CredentialsCheck',
    description:
      'Each credential of the server, and whether it could be opened and, with OAuth 2, brought an access token.',
  });

/** Request to try a credential that is not stored. */
export const credentialTrial = z.strictObject({ auth }).register(models, {
  id: 'CredentialTrial',
  description: 'An OAuth 2 credential, alone or combined with others.',
});

/** Result of a trial. */
export const credentialTrialResult = z
  .object({
    works: z.boolean(),
    instance,
    code: z.string().optional().describe('Why it does not work, as a call would report it'),
    message: z.string().optional(),
  })
  .register(models, { id: 'CredentialTrialResult', description: 'Whether the credential brought an access token.' });

/** The public part of a credential. */
export const authView = z
  .object({
    ...credentialShape,
    storedAt: time.optional().describe('When this credential was set'),
    origin: z
      .string()
      .optional()
      .describe('The one origin (scheme, host, port) that the credential is sealed for; it is sent nowhere else'),
    missing: z
      .literal(true)
      .optional()
      .describe(
        'The credential has to be entered again, because the import that should have found its base URL failed',
      ),
  })
  .register(models, { id: 'AuthView' });
