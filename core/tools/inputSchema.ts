/**
 * Checks an input schema that a person has edited: it is an object at the root, has property names that clients accept,
 * refers only to itself, has a limited size, and compiles. Imported schemas follow the same rules by construction;
 * core/tools/bundle checks them again.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FieldFault } from '../lib/errors.ts';
import { isObject, type JsonObject, type JsonValue } from '../lib/json/value.ts';
import type { RequestProgram } from '../model/tool.ts';
import { bodiesOf } from '../request/bodyChoice.ts';
import { isWide, MAX_NAME_PATTERNS, namePatterns } from './compilable.ts';
import { checkAgainstMetaSchema } from './metaSchema.ts';

/** Maximum bytes of a schema, the largest part of a tool's row; DynamoDB's limit of a row is 400 KB. */
export const MAX_SCHEMA_BYTES = 60 * 1024;
/** Form of argument names. */
export const ARGUMENT = /^[A-Za-z0-9_.-]{1,64}$/;
const COMBINATORS = ['oneOf', 'anyOf', 'allOf', 'not', 'if'];

/**
 * All faults of a schema.
 * @param field JSON pointer of the schema in the request
 */
export function inputSchemaFaults(schema: JsonObject, field: string): FieldFault[] {
  const faults: FieldFault[] = [];
  const fault = (place: string, rule: string, message: string) =>
    faults.push({ field: `${field}${place}`, rule, message });
  if (schema['type'] !== 'object') fault('/type', 'root_object', 'must be "object": arguments have names.');
  for (const key of COMBINATORS.filter((name) => name in schema)) {
    fault(`/${key}`, 'root_plain', 'may not stand at the root of the schema; clients refuse it. Use properties.');
  }
  const properties = schema['properties'];
  for (const name of isObject(properties) ? Object.keys(properties) : []) {
    if (!ARGUMENT.test(name)) {
      fault(
        `/properties/${escaped(name)}`,
        'argument_name',
        'must be 1 to 64 letters, digits, dots, dashes or underscores.',
      );
    }
  }
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes > MAX_SCHEMA_BYTES) {
    fault(
      '',
      'too_large',
      `has ${bytes} bytes as an input schema; ${MAX_SCHEMA_BYTES} is the limit. Shorten its texts and lists.`,
    );
  }
  const unstorable = unstorableFault(schema);
  if (unstorable) fault('', 'unstorable', unstorable);
  for (const { place, ref } of references(schema)) {
    if (!ref.startsWith('#')) {
      fault(place, 'self_contained', 'may only refer to a place in this schema, such as #/$defs/Name.');
    }
  }
  const patterns = namePatterns(schema);
  if (patterns > MAX_NAME_PATTERNS) {
    fault(
      '',
      'too_many_patterns',
      `has ${patterns} patterns of property names (patternProperties); ${MAX_NAME_PATTERNS} is the limit. Let fewer patterns match more names.`,
    );
  }
  if (faults.length === 0) {
    const reason = compileFault(schema);
    if (reason) fault('', 'schema_invalid', `does not compile as JSON Schema 2020-12: ${reason}.`);
  }
  return faults;
}

/** Checks a schema against the request of its tool: each property must be used, and no required argument may be missing. */
export function fitFaults(schema: JsonObject, program: RequestProgram, field: string): FieldFault[] {
  const properties = isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  const known = new Map<string, boolean>(program.parameters.map(({ argument, required }) => [argument, required]));
  const bodies = program.body ? bodiesOf(program.body) : [];
  for (const body of bodies) {
    // With several media types, an argument of one of them is not required for the others.
    const isOnly = bodies.length === 1;
    if (body.layout === 'whole') known.set(body.argument, body.required && isOnly);
    else for (const part of body.fields) known.set(part.argument, part.required && body.required && isOnly);
  }
  if (program.body?.choice) known.set(program.body.choice.argument, false);
  const open = bodies.some((body) => body.layout === 'fields' && body.extra === true);
  const strangers = open ? [] : properties.filter((name) => !known.has(name));
  const lost = [...known].filter(([name, required]) => required && !properties.includes(name));
  return [
    ...strangers.map((name) => ({
      field: `${field}/properties/${escaped(name)}`,
      rule: 'unknown_argument',
      message: 'is not a parameter or body field of the endpoint; nothing would be sent for it.',
    })),
    ...lost.map(([name]) => ({
      field: `${field}/properties/${escaped(name)}`,
      rule: 'required_argument',
      message: 'is missing, but the endpoint requires it.',
    })),
  ];
}

/** Limits of DynamoDB: 32 levels (the row itself is one) and numbers up to 9.9e125. */
function unstorableFault(value: JsonValue, level = 2): string | undefined {
  if (typeof value === 'number' && value !== 0 && !(Math.abs(value) < 1e125 && Math.abs(value) > 1e-125)) {
    return 'holds a number that is too large or too small to be kept.';
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (level > 32) return 'is nested deeper than 30 levels; move inner schemas to $defs.';
  for (const item of Object.values(value)) {
    const found = unstorableFault(item as JsonValue, level + 1);
    if (found) return found;
  }
  return undefined;
}

function compileFault(schema: JsonObject): string | undefined {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: isWide(schema),
    validateSchema: false,
    logger: false,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  try {
    checkAgainstMetaSchema(schema);
    ajv.compile(schema);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 300).replace(/\.$/, '') : 'unknown reason';
  }
}

/** All `$ref` and `$dynamicRef` keywords with their JSON pointers. */
export function references(value: JsonValue, place = ''): Array<{ place: string; ref: string }> {
  if (Array.isArray(value)) return value.flatMap((item, index) => references(item, `${place}/${index}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    /^\$(?:dynamicR|r)ef$/.test(key) && typeof item === 'string'
      ? [{ place: `${place}/${key}`, ref: item }]
      : references(item, `${place}/${escaped(key)}`),
  );
}

/** A name as one reference token of a JSON pointer (RFC 6901). */
export const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
