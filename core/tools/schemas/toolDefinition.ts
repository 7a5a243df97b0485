/**
 * Schema of a tool in an exported definition: everything stored of it except ids, times and versions. Definitions are
 * untrusted, so every member has a format and a limit, forbidden headers and control characters are refused, and a base
 * URL is checked. core/tools/definition.ts checks that the input schema fits the wire mapping.
 */
import * as z from 'zod';
import { LIMITS } from '../../lib/limits.ts';
import { checkBaseUrl } from '../../lib/url/baseUrl.ts';
import { refineWith } from '../../lib/zod/faults.ts';
import { address, jsonObject, lineOrNone, models, prose } from '../../lib/zod/fields.ts';
import { MAX_MCP_URI } from '../../mcpUpstream/definition.ts';
import { LIST_STYLES, MCP_KINDS, MCP_TRANSPORTS } from '../../model/tool.ts';
import { isForbiddenHeader, isHeaderName, isHeaderValue } from '../../request/header.ts';
import { staticHeaders } from './staticHeaders.ts';
import { describedAnswers, toolRedaction } from './toolRedaction.ts';
import { annotations, TOOL_NAME, toolFields } from './tools.ts';

const mcpProgram = z.strictObject({
  kind: z.enum(MCP_KINDS).optional(),
  tool: z.string().min(1).max(MAX_MCP_URI),
  mimeType: z
    .string()
    .regex(/^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/)
    .optional(),
  transport: z.enum(MCP_TRANSPORTS),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});

const argument = z.string().regex(/^(?!__proto__$)[A-Za-z0-9_.-]{1,64}$/, {
  error: 'must be 1 to 64 letters, digits, dots, dashes or underscores.',
});
const wireName = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, { error: 'may not hold control characters.' });
const mediaType = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\u0020-\u007e]*$/, { error: 'must be a media type.' });
const STYLES = [
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'tabDelimited',
  'deepObject',
  'cookie',
] as const;
const style = z.enum(STYLES);
const itemStyles = z.array(style).max(20);
const lists = z.enum(LIST_STYLES);

const partHeaders = z
  .record(z.string().max(200), z.string().max(2_000))
  .refine((headers) => Object.entries(headers).every(([name, value]) => isHeaderName(name) && isHeaderValue(value)), {
    error: 'may hold header names with values without line breaks only.',
    params: { rule: 'header_invalid' },
  });
/** A record by property name. `__proto__` is refused, because assigning it would change the prototype of an object. */
const byName = <Value extends z.ZodType>(value: Value) =>
  z.record(
    z
      .string()
      .max(500)
      .refine((name) => name !== '__proto__'),
    value,
  );

const fieldEncoding = z.strictObject({
  contentType: mediaType.optional(),
  style: style.optional(),
  explode: z.boolean().optional(),
  allowReserved: z.boolean().optional(),
  itemStyles: itemStyles.optional(),
  lists: lists.optional(),
  headers: partHeaders.optional(),
  get fields() {
    return byName(fieldEncoding).optional();
  },
  get parts() {
    return partEncodings.optional();
  },
});
const partEncoding = z.strictObject({
  contentType: mediaType.optional(),
  headers: partHeaders.optional(),
  binary: z.boolean().optional(),
  get fields() {
    return byName(fieldEncoding).optional();
  },
  get parts(): z.ZodOptional<typeof partEncodings> {
    return partEncodings.optional();
  },
});
const partEncodings = z.strictObject({ prefix: z.array(partEncoding).max(100), rest: partEncoding.optional() });

// Recursive schemas need a name in the API description.
models.add(fieldEncoding, { id: 'FieldEncoding' });
models.add(partEncoding, { id: 'PartEncoding' });
models.add(partEncodings, { id: 'PartEncodings' });

const parameter = z
  .strictObject({
    argument,
    in: z.enum(['path', 'query', 'header', 'cookie', 'querystring']),
    name: wireName,
    required: z.boolean(),
    style,
    explode: z.boolean(),
    allowReserved: z.boolean().optional(),
    allowEmptyValue: z.boolean().optional(),
    slashes: z.literal(true).optional(),
    contentType: mediaType.optional(),
    encoding: byName(fieldEncoding).optional(),
    itemStyles: itemStyles.optional(),
    lists: lists.optional(),
  })
  .refine(({ in: place, name }) => place !== 'header' || (isHeaderName(name) && !isForbiddenHeader(name)), {
    error: 'is a header that no argument may set.',
    path: ['name'],
    params: { rule: 'header_forbidden' },
  });

