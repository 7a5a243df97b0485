/**
 * Discriminators: which values name which schema, and which schemas extend a parent by allOf. Reads raw documents only;
 * the converter turns the result into `const` on the branches, because validators do not know the keyword.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../json/value.ts';
import { type Source, type Target, unescapePointer } from '../document/location.ts';
import { arrayMember, member, objectMember, stringMember } from '../document/read.ts';
import { childOf, type Documents } from '../document/references.ts';

/** A Discriminator Object. */
export interface Discriminator {
  readonly propertyName: string;
  /** Value to schema name or reference. */
  readonly mapping: Readonly<JsonObject>;
}

/** The discriminator of a schema; Swagger 2.0 writes only the property's name. */
export function discriminatorOf(schema: JsonValue | undefined): Discriminator | undefined {
  const found = member(schema, 'discriminator');
  if (typeof found === 'string' && found !== '') return { propertyName: found, mapping: {} };
  const propertyName = stringMember(found, 'propertyName');
  return propertyName ? { propertyName, mapping: objectMember(found, 'mapping') } : undefined;
}

/** The discriminator values of a branch: from the mapping, else the schema's name. */
export function valuesOf(
  documents: Documents,
  source: Source,
  discriminator: Discriminator,
  branch: JsonValue,
  known?: Target,
): string[] {
  const reference = stringMember(branch, '$ref');
  const target = known ?? (reference === undefined ? undefined : documents.resolve(reference, source));
  if (!target) return [];
  const told = toldValues(documents, source, discriminator, target, reference);
  if (told.length > 0) return told;
  const name = nameOf(target);
  return name === undefined ? [] : [name];
}

/**
 * The discriminator values of a parent itself. Mostly it is only what its children share, so its name counts only where
 * the document says so: in the mapping, on the schema, or on the property.
 */
export function ownValuesOf(documents: Documents, discriminator: Discriminator, parent: Target): string[] {
  const told = toldValues(documents, parent.source, discriminator, parent);
  if (told.length > 0) return told;
  const name = nameOf(parent);
  const raw = member(member(parent.value, 'properties'), discriminator.propertyName);
  const property = raw === undefined ? undefined : documents.follow({ ...parent, value: raw })?.value;
  const said = [...arrayMember(property, 'enum'), ...SAMPLES.map((key) => member(property, key))];
  return name !== undefined && said.includes(name) ? [name] : [];
}

const SAMPLES = ['const', 'default', 'example'];

