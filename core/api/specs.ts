/** Schemas of the preview of an API description: the server that an import would make. */
import * as z from 'zod';
import { oneOfMembers, oneOfSchema } from '../lib/zod/faults.ts';
import { jsonObject, line, models } from '../lib/zod/fields.ts';
import { auth, credentialShape } from './credentials.ts';
import { readingId } from './reading.ts';
import { madeRepair, withoutRepairs } from './repairs.ts';
import { archiveRoot, baseUrl, document, documentUrl } from './servers.ts';

/** Request to preview a server before it is made. */
export const previewRequest = z
  .strictObject({
    url: documentUrl.optional(),
    document: document.optional(),
    mcp: z
      .strictObject({ url: baseUrl, auth: auth.optional() })
      .optional()
      .describe('An MCP server: its address, and the credential with which its tools are read; it is not stored'),
    reading: readingId.optional(),
    tags: z.array(line(200)).min(1).max(500).optional(),
    withoutRepairs: withoutRepairs.optional(),
    root: archiveRoot.optional(),
  })
  .check(oneOfMembers('url', 'document', 'mcp', 'reading'))
  .meta(oneOfSchema('url', 'document', 'mcp', 'reading'))
  .register(models, { id: 'PreviewRequest', description: 'One of url, document, mcp and reading.' });

/** A scope of OAuth 2 that can be asked for. */
export const scope = z
  .object({
    name: z.string(),
    description: z.string().optional(),
    operations: z.int().describe('Operations that it is needed for, or one way to'),
    examples: z.array(z.string()).describe('Some of them, as GET /pets'),
  })
  .register(models, { id: 'Scope' });

const serverAddress = z
  .object({
    template: z.string().describe('An https URL with {names}'),
    variables: z.array(
      z.object({
        name: z.string(),
        default: z.string().optional(),
        sample: z.string().optional().describe('Only shows what a value looks like; one has to be given'),
        choices: z.array(z.string()).optional().describe('The only values'),
        description: z.string().optional(),
      }),
    ),
  })
  .register(models, { id: 'ServerAddress' });

/** The server that an import of the API description would make. */
export const preview = z
  .object({
    title: z.string(),
    version: z.string(),
    dialect: z.string().describe('2.0, 3.0, 3.1 or 3.2; mcp for an MCP server'),
    baseUrl: z.string().describe('First usable https server, or empty'),
    archive: z
      .object({ root: z.string(), descriptions: z.array(z.string()) })
      .optional()
      .describe('Of an archive: the API description that was read, and all that are in it, the likeliest first'),
    servers: z.array(z.string()),
    address: serverAddress
      .optional()
      .describe('Where parts of the address are to be chosen, in the base URL or before there is one'),
    otherHosts: z
      .array(z.object({ origin: z.string(), tools: z.int() }))
      .describe('Hosts of operations with a server of their own; their tools are left out until the host is approved'),
    endpoints: z.int().describe('Operations in the description'),
    byVerb: z.record(z.string(), z.int()),
    tags: z.array(z.object({ name: z.string(), count: z.int(), description: z.string().optional() })),
    auth: z.object({
      suggested: z.object({
        type: credentialShape.type,
        name: z.string().optional().describe('For header'),
        keys: credentialShape.keys,
        region: credentialShape.region,
        service: credentialShape.service,
        grant: credentialShape.grant,
        tokenUrl: credentialShape.tokenUrl,
        authorizationUrl: credentialShape.authorizationUrl,
        authorizationParameters: credentialShape.authorizationParameters,
        scope: credentialShape.scope,
        parts: credentialShape.parts,
        notes: z.array(z.string()),
      }),
      securityPresent: z.boolean(),
      scopes: z.array(scope).describe('Scopes of OAuth 2, those for most operations first'),
    }),
    tokenCost: z.number().describe('About how many tokens the tool list costs a model'),
    tokenCostCompact: z.number().describe('The same for a compact list'),
    tokenCostSearch: z.number().describe('The same for three tools that find and call the others'),
    tokenCostGrouped: z.number().describe('The same for the tools as groups'),
    groups: z.int().describe('How many groups these are'),
    repairs: z.array(madeRepair).describe('What the import repairs; withoutRepairs leaves one out'),
    warnings: z.array(jsonObject).describe('{code, severity?, message, pointer, tools?}'),
  })
  .loose()
  .register(models, { id: 'Preview' });
