/**
 * Compares an import with its document: reads the document again in the simplest way, shares no code with the importer, and lists
 * everything that was lost or that a client would refuse. References to other files are resolved in `files`.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject, JsonValue } from '../../core/lib/json/value.ts';
import type { ToolDraft, WireBody } from '../../core/model/tool.ts';
import type { ImportResult } from '../../core/openapi/model/types.ts';
import { defined } from './defined.ts';

export interface CheckOptions {
  /** Compile the schemas of at most this many tools, spread evenly; by default all. */
  readonly compile?: number;
  /** Tools that are intentionally hidden or refused, as `VERB path`. */
  readonly except?: readonly string[];
}

const VERBS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const NAME = /^[A-Za-z0-9_-]{1,60}$/;
const KEY = /^[A-Za-z0-9_.-]{1,64}$/;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const IGNORED_HEADERS = /^(?:accept|authorization|content-type)$/i;
const FORBIDDEN_HEADERS =
  /^(?:connection|content-encoding|content-length|expect|forwarded|host|http2-settings|keep-alive|max-forwards|te|trailer|transfer-encoding|upgrade|via|x-forwarded-(?:for|host|proto)|x-http-method(?:-override)?|x-method-override|x-original-url|x-rewrite-url|proxy-.*|sec-.*)$/i;

/** JSON Schema's own schema, compiled once: that takes longer than most schemas do. */
const metaSchema = new Ajv2020({ strict: false, logger: false });
addFormats.default(metaSchema);

/** All faults, one per line; empty when nothing was lost. */
export function importFaults(document: JsonValue, result: ImportResult, options: CheckOptions = {}): string[] {
  const root = objectOf(document);
  const faults: string[] = [];
  const expected = operationsOf(root);
  const tools = new Map(result.tools.map((tool) => [`${tool.verb} ${tool.path}`, tool]));
  if (tools.size !== result.tools.length) faults.push('two tools stand for the same verb and path');
  for (const key of expected.keys()) if (!tools.has(key)) faults.push(`${key}: no tool`);
  for (const key of tools.keys()) if (!expected.has(key)) faults.push(`${key}: a tool that no operation asked for`);
  const names = new Set<string>();
  for (const tool of result.tools) {
    if (names.has(tool.name.toLowerCase())) faults.push(`${tool.name}: the name occurs twice`);
    names.add(tool.name.toLowerCase());
  }
  const step = Math.max(1, Math.ceil(result.tools.length / (options.compile ?? Number.POSITIVE_INFINITY)));
  result.tools.forEach((tool, index) => {
    const fault = (message: string) => faults.push(`${tool.verb} ${tool.path} (${tool.name}): ${message}`);
    checkTexts(tool, fault);
    checkAnnotations(tool, fault);
    checkSchema(tool, index % step === 0, fault);
    checkWire(tool, fault);
    const operation = expected.get(`${tool.verb} ${tool.path}`);
    if (operation) checkReach(root, operation, tool, fault, result);
  });
  return faults;
}

type Fault = (message: string) => void;

function checkTexts(tool: ToolDraft, fault: Fault): void {
  if (!NAME.test(tool.name)) fault('the name is not one that clients take');
  if (tool.title.trim() === '' || tool.title.length > 120) fault('the title is empty or long');
  if (tool.description.trim() === '' || tool.description.length > 1_100) fault('the description is empty or long');
  if (/<\/?(?:p|br|div|table|b|i|a|ul|li)\b[^>]*>/i.test(tool.description)) fault('the description holds HTML');
  if (/[\u200b-\u200f\u202a-\u202e]|[\u{e0000}-\u{e007f}]/u.test(tool.description)) fault('the description hides text');
}

function checkAnnotations({ verb, annotations }: ToolDraft, fault: Fault): void {
  const readOnly = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'].includes(verb);
  if (annotations.readOnlyHint !== readOnly) fault('readOnlyHint is wrong');
  if (annotations.destructiveHint !== (!readOnly && !['POST', 'PUT', 'PATCH'].includes(verb)))
    fault('destructiveHint is wrong');
  if (annotations.idempotentHint !== (readOnly || verb === 'PUT' || verb === 'DELETE'))
    fault('idempotentHint is wrong');
  if (annotations.openWorldHint !== true) fault('openWorldHint is wrong');
}

function checkSchema({ inputSchema }: ToolDraft, compile: boolean, fault: Fault): void {
  if (inputSchema['type'] !== 'object') fault('the root is no plain object');
  for (const key of ['oneOf', 'anyOf', 'allOf', 'not', 'if', '$ref'])
    if (key in inputSchema) fault(`${key} at the root`);
  const properties = objectOf(inputSchema['properties']);
  for (const key of Object.keys(properties))
    if (!KEY.test(key)) fault(`the property key ${key} is not one that clients take`);
  for (const name of arrayOf(inputSchema['required'])) {
    if (!Object.hasOwn(properties, String(name))) fault(`requires ${String(name)}, which it does not have`);
  }
  const bytes = Buffer.byteLength(JSON.stringify(inputSchema));
  if (bytes > 60 * 1024) fault(`the schema has ${bytes} bytes`);
  walk(inputSchema, (node) => {
    const ref = node['$ref'];
    if (typeof ref === 'string' && pointed(inputSchema, ref) === undefined) fault(`${ref} leads nowhere`);
    for (const key of ['nullable', 'discriminator', 'xml', 'example']) {
      if (key in node) fault(`${key} was left over`);
    }
  });
  if (compile) {
    const ajv = new Ajv2020({ strict: false, logger: false, meta: false, validateSchema: false });
    addFormats.default(ajv);
    try {
      metaSchema.validateSchema(inputSchema, true);
      ajv.compile(inputSchema);
    } catch (error) {
      fault(`the schema does not compile: ${(error as Error).message.slice(0, 200)}`);
    }
  }
}

