/** One operation → one tool draft: its texts, its arguments with their way onto the wire, its schema, its annotations. */
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import { isForbiddenHeader, isHeaderName } from '../request/header.ts';
import { hasDotSegment } from '../request/path.ts';
import { annotationsOf } from '../tools/annotations.ts';
import type { ToolAnnotations, ToolDraft, WireParameter } from '../tools/model.ts';
import { humanTitle } from '../tools/title.ts';
import { ArgumentNames } from './arguments.ts';
import type { Writable } from './frontends/shared.ts';
import type { Context, FrontEnd, Operation, Parameter } from './operation.ts';
import { absolutePointer } from './reading/place.ts';
import { isObject, member, stringMember } from './reading/read.ts';
import { type BodyArguments, bodyArguments } from './requestBody.ts';
import { type Assembler, closure, type Root, referencesOf } from './schema/assemble.ts';
import type { Converter } from './schema/convert.ts';
import { fits, isSmall } from './schema/keywords.ts';
import { cleanText, cut, DESCRIPTION_LENGTH, PROPERTY_LENGTH } from './text.ts';
import type { OpenWarning } from './warnings.ts';

/** Set by the client or chosen by the importer, whatever a description says (OpenAPI 3.x, Parameter Object). */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization']);
const NO_BODY = new Set(['TRACE', 'CONNECT']);
/** Order in which parameters claim their names, after the body. */
const PLACES = ['path', 'query', 'querystring', 'header', 'cookie'] as const;

export interface ToolMaking {
  readonly context: Context;
  readonly frontEnd: FrontEnd;
  readonly converter: Converter;
  readonly assembler: Assembler;
  /** Header that the suggested credential fills, lower-case. */
  readonly credentialHeader: string | undefined;
  /** The operation's own server, when it is another than the document's. */
  readonly baseUrlOf: (operation: Operation) => string | undefined;
}

const NO_HINTS = { isDisabled: false } as const;

/** What a description says of an operation as a tool: `x-mcp`, `x-speakeasy-mcp`. */
export function hintsOf(raw: JsonObject): { name?: string; title?: string; description?: string; isDisabled: boolean } {
  const found = raw['x-mcp'] ?? raw['x-speakeasy-mcp'];
  if (found === undefined && raw['x-mcp-name'] === undefined && raw['x-mcp-description'] === undefined) return NO_HINTS;
  if (found === false) return { isDisabled: true };
  const name = stringMember(found, 'name') ?? stringMember(raw, 'x-mcp-name');
  const title = stringMember(found, 'title');
  const description = stringMember(found, 'description') ?? stringMember(raw, 'x-mcp-description');
  const isDisabled =
    member(found, 'disabled') === true || member(found, 'enabled') === false || member(found, 'ignore') === true;
  return { ...(name && { name }), ...(title && { title }), ...(description && { description }), isDisabled };
}

export function toolOf(operation: Operation, name: string, making: ToolMaking): ToolDraft {
  const { context, frontEnd, converter } = making;
  const { raw, verb, path } = operation;
  const touched: OpenWarning[] = [];
  const names = new ArgumentNames();
  const body = NO_BODY.has(verb) ? undefined : frontEnd.body(operation, context);
  const bodyPart = body && bodyArguments(body, converter, names, touched);
  const properties: JsonObject = {};
  const required: string[] = [];
  const parameters: WireParameter[] = [];
  for (const parameter of sendable(frontEnd.parameters(operation, context), making, touched)) {
    const argument = names.claim(parameter.name, parameter.in);
    properties[argument] = parameterSchema(parameter, converter, touched);
    if (parameter.required) required.push(argument);
    parameters.push(wired(parameter, argument));
  }
  if (bodyPart) {
    Object.assign(properties, bodyPart.properties);
    required.push(...bodyPart.required);
  }
  const hints = hintsOf(raw);
  const tags = tagsOf(raw);
  const operationId = stringMember(raw, 'operationId');
  const baseUrl = making.baseUrlOf(operation);
  const tool: Writable<ToolDraft> = {
    name,
    title: titleOf(raw, hints.title, name),
    description: describe(operation, hints.description, bodyPart),
    verb,
    path,
    parameters,
    tag: tags[0] ?? '',
    tags,
    inputSchema: inputSchema(properties, required, bodyPart?.additional ?? false, operation, making, touched),
    annotations: annotated(verb, raw),
    enabled: !hints.isDisabled && isCallable(operation, making, touched),
  };
  if (baseUrl !== undefined) tool.baseUrl = baseUrl;
  if (bodyPart) tool.body = bodyPart.wire;
  if (operationId) tool.operationId = operationId;
  if (raw['deprecated'] === true) tool.deprecated = true;
  for (const warning of touched) warning.tools.add(name);
  return tool;
}

