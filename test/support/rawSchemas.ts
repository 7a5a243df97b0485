/**
 * Validates recorded requests by the unmodified parameters and schemas of a description, with Ajv and without the import: only `nullable`
 * and boolean `required` and `exclusive…` of 2.0 and 3.0 are rewritten, and `oneOf` is treated as `anyOf`, as descriptions usually mean it.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject, JsonValue } from '../../core/lib/json/value.ts';
import { defined } from './defined.ts';
import { bareTypeOf } from './recordedBody.ts';
import { type Accepts, plain } from './recordedRequests.ts';

/** Judges the parameters that the arguments hold, and the decoded body. */
export function rawSchemas(document: JsonObject): Accepts {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    validateFormats: false,
    unicodeRegExp: false,
  });
  ajv.addSchema(rewritten(document) as object, 'document');
  const compiled = new Map<string, ValidateFunction>();
  const isValid = (pointer: string, value: unknown) => {
    if (!compiled.has(pointer)) compiled.set(pointer, ajv.compile({ $ref: `document#${pointer}` }));
    return defined(compiled.get(pointer))(value) === true;
  };
  return ({ tool }, { body }, derived) => {
    const item = resolved(document, `/paths/${escaped(tool.path)}`);
    const operation = objectAt(document, `${item}/${tool.verb.toLowerCase()}`);
    const parameters = [item, `${item}/${tool.verb.toLowerCase()}`].flatMap((owner) =>
      ((objectAt(document, owner)['parameters'] as JsonValue[] | undefined) ?? []).map((_, index) =>
        resolved(document, `${owner}/parameters/${index}`),
      ),
    );
    const argumentOf = new Map(tool.parameters.map((one) => [`${one.in} ${one.name}`, derived.args[one.argument]]));
    for (const pointer of parameters) {
      const parameter = objectAt(document, pointer);
      const value = argumentOf.get(`${parameter['in']} ${parameter['name']}`);
      if (value === undefined) {
        if (parameter['in'] === 'query' && parameter['required'] === true) return false;
        continue;
      }
      const schema = parameter['schema'] === undefined ? pointer : `${pointer}/schema`;
      if (!readings(plain(value)).some((reading) => isValid(schema, reading))) return false;
    }
    const form = parameters.find((pointer) => objectAt(document, pointer)['in'] === 'body');
    if (form) return derived.body === undefined || isValid(`${form}/schema`, plain(derived.body));
    if (!operation['requestBody']) return body === undefined || tool.body !== undefined;
    const requestBody = resolved(document, `${item}/${tool.verb.toLowerCase()}/requestBody`);
    const { required, content } = objectAt(document, requestBody);
    if (!body) return required !== true;
    const types = Object.keys(content as JsonObject);
    const type = types.find((one) => bareTypeOf(one) === bareTypeOf(derived.mediaType ?? '')) ?? types[0];
    if (derived.body === undefined || type === undefined) return false;
    return isValid(`${requestBody}/content/${escaped(type)}/schema`, plain(derived.body));
  };
}

/** The values that a text on the wire may stand for. */
function readings(value: JsonValue): JsonValue[] {
  if (typeof value !== 'string') return [value, String(value)];
  const number = Number(value);
  return [
    value,
    ...(value.trim() !== '' && !Number.isNaN(number) ? [number] : []),
    ...(/^(?:true|false)$/.test(value) ? [value === 'true'] : []),
  ];
}

/** The pointer of an object, or of what its reference leads to. */
function resolved(document: JsonObject, pointer: string): string {
  const reference = objectAt(document, pointer)['$ref'];
  return typeof reference === 'string' ? resolved(document, reference.slice(1)) : pointer;
}

function objectAt(document: JsonObject, pointer: string): JsonObject {
  let at: JsonValue = document;
  for (const segment of pointer.split('/').slice(1)) {
    at = (at as JsonObject)[decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')] as JsonValue;
  }
  return (at ?? {}) as JsonObject;
}

const escaped = (segment: string): string =>
  encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%7E', '~');

function rewritten(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(rewritten);
  if (typeof value !== 'object' || value === null) return value;
  const object = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, rewritten(member as JsonValue)]),
  );
  for (const keyword of ['required', 'exclusiveMinimum', 'exclusiveMaximum', '$id', 'id']) {
    if (typeof object[keyword] === 'boolean' || (keyword.endsWith('id') && typeof object[keyword] === 'string'))
      delete object[keyword];
  }
  if (Array.isArray(object['oneOf'])) {
    object['anyOf'] = object['oneOf'];
    delete object['oneOf'];
  }
  if (object['nullable'] !== true) return object;
  const { nullable: _, ...schema } = object;
  if (typeof object['type'] !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [schema['type'] as string, 'null'],
    ...(Array.isArray(schema['enum']) && { enum: [...schema['enum'], null] }),
  };
}
