/** Consent of a person at an API's own authorization server, for credentials with the grant `authorizationCode`. */
import * as z from 'zod';
import { checkBaseUrl } from '../url/baseUrl.ts';
import { oneOfMembers, oneOfSchema, refineWith } from './faults.ts';
import { address, models, serverId, time } from './fields.ts';

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

/** The parameters of the authorization response. */
export const consentAnswer = z
  .strictObject({
    state: z.string().regex(/^srv_[0-9A-Za-z]{12}\.[0-9A-Za-z]{43}$/, { error: 'is not a state of a consent.' }),
    code: z.string().min(1).max(8_192).optional(),
    error: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('The error code (RFC 6749, section 4.1.2.1); its description is not read'),
    iss: z.string().max(2_048).optional().describe('The issuer (RFC 9207)'),
  })
  .check(oneOfMembers('code', 'error'))
  .meta(oneOfSchema('code', 'error'))
  .register(models, { id: 'ConsentAnswer' });

/** A consent that was stored. */
export const consentGiven = z
  .object({
    server: z.object({ id: serverId, name: z.string() }),
    origin: z.string().describe('The origin of the credential that it is for'),
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
        host: z.string().describe('The host of the authorization URL'),
        state: z
          .enum(['missing', 'given', 'ended'])
          .describe('missing and ended: calls are refused until somebody consents'),
        at: time.optional(),
        by: z.string().optional().describe("The login's subject"),
        byName: z.string().optional(),
        missingScopes: z.array(z.string()),
      }),
    ),
  })
  .register(models, { id: 'Consents' });
