/**
 * What a body that is sent as finished text (XML above all) is told by: the names of its elements. Nothing checks such a text
 * against its schema, so that is only looked through, never converted.
 */
import type { JsonObject, JsonSchema } from '../../json.ts';
import type { Documents } from '../reading/documents.ts';
import type { ObjectTarget, Target } from '../reading/place.ts';
import { arrayMember, isObject, member } from '../reading/read.ts';
import { isReadOnly } from './properties.ts';

const MAX_NAMES = 40;
const MAX_DEPTH = 10;

/** Names of the properties that a request may have, the first of them; undefined when nothing stands where the schema is. */
export function outline(documents: Documents, schema: Target): string[] | undefined {
  const start = documents.follow(schema);
  if (!start) return undefined;
  const names = new Set<string>();
  collect(documents, start, names, 0);
  return [...names].slice(0, MAX_NAMES);
}

function collect(documents: Documents, schema: Target, names: Set<string>, depth: number): void {
  const target = documents.follow(schema);
  if (!target || !isObject(target.value) || depth > MAX_DEPTH || names.size >= MAX_NAMES) return;
  const { value, source } = target as ObjectTarget;
  for (const part of [...arrayMember(value, 'allOf'), ...onlyBranch(value)]) {
    collect(documents, { value: part, source, pointer: '#' }, names, depth + 1);
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
