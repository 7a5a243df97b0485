/**
 * `$ref` for Ajv that judges a value by a definition once. Ajv itself does it as often as the branches of the unions around it ask:
 * a filter that may hold filters, of four kinds, eight levels deep, is looked at sixty-five thousand times, and every failure copies
 * the errors of all before it. A body of 300 bytes then holds the process for half a minute.
 */

import type { Ajv2020, ErrorObject, FuncKeywordDefinition } from 'ajv/dist/2020.js';
import type { AnyValidateFunction } from 'ajv/dist/core.js';
import type { JsonObject, JsonValue } from '../json.ts';

/** Ajv writes the place of the `$ref` over the place of what failed behind it. */
export interface Fault extends ErrorObject {
  /** Where in the definition it failed. */
  readonly origin?: string;
}

type Check = NonNullable<FuncKeywordDefinition['validate']>;
type Place = Parameters<Check>[3];

/** What Ajv reads besides the name of the definition: these schemas keep its own `$ref`. */
const NEEDS_AJV = /"(?:\$id|\$anchor|\$dynamicAnchor|\$dynamicRef|unevaluatedProperties|unevaluatedItems)":/;

/** Whether a definition of the schema leads back to itself, and {@link judgeOnce} gives what Ajv gives. */
export function wantsJudgingOnce(schema: JsonObject): boolean {
  const text = JSON.stringify(schema);
  if (!text.includes('"$ref":') || NEEDS_AJV.test(text)) return false;
  const ways = new Map(Object.entries(schema['$defs'] ?? {}).map(([name, inner]) => [name, referencesIn(inner)]));
  const returns = (name: string): boolean => {
    const reached = new Set(ways.get(name) ?? [name]);
    for (const next of reached) for (const further of ways.get(next) ?? [next, name]) reached.add(further);
    return reached.has(name);
  };
  return [...ways.keys(), ...referencesIn(schema)].some(returns);
}

/** Names of definitions, or whole references of another form, which count as leading back. */
const referencesIn = (schema: JsonValue): string[] =>
  Array.from(JSON.stringify(schema).matchAll(/"\$ref":"(?:#\/\$defs\/)?([^"]*)"/g), ([, name]) => name as string);

/** For an Ajv of one schema, which is added under `root`. Values are not changed between two looks at them. */
export function judgeOnce(ajv: Ajv2020, root: string): void {
  /** By value, then by reference: the last error, or none. */
  const judged = new WeakMap<object, Map<string, readonly Fault[]>>();
  const validators = new Map<string, AnyValidateFunction>();
  const judge = (reference: string, value: unknown, place: Place): readonly Fault[] => {
    const validate = validators.get(reference) ?? ajv.getSchema(`${root}${reference}`);
    if (!validate) throw new Error(`The schema refers to ${reference}, which is not there.`);
    validators.set(reference, validate);
    if (validate(value, place)) return [];
    return (validate.errors ?? []).map((error: Fault) => ({ ...error, origin: error.origin ?? error.schemaPath }));
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
