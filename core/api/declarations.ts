/**
 * The form in which servers and what they share are declared: in a file, and in a request, where secrets have been looked up and descriptions
 * read. Its parts are the schemas of the management API; what differs is that tools are named instead of numbered.
 */
import * as z from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { maskedUrl } from '../lib/url/mask.ts';
import { acrossMembers } from '../lib/zod/faults.ts';
import { line, models, serverId, serverName } from '../lib/zod/fields.ts';
import { MAX_STATIC_HEADERS } from '../request/staticHeaders.ts';
import { serverHeaders } from '../tools/schemas/staticHeaders.ts';
import { authWritten } from './credentials.ts';
import { noneTwice, rule, sentences, tokens, tools } from './declaredTools.ts';
import { floorChange } from './floor.ts';
import { governanceChange } from './governance.ts';
import { projectId } from './projects.ts';
import { byReference, isReference, orReference, reference } from './references.ts';
import { withoutRepairs } from './repairs.ts';
import { settingChanges } from './serverSettings.ts';
import { archiveRoot, baseUrl, documentUrl, exposition, newPrivateHosts, origin, tags } from './servers.ts';
import { accessWay } from './signIn.ts';
import { toolsetSource } from './toolsets.ts';
import { newWebhook } from './webhooks.ts';

/** Value of `kind` in each file. */
export const DECLARATION_KIND = 'portcullis-servers';
/** Value of `version` in each file. */
export const DECLARATION_VERSION = 1;
/** Group of a file that names none. */
export const DEFAULT_GROUP = 'main';

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;
const NAME_RULE = { error: 'must be small letters, digits and dashes, such as orders or orders-eu; 64 at most.' };
const keyName = z.string().regex(NAME, NAME_RULE);

/** Whether secrets stand in it: a file has references in their place, a request what was found there. */
type Place = 'file' | 'request';

const credentialIn = (place: Place) =>
  authWritten((field, schema) => {
    if (field.type !== 'text' && field.type !== 'pem') return schema;
    return field.holds === 'secret' && place === 'file' ? byReference : orReference(schema);
  });

/** An address that may hold a key, which a file does not write out. */
const addressIn = (place: Place, schema: z.ZodType<string>) =>
  place === 'request'
    ? orReference(schema)
    : z.union([
        schema.refine((text) => maskedUrl(text) === text, {
          error: 'holds what looks like a key; give the whole address as { env: NAME } or { file: path }.',
          params: { rule: 'secret_plain' },
        }),
        reference,
      ]);

const SHA_256 = /^[0-9a-f]{64}$/;
/** Where the description of a server is, beside its address. */
const UPLOADS = {
  file: { file: line(1_000).optional().describe('Path of the API description, relative to this file') },
  request: {
    document: z
      .strictObject({
        digest: z.string().regex(SHA_256).optional().describe('SHA-256 of it before compression'),
        base64: z.string().optional().describe('JSON, YAML, or one of them gzip-compressed'),
      })
      .check(
        acrossMembers(({ digest, base64 }, fault) => {
          if (digest === undefined && base64 === undefined)
            fault(
              ['base64'],
              'document_missing',
              'is missing; give the description, or the digest of the uploaded one.',
            );
        }),
      )
      .optional()
      .describe('The description; its digest is enough where the server has it already'),
  },
} as const;

const descriptionIn = <P extends Place>(place: P) =>
  z
    .strictObject({
      kind: z.literal('openapi'),
      url: addressIn(place, documentUrl)
        .optional()
        .describe('https address of the API description, which the installation reads'),
      ...(UPLOADS[place] as (typeof UPLOADS)[P]),
      root: archiveRoot.optional(),
      tags: tags.optional(),
      withoutRepairs: withoutRepairs.optional(),
    })
    .check(
      acrossMembers(({ url, file, document }, fault) => {
        const other = file === undefined ? 'document' : 'file';
        if (url !== undefined && (file ?? document) !== undefined)
          fault([other], 'source_twice', 'cannot go with url; give one of them.');
      }),
    )
    .describe(
      `Without url and ${place === 'file' ? 'file' : 'document'} the description stays the one that the server has`,
    );

const { value: headerValue } = serverHeaders.element.shape;
const headerIn = (place: Place) =>
  z.strictObject({ ...serverHeaders.element.shape, value: orReference(headerValue.unwrap()).optional() }).check(
    acrossMembers(({ value, sealed }, fault) => {
      if (sealed === true && place === 'file' && !isReference(value)) {
        const [issue] = byReference.safeParse(value).error?.issues ?? [];
        fault(['value'], 'header_value', issue?.message ?? '');
      } else if (value === undefined || (sealed !== true && isReference(value)))
        fault(['value'], 'header_value', 'is missing; only a secret header is given by reference.');
    }),
  );

const REACHED = 'All approved hosts beside that of the base URL';