/** Arguments and wire mapping agree: every argument has a place, none twice, and nothing is required wrongly. */
function checkWire({ path, parameters, body, inputSchema }: ToolDraft, fault: Fault): void {
  const properties = objectOf(inputSchema['properties']);
  const required = new Set(arrayOf(inputSchema['required']));
  const all = new Set(parameters.map((parameter) => parameter.argument));
  for (const one of body ? [body, ...(body.choice?.bodies ?? [])] : []) {
    const own = one.layout === 'whole' ? [one.argument] : one.fields.map((field) => field.argument);
    if (new Set([...parameters.map((parameter) => parameter.argument), ...own]).size < parameters.length + own.length)
      fault('two wire parameters share an argument');
    for (const argument of own) all.add(argument);
  }
  if (body?.choice) checkChoice(body, properties, all, fault);
  for (const argument of all)
    if (!Object.hasOwn(properties, argument)) fault(`the argument ${argument} is not in the schema`);
  for (const key of Object.keys(properties)) if (!all.has(key)) fault(`the argument ${key} goes nowhere`);
  for (const { argument, required: isRequired } of parameters) {
    if (required.has(argument) !== isRequired) fault(`the argument ${argument} is required in one place only`);
  }
  for (const [, name] of path.matchAll(/\{([^{}]+)\}/g)) {
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
    if (!parameter?.required) fault(`{${name}} has no required argument`);
  }
}

/** An additional argument selects the media type; it is added to those with a place. */
function checkChoice(body: WireBody, properties: JsonObject, all: Set<string>, fault: Fault): void {
  const { argument, bodies } = defined(body.choice);
  if (all.has(argument)) fault(`the argument ${argument} stands for a value and for the media type`);
  all.add(argument);
  const listed = arrayOf(objectOf(properties[argument])['enum']);
  const types = [body, ...bodies].map(({ contentType }) => contentType);
  if (new Set(types).size < types.length || JSON.stringify(listed) !== JSON.stringify(types))
    fault(`the argument ${argument} does not list the media types of the body`);
}

/** Every parameter and every writable part of the body has an argument, with its own name on the wire. */
function checkReach(root: JsonObject, expected: Expected, tool: ToolDraft, fault: Fault, result: ImportResult): void {
  for (const parameter of expected.parameters) {
    const place = String(parameter['in']).toLowerCase();
    const name = String(parameter['name']);
    if (place === 'path' && !tool.path.includes(`{${name}}`)) continue;
    if (place === 'header' && (IGNORED_HEADERS.test(name) || FORBIDDEN_HEADERS.test(name) || !TOKEN.test(name)))
      continue;
    const suggested = result.auth.suggested;
    if (place === 'header' && suggested.type === 'header' && suggested.name?.toLowerCase() === name.toLowerCase())
      continue;
    if (!['path', 'query', 'header', 'cookie', 'querystring'].includes(place)) continue;
    const wire = tool.parameters.find(
      (one) => one.name === name && (one.in === place || (one.in === 'path' && place === 'query')),
    );
    if (!wire) fault(`the ${place} parameter ${name} was lost`);
    else if (
      typeof parameter['explode'] === 'boolean' &&
      wire.style !== 'deepObject' &&
      !wire.contentType &&
      wire.in === place
    ) {
      if (wire.explode !== parameter['explode']) fault(`the ${place} parameter ${name} is exploded wrongly`);
    }
  }
  if (expected.body === undefined || tool.verb === 'HEAD' || tool.verb === 'TRACE') return;
  if (!tool.body) {
    if (tool.verb !== 'GET') fault('the body was lost');
    return;
  }
  if (tool.body.layout === 'whole') return;
  const sent = new Set(tool.body.fields.map((field) => field.name));
  for (const name of writable(root, expected.body, 0)) if (!sent.has(name)) fault(`the body property ${name} was lost`);
}

interface Expected {
  readonly parameters: readonly JsonObject[];
  /** The schema of the body; `{}` if it has none. */
  readonly body?: JsonValue;
}

