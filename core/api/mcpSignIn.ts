/** How people sign in at an MCP server, and this installation as a client of its authorization server. */
import * as z from 'zod';
import { address, models } from '../lib/zod/fields.ts';
import { baseUrl } from './servers.ts';

const parameters = z.array(z.object({ name: z.string(), value: z.string() }));

/** Request to find out how people sign in. */
export const signInRequest = z
  .strictObject({ url: baseUrl.describe('The address of the MCP server') })
  .register(models, { id: 'SignInRequest' });

/** How people sign in. */
export const signInWays = z
  .object({
    resource: z.string().describe('For which tokens are asked (RFC 8707)'),
    servers: z.array(
      z.object({
        issuer: z.string(),
        hosts: z.array(z.string()).describe('Where people sign in, and where codes and refresh tokens are sent'),
        clientId: z
          .string()
          .optional()
          .describe('The URL of a document about this installation, where the authorization server takes one'),
        registers: z.boolean().describe('Whether clients may register themselves'),
        auth: z
          .object({
            type: z.literal('oauth2'),
            grant: z.literal('authorizationCode'),
            authorizationUrl: z.string(),
            tokenUrl: z.string(),
            issuer: z.string().optional(),
            scope: z.string().optional(),
            parameters,
            authorizationParameters: parameters,
          })
          .describe('The credential but for the client'),
      }),
    ),
  })
  .register(models, { id: 'SignInWays' });

/** Request to register this installation. */
export const clientRequest = z
  .strictObject({
    url: baseUrl.describe('The address of the MCP server'),
    issuer: address.describe('One of its authorization servers'),
  })
  .register(models, { id: 'ClientRequest' });

/** The registered client, as members of a credential. The secret is shown here and nowhere else. */
export const registeredClient = z
  .object({
    clientId: z.string(),
    clientSecret: z.string().optional(),
    clientSecretExpiresAt: z.string().optional(),
    clientAuthentication: z.enum(['basic', 'body']),
  })
  .register(models, { id: 'RegisteredClient' });