const bodyField = z.strictObject({
  argument,
  name: wireName,
  required: z.boolean(),
  binary: z.boolean().optional(),
  encoding: fieldEncoding.optional(),
});
const bodyCommon = {
  kind: z.enum(['json', 'urlencoded', 'multipart', 'binary', 'text']),
  contentType: mediaType,
  required: z.boolean(),
};
const choice = z.strictObject({
  argument,
  get bodies() {
    return z.array(body).max(20);
  },
});
const body = z.discriminatedUnion('layout', [
  z.strictObject({
    ...bodyCommon,
    layout: z.literal('fields'),
    fields: z.array(bodyField).max(2_000),
    extra: z.boolean().optional(),
    mayBeAbsent: z.literal(true).optional(),
    get choice() {
      return choice.optional();
    },
  }),
  z.strictObject({
    ...bodyCommon,
    layout: z.literal('whole'),
    argument,
    encoding: byName(fieldEncoding).optional(),
    files: z.array(z.string().max(500)).max(2_000).optional(),
    parts: partEncodings.optional(),
    get choice(): z.ZodOptional<typeof choice> {
      return choice.optional();
    },
  }),
]);

models.add(choice, { id: 'BodyChoice' });
models.add(body, { id: 'WireBody' });

/** The members that people can edit. `originals` has the same schemas, because a reset copies its values back. */
const editable = {
  name: z.string().regex(TOOL_NAME, { error: 'must be 1 to 63 letters, digits, underscores or dashes.' }),
  title: lineOrNone(500),
  description: prose(20_000),
  annotations: z.strictObject(annotations.shape),
  enabled: z.boolean(),
  cacheHint: z.enum(['none', 'no-store', 'immutable']),
  tag: lineOrNone(500),
  inputSchema: jsonObject,
  maxItems: z.int().min(LIMITS.items.min).max(LIMITS.items.max),
  fields: toolFields,
  redaction: toolRedaction,
  headers: staticHeaders,
  listStyle: lists,
  slashes: z.array(argument).max(100),
  longMs: z.int().min(LIMITS.longCalls.min).max(LIMITS.longCalls.max),
};

/** As an import makes it (core/openapi/output/answerSchema.ts), and nothing else, because clients compile it. */
const answerForm = z.strictObject({
  type: z
    .array(z.enum(['string', 'number', 'boolean', 'object', 'array', 'null']))
    .max(6)
    .optional(),
  get properties() {
    return byName(answerForm).optional();
  },
  get items() {
    return answerForm.optional();
  },
  get additionalProperties(): z.ZodOptional<typeof answerForm> {
    return answerForm.optional();
  },
});
models.add(answerForm, { id: 'AnswerForm' });

/** A tool in an exported definition. */
export const toolDefinition = z
  .strictObject({
    ...editable,
    maxItems: editable.maxItems.optional(),
    fields: editable.fields.optional(),
    redaction: editable.redaction.optional(),
    headers: editable.headers.optional(),
    listStyle: editable.listStyle.optional(),
    slashes: editable.slashes.optional(),
    longMs: editable.longMs.optional(),
    origin: z.enum(['import', 'manual']),
    verb: z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}$/, { error: 'must be an HTTP method.' }),
    path: z.string().min(1).max(8_000).regex(/^\//, { error: 'must start with a slash.' }),
    baseUrl: address.superRefine(refineWith(checkBaseUrl)).optional(),
    tags: z.array(lineOrNone(500)).max(200),
    operationId: z.string().max(2_000).optional(),
    deprecated: z.boolean().optional(),
    unread: z
      .literal(true)
      .optional()
      .describe(
        'Its description has words that nobody was asked about yet; they are asked about before the tool is let out',
      ),
    parameters: z.array(parameter).max(1_000),
    body: body.optional(),
    answerFields: z
      .string()
      .regex(/^\[?\{[\p{L}\p{N}_.$@[\], …-]{1,250}\}\]?$/u, { error: 'must name fields: {id, items[]}.' })
      .optional(),
    answerSchema: answerForm.optional(),
    described: describedAnswers.optional(),
    answerHeaders: z.array(z.string().max(60)).max(20).optional(),
    mcp: mcpProgram.optional(),
    originals: z.strictObject(editable).partial(),
    edited: z.array(z.enum(Object.keys(editable) as [keyof typeof editable, ...(keyof typeof editable)[]])).max(20),
  })
  .register(models, {
    id: 'ToolDefinition',
    description: 'A tool with its wire mapping and the originals of its edits.',
  });
/** A tool in an exported definition. */
export type ToolDefinition = z.infer<typeof toolDefinition>;
