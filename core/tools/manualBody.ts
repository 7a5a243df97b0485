/**
 * The body of a manually added tool: the properties of an object become arguments of their own, any other body is the
 * single argument `body`. `$defs` of its schema are moved to the root of the tool's schema, so that references resolve.
 */

import type { FieldFault } from '../lib/errors.ts';
import { isObject, type JsonObject, type JsonValue } from '../lib/json/value.ts';
import { bareType, isJsonType, isTextType } from '../lib/mediaType.ts';
import type { BodyField, BodyKind, WireBody } from '../model/tool.ts';
import { references } from './inputSchema.ts';
import type { ManualTool } from './schemas/tools.ts';

/** The parts of a tool that come from its body. */
export interface ManualBodyParts {
  readonly wire: WireBody;
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly definitions?: JsonObject;
  /** True when additional arguments are sent as properties, too. */
  readonly open: boolean;
  readonly faults: readonly FieldFault[];
}

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w.+-]+=(?:[\w.+/:-]+|"[^"\\\r\n]*"))*$/;
const FORMS: readonly BodyKind[] = ['json', 'urlencoded', 'multipart'];
const COMBINATORS = ['oneOf', 'anyOf', 'allOf', '$ref', 'if', 'not'];

/**
 * The body of a form.
 * @param nameOf gives unique argument names (argumentNames.ts)
 */
export function manualBody(
  form: NonNullable<ManualTool['body']>,
  nameOf: (name: string, place: string) => string,
): ManualBodyParts {
  const contentType = form.contentType ?? 'application/json';
  const { $defs: definitions, ...schema } = form.schema as JsonObject & { $defs?: JsonObject };
  const faults: FieldFault[] = [];
  if (!MEDIA_TYPE.test(contentType)) {
    faults.push({ field: '/body/contentType', rule: 'media_type', message: 'is not a media type.' });
  }
  for (const { place, ref } of references(form.schema as JsonObject)) {
    const name = /^#\/\$defs\/([^/]+)/.exec(ref)?.[1];
    if (name && definitions && Object.hasOwn(definitions, name)) continue;
    faults.push({
      field: `/body/schema${place}`,
      rule: 'self_contained',
      message: 'must point to a schema under $defs of the body schema: #/$defs/Name.',
    });
  }
  const kind = kindOf(bareType(contentType));
  const required = form.required ?? true;
  const common = { kind, contentType, required };
  const members = schema['properties'];
  const asFields = FORMS.includes(kind) && isObject(members) && !COMBINATORS.some((key) => key in schema);
  if (!asFields) {
    const argument = nameOf('body', 'body');
    const described = kind === 'binary' ? { type: 'string', contentEncoding: 'base64', ...schema } : schema;
    return {
      wire: { ...common, layout: 'whole', argument },
      properties: { [argument]: described },
      required: required ? [argument] : [],
      ...(definitions && { definitions }),
      open: false,
      faults,
    };
  }
  const must = Array.isArray(schema['required']) ? schema['required'] : [];
  const fields = Object.entries(members).map(([name, member]): BodyField & { member: JsonValue } => ({
    argument: nameOf(name, 'body'),
    name,
    required: must.includes(name),
    ...(kind === 'multipart' && isFile(member) && { binary: true }),
    member,
  }));
  const open = schema['additionalProperties'] === true || isObject(schema['additionalProperties']);
  return {
    wire: {
      ...common,
      layout: 'fields',
      fields: fields.map(({ member: _, ...field }) => field),
      ...(open && { extra: true }),
    },
    properties: Object.fromEntries(fields.map(({ argument, member }) => [argument, member])),
    required: required ? fields.filter((field) => field.required).map(({ argument }) => argument) : [],
    ...(definitions && { definitions }),
    open,
    faults,
  };
}

function kindOf(type: string): BodyKind {
  if (isJsonType(type)) return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'urlencoded';
  if (type === 'multipart/form-data') return 'multipart';
  return isTextType(type) ? 'text' : 'binary';
}

const isFile = (schema: JsonValue) => isObject(schema) && ['binary', 'byte'].includes(String(schema['format']));
