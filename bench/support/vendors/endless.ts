/**
 * References that lead to themselves without a member that may be left out (Gemini: "Cyclic references … may only be used within non-required
 * properties").
 */
import { isObject, type JsonObject, type JsonValue } from '../../../core/lib/json/value.ts';
import { target } from './walk.ts';

const DATA = ['enum', 'const', 'default', 'examples', 'required', '$defs'];

/** The references on such circles. */
export function endlessReferences(root: JsonObject): string[] {
  const found = new Set<string>();
  const done = new Set<string>();
  const follow = (reference: string, open: readonly string[]): void => {
    if (open.includes(reference)) found.add(reference);
    if (open.includes(reference) || done.has(reference)) return;
    for (const next of neededBy(target(root, reference))) follow(next, [...open, reference]);
    done.add(reference);
  };
  const definitions = isObject(root['$defs']) ? Object.keys(root['$defs']) : [];
  for (const name of definitions) follow(`#/$defs/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, []);
  return [...found];
}

/** The references that a value of the schema cannot do without. */
function neededBy(schema: JsonValue | undefined): string[] {
  if (Array.isArray(schema)) return schema.flatMap(neededBy);
  if (!isObject(schema)) return [];
  const { $ref: reference, properties, required } = schema;
  const members =
    isObject(properties) && Array.isArray(required) ? required.map((name) => properties[name as string]) : [];
  const others = Object.keys(schema).filter((key) => key !== 'properties' && !DATA.includes(key));
  return [
    ...(typeof reference === 'string' ? [reference] : []),
    ...members.flatMap(neededBy),
    ...others.flatMap((key) => neededBy(schema[key])),
  ];
}