/** The values that the mapping, or an extension on the schema, gives. */
function toldValues(
  documents: Documents,
  source: Source,
  discriminator: Discriminator,
  target: Target,
  reference?: string,
): string[] {
  const name = nameOf(target);
  const mapped = Object.entries(discriminator.mapping).filter(([, value]) => {
    if (typeof value !== 'string') return false;
    if (value === reference || value === name || value === lastOf(target)) return true;
    const location = /[#/.]/.test(value) ? documents.resolve(value, source) : undefined;
    return location !== undefined && location.source === target.source && location.pointer === target.pointer;
  });
  if (mapped.length > 0) return mapped.map(([value]) => value);
  const extended =
    stringMember(target.value, 'x-ms-discriminator-value') ?? stringMember(target.value, 'x-discriminator-value');
  return extended === undefined ? [] : [extended];
}

const lastOf = ({ pointer }: Target): string => unescapePointer(pointer.slice(pointer.lastIndexOf('/') + 1));

/** Locations whose members are schemas by name; a document may also hold them at its root. */
const NAMED = /^#(?:\/(?:components\/schemas|definitions|\$defs|schemas|models))?\/[^/]+$/;

/** The name of a schema; undefined where it has none: a branch (`…/oneOf/0`), a property, a whole document. */
const nameOf = (target: Target): string | undefined => (NAMED.test(target.pointer) ? lastOf(target) : undefined);

/** A branch of a union with its discriminator values. */
export interface Choice {
  readonly schema: JsonSchema;
  readonly values: readonly string[];
  /** Some value of the property tells this branch from others. */
  readonly isTold: boolean;
  /** Values that should identify the branch, none of which its property accepts. */
  readonly refused?: readonly string[];
}

/**
 * A branch that requires its value in the discriminator property. What is said about the property wins.
 * @param own what the branch says about it
 * @param around what the enclosing schema says about it
 */
export function tagged(
  schema: JsonSchema,
  property: string,
  values: readonly string[],
  own: JsonValue | undefined,
  around?: JsonValue,
): Choice {
  const told = listedIn(own);
  const also = listedIn(around);
  const fitting = values.filter((value) => (told?.includes(value) ?? true) && (also?.includes(value) ?? true));
  if (fitting.length === 0 && (told || also) && own !== null) {
    const texts = (told ?? []).filter((value): value is string => typeof value === 'string');
    // A list of several is mostly the one of all branches, which the parent says.
    const isMark = texts.length === 1 && (also?.some((value) => value === texts[0]) ?? true);
    if (isMark) return { schema: { ...schema, required: requiring(schema, property) }, values: texts, isTold: true };
    return { schema, values: [], isTold: false, ...(values.length > 0 && { refused: values }) };
  }
  if (fitting.length === 0 || own === null) return { schema, values: [], isTold: false };
  const [only, ...others] = fitting;
  const constraint: JsonSchema = only !== undefined && others.length === 0 ? { const: only } : { enum: [...fitting] };
  if (!('$ref' in schema)) {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const before = isObject(properties[property]) ? properties[property] : {};
    return {
      schema: {
        ...schema,
        properties: { ...properties, [property]: { ...before, ...constraint } },
        required: requiring(schema, property),
      },
      values: fitting,
      isTold: true,
    };
  }
  return {
    schema: { ...schema, properties: { [property]: constraint }, required: [property] },
    values: fitting,
    isTold: true,
  };
}

const requiring = ({ required }: JsonSchema, property: string): JsonValue[] => [
  ...new Set([...(Array.isArray(required) ? required : []), property]),
];

/** The values of a schema's enum or const; undefined without. */
function listedIn(schema: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (!isObject(schema)) return undefined;
  if (Array.isArray(schema['enum'])) return schema['enum'];
  return schema['const'] === undefined ? undefined : [schema['const']];
}

/**
 * What a schema or the parts of its allOf say about a property.
 * @returns undefined when nothing does; null when the schema is no object or is closed against the property
 */
export function rawProperty(
  documents: Documents,
  source: Source,
  schema: JsonValue,
  name: string,
  depth = 0,
): JsonValue | undefined {
  const target = documents.follow({ value: schema, source, pointer: '#' });
  if (!target || !isObject(target.value) || depth > 8) return undefined;
  const { value } = target;
  const type = value['type'];
  if (typeof type === 'string' && type.toLowerCase() !== 'object') return null;
  const own = member(value['properties'], name);
  const parts = arrayMember(value, 'allOf').map((part) => rawProperty(documents, target.source, part, name, depth + 1));
  // The most telling of several: a child narrows what its parent leaves open.
  const found = [own, ...parts.reverse()]
    .filter((item) => item !== undefined && item !== null)
    .map((item) => documents.follow({ ...target, value: item })?.value ?? {});
  const telling = found.filter((item) => isObject(item) && (item['enum'] !== undefined || item['const'] !== undefined));
  const most = telling.find((item) => !isParentsList(item as JsonObject)) ?? telling[0];
  if (most !== undefined) return most;
  if (found.length > 0) return {};
  return value['additionalProperties'] === false ? null : undefined;
}

/** An enum of several values is the parent's list of all children, not the value of one. */
const isParentsList = (item: JsonObject): boolean => Array.isArray(item['enum']) && item['enum'].length > 1;

const indexes = new WeakMap<Documents, WeakMap<Source, Map<string, Target[]>>>();

/** All schemas of the document that extend this one by allOf, directly or not. */
export function childrenOf(documents: Documents, parent: Target): readonly Target[] {
  const perSource = indexes.get(documents) ?? new WeakMap<Source, Map<string, Target[]>>();
  indexes.set(documents, perSource);
  let index = perSource.get(parent.source);
  if (!index) {
    index = indexChildren(documents, parent.source);
    perSource.set(parent.source, index);
  }
  const found: Target[] = [];
  const seen = new Set([parent.pointer]);
  const queue = [parent.pointer];
  for (let pointer = queue.shift(); pointer !== undefined; pointer = queue.shift()) {
    for (const child of index.get(pointer) ?? []) {
      if (seen.has(child.pointer)) continue;
      seen.add(child.pointer);
      found.push(child);
      queue.push(child.pointer);
    }
  }
  return found;
}

function indexChildren(documents: Documents, source: Source): Map<string, Target[]> {
  const index = new Map<string, Target[]>();
  for (const base of ['#/components/schemas', '#/definitions']) {
    const schemas = documents.resolve(base, source)?.value;
    if (!isObject(schemas)) continue;
    for (const name of Object.keys(schemas)) {
      const value = childOf(schemas, name, source) ?? null;
      for (const part of arrayMember(value, 'allOf')) {
        const reference = stringMember(part, '$ref');
        const parent = reference === undefined ? undefined : documents.resolve(reference, source);
        if (parent?.source !== source) continue;
        const pointer = `${base}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        index.set(parent.pointer, [...(index.get(parent.pointer) ?? []), { value, source, pointer }]);
      }
    }
  }
  return index;
}
