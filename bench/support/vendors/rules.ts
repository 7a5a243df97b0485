/**
 * What model vendors and clients take as the tools of a request, as documented or as their own code does it. A tool that breaks one of these
 * rules fails the request with all tools in it, or is left out. Each rule has its address; looked up in November 2026.
 */
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, type JsonObject, type JsonValue } from '../../../core/lib/json/value.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { endlessReferences } from './endless.ts';
import { type Place, places } from './walk.ts';

/** A tool of a list. */
export interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** A rule with the places at which a tool breaks it. */
export interface Rule {
  readonly id: string;
  readonly source: string;
  readonly broken: (tool: Listed, all: readonly Place[]) => readonly string[];
}

const of = (all: readonly Place[], breaks: (place: Place) => boolean): string[] =>
  all.filter(breaks).map(({ pointer }) => pointer || '/');
const name = (source: string, pattern: RegExp): Rule => ({
  id: 'name',
  source,
  broken: (tool) => (pattern.test(tool.name) ? [] : [tool.name]),
});
const at = (id: string, source: string, breaks: (place: Place) => boolean): Rule => ({
  id,
  source,
  broken: (_, all) => of(all, breaks),
});
const atRoot = (id: string, source: string, breaks: (schema: JsonObject) => boolean): Rule => ({
  id,
  source,
  broken: ({ inputSchema }) => (breaks(inputSchema) ? ['/'] : []),
});
const hasAny = (schema: JsonObject, keys: readonly string[]) => keys.some((key) => key in schema);
const propertiesOf = ({ properties }: JsonObject): string[] => (isObject(properties) ? Object.keys(properties) : []);
const valuesOf = ({ enum: listed }: JsonObject): readonly JsonValue[] => (Array.isArray(listed) ? listed : []);

const OPENAI = 'https://platform.openai.com/docs/api-reference/chat/create (tools.function)';
const OPENAI_ERRORS = 'getsentry/sentry-mcp#106, modelcontextprotocol/servers#799 (error texts of the API)';
const STRICT = 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas';
const ANTHROPIC =
  'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use; n8n-io/n8n#30590 (error text)';
const GEMINI = 'https://ai.google.dev/api/generate-content (responseJsonSchema, the dialect of parametersJsonSchema)';
const VERTEX =
  'https://cloud.google.com/vertex-ai/docs/reference/rest/v1/FunctionDeclaration, /Schema (aiplatform v1 discovery, 20261106)';
const VSCODE = 'microsoft/vscode-copilot-chat src/extension/tools/common/toolSchemaNormalizer.ts (31acd00a)';
const CURSOR =
  'https://docs.cursor.com/context/mcp; ComposioHQ/composio#2788, awslabs/mcp#1283 (both names come to 60: left out)';

const hasItems: Rule['broken'] = (_, all) => of(all, ({ schema }) => schema['type'] === 'array' && !schema['items']);
const ROOT = ['anyOf', 'oneOf', 'allOf', 'not', 'enum'];

const openai: readonly Rule[] = [
  name(OPENAI, /^[a-zA-Z0-9_-]{1,64}$/),
  {
    id: 'description',
    source: OPENAI_ERRORS,
    broken: ({ description }) => (description.length > 1_024 ? [`${description.length}`] : []),
  },
  atRoot(
    'root',
    OPENAI,
    (schema) => schema['type'] !== 'object' || !isObject(schema['properties']) || hasAny(schema, ROOT),
  ),
  {
    id: 'items',
    source: 'spacelift-io/spacectl#402, apify/apify-mcp-server#36 ("array schema missing items")',
    broken: hasItems,
  },
];

/** Keywords of structured outputs: types, enum, const, anyOf, references, texts and the documented bounds. */
const STRICT_KEYWORDS = new Set([
  ...[
    'type',
    'enum',
    'const',
    'anyOf',
    '$ref',
    '$defs',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'title',
    'description',
  ],
  ...[
    'pattern',
    'format',
    'multipleOf',
    'maximum',
    'exclusiveMaximum',
    'minimum',
    'exclusiveMinimum',
    'minItems',
    'maxItems',
  ],
]);
const STRICT_FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];

