/** OAuth clients that an admin registers: what is said of one, and what is shown of it. */
import * as z from 'zod';
import { acrossMembers } from './faults.ts';
import { address, creator, jsonObject, line, models, time } from './fields.ts';

/** Id of a client that an admin has registered. */
export const oauthClientId = z
  .string()
  .regex(/^app_[0-9A-Za-z]{22}$/)
  .describe('app_ and 22 characters; its `client_id`');

const METHODS = ['none', 'secret', 'key'] as const;
const method = z
  .enum(METHODS)
  .describe('none: PKCE alone, for programs that keep no secret; secret: one that is shown once; key: private_key_jwt');

/** Keys by value or by address, and only where they are what the client proves itself by. */
const fitting = acrossMembers(({ auth, jwks, jwksUri, isMachine, redirectUris }, fault) => {
  const given = [jwks, jwksUri].filter((each) => each !== undefined).length;
  if (auth === 'key' && given !== 1) fault(['jwks'], 'exactly_one', 'give exactly one of jwks and jwksUri.');
  if (auth !== 'key' && given > 0) fault(['jwks'], 'fits', 'is only for auth: key.');
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
    name: line(80).describe('Shown to people who are asked to allow it'),
    redirectUris: z
      .array(address)
      .max(20)
      .default([])
      .describe('Where the browser may bring codes: https, or http on loopback, where the port is free'),
    isMachine: z
      .boolean()
      .default(false)
      .describe('It may act for itself (client credentials), at servers whose access rules name it'),
    auth: method,
    jwks: jsonObject.optional().describe('Its public keys, as a JWK Set'),
    jwksUri: address.optional().describe('https address at which it publishes them'),
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
    createdAt: time,
    ...creator,
  })
  .register(models, { id: 'OauthClient' });
/** A client that an admin has registered. */
export type OauthClientView = z.infer<typeof oauthClient>;

/** A client that was just registered. */
export const createdOauthClient = z
  .object({
    client: oauthClient,
    secret: z.string().optional().describe('Shown here and never again'),
    issuer: z.string().describe('The authorization server that it belongs to'),
  })
  .register(models, { id: 'CreatedOauthClient' });

/** All of them. */
export const oauthClientList = z
  .object({ items: z.array(oauthClient).describe('Oldest first') })
  .register(models, { id: 'OauthClientList' });