/** A path that climbs out of the base URL would be refused when the server is sealed; its tool is there, switched off. */
function isCallable({ path, target }: Operation, { context }: ToolMaking, touched: OpenWarning[]): boolean {
  const [literal = ''] = path.replace(/\{[^{}]*\}/g, 'x').split(/[?#]/, 1);
  if (!literal.startsWith('//') && !literal.includes('\\') && !hasDotSegment(literal)) return true;
  const message = `The path ${path.slice(0, 200)} leaves the base URL ('//', '.', '..' or a backslash); its tool is switched off.`;
  touched.push(context.warnings.add('path_unusable', message, absolutePointer(target)));
  return false;
}

/** The operation's tags, each once. */
export function tagsOf(raw: JsonObject): string[] {
  const tags = raw['tags'];
  if (!Array.isArray(tags)) return [];
  return [...new Set(tags.filter((tag): tag is string => typeof tag === 'string' && tag !== ''))];
}

function inputSchema(
  properties: JsonObject,
  required: readonly string[],
  additionalProperties: JsonValue,
  operation: Operation,
  { context, converter, assembler }: ToolMaking,
  touched: OpenWarning[],
): JsonSchema {
  converter.settle();
  const { forms } = converter;
  const root: Root = {
    properties: Object.keys(properties).map((argument) => [argument, forms.of(properties[argument] as JsonSchema)]),
    required,
    additional: isObject(additionalProperties) ? forms.of(additionalProperties) : additionalProperties === true,
  };
  const references = referencesOf(root);
  if (references.some((one) => one.isTainted)) {
    for (const definition of closure(references)) touched.push(...definition.warnings);
  }
  const assembled = assembler.assemble(root);
  if (assembled.isCut) {
    touched.push(
      context.warnings.add(
        'schema_cut',
        'The schema is larger than a tool may carry; its prose and its deepest parts are left out.',
        absolutePointer(operation.target),
      ),
    );
  }
  return assembled.schema;
}

/** Parameters that an argument can set, by place. */
function sendable(
  parameters: readonly Parameter[],
  { context, credentialHeader }: ToolMaking,
  touched: OpenWarning[],
): Parameter[] {
  const kept = parameters.filter((parameter) => {
    if (parameter.in !== 'header') return true;
    const lower = parameter.name.toLowerCase();
    if (OWN_HEADERS.has(lower) || lower === credentialHeader) return false;
    if (isHeaderName(parameter.name) && !isForbiddenHeader(parameter.name)) return true;
    touched.push(
      context.warnings.add(
        'header_forbidden',
        `The header ${parameter.name.slice(0, 100)} is set by the client itself; no argument may set it.`,
        absolutePointer(parameter.place),
      ),
    );
    return false;
  });
  for (const parameter of kept) {
    if (parameter.in === 'cookie' && parameter.explode && isList(parameter)) {
      touched.push(
        context.warnings.add(
          'cookie_exploded',
          `The cookie ${parameter.name} is a list or object with explode: servers read only single values reliably.`,
          absolutePointer(parameter.place),
        ),
      );
    }
  }
  return kept.sort((left, right) => PLACES.indexOf(left.in) - PLACES.indexOf(right.in));
}

function isList({ schema }: Parameter): boolean {
  const type = member(schema?.value, 'type');
  return type === 'array' || type === 'object';
}

function wired(parameter: Parameter, argument: string): WireParameter {
  const { name, required, style, explode, allowReserved, allowEmptyValue, contentType } = parameter;
  const wire: Writable<WireParameter> = { argument, in: parameter.in, name, required, style, explode };
  if (allowReserved) wire.allowReserved = true;
  if (allowEmptyValue) wire.allowEmptyValue = true;
  if (contentType !== undefined) wire.contentType = contentType;
  return wire;
}

/** Converted once for each Parameter, which operations share when they refer to it. */
const parameterSchemas = new WeakMap<Parameter, { readonly schema: JsonSchema; readonly warnings: OpenWarning[] }>();

function parameterSchema(parameter: Parameter, converter: Converter, touched: OpenWarning[]): JsonSchema {
  let known = parameterSchemas.get(parameter);
  if (!known) {
    const warnings: OpenWarning[] = [];
    const schema = parameter.schema ? converter.convert(parameter.schema, warnings) : { type: 'string' };
    known = { schema: withParameterTexts(schema, parameter.raw), warnings };
    parameterSchemas.set(parameter, known);
  }
  if (known.warnings.length > 0) touched.push(...known.warnings);
  return known.schema;
}

/** The parameter's own words win over its schema's; a single example of the right kind is kept. */
function withParameterTexts(schema: JsonSchema, raw: JsonObject): JsonSchema {
  const description = cleanText(raw['description'], PROPERTY_LENGTH);
  const example = raw['example'];
  if (description === '' && example === undefined && raw['deprecated'] === undefined) return schema;
  const out: JsonSchema = { ...schema };
  if (description !== '') out['description'] = description;
  if (raw['deprecated'] === true) out['deprecated'] = true;
  const isScalar = typeof example === 'string' || typeof example === 'number' || typeof example === 'boolean';
  if (isScalar && !('examples' in out) && !('$ref' in out) && isSmall(example) && fits(example, out)) {
    out['examples'] = [example];
  }
  return out;
}

function titleOf(raw: JsonObject, hint: string | undefined, name: string): string {
  const text = cleanText(hint ?? raw['summary'], 100).replace(/\.$/, '');
  return text !== '' ? cut(text, 80) : humanTitle(name.replace(/_[0-9a-f]{6,}$/, ''));
}

/** Summary and description in one text, never empty; what the schema cannot say stands behind them. */
function describe({ raw, verb, path }: Operation, hint: string | undefined, body: BodyArguments | undefined): string {
  const notes: string[] = [];
  if (body && body.requiredTogether.length > 0) {
    notes.push(`When a body is sent it needs: ${cut(body.requiredTogether.join(', '), 300)}.`);
  }
  if (raw['deprecated'] === true) notes.push('Deprecated.');
  const room = notes.length === 0 ? DESCRIPTION_LENGTH : DESCRIPTION_LENGTH - notes.join(' ').length - 2;
  const told = hint === undefined ? '' : cleanText(hint, DESCRIPTION_LENGTH);
  const summary = cleanText(raw['summary'], DESCRIPTION_LENGTH);
  const description = cleanText(raw['description'], DESCRIPTION_LENGTH);
  const own = told || joined(summary, description) || `${verb} ${path}`;
  const text = cut(own, room);
  if (notes.length === 0) return text;
  return [/[.!?…]$/.test(text) ? text : `${text}.`, ...notes].join(' ');
}

function joined(summary: string, description: string): string {
  if (summary === '' || description === '') return summary || description;
  const bare = summary.replace(/\.$/, '');
  if (description.toLowerCase().startsWith(bare.toLowerCase())) return description;
  return `${bare}. ${description}`;
}

/** By verb; what the description's own hints say otherwise wins unless it contradicts itself. */
function annotated(verb: string, raw: JsonObject): ToolAnnotations {
  const byVerb = annotationsOf(verb);
  const hints = member(raw['x-mcp'] ?? raw['x-speakeasy-mcp'], 'annotations');
  if (!isObject(hints)) return byVerb;
  const pick = (key: keyof ToolAnnotations) =>
    typeof hints[key] === 'boolean' ? (hints[key] as boolean) : byVerb[key];
  const given = {
    readOnlyHint: pick('readOnlyHint'),
    destructiveHint: pick('destructiveHint'),
    idempotentHint: pick('idempotentHint'),
    openWorldHint: pick('openWorldHint'),
  };
  return given.readOnlyHint && given.destructiveHint ? byVerb : given;
}
