/** Schemas of tools: listing, adding by hand, editing, trying. */
import * as z from 'zod';
import { LIMITS } from '../../lib/limits.ts';
import { acrossMembers } from '../../lib/zod/faults.ts';
import {
  approvedWords,
  jsonObject,
  line,
  lineOrNone,
  models,
  prose,
  resealed,
  revision,
  serverId,
  time,
  toolId,
} from '../../lib/zod/fields.ts';
import { EXPOSED } from '../../model/exposition.ts';
import { FIELD_LIMITS, FIELD_RULE, stepsOf } from '../../model/fieldPaths.ts';
import { EDITABLE_FIELDS, LIST_STYLES } from '../../model/tool.ts';
import { explanation } from './explanation.ts';
import { staticHeaders } from './staticHeaders.ts';
import { toolRedaction } from './toolRedaction.ts';

/** Pattern of the name of a stored tool; earlier versions let names begin with a digit. */
export const TOOL_NAME = /^[A-Za-z0-9_-]{1,63}$/;
/** Of a new name. */
const NEW_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/;

/** The name of a tool, as an owner may give it. */
export const toolName = z
  .string()
  .regex(NEW_NAME, {
    error:
      'must be 1 to 63 letters, digits, underscores or dashes, of which the first is no digit or dash; clients refuse others.',
  })
  .describe('Unique within the server, whatever the case');
const title = line(200);
const description = prose(LIMITS.listedText);
/** The tag of a tool; '' for none. */
export const tag = lineOrNone(200);
/** What is told of reusing answers. */
export const cacheHint = z.enum(['none', 'no-store', 'immutable']);
const maxItems = z
  .int()
  .min(LIMITS.items.min)
  .max(LIMITS.items.max)
  .describe("Array items kept in this tool's answers");
/** How long a call may take, of a tool that is marked as long. */
export const longMs = z
  .int()
  .min(LIMITS.longCalls.min)
  .max(LIMITS.longCalls.max)
  .describe('Milliseconds that one call may take; marks the tool as long, for clients that follow tasks or progress');
const fieldPath = z
  .string()
  .min(1)
  .max(FIELD_LIMITS.length)
  .refine((path) => stepsOf(path) !== undefined, { error: `${FIELD_RULE}.`, params: { rule: 'field_path' } });
/** The fields of a tool's answers that are let out. */
export const toolFields = z
  .array(fieldPath)
  .min(1)
  .max(FIELD_LIMITS.count)
  .describe('Fields of JSON answers that are let out, such as id or items.name; applied after redaction');
const slashes = z
  .array(z.string().max(64))
  .max(100)
  .describe('Arguments of the path that are several segments: their slashes are sent as they are');
const inputSchema = jsonObject.describe('JSON Schema 2020-12 with the root type object');

/** MCP annotations of a tool. */
export const annotations = z
  .object({
    readOnlyHint: z.boolean(),
    destructiveHint: z.boolean(),
    idempotentHint: z.boolean(),
    openWorldHint: z.boolean(),
  })
  .register(models, { id: 'Annotations' });

/** Some of the annotations. */
export const annotationsChange = z.strictObject(annotations.shape).partial();

