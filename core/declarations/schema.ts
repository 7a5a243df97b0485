/**
 * The form of a file that declares servers. Its parts are the schemas of the management API; what differs is that tools are named instead of
 * numbered, that values which may be secret are references, and that a description may be a file.
 */
import * as z from 'zod';
import { authWritten } from '../api/credentials.ts';
import { governanceChange } from '../api/governance.ts';
import { withoutRepairs } from '../api/repairs.ts';
import { settingChanges } from '../api/serverSettings.ts';
import { archiveRoot, baseUrl, documentUrl, exposition, newPrivateHosts, origin, tags } from '../api/servers.ts';
import { accessRules, accessWay } from '../api/signIn.ts';
import { newToken, tokenScopes } from '../api/tokens.ts';
import { LIMITS } from '../lib/limits.ts';
import { maskedUrl } from '../lib/url/mask.ts';
import { acrossMembers } from '../lib/zod/faults.ts';
import { line, serverId, serverName } from '../lib/zod/fields.ts';
import { MAX_STATIC_HEADERS } from '../request/staticHeaders.ts';
import { serverHeaders } from '../tools/schemas/staticHeaders.ts';
import { toolChange } from '../tools/schemas/tools.ts';
import { orReference, reference } from './reference.ts';

/** Value of `kind` in each file. */
export const DECLARATION_KIND = 'portcullis-servers';
/** Value of `version` in each file. */
export const DECLARATION_VERSION = 1;
/** Group of a file that names none. */
export const DEFAULT_GROUP = 'main';

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;
const NAME_RULE = { error: 'must be small letters, digits and dashes, such as orders or orders-eu; 64 at most.' };
const keyName = z.string().regex(NAME, NAME_RULE);

/** In place of members that hold a secret a reference; other texts may be one. */
const credential = authWritten((field, schema) => {
  if (field.type !== 'text' && field.type !== 'pem') return schema;
  return field.holds === 'secret' ? reference : orReference(schema);
});

const url = z.union([
  documentUrl.refine((text) => maskedUrl(text) === text, {
    error: 'holds what looks like a key; give the whole address as { env: NAME } or { file: path }.',
    params: { rule: 'secret_plain' },
  }),
  reference,
]);

const description = z
  .strictObject({
    kind: z.literal('openapi'),
    url: url.optional().describe('https address of the API description, which the installation reads'),
    file: line(1_000).optional().describe('Path of the API description, relative to this file'),
    root: archiveRoot.optional(),
    tags: tags.optional(),
    withoutRepairs: withoutRepairs.optional(),
  })
  .check(
    acrossMembers(({ url: address, file }, fault) => {
      if (address !== undefined && file !== undefined)
        fault(['file'], 'one_of', 'cannot go with url; give one of them.');
    }),
  )
  .describe('Without url and file the description stays the one that the server has');

/** How a tool is named: GET /orders/{id}, or its name. */
const toolKey = z.string().min(1).max(8_100);
const toolKeys = z
  .array(toolKey)
  .min(1)
  .max(LIMITS.tokenScopeTools)
  .describe('Tools by name, or by verb and path as GET /orders/{id}');

const { reset: _, approvedWords: __, name: toolName, ...editable } = toolChange.shape;

/** An edit of an imported tool, or a tool that is added. */
const tool = z
  .strictObject({ name: toolName, ...editable })
  .check(
    acrossMembers(({ verb, path }, fault) => {
      if ((verb === undefined) === (path === undefined)) return;
      const missing = verb === undefined ? 'verb' : 'path';
      fault([missing], 'required', 'is missing; a tool that is added has a verb and a path.');
    }),
  )
  .describe('With verb and path a tool that is added; without, what is edited of an imported one');

const tools = z
  .record(toolKey, tool)
  .refine((all) => Object.keys(all).length <= LIMITS.toolsPerServer, {
    error: 'are too many tools.',
    params: { rule: 'too_large' },
  })
  .describe(
    'By name, or by verb and path as GET /orders/{id}. Held whole: edits that are not here are reset, and tools added by hand that are not here are deleted',
  );

