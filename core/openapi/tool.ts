/** One operation → one tool draft: its texts, its arguments with their way onto the wire, its schema, its annotations. */
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import { isForbiddenHeader, isHeaderName } from '../request/header.ts';
import { annotationsOf } from '../tools/annotations.ts';
import type { ToolAnnotations, ToolDraft, WireParameter } from '../tools/model.ts';
import { humanTitle } from '../tools/title.ts';
import { ArgumentNames } from './arguments.ts';
import type { Context, FrontEnd, Operation, Parameter } from './operation.ts';
import { absolutePointer } from './reading/documents.ts';
import { arrayMember, isObject, member, stringMember } from './reading/read.ts';
import { type BodyArguments, bodyArguments } from './requestBody.ts';
import { assemble, closure } from './schema/assemble.ts';
import type { Converter } from './schema/convert.ts';
import type { Piece } from './schema/definitions.ts';
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
  /** Header that the suggested credential fills, lower-case. */
  readonly credentialHeader: string | undefined;
  /** The operation's own server, when it is another than the document's. */
  readonly baseUrlOf: (operation: Operation) => string | undefined;
}

/** What a description says of an operation as a tool: `x-mcp`, `x-speakeasy-mcp`. */
export function hintsOf(raw: JsonObject): { name?: string; title?: string; description?: string; isDisabled: boolean } {
  const found = member(raw, 'x-mcp') ?? member(raw, 'x-speakeasy-mcp');
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
  const declared = frontEnd.parameters(operation, context);
  const body = NO_BODY.has(verb) ? undefined : frontEnd.body(operation, context);
  const bodyPart = body && bodyArguments(body, converter, names);
  if (bodyPart) touched.push(...bodyPart.warnings);
  const parameters = sendable(declared, making, touched);
  const properties: JsonObject = {};
  const required: string[] = [];
  const wire: WireParameter[] = [];
  for (const parameter of parameters) {
    const argument = names.claim(parameter.name, parameter.in);
    const { schema, warnings } = parameterSchema(parameter, converter);
    touched.push(...warnings);
    properties[argument] = schema;
    if (parameter.required) required.push(argument);
    wire.push(wired(parameter, argument));
  }
  const root: Piece = {
    schema: rootSchema(
      { ...properties, ...bodyPart?.properties },
      [...required, ...(bodyPart?.required ?? [])],
      bodyPart?.additional ?? false,
    ),
    bytes: 0,
    references: [],
    warnings: [],
  };
  converter.measure(root);
  for (const definition of root.references.some((one) => one.isTainted) ? closure(root.references) : [])
    touched.push(...definition.warnings);
  const { schema: inputSchema, isCut } = assemble(converter.definitions, root);
  if (isCut) {
    touched.push(
      context.warnings.add(
        'schema_cut',
        'The schema is larger than a tool may carry; its prose and its deepest parts are left out.',
        absolutePointer(operation.target),
      ),
    );
  }
  for (const warning of touched) warning.tools.add(name);
  const hints = hintsOf(raw);
  const tags = [
    ...new Set(arrayMember(raw, 'tags').filter((tag): tag is string => typeof tag === 'string' && tag !== '')),
  ];
  const operationId = stringMember(raw, 'operationId');
  const baseUrl = making.baseUrlOf(operation);
  return {
    name,
    title: titleOf(raw, hints.title, name),
    description: describe(operation, hints.description, bodyPart),
    verb,
    path,
    ...(baseUrl !== undefined && { baseUrl }),
    parameters: wire,
    ...(bodyPart && { body: bodyPart.wire }),
    tag: tags[0] ?? '',
    tags,
    ...(operationId && { operationId }),
    ...(raw['deprecated'] === true && { deprecated: true }),
    inputSchema,
    annotations: annotated(verb, raw),
    enabled: !hints.isDisabled,
  };
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
        parameter.pointer,
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
          parameter.pointer,
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
  return {
    argument,
    in: parameter.in,
    name: parameter.name,
    required: parameter.required,
    style: parameter.style,
    explode: parameter.explode,
    ...(parameter.allowReserved && { allowReserved: true }),
    ...(parameter.allowEmptyValue && { allowEmptyValue: true }),
    ...(parameter.contentType !== undefined && { contentType: parameter.contentType }),
  };
}

function parameterSchema(parameter: Parameter, converter: Converter): Pick<Piece, 'schema' | 'warnings'> {
  const { raw, schema: target } = parameter;
  const piece = target ? converter.convert(target) : { schema: { type: 'string' } as JsonSchema, warnings: [] };
  let schema = piece.schema;
  const description = cleanText(raw['description'], PROPERTY_LENGTH);
  if (description !== '') schema = { ...schema, description };
  if (raw['deprecated'] === true && schema['deprecated'] === undefined) schema = { ...schema, deprecated: true };
  if (
    raw['example'] !== undefined &&
    schema['examples'] === undefined &&
    typeof raw['example'] !== 'object' &&
    String(raw['example']).length <= 200
  ) {
    const isRight =
      schema['type'] === undefined ||
      typeof raw['example'] === schema['type'] ||
      (schema['type'] === 'integer' && Number.isInteger(raw['example']));
    if (isRight && !('$ref' in schema)) schema = { ...schema, examples: [raw['example']] };
  }
  // A value that is absent from the path is no value; elsewhere it may be null where the API says so.
  return { schema, warnings: piece.warnings };
}

function rootSchema(properties: JsonObject, required: readonly string[], additional: JsonValue): JsonSchema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required: [...required] }),
    additionalProperties: additional,
  };
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
  const room = DESCRIPTION_LENGTH - notes.join(' ').length - 1;
  const told = hint === undefined ? '' : cleanText(hint, room);
  const summary = cleanText(raw['summary'], room);
  const description = cleanText(raw['description'], room);
  const own = told || joined(summary, description) || `${verb} ${path}`;
  return [cut(own, room), ...notes].join(' ');
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
  const hints = member(member(raw, 'x-mcp') ?? member(raw, 'x-speakeasy-mcp'), 'annotations');
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