/** One server. What a declaration does not have is left alone; what it has is held whole. */
const serverIn = <P extends Place>(place: P, credential: ReturnType<typeof credentialIn>) =>
  z
    .strictObject({
      adopt: serverId
        .optional()
        .describe(
          'A server that was made otherwise and is declared here from now on, if there is one with this id; else one is made',
        ),
      project: projectId
        .optional()
        .describe(
          'Where it is made, and with its key what tells it apart; default when unset. Move a server by itself, and change this after it',
        ),
      name: serverName.optional().describe("Unset takes the description's title when the server is made"),
      source: z.discriminatedUnion('kind', [
        descriptionIn(place),
        z
          .strictObject({ kind: z.literal('mcp') })
          .describe('The tools of the MCP server whose address is the base URL'),
        z.strictObject({ kind: z.literal('manual') }),
        toolsetSource,
      ]),
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
        .describe(REACHED),
      privateHosts: newPrivateHosts.optional(),
      governance: governanceChange.optional().describe('All overrides of the global settings'),
      signed: z.boolean().optional(),
      exposition: exposition.optional(),
      ...settingChanges,
      headers: z
        .array(headerIn(place))
        .max(MAX_STATIC_HEADERS)
        .optional()
        .describe('All headers of the server; a secret one by reference'),
      tools: tools.optional(),
      selection: sentences.optional(),
      access: accessWay.optional(),
      accessRules: z.array(rule).max(LIMITS.accessRules).optional(),
      tokens: tokens.optional(),
      offline: z.boolean().optional().describe('Whether calls are refused and streams closed'),
    })
    .check(
      acrossMembers(({ source, name, baseUrl: base, privateHosts }, fault) => {
        const kind = (source as { kind?: unknown } | undefined)?.kind;
        const isManual = kind === 'manual';
        const isMcp = kind === 'mcp';
        if ((isManual || kind === 'toolset') && name === undefined)
          fault(['name'], 'name_missing', 'is missing; a server without a document needs a name.');
        if ((isManual || isMcp || privateHosts !== undefined) && base === undefined)
          fault(
            ['baseUrl'],
            'base_url_missing',
            `is missing; ${isManual ? 'a server without a document needs' : isMcp ? 'the address of the MCP server is' : 'private hosts go with'} a base URL.`,
          );
      }),
    );

/** A webhook, by its name. */
const webhookIn = (place: Place) =>
  z
    .strictObject({
      ...newWebhook.shape,
      url: addressIn(place, documentUrl).describe(newWebhook.shape.url.description ?? ''),
      types: newWebhook.shape.types.optional().describe('Types of events that are delivered; unset means all'),
    })
    .describe('Made when there is none with this name');

const floorRules = floorChange.shape.rules;

/** Servers of one run at most. */
export const MAX_SERVERS = 1_000;

const declarationsIn = <P extends Place>(place: P, server: ReturnType<typeof serverIn<P>>) => ({
  group: keyName
    .optional()
    .describe(
      `Whose declarations these are; ${DEFAULT_GROUP} when unset. --prune deletes servers of the groups that it reads, and no others`,
    ),
  settings: z
    .strictObject({
      governance: governanceChange.optional().describe('All global settings that are not the default'),
      floor: floorRules.optional().describe('All rules of the floor of the installation'),
      projectFloors: z
        .record(projectId, floorRules)
        .optional()
        .describe('By project, all rules of its floor. Projects that are not named are left alone'),
    })
    .optional()
    .describe('Of the whole installation; in one file alone'),
  webhooks: z
    .array(webhookIn(place))
    .max(LIMITS.webhooks)
    .superRefine(noneTwice('name'))
    .optional()
    .describe('Of the whole installation, by name. Others are left alone'),
  servers: z
    .record(keyName, server)
    .refine((all) => Object.keys(all).length <= MAX_SERVERS, {
      error: `may be ${MAX_SERVERS} at most.`,
      params: { rule: 'too_many_servers' },
    })
    .optional()
    .describe('By name, which with the group is the key of the server and does not change'),
});

/** A file. */
export const declarationFile = z.strictObject({
  $schema: z.string().max(2_000).optional().describe('For editors'),
  kind: z.literal(DECLARATION_KIND),
  version: z.literal(DECLARATION_VERSION),
  ...declarationsIn('file', serverIn('file', credentialIn('file'))),
});

const sentCredential = credentialIn('request').register(models, {
  id: 'DeclaredAuth',
  description: 'A credential with its secrets, or with references in their place',
});
const sentServer = serverIn('request', sentCredential).register(models, {
  id: 'DeclaredServer',
  description: 'One server. What it does not have is left alone; what it has is held whole',
});

/** What a request declares. */
export const sentDeclarations = z.strictObject(declarationsIn('request', sentServer)).register(models, {
  id: 'Declarations',
  description:
    'Servers and what they share, as in a file. Secrets stand here as they are; a reference is taken where its value is not needed',
});

type Declared = z.infer<typeof sentDeclarations>;
/** One server, in either form: where a secret may stand is a text or a reference. */
export type DeclaredServer = NonNullable<Declared['servers']>[string];
/** What is declared of the whole installation. */
export type DeclaredInstallation = Pick<Declared, 'settings' | 'webhooks'>;
/** The JSON Schema (2020-12) of a file, for editors and pipelines. */
export const declarationSchema = (): object =>
  z.toJSONSchema(declarationFile, { io: 'input', unrepresentable: 'any', reused: 'ref' });
