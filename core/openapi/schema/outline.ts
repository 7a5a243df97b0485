/**
 * What a body that is sent as finished text (XML above all) is told by: the names of its elements. Nothing checks such a text
 * against its schema, so that is only looked through, never converted.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../json.ts';
import type { Documents } from '../reading/documents.ts';
import type { ObjectTarget, Target } from '../reading/place.ts';
import { arrayMember, member } from '../reading/read.ts';
import { isReadOnly } from './properties.ts';

const MAX_NAMES = 40;
/** Parts of one schema that are looked at. */
const MAX_PARTS = 500;

/** Names of the properties that a request may have, the first of them; undefined when nothing stands where the schema is. */
export function outline(documents: Documents, schema: Target): string[] | undefined {
  const start = documents.follow(schema);
  if (!start) return undefined;
  const names = new Set<string>();
  collect(documents, start, names, new Set());
  return [...names].slice(0, MAX_NAMES);
}

function collect(documents: Documents, schema: Target, names: Set<string>, seen: Set<JsonValue>): void {
  const target = documents.follow(schema);
  if (!target || !isObject(target.value) || seen.size >= MAX_PARTS || names.size >= MAX_NAMES) return;
  // A part that stands there again has no other names; such parts may double at every level.
  if (seen.has(target.value)) return;
  seen.add(target.value);
  const { value, source } = target as ObjectTarget;
  for (const part of [...arrayMember(value, 'allOf'), ...onlyBranch(value)]) {
    collect(documents, { value: part, source, pointer: '#' }, names, seen);
  }
  const properties = member(value, 'properties');
  if (!isObject(properties)) return;
  for (const name of Object.keys(properties)) {
    const property = properties[name]!;
    if (name !== '__proto__' && !(isObject(property) && isReadOnly(documents, property, source))) names.add(name);
  }
}

/** The branch of an anyOf or oneOf that is no null, when there is one. */
function onlyBranch(value: JsonObject): JsonSchema[] {
  const branches = [...arrayMember(value, 'anyOf'), ...arrayMember(value, 'oneOf')];
  const real = branches.filter((branch) => isObject(branch) && branch['type'] !== 'null');
  return real.length === 1 ? (real as JsonSchema[]) : [];
}
