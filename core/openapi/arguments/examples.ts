/**
 * Copies examples of parameters and bodies from the description into the tools' schemas: few, small, valid by type and
 * members, and none that looks like a credential. Does not fetch other documents for an example.
 */
import { isObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import type { Target } from '../document/location.ts';
import { arrayMember, member, objectMember, stringMember } from '../document/read.ts';
import { childOf, type Documents } from '../document/references.ts';
import { sourceTextOf } from '../document/sourceText.ts';
import type { Converter } from '../schema/converter.ts';
import { fits, isCredential, isSmall } from '../schema/keywords.ts';
import { exactly } from '../schema/values.ts';

/** How many named examples of one object are read. */
const MAX_NAMED_EXAMPLES = 8;
/** How many examples a schema gets. */
const MAX_EXAMPLES = 2;
/** Size of the example of a whole body, in characters of JSON. */
const MAX_BODY_EXAMPLE_SIZE = 400;
/** Size of the examples of all fields together, in characters of JSON. */
const MAX_FIELD_EXAMPLES_SIZE = 1_200;
/** How many levels of a value are checked against its schema. */
const MAX_DEPTH = 3;

const SECRET_NAME = /passw|passphrase|secret|credential|api[-_]?key|private[-_]?key|(?:^|[-_a-z])token$/i;

/** An example, and its source text where JavaScript writes it otherwise. */
export interface Example {
  readonly value: JsonValue;
  readonly text?: string | undefined;
}

const exampleIn = (holder: object, key: string, value: JsonValue): Example => ({
  value,
  text: sourceTextOf(holder, key),
});

/**
 * Values of `example` and `examples` of a Parameter, Media Type or Schema Object, and of `x-example` of Swagger 2.0.
 */
export function examplesOf(documents: Documents, holder: Target): Example[] {
  const { value: owner, source } = holder;
  if (!isObject(owner)) return [];
  const found: Example[] = [];
  for (const key of ['example', 'x-example']) {
    const value = key in owner ? childOf(owner, key, source) : undefined;
    if (value !== undefined && value !== null) found.push(exampleIn(owner, key, value));
  }
  const named = 'examples' in owner ? childOf(owner, 'examples', source) : undefined;
  if (Array.isArray(named))
    found.push(...named.slice(0, MAX_NAMED_EXAMPLES).map((value, at) => exampleIn(named, String(at), value)));
  else if (isObject(named)) {
    for (const one of Object.values(named).slice(0, MAX_NAMED_EXAMPLES)) {
      const reference = stringMember(one, '$ref');
      const at = { value: one, source, pointer: '#' };
      const target = reference === undefined ? at : reference.startsWith('#') ? documents.follow(at) : undefined;
      const value = target && isObject(target.value) ? childOf(target.value, 'value', target.source) : undefined;
      if (target && value !== undefined && value !== null)
        found.push(exampleIn(target.value as object, 'value', value));
    }
  }
  return found;
}

/**
 * The schema with the first examples that are valid and small; unchanged when it has examples itself or may hold a
 * secret.
 * @param name of the argument, by which secrets are recognized
 * @param size limit of one example, in characters of JSON
 */
export function withExamples(
  schema: JsonSchema,
  examples: readonly Example[],
  name: string,
  converter: Converter,
  size?: number,
): JsonSchema {
  if (examples.length === 0 || 'examples' in schema) return schema;
  const flat = '$ref' in schema ? converter.flatten(schema) : schema;
  if ('examples' in flat || 'const' in flat || isSecret(name, flat)) return schema;
  // The allowed values are listed already.
  if ('enum' in flat || flat['type'] === 'boolean') return schema;
  const chosen: JsonValue[] = [];
  for (const { value, text } of examples) {
    if (chosen.length === MAX_EXAMPLES) break;
    // A number or boolean of YAML where a text is declared.
    const meant = text !== undefined && !fits(value, flat) ? text : value;
    if (!isSmall(meant, size) || !fitsWell(meant, flat, 0) || isCredential(meant)) continue;
    const told = exactly(converter, meant, flat, text);
    if (told !== undefined && !chosen.includes(told)) chosen.push(told);
  }
  return chosen.length > 0 ? { ...schema, examples: chosen } : schema;
}

/** The schemas of a body's fields, each with an example taken from the examples of the whole body. */
export function withFieldExamples(
  names: readonly string[],
  schemas: readonly JsonSchema[],
  bodies: readonly Example[],
  converter: Converter,
): readonly JsonSchema[] {
  const objects = bodies.map(({ value }) => value).filter((body) => isObject(body));
  if (objects.length === 0) return schemas;
  let left = MAX_FIELD_EXAMPLES_SIZE;
  return schemas.map((schema, at) => {
    const name = names[at] ?? '';
    const holder = objects.find((body) => (member(body, name) ?? null) !== null);
    if (holder === undefined || left <= 0) return schema;
    const example = exampleIn(holder, name, holder[name] ?? null);
    const withExample = withExamples(schema, [example], name, converter);
    if (withExample !== schema) left -= JSON.stringify(withExample['examples']).length;
    return withExample;
  });
}

/** The schema of a body that is one argument, with the first example of the body. */
export const withBodyExamples = (schema: JsonSchema, bodies: readonly Example[], converter: Converter): JsonSchema =>
  withExamples(schema, bodies.slice(0, 1), 'body', converter, MAX_BODY_EXAMPLE_SIZE);

const isSecret = (name: string, schema: JsonSchema): boolean =>
  SECRET_NAME.test(name) || schema['format'] === 'password' || schema['writeOnly'] === true;

/**
 * True when types, enums and members are valid, without following references, and no member holds a credential.
 */
function fitsWell(value: JsonValue, schema: JsonSchema, depth: number): boolean {
  if (!fits(value, schema) || schema['contentEncoding'] !== undefined) return false;
  if (typeof value !== 'object' || value === null) return true;
  if (depth === MAX_DEPTH) return true;
  const inner = (one: JsonValue, of: JsonValue | undefined) =>
    !isCredential(one) && (!isObject(of) || fitsWell(one, of, depth + 1));
  if (Array.isArray(value)) return value.every((item) => inner(item, schema['items']));
  const properties = objectMember(schema, 'properties');
  const isClosed = schema['additionalProperties'] === false;
  if (arrayMember(schema, 'required').some((name) => !Object.hasOwn(value, name as string))) return false;
  return Object.entries(value).every(
    ([name, one]) =>
      !SECRET_NAME.test(name) && (!isClosed || Object.hasOwn(properties, name)) && inner(one, properties[name]),
  );
}
