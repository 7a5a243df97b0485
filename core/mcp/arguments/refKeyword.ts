/**
 * A `$ref` keyword for Ajv that evaluates each definition once per value. Ajv's own evaluates it again for each union: a
 * recursive filter of four kinds with eight levels is evaluated 65,000 times, and each failure copies all earlier errors,
 * so that a body of 300 bytes blocks the process for half a minute.
 */

import type { Ajv2020, ErrorObject, FuncKeywordDefinition } from 'ajv/dist/2020.js';
import type { AnyValidateFunction } from 'ajv/dist/core.js';
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';

/** An Ajv error. After a `$ref`, Ajv replaces the schema path of an error by the path of the `$ref`. */
export interface Fault extends ErrorObject {
  /** The schema path within the definition. */
  readonly origin?: string;
}

type Check = NonNullable<FuncKeywordDefinition['validate']>;
type Place = Parameters<Check>[3];

/** Keywords that need Ajv's own `$ref`; schemas with them keep it. */
const NEEDS_AJV = new Set([
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  'unevaluatedProperties',
  'unevaluatedItems',
]);
/** Keywords whose value is an object of schemas by name (MAPS), or is not a schema (VALUES). */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const VALUES = new Set(['enum', 'const', 'default', 'examples', 'example', 'required', 'dependentRequired']);

/** True when a definition of the schema is recursive, and {@link validateOnce} gives the same results as Ajv. */
export function needsValidateOnce(schema: JsonObject): boolean {
  const root = { references: [] as string[], needsAjv: false };
  survey(schema, root);
  if (root.references.length === 0 || root.needsAjv) return false;
  const edges = new Map<string, readonly string[]>();
  for (const [name, inner] of Object.entries(isObject(schema['$defs']) ? schema['$defs'] : {})) {
    const found = { references: [] as string[], needsAjv: false };
    survey(inner, found);
    edges.set(name, found.references);
  }
  // A reference to something else than a definition may be recursive.
  return root.references.some((name) => !edges.has(name)) || hasCycle(edges);
}

/** Collects the references of a schema: names of definitions, or whole references of other forms. */
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
function hasCycle(edges: ReadonlyMap<string, readonly string[]>): boolean {
  const open = new Map([...edges].map(([name, to]) => [name, to.length]));
  const from = new Map<string, string[]>();
  for (const [name, to] of edges) for (const next of to) from.set(next, [...(from.get(next) ?? []), name]);
  const ends = [...open].filter(([, count]) => count === 0).map(([name]) => name);
  for (const end of ends) {
    for (const name of from.get(end) ?? []) {
      const left = (open.get(name) ?? 0) - 1;
      open.set(name, left);
      if (left === 0) ends.push(name);
    }
  }
  return ends.length < edges.size;
}

/**
 * Installs the keyword in an Ajv for one schema, which is added under `root`. Values must not change between two
 * evaluations.
 */
export function validateOnce(ajv: Ajv2020, root: string): void {
  /** Results by value and reference: the last error, or an empty array. */
  const results = new WeakMap<object, Map<string, readonly Fault[]>>();
  const validators = new Map<string, AnyValidateFunction>();
  const evaluate = (reference: string, value: unknown, place: Place): readonly Fault[] => {
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
    const known = isPlain ? undefined : (results.get(value) ?? new Map<string, readonly Fault[]>());
    let errors = known?.get(reference);
    if (!errors) {
      if (known) results.set(value, known);
      // If the definition refers to itself for the same value, the inner evaluation adds nothing.
      known?.set(reference, []);
      errors = evaluate(reference, value, place);
      // Later evaluations get only the last error; all errors were reported the first time.
      known?.set(reference, errors.slice(-1));
    }
    check.errors = [...errors];
    return errors.length === 0;
  };
  ajv.removeKeyword('$ref');
  ajv.addKeyword({ keyword: '$ref', schemaType: 'string', errors: 'full', validate: check });
}
