/** OAuth clients that an admin registers: the request, and the views. */
import * as z from 'zod';
import { acrossMembers } from '../lib/zod/faults.ts';
import { address, creator, jsonObject, models, name, time } from '../lib/zod/fields.ts';

/** Id of a client that an admin has registered. */
export const oauthClientId = z
  .string()
  .regex(/^app_[0-9A-Za-z]{22}$/)
  .describe('app_ and 22 characters; its `client_id`');

const METHODS = ['none', 'secret', 'key'] as const;
const method = z
  .enum(METHODS)
  .describe('none: PKCE only, for programs that cannot keep a secret; secret: shown once; key: private_key_jwt');

/** Enough for ten RSA keys of 4096 bits. */
const MAX_JWKS_CHARACTERS = 20_000;

/** Keys are given once, by value or by URL, and only with the method `key`. */
const fitting = acrossMembers(({ auth, jwks, jwksUri, isMachine, redirectUris }, fault) => {
  const given = [jwks, jwksUri].filter((each) => each !== undefined).length;
  if (auth === 'key' && given !== 1) fault(['jwks'], 'exactly_one', 'give exactly one of jwks and jwksUri.');
  if (auth !== 'key' && given > 0) fault(['jwks'], 'fits', 'is only for auth: key.');
  if (JSON.stringify(jwks ?? {}).length > MAX_JWKS_CHARACTERS) {
    fault(['jwks'], 'too_large', `may have ${MAX_JWKS_CHARACTERS} characters as JSON. Leave out certificates (x5c).`);
  }
  if (isMachine === true && auth === 'none') {
    fault(['auth'], 'fits', 'must be secret or key for a client that acts for itself.');
  }
  if (isMachine !== true && (redirectUris as readonly string[] | undefined)?.length === 0) {
    fault(['redirectUris'], 'fits', 'must have an address, or isMachine be true.');
  }
});

/** Request to register a client. */
export const newOauthClient = z
  .strictObject({
    name: name(80).describe('Shown to people on the consent page'),
    redirectUris: z
      .array(address)
      .max(20)
      .default([])
      .describe(
        'Where the browser may return with a code: https, http on loopback with any port, or a scheme of the application’s own',
      ),
    isMachine: z
      .boolean()
      .default(false)
      .describe('The client may act for itself (client credentials) at servers whose access rules name it'),
    auth: method,
    jwks: jsonObject.optional().describe('The public keys of the client, as a JWK Set'),
    jwksUri: address.optional().describe('https address at which the client publishes its JWK Set'),
  })
  .check(fitting)
  .register(models, { id: 'NewOauthClient' });

/** A client that an admin has registered. */
export const oauthClient = z
  .object({
    id: oauthClientId,
    name: z.string(),
    redirectUris: z.array(z.string()),
    isMachine: z.boolean(),
    auth: method,
    previousSecretUntil: time
      .optional()
      .describe('Until when the secret before the present one is good, after a rotation'),
    createdAt: time,
    ...creator,
  })
  .register(models, { id: 'OauthClient' });
/** A client that an admin has registered. */
export type OauthClientView = z.infer<typeof oauthClient>;

/** A client with its new secret. */
export const rotatedOauthClient = z
  .object({ client: oauthClient, secret: z.string().describe('Contained in this answer only') })
  .register(models, { id: 'RotatedOauthClient' });

/** A client that was just registered. */
export const createdOauthClient = z
  .object({
    client: oauthClient,
    secret: z.string().optional().describe('Contained in this answer only'),
    leftOut: z
      .array(z.object({ uri: z.string(), reason: z.string() }))
      .optional()
      .describe('Those of redirectUris that cannot be used and were not registered, and why'),
    issuer: z.string().describe('Issuer of the authorization server'),
  })
  .register(models, { id: 'CreatedOauthClient' });

/** All clients that admins have registered. */
export const oauthClientList = z
  .object({ items: z.array(oauthClient).describe('Oldest first') })
  .register(models, { id: 'OauthClientList' });
