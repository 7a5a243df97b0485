/** Consent of a person at an API's own authorization server, for credentials with the grant `authorizationCode`. */
import * as z from 'zod';
import { checkBaseUrl } from '../url/baseUrl.ts';
import { oneOfMembers, oneOfSchema, refineWith } from './faults.ts';
import { address, models, serverId, time } from './fields.ts';

/** Which credential somebody consents for. */
export const consentRequest = z
  .strictObject({
    origin: address
      .superRefine(refineWith(checkBaseUrl))
      .optional()
      .describe('The origin that the credential is for; that of the base URL unless given'),
  })
  .register(models, { id: 'ConsentRequest' });

/** Where the browser goes. */
export const consentBegun = z
  .object({
    authorizationUrl: z.string().describe('For the browser of whoever began it, once'),
    redirectUri: z.string().describe('Where it comes back to; the client at the provider has to have it registered'),
    expiresAt: time,
  })
  .register(models, { id: 'ConsentBegun' });

/** The parameters with which the browser came back. */
export const consentAnswer = z
  .strictObject({
    state: z.string().regex(/^srv_[0-9A-Za-z]{12}\.[0-9A-Za-z]{43}$/, { error: 'is not one of these.' }),
    code: z.string().min(1).max(8_192).optional(),
    error: z.string().min(1).max(200).optional().describe('RFC 6749, section 4.1.2.1; nothing else of it is read'),
    iss: z.string().max(2_048).optional().describe('RFC 9207'),
  })
  .check(oneOfMembers('code', 'error'))
  .meta(oneOfSchema('code', 'error'))
  .register(models, { id: 'ConsentAnswer' });

/** What came of it. */
export const consentGiven = z
  .object({
    server: z.object({ id: serverId, name: z.string() }),
    origin: z.string().describe('Of the credential that it is for'),
    missingScopes: z.array(z.string()).describe('Asked for and not given; operations that need them are refused'),
  })
  .register(models, { id: 'ConsentGiven' });

/** The state of each. */
export const consents = z
  .object({
    redirectUri: z.string().describe('To be registered with the client at the provider'),
    items: z.array(
      z.object({
        origin: z.string(),
        host: z.string().describe('Of the page at the provider'),
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
