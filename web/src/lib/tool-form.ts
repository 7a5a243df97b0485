/**
 * Converts the request of a tool to rows of a form and back: parameters and body fields, each with its location. A body that is more than
 * a list of fields (an array, alternatives, shared definitions) is kept as its JSON Schema. Pure.
 */
import { formOf } from '../../../core/tools/manualForm.ts';
import type { NewTool, Tool } from '../api/types.ts';
import { asObject } from './tools.ts';

type Parameter = NonNullable<NewTool['parameters']>[number];
type Schema = Record<string, unknown>;

export interface Row extends Pick<Parameter, 'style' | 'explode'> {
  readonly name: string;
  readonly in: Parameter['in'] | 'body';
  /** Undefined while the text of a schema is not a JSON object. */
  readonly schema: Schema | undefined;
  /** Shown as a schema even if it equals a type of the list. */
  readonly custom?: boolean;
  readonly required: boolean;
  readonly description: string;
}

export interface RequestRows {
  readonly verb: NewTool['verb'];
  readonly path: string;
  readonly rows: readonly Row[];
  readonly contentType: string;
  readonly bodyRequired: boolean;
  /** Set when the body is described by one schema and not by rows. */
  readonly bodySchema?: Schema;
  /** The text of that schema is not a JSON object. */
  readonly isBodyBroken?: boolean;
}

/** The request as its annotations depend on it. */
export const hinting = ({ verb, path, rows }: RequestRows) => ({ verb, path, parameters: rows });

/** Nothing can be sent while the text of a schema is not a JSON object. */
export const isBroken = ({ rows, isBodyBroken }: RequestRows): boolean =>
  isBodyBroken === true || rows.some(({ schema }) => schema === undefined);

export const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY'] as const;
export const JSON_TYPE = 'application/json';
/** Offered for the body; a tool's other content type is offered as well. */
export const CONTENT_TYPES = [JSON_TYPE, 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/** Whether a request of this verb may have a body. That of GET is seldom wanted (Elasticsearch), so the form does not offer it. */
export const mayHaveBody = (verb: string): boolean => !['HEAD', 'OPTIONS'].includes(verb);
/** Whether the form offers a body. */
export const takesBody = (verb: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(verb);
const wantsBody = (verb: string): boolean => ['POST', 'PUT', 'PATCH', 'QUERY'].includes(verb);

/** Types of a row; everything else is written as a schema. */
export const TYPES: Readonly<Record<string, Schema>> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  'date and time': { type: 'string', format: 'date-time' },
  'string list': { type: 'array', items: { type: 'string' } },
  object: { type: 'object' },
  file: { type: 'string', format: 'binary' },
};
export const CUSTOM = 'JSON Schema';

export const typeOf = ({ schema, custom }: Pick<Row, 'schema' | 'custom'>): string =>
  (!custom && Object.keys(TYPES).find((name) => JSON.stringify(TYPES[name]) === JSON.stringify(schema))) || CUSTOM;

export const blankRow = (verb: string): Row => ({
  name: '',
  in: takesBody(verb) && wantsBody(verb) ? 'body' : 'query',
  schema: { type: 'string' },
  required: false,
  description: '',
});

export const blankRequest = (): RequestRows => ({
  verb: 'GET',
  path: '/',
  rows: [],
  contentType: JSON_TYPE,
  bodyRequired: true,
});

const isBlank = (row: Row): boolean => row.name.trim() === '' && row.description.trim() === '';

/** Changes the method: POST starts with a field of its body, GET has its fields in the query. */
export function withVerb(request: RequestRows, verb: RequestRows['verb']): RequestRows {
  const filled = request.rows.filter((row) => !isBlank(row));
  if (!takesBody(verb)) {
    const rows = filled.map((row): Row => (row.in === 'body' ? { ...row, in: 'query' } : row));
    return { ...request, verb, rows, bodySchema: undefined, isBodyBroken: false };
  }
  const hasBody = request.bodySchema !== undefined || filled.some((row) => row.in === 'body');
  return { ...request, verb, rows: wantsBody(verb) && !hasBody ? [...filled, blankRow(verb)] : filled };
}

/** "POST /orders" typed or pasted into the path sets both. */
export function withPath(request: RequestRows, text: string): RequestRows {
  const [, verb, path] = /^\s*([A-Za-z]+)\s+(\/.*)$/.exec(text) ?? [];
  const known = VERBS.find((one) => one === verb?.toUpperCase());
  return known && path ? { ...withVerb(request, known), path } : { ...request, path: text };
}

export function requestOf(request: RequestRows): Pick<NewTool, 'verb' | 'path' | 'parameters' | 'body'> {
  const { verb, path, contentType, bodyRequired, bodySchema } = request;
  const named = request.rows.filter((row) => row.name.trim() !== '');
  const fields = named.filter((row) => row.in === 'body');
  const schema = bodySchema ?? (fields.length > 0 ? schemaOfFields(fields) : undefined);
  return {
    verb,
    path: path.trim(),
    parameters: named.filter((row) => row.in !== 'body').map(parameterOf),
    ...(schema && { body: { contentType, required: bodyRequired, schema } }),
  };
}

/** Rows that are sent, in the API's order: `/parameters/0` is the first of them. */
export const parametersAmong = (rows: readonly Row[]): readonly Row[] =>
  rows.filter((row) => row.name.trim() !== '' && row.in !== 'body');

function parameterOf({ name, in: place, schema, required, description, style, explode }: Row): Parameter {
  return {
    name: name.trim(),
    in: place as Parameter['in'],
    schema: schema as Parameter['schema'],
    ...((required || place === 'path') && { required: true }),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(style && { style }),
    ...(explode !== undefined && { explode }),
  };
}

function schemaOfFields(fields: readonly Row[]): Schema {
  const required = fields.filter((row) => row.required).map(({ name }) => name.trim());
  const member = ({ name, schema, description }: Row) => [
    name.trim(),
    { ...schema, ...(description.trim() !== '' && { description: description.trim() }) },
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(member)),
    ...(required.length > 0 && { required }),
  };
}