const openaiStrict: readonly Rule[] = [
  ...openai,
  at('keyword', STRICT, ({ schema }) => Object.keys(schema).some((key) => !STRICT_KEYWORDS.has(key))),
  at('closed', STRICT, ({ schema }) => schema['type'] === 'object' && schema['additionalProperties'] !== false),
  at('required', STRICT, ({ schema }) => {
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    return (
      propertiesOf(schema).some((property) => !required.includes(property)) ||
      required.length > propertiesOf(schema).length
    );
  }),
  at('type', STRICT, ({ schema }) => !hasAny(schema, ['type', 'anyOf', '$ref', 'enum', 'const'])),
  at('reference', STRICT, ({ schema }) => '$ref' in schema && Object.keys(schema).length > 1),
  at('format', STRICT, ({ schema }) => 'format' in schema && !STRICT_FORMATS.includes(schema['format'] as string)),
  at('depth', STRICT, ({ depth }) => depth > 10),
  {
    id: 'size',
    source: STRICT,
    broken: (_, all) => {
      const properties = all.flatMap(({ schema }) => propertiesOf(schema));
      const values = all.flatMap(({ schema }) => valuesOf(schema)).map(String);
      const names = all.flatMap(({ schema }) => (isObject(schema['$defs']) ? Object.keys(schema['$defs']) : []));
      const constants = all.flatMap(({ schema }) => (typeof schema['const'] === 'string' ? [schema['const']] : []));
      const characters = [...properties, ...values, ...names, ...constants].join('').length;
      const long = all.filter(
        ({ schema }) => valuesOf(schema).length > 250 && valuesOf(schema).join('').length > 15_000,
      );
      return properties.length > 5_000 || values.length > 1_000 || characters > 120_000 || long.length > 0 ? ['/'] : [];
    },
  },
];

const draft2020 = new Ajv2020({ strict: false, logger: false });
const anthropic: readonly Rule[] = [
  name(ANTHROPIC, /^[a-zA-Z0-9_-]{1,64}$/),
  at('keys', ANTHROPIC, ({ schema }) => propertiesOf(schema).some((key) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(key))),
  atRoot('root', ANTHROPIC, (schema) => schema['type'] !== 'object' || hasAny(schema, ['anyOf', 'oneOf', 'allOf'])),
  atRoot('draft', ANTHROPIC, (schema) => draft2020.validateSchema(schema) !== true),
];

/** Managed agents and others that take no references. */
const noRefs: readonly Rule[] = [
  ...anthropic,
  at('reference', 'https://platform.claude.com/docs/en/managed-agents (self-hosted sandboxes: no $ref)', ({ schema }) =>
    hasAny(schema, ['$ref', '$defs']),
  ),
];

const gemini: readonly Rule[] = [
  name(VERTEX, /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/),
  atRoot('root', VERTEX, (schema) => schema['type'] !== 'object' || !isObject(schema['properties'])),
  at('enum', GEMINI, ({ schema }) =>
    valuesOf(schema).some((value) => typeof value !== 'string' && typeof value !== 'number'),
  ),
  at('empty', 'sbroenne/mcp-server-excel#607, BerriAI/litellm#14155 ("enum[N]: cannot be empty")', ({ schema }) =>
    valuesOf(schema).includes(''),
  ),
  at('reference', GEMINI, ({ schema }) => '$ref' in schema && Object.keys(schema).some((key) => !key.startsWith('$'))),
  { id: 'endless', source: GEMINI, broken: ({ inputSchema }) => endlessReferences(inputSchema) },
];

