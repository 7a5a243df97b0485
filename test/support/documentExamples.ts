/** Every example of a parameter or body in a description, and whether its tool accepts it. */

import { PortcullisError } from '../../core/lib/errors.ts';
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../core/lib/json/value.ts';
import { argumentFaults } from '../../core/mcp/arguments/validate.ts';
import type { BundleTool } from '../../core/model/bundle.ts';
import type { ToolDraft } from '../../core/model/tool.ts';
import type { ImportResult } from '../../core/openapi/model/types.ts';
import { buildRequest } from '../../core/request/build.ts';
import { defined } from './defined.ts';
import { exampleJudge } from './exampleSchemas.ts';

export interface ExampleCheck {
  readonly tool: string;
  readonly kind: 'parameter' | 'body';
  /** `unfit`: the description's own schema refuses it. `unsent`: its media type or argument is not the tool's, or it needs a file. */
  readonly verdict: 'accepted' | 'refused' | 'unfit' | 'unjudged' | 'unsent';
  /** Why it is refused, without values. */
  readonly cause: string;
  /** Whether it is one of several named examples of a Parameter or Media Type Object. */
  readonly isNamed: boolean;
  /** Whether the schema shows it, or a similar value, to the model. */
  readonly isTold: boolean;
}

interface Found {
  readonly value: JsonValue;
  readonly isNamed: boolean;
}

/** Checks every example of the tools of an import. `document`: what was imported, parsed. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: walks tools, their parameters and bodies, and the examples of each
export function checkExamples(document: JsonObject, result: ImportResult): ExampleCheck[] {
  const judge = exampleJudge(document);
  const checks: ExampleCheck[] = [];
  for (const tool of result.tools) {
    const at = `/paths/${escaped(tool.path)}`;
    const item = resolved(document, at);
    const verb = Object.keys(item?.value ?? {}).find((key) => key.toUpperCase() === tool.verb);
    if (!item || verb === undefined || !isObjectAt(item.value[verb])) continue;
    const owners = [item.pointer, `${item.pointer}/${verb}`];
    const seen = new Set<string>();
    for (const owner of owners.reverse()) {
      const list = valueAt(document, `${owner}/parameters`);
      for (const [index] of (Array.isArray(list) ? list : []).entries()) {
        const parameter = resolved(document, `${owner}/parameters/${index}`);
        const key = `${parameter?.value['in']} ${parameter?.value['name']}`;
        if (!parameter || seen.has(key)) continue;
        seen.add(key);
        const { value, pointer } = parameter;
        if (value['in'] === 'body') {
          const schema = `${pointer}/schema`;
          const found = [...examplesOf(document, schema, value), ...byMediaType(value)];
          checks.push(...found.map((one) => bodyCheck(tool, one, judge(schema, one.value), undefined)));
        } else if (value['in'] !== 'formData') {
          const content = isObjectAt(value['content']) ? Object.keys(value['content'])[0] : undefined;
          const holder = content === undefined ? pointer : `${pointer}/content/${escaped(content)}`;
          const schema = isObjectAt(valueAt(document, `${holder}/schema`)) ? `${holder}/schema` : holder;
          const found = examplesOf(document, schema, (valueAt(document, holder) ?? {}) as JsonObject);
          checks.push(...found.map((one) => parameterCheck(tool, value, one, judge(schema, one.value))));
        }
      }
    }
    const body = resolved(document, `${item.pointer}/${verb}/requestBody`);
    for (const type of Object.keys((body?.value['content'] as JsonObject | undefined) ?? {})) {
      const media = `${defined(body).pointer}/content/${escaped(type)}`;
      const schema = `${media}/schema`;
      const holder = valueAt(document, media);
      if (!isObjectAt(holder)) continue;
      const found = examplesOf(document, schema, holder);
      checks.push(...found.map((one) => bodyCheck(tool, one, judge(schema, one.value), type)));
    }
  }
  return checks;
}

/** The examples of the object itself and of the schema in it. */
function examplesOf(document: JsonObject, schemaPointer: string, holder: JsonObject): Found[] {
  const schema = resolved(document, schemaPointer)?.value ?? {};
  const own = [holder['example'], holder['x-example']];
  const named = isObjectAt(holder['examples'])
    ? Object.values(holder['examples']).map((one) => followed(document, defined(one)))
    : [];
  const inner = schema === holder ? [] : [schema['example']];
  const listed = Array.isArray(schema['examples']) ? schema['examples'] : [];
  return [
    ...[...own, ...inner, ...listed].flatMap((value) => (value === undefined ? [] : [{ value, isNamed: false }])),
    ...named.flatMap((one) => (one && one['value'] !== undefined ? [{ value: one['value'], isNamed: true }] : [])),
  ];
}

/** 2.0 documents write `x-examples: {application/json: …}` on a body. */
function byMediaType(holder: JsonObject): Found[] {
  const all = holder['x-examples'];
  return isObjectAt(all) && all['application/json'] !== undefined
    ? [{ value: all['application/json'], isNamed: false }]
    : [];
}

