/**
 * Definitions that lead back to themselves. Gemini unrolls them to some depth and takes them only inside of members that may be left out
 * (`responseJsonSchema` and `parametersJsonSchema`: "may only be used within non-required properties"). Where a definition leads to itself
 * by required members or items alone, the last step becomes a member that may be left out, or any value.
 */
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';

/** The schema without such references; the given one when there is none. Does not change its argument. */
export function withoutEndlessReferences(schema: JsonObject): JsonObject {
  const definitions = schema['$defs'];
  if (!isObject(definitions)) return schema;
  const edges = new Map(
    Object.keys(definitions).map((name) => [name, needsOf(definitions[name] as JsonValue, definitions)]),
  );
  withoutEnds(edges);
  if (edges.size === 0) return schema;
  const endless = new Map<string, Set<string>>();
  for (const [name, targets] of edges) {
    for (const target of targets) {
      if (leadsTo(edges, target, name)) endless.set(name, (endless.get(name) ?? new Set()).add(target));
    }
  }
  const ended = { ...definitions };
  for (const [name, targets] of endless) ended[name] = end(ended[name] as JsonValue, targets, definitions);
  return { ...schema, $defs: ended };
}

const NAME = /^#\/\$defs\/([^/]+)$/;

/** The name of the definition that a `$ref` means; undefined for others. */
export const nameOf = (reference: JsonValue | undefined): string | undefined =>
  typeof reference === 'string' ? NAME.exec(reference)?.[1]?.replaceAll('~1', '/').replaceAll('~0', '~') : undefined;

/** The definitions that a value of the schema needs, whatever it leaves out. */
function needsOf(schema: JsonValue, definitions: JsonObject): Set<string> {
  const needs = new Set<string>();
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isObject(value)) return;
    const name = nameOf(value['$ref']);
    if (name !== undefined && Object.hasOwn(definitions, name)) needs.add(name);
    for (const key of Object.keys(value)) {
      const inner = value[key] as JsonValue;
      if (key === 'properties' && isObject(inner)) {
        for (const member of requiredOf(value)) if (Object.hasOwn(inner, member)) visit(inner[member] as JsonValue);
      } else if (!DATA.has(key)) visit(inner);
    }
  };
  visit(schema);
  return needs;
}

/** Keywords whose value is no schema. */
const DATA = new Set(['enum', 'const', 'default', 'examples', 'required', 'dependentRequired']);

const requiredOf = ({ required }: JsonObject): string[] => (Array.isArray(required) ? (required as string[]) : []);

/** Removes the definitions that lead to none that is left, again and again (Kahn): what stays is on a cycle or leads to one. */
function withoutEnds(edges: Map<string, Set<string>>): void {
  const from = new Map<string, string[]>();
  for (const [name, targets] of edges)
    for (const target of targets) from.set(target, [...(from.get(target) ?? []), name]);
  const ends = [...edges].filter(([, targets]) => targets.size === 0).map(([name]) => name);
  for (const name of ends) {
    edges.delete(name);
    for (const before of from.get(name) ?? []) {
      const targets = edges.get(before);
      if (targets?.delete(name) && targets.size === 0) ends.push(before);
    }
  }
}

function leadsTo(edges: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  if (from === to) return true;
  const seen = new Set<string>([from]);
  for (const name of seen) {
    for (const next of edges.get(name) ?? []) {
      if (next === to) return true;
      seen.add(next);
    }
  }
  return false;
}

/** The definition, which no longer needs any of the targets. */
function end(schema: JsonValue, targets: ReadonlySet<string>, definitions: JsonObject): JsonValue {
  if (Array.isArray(schema)) return schema.map((item) => end(item, targets, definitions));
  if (!isObject(schema)) return schema;
  const name = nameOf(schema['$ref']);
  if (name !== undefined && targets.has(name)) return {};
  const out: JsonObject = {};
  for (const key of Object.keys(schema)) {
    const inner = schema[key] as JsonValue;
    if (key === 'properties' && isObject(inner)) out[key] = inner;
    else out[key] = DATA.has(key) ? inner : end(inner, targets, definitions);
  }
  const members = schema['properties'];
  if (!isObject(members)) return out;
  const reaches = (member: string) =>
    Object.hasOwn(members, member) &&
    [...needsOf(members[member] as JsonValue, definitions)].some((need) => targets.has(need));
  const required = requiredOf(schema).filter((member) => !reaches(member));
  if (required.length > 0) out['required'] = required;
  else delete out['required'];
  return out;
}