function operationsOf(root: JsonObject): Map<string, Expected> {
  const found = new Map<string, Expected>();
  const isSwagger = 'swagger' in root;
  const is32 = String(root['openapi']).startsWith('3.2');
  for (const [path, value] of Object.entries(objectOf(root['paths']))) {
    if (path.startsWith('x-')) continue;
    const item = { ...deref(root, value), ...(objectOf(value)['$ref'] ? {} : objectOf(value)) };
    const verbs = new Map([...VERBS, ...(is32 ? ['query'] : [])].map((verb) => [verb.toUpperCase(), item[verb]]));
    if (is32)
      for (const [verb, operation] of Object.entries(objectOf(item['additionalOperations'])))
        verbs.set(verb, operation);
    for (const [verb, operation] of verbs) {
      if (!isObject(operation)) continue;
      found.set(
        `${verb} ${path.startsWith('/') ? path : `/${path}`}`,
        expectedOf(root, item, deref(root, operation), isSwagger),
      );
    }
  }
  return found;
}

function expectedOf(root: JsonObject, item: JsonObject, operation: JsonObject, isSwagger: boolean): Expected {
  const merged = new Map<string, JsonObject>();
  for (const raw of [...arrayOf(item['parameters']), ...arrayOf(operation['parameters'])]) {
    const parameter = deref(root, raw);
    if (typeof parameter['in'] !== 'string' || parameter['name'] === undefined) continue;
    const name = String(parameter['name']);
    merged.set(`${parameter['in']} ${parameter['in'] === 'header' ? name.toLowerCase() : name}`, parameter);
  }
  const parameters = [...merged.values()];
  if (!isSwagger) {
    const raw = operation['requestBody'];
    if (!isObject(raw)) return { parameters };
    const body = deref(root, raw);
    const content = objectOf(body['content']);
    const media = Object.keys(content);
    if (Object.keys(body).length === 0) return { parameters };
    const chosen =
      media.find((type) => /[/+]json\b/.test(type)) ??
      media.find((type) => /x-www-form-urlencoded/.test(type)) ??
      media.find((type) => /^multipart\//.test(type));
    return { parameters, body: chosen === undefined ? {} : (deref(root, content[chosen] ?? {})['schema'] ?? {}) };
  }
  const plain = parameters.filter((parameter) => parameter['in'] !== 'body' && parameter['in'] !== 'formData');
  const body = parameters.find((parameter) => parameter['in'] === 'body');
  if (body) return { parameters: plain, body: body['schema'] ?? {} };
  const fields = parameters.filter((parameter) => parameter['in'] === 'formData');
  if (fields.length === 0) return { parameters: plain };
  return {
    parameters: plain,
    body: { properties: Object.fromEntries(fields.map((field) => [String(field['name']), field])) },
  };
}

/** Names of the properties that a request may contain. */
function writable(root: JsonObject, value: JsonValue, depth: number): Set<string> {
  const names = new Set<string>();
  if (depth > 12) return names;
  const schema = deref(root, value);
  const hidden = new Set<string>();
  for (const [name, property] of Object.entries(objectOf(schema['properties']))) {
    if (isReadOnly(root, property) || name === '__proto__') hidden.add(name);
    else names.add(name);
  }
  for (const part of arrayOf(schema['allOf']))
    for (const name of writable(root, part, depth + 1)) if (!hidden.has(name)) names.add(name);
  return names;
}

/** readOnly on the property itself, behind its reference, or in a part of its allOf. */
function isReadOnly(root: JsonObject, property: JsonValue, depth = 0): boolean {
  const target = deref(root, property);
  if (objectOf(property)['readOnly'] === true || target['readOnly'] === true) return true;
  return depth < 5 && arrayOf(target['allOf']).some((part) => isReadOnly(root, part, depth + 1));
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {});
const arrayOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

/** The object behind local references; `{}` for a reference that cannot be resolved here. */
function deref(root: JsonObject, value: JsonValue | undefined): JsonObject {
  let node = value;
  for (let hop = 0; hop < 20; hop++) {
    const ref: JsonValue | undefined = isObject(node) ? node['$ref'] : undefined;
    if (typeof ref !== 'string') return objectOf(node);
    node = pointed(root, ref);
  }
  return {};
}

function pointed(root: JsonObject, ref: string): JsonValue | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let node: JsonValue | undefined = root;
  for (const part of ref.slice(2).split('/')) {
    const raw = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const decoded = decodeURIComponent(raw.replace(/%(?![0-9a-f]{2})/gi, '%25'));
    const holder: JsonObject = typeof node === 'object' && node !== null ? (node as JsonObject) : {};
    const key: string | undefined = [raw, decoded].find((candidate) => Object.hasOwn(holder, candidate));
    node = key === undefined ? undefined : holder[key];
  }
  return node;
}

/** Visits every schema object, but not members that are values or names. */
function walk(schema: JsonObject, visit: (node: JsonObject) => void): void {
  visit(schema);
  for (const [key, value] of Object.entries(schema)) {
    if (['enum', 'const', 'default', 'examples', 'required', 'dependentRequired'].includes(key)) continue;
    if (['properties', 'patternProperties', '$defs', 'dependentSchemas'].includes(key)) {
      for (const inner of Object.values(objectOf(value))) if (isObject(inner)) walk(inner, visit);
    } else for (const inner of Array.isArray(value) ? value : [value]) if (isObject(inner)) walk(inner, visit);
  }
}
