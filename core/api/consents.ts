/** Consent of a person at an API's own authorization server, for credentials with the grant `authorizationCode`. */
import * as z from 'zod';
import { checkBaseUrl } from '../lib/url/baseUrl.ts';
import { acrossMembers, oneOfMembers, oneOfSchema, refineWith } from '../lib/zod/faults.ts';
import { address, models, serverId, time, tokenId } from '../lib/zod/fields.ts';

/** Request to begin a consent. */
export const consentRequest = z
  .strictObject({
    origin: address
      .superRefine(refineWith(checkBaseUrl))
      .optional()
      .describe('The origin that the credential is for; that of the base URL unless given'),
  })
  .register(models, { id: 'ConsentRequest' });

/** A consent that has begun. */
export const consentBegun = z
  .object({
    authorizationUrl: z.string().describe('For the browser of the person who began, once'),
    redirectUri: z
      .string()
      .describe('Where the provider sends the browser back; register it with the client at the provider'),
    expiresAt: time,
  })
  .register(models, { id: 'ConsentBegun' });

/** A consent that has begun without a login. */
export const tokenConsentBegun = consentBegun
  .extend({ binding: z.string().describe('Finishes the consent; keep it in the browser that began, and nowhere else') })
  .register(models, { id: 'TokenConsentBegun' });

const authorizationResponse = {
  state: z.string().regex(/^srv_[0-9A-Za-z]{12}\.[0-9A-Za-z]{43}$/, { error: 'is not a state of a consent.' }),
  code: z.string().min(1).max(8_192).optional(),
  error: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The error code (RFC 6749, section 4.1.2.1); its description is not read'),
  iss: z.string().max(2_048).optional().describe('The issuer (RFC 9207)'),
};

/** The parameters of the authorization response. */
export const consentAnswer = z
  .strictObject(authorizationResponse)
  .check(oneOfMembers('code', 'error'))
  .meta(oneOfSchema('code', 'error'))
  .register(models, { id: 'ConsentAnswer' });

/** The same, for a consent that has begun without a login. */
export const tokenConsentAnswer = z
  .strictObject({ ...authorizationResponse, binding: z.string().regex(/^[0-9A-Za-z]{43}$/) })
  .check(oneOfMembers('code', 'error'))
  .meta(oneOfSchema('code', 'error'))
  .register(models, { id: 'TokenConsentAnswer' });

/** A consent that was stored. */
export const consentGiven = z
  .object({
    server: z.object({ id: serverId, name: z.string() }),
    origin: z.string().describe('The origin of the credential that it is for'),
    isOwn: z.boolean().describe('The account of one client, not that of all'),
    missingScopes: z.array(z.string()).describe('Requested and not granted; the API refuses operations that need them'),
  })
  .register(models, { id: 'ConsentGiven' });

/** The credentials that need consent, with their state. */
export const consents = z
  .object({
    redirectUri: z.string().describe('Register it with the client at the provider'),
    items: z.array(
      z.object({
        origin: z.string(),
        host: z.string().describe('The host of the authorization URL, where a person signs in'),
        tokenHost: z.string().describe('The host of the token URL, which gets the code and keeps the access'),
        state: z
          .enum(['missing', 'given', 'ended', 'changed'])
          .describe(
            'All but given: calls are refused until somebody consents. changed: somebody had, and the credential was replaced',
          ),
        at: time.optional(),
        by: z.string().optional().describe("The login's subject"),
        byName: z.string().optional(),
        missingScopes: z.array(z.string()),
      }),
    ),
  })
  .register(models, { id: 'Consents' });

/** The account of a connection token or a person, at each host whose credential needs consent. */
export const account = z
  .object({
    server: z.object({ id: serverId, name: z.string() }),
    label: z.string().optional().describe('Of the connection token'),
    items: z.array(
      z.object({
        origin: z.string().describe('The origin of the credential'),
        host: z.string().describe('The host of the authorization URL, where a person signs in'),
        tokenHost: z.string().describe('The host of the token URL, which gets the code and keeps the access'),
        state: z
          .enum(['missing', 'given', 'ended', 'changed'])
          .describe(
            'All but given: calls are refused until it is connected. changed: it was, and the credential was replaced',
          ),
        at: time.optional(),
        missingScopes: z.array(z.string()),
      }),
    ),
  })
  .register(models, { id: 'Account' });

const subject = z.string().min(1).max(200);

/** Query parameters that name an account. */
export const accountQuery = z
  .strictObject({ token: tokenId.optional(), person: subject.optional().describe("The login's subject") })
  .check(
    acrossMembers(({ token, person }, fault) => {
      if ((token === undefined) === (person === undefined))
        fault(['token'], 'exactly_one', 'give exactly one of token and person.');
    }),
  );

/** The connected accounts of a server. */
export const accountList = z
  .object({
    items: z
      .array(
        z.object({
          account: z.string(),
          token: tokenId.optional().describe('Of a connection token'),
          label: z.string().optional(),
          hint: z.string().optional().describe('Last four characters'),
          person: z.object({ id: z.string(), name: z.string().optional() }).optional(),
          origin: z.string(),
          host: z.string().optional().describe('The host of the authorization URL'),
          state: z
            .enum(['given', 'ended', 'outdated'])
            .describe('ended: the provider no longer accepts it; outdated: the credential of the server was replaced'),
          at: time.describe('Since when'),
          code: z.string().optional().describe('Why the last access token was refused'),
          missingScopes: z.array(z.string()),
        }),
      )
      .describe('Newest first'),
  })
  .register(models, { id: 'AccountList' });