function parameterCheck(
  tool: ToolDraft,
  raw: JsonObject,
  { value, isNamed }: Found,
  isFit: boolean | undefined,
): ExampleCheck {
  const parameter = tool.parameters.find(
    (one) => one.in === raw['in'] && one.name.toLowerCase() === String(raw['name']).toLowerCase(),
  );
  const common = { tool: tool.name, kind: 'parameter', isNamed } as const;
  if (!parameter) return { ...common, verdict: 'unsent', cause: 'no argument', isTold: false };
  const isTold = tells(tool, parameter.argument, value);
  if (!isFit) return { ...common, verdict: isFit === false ? 'unfit' : 'unjudged', cause: '', isTold };
  const { body: _, ...without } = tool;
  const path = parameter.in === 'path' ? `/{${parameter.name}}` : '/';
  const cause = refusal({ ...without, path, parameters: [parameter] }, { [parameter.argument]: value }, []);
  return { ...common, verdict: cause === '' ? 'accepted' : 'refused', cause, isTold };
}

function bodyCheck(
  tool: ToolDraft,
  { value, isNamed }: Found,
  isFit: boolean | undefined,
  type: string | undefined,
): ExampleCheck {
  const { body } = tool;
  const common = { tool: tool.name, kind: 'body', isNamed } as const;
  const isOfTool =
    body &&
    (type === undefined || bare(type) === bare(body.contentType) || (type.includes('*') && body.kind === 'json'));
  if (!isOfTool) return { ...common, verdict: 'unsent', cause: 'another media type', isTold: false };
  if (body.kind !== 'json' && body.kind !== 'urlencoded')
    return { ...common, verdict: 'unsent', cause: `${body.kind} body`, isTold: false };
  const args: JsonObject = {};
  if (body.layout === 'whole') args[body.argument] = value;
  else if (isObject(value)) {
    const byName = new Map(body.fields.map(({ name, argument }) => [name, argument]));
    for (const [name, member] of Object.entries(value)) args[byName.get(name) ?? name] = defined(member);
  } else args['body'] = value;
  const isTold = Object.entries(args).some(([argument, member]) => tells(tool, argument, defined(member)));
  if (!isFit) return { ...common, verdict: isFit === false ? 'unfit' : 'unjudged', cause: '', isTold };
  const must = body.layout === 'whole' ? [] : body.fields.filter((one) => one.required).map((one) => one.argument);
  const cause = refusal({ ...tool, path: '/', parameters: [] }, args, must);
  return { ...common, verdict: cause === '' ? 'accepted' : 'refused', cause, isTold };
}

/** Why the schema or the request builder refuses the arguments; empty when they do not. */
function refusal(tool: ToolDraft, args: JsonObject, required: readonly string[]): string {
  const inputSchema: JsonSchema = { ...tool.inputSchema, required: [...required] };
  const faults = argumentFaults({ ...tool, inputSchema } as unknown as BundleTool, args, 0);
  if (faults.length > 0) return faults.map(({ field, rule, message }) => `${rule} ${field} ${message}`).join('; ');
  try {
    buildRequest(tool, 'https://api.example.test', args);
    return '';
  } catch (error) {
    if (!(error instanceof PortcullisError)) throw error;
    return `${error.code} ${error.message}`;
  }
}

/** Whether some part of the value is an example, the default or an enumerated value of the argument's schema. */
function tells({ inputSchema }: ToolDraft, argument: string, value: JsonValue): boolean {
  const text = JSON.stringify(value);
  const visit = (schema: JsonValue | undefined, depth: number): boolean => {
    if (!isObjectAt(schema) || depth > 6) return false;
    const reference = schema['$ref'];
    if (typeof reference === 'string') {
      const definitions = inputSchema['$defs'] as JsonObject | undefined;
      return visit(definitions?.[reference.slice('#/$defs/'.length)], depth + 1);
    }
    const told = [schema['examples'], schema['enum'], [schema['default']], [schema['const']]].flatMap((one) =>
      Array.isArray(one) ? one : [],
    );
    if (told.some((one) => one !== undefined && text.includes(JSON.stringify(one)))) return true;
    const inner = [schema['items'], ...Object.values((schema['properties'] as JsonObject | undefined) ?? {})];
    for (const key of ['anyOf', 'oneOf', 'allOf']) if (Array.isArray(schema[key])) inner.push(...schema[key]);
    return inner.some((one) => visit(one, depth + 1));
  };
  return visit((inputSchema['properties'] as JsonObject | undefined)?.[argument], 0);
}

const isObjectAt = (value: JsonValue | undefined): value is JsonObject => value !== undefined && isObject(value);

const bare = (type: string): string => defined(type.split(';')[0]).trim().toLowerCase();

const escaped = (segment: string): string =>
  encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%7E', '~');

function valueAt(document: JsonObject, pointer: string): JsonValue | undefined {
  let at: JsonValue | undefined = document;
  for (const segment of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as JsonObject)[unescaped(segment)];
  }
  return at;
}

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return segment;
  }
}

/** The object at a pointer, with a local reference resolved. */
function resolved(
  document: JsonObject,
  pointer: string,
  hops = 0,
): { readonly value: JsonObject; readonly pointer: string } | undefined {
  const value = valueAt(document, pointer);
  if (!isObjectAt(value) || hops > 8) return undefined;
  const reference = value['$ref'];
  if (typeof reference !== 'string') return { value, pointer };
  return reference.startsWith('#/') ? resolved(document, reference.slice(1), hops + 1) : undefined;
}

function followed(document: JsonObject, value: JsonValue): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  return reference.startsWith('#/') ? resolved(document, reference.slice(1))?.value : undefined;
}
