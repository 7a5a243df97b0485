/**
 * Validates example values by the unmodified schemas of a description, with Ajv and without the import. Keywords of older versions are
 * rewritten (`nullable`, boolean exclusive bounds; `oneOf` whose branches overlap becomes `anyOf`); documents with references to other
 * files are not judged.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isObject, type JsonObject, type JsonValue } from '../../core/lib/json/value.ts';
import { defined } from './defined.ts';

/** Whether the schema at a pointer accepts a value; undefined when that cannot be determined. */
export type Judge = (pointer: string, value: JsonValue) => boolean | undefined;

/** Keywords whose members are schemas by name, and keywords whose value is data. */
const MAPS = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'schemas', 'dependentSchemas']);
const DATA = new Set(['enum', 'const']);
/** They validate nothing, and an `$id` inside one would be taken for a schema's. */
const LEFT_OUT = new Set([
  '$id',
  'id',
  '$schema',
  '$anchor',
  'default',
  'example',
  'examples',
  'x-example',
  'x-examples',
]);

export function exampleJudge(document: JsonObject): Judge {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    validateFormats: false,
    inlineRefs: false,
  });
  ajv.addSchema(rewritten(document, false) as object, 'document');
  const compiled = new Map<string, ValidateFunction | undefined>();
  const validatorOf = (pointer: string): ValidateFunction | undefined => {
    try {
      return ajv.compile({ $ref: `document#${pointer}` });
    } catch {
      return undefined;
    }
  };
  return (pointer, value) => {
    if (!compiled.has(pointer)) compiled.set(pointer, validatorOf(pointer));
    const validator = compiled.get(pointer);
    return validator && validator(value) === true;
  };
}

/** The document with its schemas in 2020-12. `isMap`: the members are names, not keywords. */
function rewritten(value: JsonValue, isMap: boolean): JsonValue {
  if (Array.isArray(value)) return value.map((item) => rewritten(item, false));
  if (!isObject(value)) return value;
  const out: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    if (isMap) out[key] = rewritten(defined(member), false);
    else if (DATA.has(key)) out[key] = defined(member);
    else if (!LEFT_OUT.has(key)) out[key] = rewritten(defined(member), MAPS.has(key));
  }
  return isMap ? out : schemaOf(out);
}

function schemaOf(schema: JsonObject): JsonObject {
  const { oneOf, nullable, 'x-nullable': nullableToo, discriminator: _, ...rest } = schema;
  const out: JsonObject = rest;
  if (Array.isArray(oneOf)) {
    if (out['anyOf'] === undefined) out['anyOf'] = oneOf;
    else out['allOf'] = [...((out['allOf'] as JsonValue[] | undefined) ?? []), { anyOf: oneOf }];
  }
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof out[flag] !== 'boolean') continue;
    if (out[flag]) {
      out[flag] = defined(out[bound]);
      delete out[bound];
    } else delete out[flag];
  }
  if (Array.isArray(out['items'])) {
    out['prefixItems'] = out['items'];
    delete out['items'];
  }
  // 2.0 has a type for files.
  if (out['type'] === 'file') out['type'] = 'string';
  const isNullable = nullable === true || nullableToo === true;
  if (!isNullable) return out;
  if (typeof out['$ref'] === 'string') return { anyOf: [out, { type: 'null' }] };
  if (typeof out['type'] !== 'string') return out;
  return {
    ...out,
    type: [out['type'], 'null'],
    ...(Array.isArray(out['enum']) && { enum: [...out['enum'], null] }),
  };
}