const token = z
  .strictObject({
    ...newToken.shape,
    scopes: z
      .strictObject({ access: tokenScopes.shape.access, tools: toolKeys.optional() })
      .optional()
      .describe('What it opens of the server; unset means all tools'),
  })
  .describe('Made when no token with this label is valid');

const tokens = z
  .array(token)
  .max(LIMITS.tokensPerServer)
  .superRefine((all, context) => {
    all.forEach(({ label }, index) => {
      if (all.findIndex((one) => one.label === label) === index) return;
      context.addIssue({
        code: 'custom',
        path: [index, 'label'],
        message: 'stands twice.',
        params: { rule: 'unique' },
      });
    });
  })
  .describe('Connection tokens by label. Others are left alone');

const rule = z.strictObject({ ...accessRules.element.shape, tools: toolKeys.optional() });

const { value: headerValue } = serverHeaders.element.shape;
const header = z.strictObject({ ...serverHeaders.element.shape, value: z.unknown().optional() }).check(
  acrossMembers(({ value, sealed }, fault) => {
    const { error } = (sealed === true ? reference : headerValue.unwrap()).safeParse(value);
    for (const { message } of error?.issues ?? []) fault(['value'], 'header_value', message);
  }),
);

/** One server. What a declaration does not have is left alone; what it has is held whole. */
export const declaredServer = z
  .strictObject({
    adopt: serverId
      .optional()
      .describe(
        'A server that was made otherwise and is declared here from now on, if there is one with this id; else one is made',
      ),
    name: serverName.optional().describe("Unset takes the description's title when the server is made"),
    source: z.discriminatedUnion('kind', [description, z.strictObject({ kind: z.literal('manual') })]),
    baseUrl: baseUrl.optional().describe("Unset takes the description's first https server when the server is made"),
    auth: credential
      .optional()
      .describe(
        'Credential of the base URL. Given when the server has none, when its public part differs, or with --credentials; a changed secret alone is not seen',
      ),
    hosts: z
      .array(z.strictObject({ origin, auth: credential.optional() }))
      .max(LIMITS.approvedHosts)
      .optional()
      .describe('All approved hosts beside that of the base URL'),
    privateHosts: newPrivateHosts.optional(),
    governance: governanceChange.optional().describe('All overrides of the global settings'),
    signed: z.boolean().optional(),
    exposition: exposition.optional(),
    ...settingChanges,
    headers: z
      .array(header)
      .max(MAX_STATIC_HEADERS)
      .optional()
      .describe('All headers of the server; a sealed one by reference'),
    tools: tools.optional(),
    access: accessWay.optional(),
    accessRules: z.array(rule).max(LIMITS.accessRules).optional(),
    tokens: tokens.optional(),
  })
  .check(
    acrossMembers(({ source, name, baseUrl: base, privateHosts }, fault) => {
      const isManual = (source as { kind?: unknown } | undefined)?.kind === 'manual';
      if (isManual && name === undefined)
        fault(['name'], 'required', 'is missing; a server without a document needs a name.');
      if ((isManual || privateHosts !== undefined) && base === undefined)
        fault(
          ['baseUrl'],
          'required',
          `is missing; ${isManual ? 'a server without a document needs' : 'private hosts go with'} a base URL.`,
        );
    }),
  );
/** One server of a file. */
export type DeclaredServer = z.infer<typeof declaredServer>;
/** One tool of a server. */
export type DeclaredTool = z.infer<typeof tool>;
/** One token of a server. */
export type DeclaredToken = z.infer<typeof token>;

/** Servers of one run at most. */
export const MAX_SERVERS = 1_000;

/** A file. */
export const declarationFile = z.strictObject({
  $schema: z.string().max(2_000).optional().describe('For editors'),
  kind: z.literal(DECLARATION_KIND),
  version: z.literal(DECLARATION_VERSION),
  group: keyName
    .optional()
    .describe(
      `Whose declarations these are; ${DEFAULT_GROUP} when unset. --prune deletes servers of the groups that it reads, and no others`,
    ),
  servers: z
    .record(keyName, declaredServer)
    .describe('By name, which with the group is the key of the server and does not change'),
});

/** The JSON Schema (2020-12) of a file, for editors and pipelines. */
export const declarationSchema = (): object => z.toJSONSchema(declarationFile, { io: 'input', unrepresentable: 'any' });
