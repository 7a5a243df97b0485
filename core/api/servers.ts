/** Servers: how they are made, changed and seen. A credential only ever goes in. */
import { z } from 'zod';
import { deployment } from './deployments.ts';
import { address, line, models, resealed, serverId, serverName, systemRules, time } from './fields.ts';
import { governanceChange, governanceView } from './governance.ts';
import { connection } from './tokens.ts';

/** KMS Encrypt takes 4,096 bytes; the rest of the credential's JSON needs some of them. */
const secret = z
  .string()
  .min(1)
  .max(3_500)
  .refine((text) => !/[\r\n\0]/.test(text), {
    error: 'may not hold line breaks or NUL; they cannot go into a header.',
  });

/**
 * The credential of the upstream API.
 * Sent as the Authorization header (bearer, basic) or as a header of the API's own.
 */
export const auth = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('bearer'), token: secret }),
    z.strictObject({
      type: z.literal('basic'),
      username: z
        .string()
        .max(500)
        .refine((text) => !/[:\r\n\0]/.test(text), { error: 'may not hold a colon or line breaks (RFC 7617).' }),
      password: z
        .string()
        .max(3_000)
        .refine((text) => !/[\r\n\0]/.test(text), { error: 'may not hold line breaks or NUL.' }),
    }),
    z.strictObject({
      type: z.literal('header'),
      name: z.string().max(200).describe('Header name; never a hop-by-hop header, Host or Content-*'),
      value: secret,
    }),
    z.strictObject({ type: z.literal('none') }),
  ])
  .register(models, { id: 'Auth', description: 'The credential of the upstream API. Never returned.' });
export type Auth = z.infer<typeof auth>;

export const authView = z
  .object({
    type: z.enum(['bearer', 'basic', 'header', 'none']),
    headerName: z.string().optional(),
    hint: z.string().optional().describe('Masked, e.g. ••••3f9a'),
  })
  .register(models, { id: 'AuthView' });

/** The text of an API description, its JSON value, or any file (JSON, YAML, gzip, zip) as {base64}. */
export const document = z
  .union([z.string().min(1), z.record(z.string(), z.unknown())])
  .describe('Text, JSON value, or {"base64": "…"} for a file: JSON, YAML, or one of them gzip-compressed, or a zip');

const tags = z.array(line(200)).min(1).max(500).describe('Import only operations with one of these tags');

const source = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('openapi'),
    url: address.optional().describe('https address of the description'),
    document: document.optional(),
  }),
  z.strictObject({ kind: z.literal('manual') }),
]);

export const newServer = z
  .strictObject({
    name: serverName.optional().describe("Unset takes the description's title"),
    source,
    baseUrl: address.optional().describe("Unset takes the description's first https server"),
    auth,
    governance: governanceChange.optional(),
    systemRules: systemRules.optional().describe('Short for governance.systemRules'),
    signed: z.boolean().optional().describe('Compare the surface with the lockfile at each deployment'),
    tags: tags.optional(),
    tokenLabel: line(80).optional().describe('Label of the first connection token'),
  })
  .register(models, { id: 'NewServer' });
export type NewServer = z.infer<typeof newServer>;

export const serverChange = z
  .strictObject({
    name: serverName.optional(),
    baseUrl: address.optional(),
    governance: governanceChange.optional(),
    systemRules: systemRules.nullable().optional().describe('Short for governance.systemRules'),
    signed: z.boolean().optional(),
  })
  .register(models, { id: 'ServerChange' });

export const server = z
  .object({
    id: serverId,
    name: z.string().describe('Empty until the import fills it'),
    baseUrl: z.string().describe('Empty until the import fills it'),
    source: z.object({
      kind: z.enum(['openapi', 'manual']),
      url: z.string().optional(),
      uploaded: z.boolean().optional().describe('True when the description was uploaded'),
      tags: z.array(z.string()).optional(),
    }),
    auth: authView,
    governance: governanceView,
    exposition: z.enum(['flat']),
    signed: z.boolean(),
    status: z.enum(['deploying', 'live', 'offline', 'failed', 'deleting']),
    bundle: z
      .object({ id: z.string(), version: z.int(), tools: z.int().describe('Enabled tools that clients see') })
      .optional()
      .describe('The version that is live'),
    deploying: z.string().optional().describe('Id of the running deployment; edits wait until it is gone'),
    mcpUrl: z.string().describe('{edge}/mcp, for clients that send the token as a bearer header'),
    createdAt: time,
    createdBy: z.string(),
    updatedAt: time,
    version: z.int(),
    resealed,
  })
  .register(models, { id: 'Server' });
export type ServerView = z.infer<typeof server>;

export const createdServer = z.object({ server, deployment, ...connection }).register(models, { id: 'CreatedServer' });

export const statusChange = z
  .strictObject({ status: z.enum(['online', 'offline']) })
  .register(models, { id: 'StatusChange' });