const SCHEMA_FIELDS = new Set([
  ...[
    'type',
    'format',
    'title',
    'description',
    'nullable',
    'enum',
    'items',
    'properties',
    'required',
    'anyOf',
    'default',
    'example',
  ],
  ...[
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
    'minLength',
    'maxLength',
    'pattern',
    'minimum',
    'maximum',
    'propertyOrdering',
  ],
]);
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

/** The older field `parameters` (an OpenAPI 3.0 Schema), which most clients with their own adapters fill. */
const geminiParameters: readonly Rule[] = [
  ...gemini,
  at('type', VERTEX, ({ schema }) => 'type' in schema && !TYPES.includes(schema['type'] as string)),
  at(
    'untyped',
    'https://ai.google.dev/api/caching#Schema (type: required)',
    ({ schema }) => !hasAny(schema, ['type', 'anyOf']),
  ),
  at('keyword', VERTEX, ({ schema }) => Object.keys(schema).some((key) => !SCHEMA_FIELDS.has(key))),
  at('values', VERTEX, ({ schema }) => valuesOf(schema).some((value) => typeof value !== 'string')),
  at(
    'union',
    'googleapis/python-genai#625 ("When using any_of, it must be the only field set")',
    ({ schema }) => 'anyOf' in schema && Object.keys(schema).length > 1,
  ),
  at('names', VERTEX, ({ schema }) => propertiesOf(schema).some((key) => !/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(key))),
  at(
    'format',
    "google-gemini/gemini-cli#3178 (\"only 'enum' and 'date-time' are supported for STRING type\")",
    ({ schema }) =>
      schema['type'] === 'string' && 'format' in schema && !['enum', 'date-time'].includes(schema['format'] as string),
  ),
  at('items', VERTEX, ({ schema }) => schema['type'] === 'array' && !isObject(schema['items'])),
  at(
    'required',
    'iBUHub/AIStudioToAPI#154 ("required[0]: property is not defined")',
    ({ schema }) =>
      Array.isArray(schema['required']) &&
      schema['required'].some((key) => !propertiesOf(schema).includes(key as string)),
  ),
];

const load = createRequire(import.meta.url);
const draft7 = new Ajv({ strict: false, logger: false }).compile({
  ...load('ajv/dist/refs/json-schema-draft-07.json'),
  $id: 'draft-07',
});

const vscode: readonly Rule[] = [
  atRoot('draft', VSCODE, (schema) => !draft7(schema)),
  { id: 'items', source: VSCODE, broken: hasItems },
  atRoot('root', VSCODE, (schema) => hasAny(schema, ['oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else'])),
  at(
    'description',
    VSCODE,
    ({ schema }) => typeof schema['description'] === 'string' && schema['description'].length > 1_024,
  ),
  at(
    'required',
    VSCODE,
    ({ schema }) =>
      schema['type'] === 'object' &&
      isObject(schema['properties']) &&
      Array.isArray(schema['required']) &&
      schema['required'].some((key) => !propertiesOf(schema).includes(key as string)),
  ),
  { id: 'empty', source: VSCODE, broken: ({ description }) => (description === '' ? ['/'] : []) },
];

/** Cursor counts the key of the server in its file, which the dashboard gives. */
const cursor: readonly Rule[] = [
  {
    id: 'name',
    source: CURSOR,
    broken: (tool) => (tool.name.length + LIMITS.serverKey >= 60 ? [tool.name] : []),
  },
];

export const VENDORS = { openai, openaiStrict, anthropic, noRefs, gemini, geminiParameters, vscode, cursor } as const;
export type Vendor = keyof typeof VENDORS;

/** Places of a tool that break a rule of a vendor, by the id of the rule. */
export function violations(
  vendor: Vendor,
  tool: Listed,
  all: readonly Place[] = places(tool.inputSchema),
): Array<{ rule: string; place: string }> {
  return VENDORS[vendor].flatMap((rule) => rule.broken(tool, all).map((place) => ({ rule: rule.id, place })));
}
