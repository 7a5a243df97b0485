/** Schemas of requests to make and change servers, and of the parts that answers share with them. */
import * as z from 'zod';
import { MAX_AUTHORITIES_LENGTH, readAuthorities } from '../lib/certificateAuthorities.ts';
import { LIMITS } from '../lib/limits.ts';
import { checkBaseUrl, checkDocumentUrl } from '../lib/url/baseUrl.ts';
import { acrossMembers, oneOfMembers, oneOfSchema, refineWith } from '../lib/zod/faults.ts';
import {
  address,
  approvedWords,
  declaredKey,
  line,
  models,
  name,
  serverId,
  serverName,
  systemRules,
} from '../lib/zod/fields.ts';
import { EXPOSITIONS } from '../model/exposition.ts';
import { serverHeaders } from '../tools/schemas/staticHeaders.ts';
import { auth } from './credentials.ts';
import { governanceChange } from './governance.ts';
import { projectId } from './projects.ts';
import { withoutRepairs } from './repairs.ts';
import { firstSettings, settingChanges } from './serverSettings.ts';
import { accessRules, accessWay } from './signIn.ts';
import { toolsetSource } from './toolsets.ts';

/** Query parameters of the list of servers. */
export const serversQuery = z.strictObject({
  after: serverId.optional().describe('`next` of the page before'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('As many as one answer holds when unset: 1,000 servers or 5 MB'),
});

/**
 * An https origin, with surrounding space and a final slash allowed. A URL with a path is refused: approval is for the
 * whole host, so the path would suggest a limit that does not exist.
 */
const ORIGIN = /^\s*https:\/\/[^/?#\\]+\/?\s*$/i;
/** Origin of a host. */
export const origin = address
  .superRefine(refineWith(checkBaseUrl))
  .regex(ORIGIN, { error: 'must be an origin alone, like https://files.example.com.' });

/** The text of an API description, its JSON value, or any file (JSON, YAML, gzip, zip) as {base64}. */
export const document = z
  .union([z.string().min(1), z.record(z.string(), z.unknown())])
  .describe('Text, JSON value, or {"base64": "…"} for a file: JSON, YAML, or one of them gzip-compressed, or a zip');

/** The part of the base URL rules that JSON Schema can express; all rules are in core/lib/url/baseUrl.ts. */
const HTTPS = { pattern: '^\\s*[hH][tT][tT][pP][sS]://' };
/** Base URL of an upstream API. */
export const baseUrl = address.superRefine(refineWith(checkBaseUrl)).meta(HTTPS);
/** URL of an API description. */
export const documentUrl = address
  .superRefine(refineWith(checkDocumentUrl))
  .meta({ ...HTTPS, description: 'https address of the description' });

/** Bytes of all tags. An item of DynamoDB may have 400 KB; of a server's, governance takes up to 290 KB, credentials 66 KB. */
const MAX_TAG_BYTES = 40_000;
/** Tags that an import keeps. */
export const tags = z
  .array(line(200))
  .min(1)
  .max(500)
  .refine((names) => Buffer.byteLength(names.join('')) <= MAX_TAG_BYTES, {
    error: 'may have 40,000 bytes in all.',
    params: { rule: 'too_large' },
  })
  .describe('Import only operations with one of these tags');

/** How clients see the tools of a server. */
export const exposition = z
  .enum(EXPOSITIONS)
  .describe(
    `How clients see the tools: each by itself (flat), each in outline with a further tool that tells all of one (compact), by tag, apart for reading and changing, as groups with an argument action (grouped), or as three tools that find, read and change (search); auto groups above ${LIMITS.groupingThreshold} enabled tools, decided whenever a version is published. Another way of listing gives clients other tool names`,
  );

/** Hosts to approve for a server. */
export const newHosts = z
  .array(z.strictObject({ origin, auth: auth.optional().describe('Called without a credential when unset') }))
  .max(LIMITS.approvedHosts)
  .describe(
    'Hosts beside that of the base URL that tools may reach, each with its own credential; tools elsewhere are left out',
  );

/** Certificates of authorities; PEM, without the text that programs write around it. */
const certificateAuthorities = z
  .string()
  .min(1)
  .max(MAX_AUTHORITIES_LENGTH)
  .transform((text, context) => {
    const read = readAuthorities(text);
    if ('pem' in read) return read.pem;
    context.addIssue({ code: 'custom', message: read.fault, params: { rule: 'certificate_invalid' } });
    return z.NEVER;
  })
  .describe('PEM of the authorities that are trusted at this host in place of the public ones');

/** Hosts in the network of the deployment's owner. */
export const newPrivateHosts = z
  .array(z.strictObject({ origin, certificateAuthorities: certificateAuthorities.optional() }))
  .max(LIMITS.privateHosts)
  .describe(
    'Hosts in the network of the deployment’s owner: of the base URL, approved ones and token endpoints. Each has to be listed in the deployment’s privateHosts. Goes with baseUrl',
  );

const privateHostChanges = z
  .array(
    z.strictObject({
      origin,
      private: z.boolean(),
      certificateAuthorities: certificateAuthorities
        .nullable()
        .optional()
        .describe('null: the public ones again; absent: as before'),
    }),
  )
  .min(1)
  .max(2 * LIMITS.privateHosts)
  .describe(
    'Says of hosts that they are in the network of the deployment’s owner, or are not. Hosts that are not named stay as they are',
  );

const hostChanges = z
  .array(z.strictObject({ origin, approved: z.boolean() }))
  .min(1)
  .max(2 * LIMITS.approvedHosts)
  .describe(
    'Approves hosts beside that of the base URL, or takes their approval back and their credential with it. Hosts that are not named stay as they are; the credential of one is given with PUT …/credentials and its origin',
  );

const rulesOnce = acrossMembers(({ governance, systemRules: rules }, fault) => {
  if (rules !== undefined && (governance as { systemRules?: unknown } | undefined)?.systemRules !== undefined) {
    fault(['systemRules'], 'one_of', 'is also in governance; send it once.');
  }
});

/** The rule of {@link rulesOnce} as JSON Schema. */
const RULES_ONCE = {
  not: {
    required: ['governance', 'systemRules'],
    properties: { governance: { type: 'object', required: ['systemRules'] } },
  },
};

/** Which description of an archive is read. */
export const archiveRoot = line(500).describe(
  'Of an archive, the path of the API description in it. Unset takes the likeliest; a preview lists them',
);

/** The API description that a server is made of. */
const description = z
  .strictObject({
    kind: z.literal('openapi'),
    url: documentUrl.optional(),
    document: document.optional(),
    root: archiveRoot.optional(),
  })
  .check(oneOfMembers('url', 'document'))
  .meta(oneOfSchema('url', 'document'));
const source = z.discriminatedUnion('kind', [
  description,
  z.strictObject({ kind: z.literal('mcp') }).describe('The tools of the MCP server whose address is the base URL'),
  z.strictObject({ kind: z.literal('manual') }),
  toolsetSource,
]);

const kindOf = (from: unknown) => (from as { kind?: unknown } | undefined)?.kind;
/** What a toolset does not have, because its members have it. */
const OF_MEMBERS = ['baseUrl', 'hosts', 'privateHosts', 'headers', 'tags', 'withoutRepairs', 'signed'] as const;

/** Request to make a server. */
export const newServer = z
  .strictObject({
    name: serverName.optional().describe("Unset takes the description's title"),
    source,
    baseUrl: baseUrl.optional().describe("Unset takes the description's first https server"),
    auth,
    hosts: newHosts.optional(),
    privateHosts: newPrivateHosts.optional(),
    governance: governanceChange.optional(),
    systemRules: systemRules.optional().describe('Short for governance.systemRules'),
    signed: z.boolean().optional().describe('Compare the tools with the lockfile at each deployment; true when unset'),
    ...firstSettings,
    headers: serverHeaders.optional(),
    exposition: exposition.optional().describe('auto when unset'),
    tags: tags.optional(),
    withoutRepairs: withoutRepairs.optional(),
    tokenLabel: name(80).nullable().optional().describe('Label of the first connection token; null makes none'),
    declared: declaredKey.optional(),
    project: projectId.optional().describe('Where it is to be; default when unset'),
  })
  .check(
    rulesOnce,
    acrossMembers(({ privateHosts, baseUrl: base }, fault) => {
      if (privateHosts !== undefined && base === undefined)
        fault(['baseUrl'], 'required', 'is missing; private hosts are given together with the base URL.');
    }),
    acrossMembers(({ source: from, name, baseUrl: base, tags: chosen, withoutRepairs: left }, fault) => {
      const kind = kindOf(from);
      if (kind !== 'manual' && kind !== 'mcp') return;
      if (kind === 'manual' && name === undefined)
        fault(['name'], 'required', 'is missing; a server without a document needs a name.');
      if (base === undefined)
        fault(['baseUrl'], 'required', 'is missing; a server without a document needs a base URL.');
      if (chosen !== undefined) fault(['tags'], 'unknown_field', 'only goes with a source of kind openapi.');
      if (left !== undefined) fault(['withoutRepairs'], 'unknown_field', 'only goes with a source of kind openapi.');
    }),
    acrossMembers((server, fault) => {
      if (kindOf(server['source']) !== 'toolset') return;
      if (server['name'] === undefined) fault(['name'], 'required', 'is missing; a toolset needs a name.');
      for (const each of OF_MEMBERS) {
        if (server[each] !== undefined)
          fault([each], 'unknown_field', 'is no setting of a toolset; its members have it.');
      }
      if ((server['auth'] as { type?: unknown } | undefined)?.type !== 'none') {
        fault(
          ['auth'],
          'unknown_field',
          'must have the type none; calls are made with the credentials of the members.',
        );
      }
    }),
  )
  .meta({
    ...RULES_ONCE,
    dependentRequired: { privateHosts: ['baseUrl'] },
    anyOf: [
      { properties: { source: { type: 'object', required: ['kind'], properties: { kind: { const: 'openapi' } } } } },
      {
        properties: { source: { type: 'object', properties: { kind: { const: 'mcp' } } } },
        required: ['baseUrl'],
        not: { anyOf: [{ required: ['tags'] }, { required: ['withoutRepairs'] }] },
      },
      {
        properties: { source: { type: 'object', properties: { kind: { const: 'manual' } } } },
        required: ['name', 'baseUrl'],
        not: { anyOf: [{ required: ['tags'] }, { required: ['withoutRepairs'] }] },
      },
      {
        properties: {
          source: { type: 'object', properties: { kind: { const: 'toolset' } } },
          auth: { type: 'object', properties: { type: { const: 'none' } } },
        },
        required: ['name'],
        not: { anyOf: OF_MEMBERS.map((each) => ({ required: [each] })) },
      },
    ],
  })
  .register(models, { id: 'NewServer' });
/** Request to make a server. */
export type NewServer = z.infer<typeof newServer>;

/** Request to change a server. */
export const serverChange = z
  .strictObject({
    name: serverName.optional(),
    baseUrl: baseUrl
      .optional()
      .describe('At another origin only with the credential for it in auth, or when the server has none'),
    auth: auth.optional().describe('The credential for this baseUrl; alone it is replaced with PUT …/credentials'),
    hosts: hostChanges.optional(),
    approvedWords: approvedWords.optional(),
    privateHosts: privateHostChanges.optional(),
    governance: governanceChange.optional(),
    systemRules: systemRules.nullable().optional().describe('Short for governance.systemRules'),
    signed: z.boolean().optional(),
    access: accessWay.optional(),
    accessRules: accessRules.optional(),
    ...settingChanges,
    headers: serverHeaders.optional(),
    exposition: exposition.optional(),
    source: z
      .discriminatedUnion('kind', [description, toolsetSource])
      .optional()
      .describe('Another API description, which the next import reads; of a toolset other members, at once'),
    declared: declaredKey
      .optional()
      .describe('Files declare it from now on, under this key, which does not change any more'),
    tags: tags.nullable().optional().describe('Another choice of tags for the next import; null for all'),
    withoutRepairs: withoutRepairs
      .nullable()
      .optional()
      .describe('Another choice of repairs that the next import leaves out; null for none'),
  })
  .check(
    rulesOnce,
    acrossMembers(({ auth: credential, baseUrl: base }, fault) => {
      if (credential !== undefined && base === undefined)
        fault(['baseUrl'], 'required', 'is missing; a credential is given together with the base URL that it is for.');
    }),
  )
  .meta({ ...RULES_ONCE, anyOf: [{ required: ['baseUrl'] }, { not: { required: ['auth'] } }] })
  .register(models, { id: 'ServerChange' });
/** Request to change a server. */
export type ServerChange = z.infer<typeof serverChange>;

/** Request to switch a server on or off. */
export const statusChange = z
  .strictObject({ status: z.enum(['online', 'offline']) })
  .register(models, { id: 'StatusChange' });
