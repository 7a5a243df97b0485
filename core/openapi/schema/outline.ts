/**
 * The elements of a text body (mostly XML), from its schema. Such a body is not validated against the schema, so the
 * schema is only searched for names, not converted.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import type { ObjectTarget, Source, Target } from '../document/location.ts';
import { arrayMember, member, stringMember } from '../document/read.ts';
import type { Documents } from '../document/references.ts';
import { isReadOnly } from './properties.ts';

const MAX_NAMES = 40;
/** How many subschemas are read. */
const MAX_PARTS = 500;

/** The elements of a text body. */
export interface Outline {
  /** Name of the root element, from the schema's `xml.name` or its reference; undefined when it has neither. */
  readonly root: string | undefined;
  readonly namespace: string | undefined;
  /** Names of the elements that a request may have; at most MAX_NAMES. */
  readonly names: readonly string[];
}

/** The elements that a schema describes; undefined when the schema cannot be resolved. */
export function outline(documents: Documents, schema: Target): Outline | undefined {
  const start = documents.follow(schema);
  if (!start) return undefined;
  const names = new Set<string>();
  collect(documents, start, names, new Set());
  const reference = stringMember(schema.value, '$ref')?.match(/\/([\w.-]+)$/)?.[1];
  const namespace = stringMember(member(start.value, 'xml'), 'namespace');
  return {
    root: named(start.value, reference),
    namespace: namespace !== undefined && /^[!-~]{1,200}$/.test(namespace) ? namespace : undefined,
    names: [...names].slice(0, MAX_NAMES),
  };
}

function collect(documents: Documents, schema: Target, names: Set<string>, seen: Set<JsonValue>): void {
  const target = documents.follow(schema);
  if (!target || !isObject(target.value) || seen.size >= MAX_PARTS || names.size >= MAX_NAMES) return;
  // Each subschema is read once; otherwise their number could double at every level.
  if (seen.has(target.value)) return;
  seen.add(target.value);
  const { value, source } = target as ObjectTarget;
  for (const part of [...arrayMember(value, 'allOf'), ...onlyBranch(value)]) {
    collect(documents, { value: part, source, pointer: '#' }, names, seen);
  }
  const properties = member(value, 'properties');
  if (!isObject(properties)) return;
  for (const [name, property] of Object.entries(properties)) {
    if (name === '__proto__' || !isObject(property)) continue;
    if (!isReadOnly(documents, property, source)) names.add(elementOf(documents, property, source, name));
  }
}

/**
 * The name of a property in XML (XML Object): possibly another name, an attribute, or the items of an array with or
 * without a wrapping element.
 */
function elementOf(documents: Documents, property: JsonObject, source: Source, name: string): string {
  const target =
    property['$ref'] === undefined ? undefined : documents.follow({ value: property, source, pointer: '#' });
  const value = target ? target.value : property;
  if (!isObject(value)) return name;
  const { type, xml, items } = value;
  if (type !== 'array' && xml === undefined) return name;
  const own = named(value, name);
  if (isObject(xml) && (xml['attribute'] === true || xml['nodeType'] === 'attribute')) return `${own} (attribute)`;
  if (type !== 'array' || !isObject(items)) return own;
  const item =
    items['$ref'] === undefined
      ? items
      : documents.follow({ value: items, source: (target ?? { source }).source, pointer: '#' })?.value;
  const isWrapped = isObject(xml) && (xml['wrapped'] === true || xml['nodeType'] === 'element');
  // Without a wrapping element, the name of the array is not used (OpenAPI 3.1.1, XML Object Examples, "XML Arrays").
  return isWrapped ? `${own} (of ${named(item, own)})` : named(item, name);
}

function named(schema: JsonValue | undefined, otherwise: string): string;
function named(schema: JsonValue | undefined, otherwise: string | undefined): string | undefined;
function named(schema: JsonValue | undefined, otherwise: string | undefined): string | undefined {
  const xml = member(schema, 'xml');
  if (xml === undefined) return otherwise;
  const name = xmlName(xml, 'name') ?? otherwise;
  const prefix = xmlName(xml, 'prefix');
  return name !== undefined && prefix !== undefined ? `${prefix}:${name}` : name;
}

function xmlName(xml: JsonValue, key: string): string | undefined {
  const name = stringMember(xml, key);
  return name !== undefined && /^[\p{L}\p{N}_.:-]{1,100}$/u.test(name) ? name : undefined;
}

/** The branch of an anyOf or oneOf that is not null, when there is exactly one. */
function onlyBranch(value: JsonObject): JsonSchema[] {
  const branches = [...arrayMember(value, 'anyOf'), ...arrayMember(value, 'oneOf')];
  const real = branches.filter((branch) => isObject(branch) && branch['type'] !== 'null');
  return real.length === 1 ? (real as JsonSchema[]) : [];
}
