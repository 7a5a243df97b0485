/**
 * A `$ref` for Ajv that evaluates each definition once per value. Ajv evaluates it as often as the unions around it
 * ask: a filter that may contain filters, of four kinds and eight levels deep, is evaluated 65,000 times, and every
 * failure copies the errors of all before. A body of 300 bytes then blocks the process for half a minute.
 */

import type { Ajv2020, ErrorObject, FuncKeywordDefinition } from 'ajv/dist/2020.js';
import type { AnyValidateFunction } from 'ajv/dist/core.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts';

/** An Ajv error. Ajv overwrites the schema path of what failed behind a `$ref` by the path of the `$ref`. */
export interface Fault extends ErrorObject {
  /** Where in the definition it failed. */
  readonly origin?: string;
}

type Check = NonNullable<FuncKeywordDefinition['validate']>;
type Place = Parameters<Check>[3];

/** Keywords for which Ajv reads more than the name of a definition: schemas with them keep Ajv's own `$ref`. */
const NEEDS_AJV = new Set([
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  'unevaluatedProperties',
  'unevaluatedItems',
]);
/** Keywords whose members are schemas by name; the next constant has keywords whose content is not a schema. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const VALUES = new Set(['enum', 'const', 'default', 'examples', 'example', 'required', 'dependentRequired']);

/** True when a definition of the schema leads back to itself and {@link judgeOnce} gives what Ajv gives. */
export function needsValidateOnce(schema: JsonObject): boolean {
  const root = { references: [] as string[], needsAjv: false };
  survey(schema, root);
  if (root.references.length === 0 || root.needsAjv) return false;
  const ways = new Map<string, readonly string[]>();
  for (const [name, inner] of Object.entries(isObject(schema['$defs']) ? schema['$defs'] : {})) {
    const found = { references: [] as string[], needsAjv: false };
    survey(inner, found);
    ways.set(name, found.references);
  }
  // A reference to something else than a definition may lead anywhere.
  return root.references.some((name) => !ways.has(name)) || leadsBack(ways);
}

/** Collects what a schema refers to: names of definitions, or whole references of another form. */
function survey(schema: JsonValue, found: { references: string[]; needsAjv: boolean }): void {
  if (Array.isArray(schema)) for (const item of schema) survey(item, found);
  if (!isObject(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    if (NEEDS_AJV.has(key)) found.needsAjv = true;
    if (VALUES.has(key)) continue;
    if (key === '$ref' && typeof value === 'string') found.references.push(value.replace(/^#\/\$defs\//, ''));
    else if (MAPS.has(key) && isObject(value)) for (const member of Object.values(value)) survey(member, found);
    else survey(value, found);
  }
}

/** True when the graph has a cycle: repeatedly removing nodes without outgoing edges (Kahn) leaves some. */
function leadsBack(ways: ReadonlyMap<string, readonly string[]>): boolean {
  const open = new Map([...ways].map(([name, to]) => [name, to.length]));
  const from = new Map<string, string[]>();
  for (const [name, to] of ways) for (const next of to) from.set(next, [...(from.get(next) ?? []), name]);
  const ends = [...open].filter(([, count]) => count === 0).map(([name]) => name);
  for (const end of ends) {
    for (const name of from.get(end) ?? []) {
      const left = (open.get(name) ?? 0) - 1;
      open.set(name, left);
      if (left === 0) ends.push(name);
    }
  }
  return ends.length < ways.size;
}

/**
 * Installs the keyword in an Ajv for one schema, which is added under `root`. Values must not change between two
 * evaluations.
 */
export function validateOnce(ajv: Ajv2020, root: string): void {
  /** By value, then by reference: the last error, or none. */
  const judged = new WeakMap<object, Map<string, readonly Fault[]>>();
  const validators = new Map<string, AnyValidateFunction>();
  const judge = (reference: string, value: unknown, place: Place): readonly Fault[] => {
    const validate = validators.get(reference) ?? ajv.getSchema(`${root}${reference}`);
    if (!validate) throw new Error(`The schema refers to ${reference}, which is not there.`);
    validators.set(reference, validate);
    if (validate(value, place)) return [];
    return (validate.errors ?? []).map((error: Fault) =>
      error.origin === undefined ? { ...error, origin: error.schemaPath } : error,
    );
  };
  const check: Check = (reference: string, value, _parent, place) => {
    const isPlain = typeof value !== 'object' || value === null;
    const known = isPlain ? undefined : (judged.get(value) ?? new Map<string, readonly Fault[]>());
    let errors = known?.get(reference);
    if (!errors) {
      if (known) judged.set(value, known);
      // A definition that leads to itself without a step into the value asks nothing more of it.
      known?.set(reference, []);
      errors = judge(reference, value, place);
      // Who asks again is told the verdict; what led to it was said the first time.
      known?.set(reference, errors.slice(-1));
    }
    check.errors = [...errors];
    return errors.length === 0;
  };
  ajv.removeKeyword('$ref');
  ajv.addKeyword({ keyword: '$ref', schemaType: 'string', errors: 'full', validate: check });
}