/** For tools added manually. */
export const rowsOf = (tool: Tool): RequestRows => rowsOfForm(formOf(tool as unknown as Parameters<typeof formOf>[0]));

export function rowsOfForm({ verb, path, parameters = [], body }: Omit<NewTool, 'name'>): RequestRows {
  const rows = parameters.map(
    ({ name, in: place, schema, required, description, style, explode }): Row => ({
      name,
      in: place,
      schema: (schema ?? { type: 'string' }) as Schema,
      required: required === true,
      description: description ?? '',
      ...(style && { style }),
      ...(explode !== undefined && { explode }),
    }),
  );
  const fields = body && fieldsOf(body.schema as Schema);
  return {
    verb,
    path,
    rows: [...rows, ...(fields ?? [])],
    contentType: body?.contentType ?? JSON_TYPE,
    bodyRequired: body?.required ?? true,
    ...(body && !fields && { bodySchema: body.schema as Schema }),
  };
}

const PLAIN = new Set(['type', 'properties', 'required']);

/** Undefined when rows cannot express the whole schema. */
function fieldsOf(schema: Schema): Row[] | undefined {
  const { type, properties, required } = schema;
  if (type !== 'object' || properties === undefined || Object.keys(schema).some((key) => !PLAIN.has(key))) return;
  const must = new Set(Array.isArray(required) ? required : []);
  return Object.entries(asObject(properties)).map(([name, member]) => {
    const { description, ...rest } = asObject(member);
    const isText = typeof description === 'string';
    return {
      name,
      in: 'body',
      schema: isText ? rest : asObject(member),
      required: must.has(name),
      description: isText ? description : '',
    };
  });
}

/** `get_orders_by_orderId`, the name that an import gives to operations without one; '' while there is no path. */
export function suggestedName({ verb, path }: Pick<RequestRows, 'verb' | 'path'>): string {
  const clean = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '');
  const parts = path
    .split(/[/?#&]|(\{[^{}]+\})/)
    .map((part = '') => (part.startsWith('{') ? `by_${clean(part)}` : clean(part)))
    .filter((part) => part !== '' && part !== 'by_');
  return parts.length === 0 ? '' : [verb.toLowerCase(), ...parts].join('_').slice(0, 60).replace(/_+$/, '');
}