const manualParameter = z
  .strictObject({
    name: z.string().min(1).max(200).describe('On the wire'),
    in: z.enum(['path', 'query', 'header', 'cookie']),
    required: z.boolean().optional().describe('Always true in a path'),
    description: prose(LIMITS.listedText).optional(),
    schema: jsonObject.optional().describe('JSON Schema of the value; a string when unset'),
    style: z
      .enum(['simple', 'label', 'matrix', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject'])
      .optional()
      .describe('As in OpenAPI; unset takes the default of its place'),
    explode: z.boolean().optional(),
  })
  .register(models, { id: 'ManualParameter' });

const manualBody = z
  .strictObject({
    contentType: z.string().min(1).max(200).optional().describe('application/json when unset'),
    required: z.boolean().optional(),
    schema: jsonObject.describe('JSON Schema of the body; the properties of an object become arguments'),
  })
  .register(models, { id: 'ManualBody' });

const verb = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY']);
const path = z
  .string()
  .min(1)
  .max(1_000)
  .meta({ pattern: '^/', description: 'Relative to the base URL, with {braces} for parameters' });
const manualParameters = z.array(manualParameter).max(100).describe('{braces} of the path may be left out');

/** Request to add a tool manually. */
export const manualTool = z
  .strictObject({
    name: toolName,
    verb,
    path,
    title: title.optional(),
    description: description.optional(),
    tag: tag.optional(),
    parameters: manualParameters.optional(),
    body: manualBody.optional(),
    annotations: annotationsChange.optional().describe('Unset ones follow the verb'),
    cacheHint: cacheHint.optional(),
    maxItems: maxItems.optional(),
    fields: toolFields.optional(),
    redaction: toolRedaction.optional(),
    headers: staticHeaders.optional(),
    longMs: longMs.optional(),
    enabled: z.boolean().optional(),
  })
  .register(models, { id: 'NewTool' });
/** Request to add a tool manually. */
export type ManualTool = z.infer<typeof manualTool>;

/** Request to change a tool. */
export const toolChange = z
  .strictObject({
    name: toolName.optional(),
    title: title.optional(),
    description: description.optional(),
    annotations: annotationsChange.optional(),
    enabled: z.boolean().optional(),
    cacheHint: cacheHint.optional(),
    tag: tag.optional(),
    inputSchema: inputSchema.optional(),
    maxItems: maxItems.nullable().optional().describe('null follows the server again'),
    fields: toolFields.nullable().optional().describe('null lets all out again'),
    headers: staticHeaders.nullable().optional().describe('All of them; null sends none'),
    listStyle: z.enum(LIST_STYLES).nullable().optional().describe('null follows the server again'),
    slashes: slashes.nullable().optional().describe('All of them; null follows the description again'),
    longMs: longMs.nullable().optional().describe('null: a call takes as long as any other'),
    redaction: toolRedaction.nullable().optional().describe('Replaces all of it; null follows the description again'),
    verb: verb.optional().describe('Like path, parameters and body: of a tool that was added manually'),
    path: path.optional(),
    parameters: manualParameters.optional().describe('All of them; those in the braces of the path may be left out'),
    body: manualBody.nullable().optional().describe('null sends none'),
    reset: z.array(z.enum(EDITABLE_FIELDS)).max(20).optional().describe('Fields that go back to their original'),
    approvedWords: approvedWords.optional(),
  })
  .check(
    acrossMembers((change, fault) => {
      if (!Array.isArray(change['reset'])) return;
      change['reset'].forEach((field, index) => {
        if (change[String(field)] === undefined) return;
        fault(['reset', String(index)], 'contradiction', 'is set by the same request; either set a field or reset it.');
      });
    }),
  )
  .register(models, { id: 'ToolChange' });
/** Request to change a tool. */
export type ToolChange = z.infer<typeof toolChange>;

const summary = {
  id: toolId,
  serverId,
  name: z.string(),
  title: z.string(),
  description: z.string(),
  verb: z.string(),
  path: z.string(),
  tag: z.string(),
  tags: z.array(z.string()),
  origin: z.enum(['import', 'manual']),
  enabled: z.boolean(),
  deprecated: z.boolean(),
  annotations,
  cacheHint,
  maxItems: z.int().optional(),
  fields: z.array(z.string()).optional().describe('Of JSON answers, those that are let out; absent for all'),
  redaction: toolRedaction.optional().describe('What the owner decided about redaction in its answers'),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .describe('Headers of every call, such as the Accept that its answers are asked for by'),
  listStyle: z.enum(LIST_STYLES).optional().describe('How its lists are written; absent: as the server says'),
  slashes: slashes.optional(),
  longMs: z.int().optional().describe('Milliseconds that one call may take; absent: as any call'),
  edited: z.array(z.enum(EDITABLE_FIELDS)),
  baseUrl: z.string().optional().describe('Set when the description gives the operation a server of its own'),
  tokens: z.int().describe('About how many tokens the tool costs a model in the tool list'),
  createdAt: time,
  updatedAt: time,
};

/** A tool in a list. */
export const toolSummary = z
  .object(summary)
  .register(models, { id: 'ToolSummary', description: 'Long descriptions are cut at 1,000 characters.' });
/** A tool in a list. */
export type ToolSummary = z.infer<typeof toolSummary>;

/** The tools of a server. */
export const toolList = z
  .object({
    items: z.array(toolSummary).describe('By name, or the best first'),
    total: z.int().describe('Tools, found or not'),
    enabled: z.int(),
    tokens: z.int().describe('Token cost of all enabled tools, but for those on hosts that are not approved'),
    compact: z
      .int()
      .optional()
      .describe('Token cost of the same tools in a compact list; absent where there are several pages'),
    search: z.int().describe('Token cost of the tools that find and call the same tools'),
    grouped: z
      .object({ tokens: z.int(), groups: z.int() })
      .optional()
      .describe(
        'Token cost of the same tools as groups, and how many groups these are; absent where there are several pages',
      ),
    tags: z.array(z.object({ name: z.string(), count: z.int(), enabled: z.int() })),
    otherHosts: z
      .array(z.object({ origin: z.string(), tools: z.int(), approved: z.boolean() }))
      .describe(
        'Hosts of tools beside that of the base URL; tools of one that is not approved are left out of the server',
      ),
    next: toolId.optional().describe('Give it as `after` for the next page; absent on the last one'),
  })
  .register(models, {
    id: 'ToolList',
    description:
      'A page of up to 2,000 tools, which is all of most servers. Where there are several, each has the figures of its own tools.',
  });
/** A page of the tools of a server. */
export type ToolList = z.infer<typeof toolList>;

/** The tools as clients see them. */
export const modelToolList = z
  .object({
    exposition: z.enum(EXPOSED),
    total: z.int(),
    found: z.int().describe('How many of them the search finds'),
    tokens: z.int().describe('About what all of them cost a model'),
    items: z.array(
      z.object({
        name: z.string(),
        title: z.string().optional(),
        description: z.string(),
        inputSchema: jsonObject,
        outputSchema: jsonObject.optional(),
        annotations: jsonObject,
        _meta: jsonObject.optional(),
        tokens: z.int(),
      }),
    ),
    next: z.string().optional().describe('Give it as `after` for the next page; absent on the last one'),
  })
  .register(models, { id: 'ModelToolList', description: 'The result of `tools/list`, with tokens a tool.' });

/** A tool. */
export const tool = z
  .object({
    ...summary,
    operationId: z.string().optional(),
    inputSchema,
    parameters: z.array(jsonObject).describe('How each argument goes on the wire'),
    body: jsonObject.optional(),
    described: jsonObject
      .optional()
      .describe(
        'What path and response schema say for redaction: {about, fields}, as in redaction, and the values that it lists for fields',
      ),
    originals: jsonObject.describe('What edited fields said before'),
    version: z.int(),
    resealed,
    revision,
  })
  .register(models, { id: 'Tool' });
/** A tool, as the API returns it. */
export type ToolView = z.infer<typeof tool>;

/** Request to try a tool. */
export const trial = z
  .strictObject({ arguments: jsonObject.optional().describe("Checked against the tool's input schema") })
  .register(models, { id: 'ToolTrial' });

/** Result of a trial, with the request that was sent. */
export const trialResult = z
  .object({
    request: z
      .object({
        method: z.string(),
        url: z.string(),
        headers: z.array(z.array(z.string())).describe('[name, value] pairs; the credential is masked'),
        body: z.string().optional(),
      })
      .loose()
      .optional()
      .describe('What went to the upstream; absent when the call failed before'),
    status: z.int().optional().describe('HTTP status of the upstream, when it answered'),
    raw: z
      .object({
        contentType: z.string(),
        text: z.string(),
        tokens: z.int().optional().describe('About what all of it would cost a model; of text alone'),
      })
      .optional()
      .describe("The upstream's answer before governance, its first 256 KB; the credential is blanked"),
    content: z.array(jsonObject).describe('MCP content as a model would get it'),
    tokens: z.int().describe('About what the text of the content costs a model'),
    isError: z.boolean(),
    errorCode: z.string().optional(),
    durationMs: z.number(),
    bytesIn: z.int(),
    bytesOut: z.int(),
    redactions: jsonObject,
    explanation: explanation.optional().describe('Why each value went or stayed; of an answer in one part'),
    names: z
      .array(z.object({ pointer: z.string(), count: z.int() }))
      .optional()
      .describe(
        'Where names stand in sentences that no title or salutation announces, by JSON Pointer: redacted if prose is on, and what it would redact if it is off; the first 100 values, of an answer of up to 256 KB',
      ),
    truncations: z.array(jsonObject),
  })
  .register(models, { id: 'ToolTrialResult' });
