/**
 * Discriminators: which values belong to which schema, and which schemas extend a parent by allOf. Reads raw documents;
 * unions.ts turns the result into `const` on the branches, because validators do not know the keyword.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { type Source, type Target, unescapePointer } from '../document/location.ts';
import { arrayMember, member, objectMember, stringMember } from '../document/read.ts';
import { childOf, type Documents } from '../document/references.ts';

/** A Discriminator Object. */
export interface Discriminator {
  readonly propertyName: string;
  /** Schema names or references by value. */
  readonly mapping: Readonly<JsonObject>;
}

/** The discriminator of a schema; in Swagger 2.0 it is only the name of the property. */
export function discriminatorOf(schema: JsonValue | undefined): Discriminator | undefined {
  const found = member(schema, 'discriminator');
  if (typeof found === 'string' && found !== '') return { propertyName: found, mapping: {} };
  const propertyName = stringMember(found, 'propertyName');
  return propertyName ? { propertyName, mapping: objectMember(found, 'mapping') } : undefined;
}

/** The discriminator values of a branch: those of the mapping or an extension, else the schema's name. */
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
  const declared = declaredValues(documents, source, discriminator, target, reference);
  if (declared.length > 0) return declared;
  const name = nameOf(target);
  return name === undefined ? [] : [name];
}

/**
 * The discriminator values of a parent itself. Most parents are abstract, so the name of the schema counts only if the
 * document gives it: in the mapping, in an extension, or as a value of the property.
 */
export function ownValuesOf(documents: Documents, discriminator: Discriminator, parent: Target): string[] {
  const declared = declaredValues(documents, parent.source, discriminator, parent);
  if (declared.length > 0) return declared;
  const name = nameOf(parent);
  const raw = member(member(parent.value, 'properties'), discriminator.propertyName);
  const property = raw === undefined ? undefined : documents.follow({ ...parent, value: raw })?.value;
  const samples = [...arrayMember(property, 'enum'), ...SAMPLES.map((key) => member(property, key))];
  return name !== undefined && samples.includes(name) ? [name] : [];
}

const SAMPLES = ['const', 'default', 'example'];

/** The values from the mapping, or from an extension on the schema. */
function declaredValues(
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

/** Pointers of named schemas; a document may have them at its root, too. */
const NAMED = /^#(?:\/(?:components\/schemas|definitions|\$defs|schemas|models))?\/[^/]+$/;

/** The name of a schema; undefined for a branch (`…/oneOf/0`), a property or a whole document. */
const nameOf = (target: Target): string | undefined => (NAMED.test(target.pointer) ? lastOf(target) : undefined);

/** A branch of a union with its discriminator values. */
export interface Choice {
  readonly schema: JsonSchema;
  readonly values: readonly string[];
  /** True when the value of the property identifies this branch. */
  readonly isIdentified: boolean;
  /** The values of the branch, when its property accepts none of them. */
  readonly refused?: readonly string[];
}

/**
 * A branch that requires its values in the discriminator property, limited to the values that the property accepts.
 * @param own the schema of the property in the branch, see {@link rawProperty}
 * @param enclosing the schema of the property in the enclosing schema
 */
export function withDiscriminatorValue(
  schema: JsonSchema,
  property: string,
  values: readonly string[],
  own: JsonValue | undefined,
  enclosing?: JsonValue,
): Choice {
  const declared = listedIn(own);
  const allowed = listedIn(enclosing);
  const fitting = values.filter((value) => (declared?.includes(value) ?? true) && (allowed?.includes(value) ?? true));
  if (fitting.length === 0 && (declared || allowed) && own !== null) {
    const texts = (declared ?? []).filter((value): value is string => typeof value === 'string');
    // A list of several values is mostly the list of all branches, inherited from the parent.
    const isSingle = texts.length === 1 && (allowed?.some((value) => value === texts[0]) ?? true);
    // The branch says its value itself, and whether it has to be there: OpenAI's input items take a message without a type.
    if (isSingle) return { schema, values: texts, isIdentified: true };
    return { schema, values: [], isIdentified: false, ...(values.length > 0 && { refused: values }) };
  }
  if (fitting.length === 0 || own === null) return { schema, values: [], isIdentified: false };
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
      isIdentified: true,
    };
  }
  return {
    schema: { ...schema, properties: { [property]: constraint }, required: [property] },
    values: fitting,
    isIdentified: true,
  };
}

const requiring = ({ required }: JsonSchema, property: string): JsonValue[] => [
  ...new Set([...(Array.isArray(required) ? required : []), property]),
];

/** The values of a schema's enum or const, or of all its alternatives without null; undefined when it has neither. */
function listedIn(schema: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (!isObject(schema)) return undefined;
  if (Array.isArray(schema['enum'])) return schema['enum'];
  if (schema['const'] !== undefined) return [schema['const']];
  const lists = alternativesOf(schema)
    .filter((one) => member(one, 'type') !== 'null')
    .map((one) => (isObject(one) && alternativesOf(one).length === 0 ? listedIn(one) : undefined));
  return lists.length > 0 && lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

const alternativesOf = (schema: JsonObject): readonly JsonValue[] => [
  ...arrayMember(schema, 'oneOf'),
  ...arrayMember(schema, 'anyOf'),
];

/**
 * The schema of a property, from a schema or the subschemas of its allOf; of a union whose branches all list values of it, those.
 * @returns undefined when none declares it; null when the schema is no object or does not allow the property
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
  // Of several, prefer one with a single value: a subtype narrows the property of its parent.
  const found = [own, ...parts.reverse()]
    .filter((item) => item !== undefined && item !== null)
    .map((item) => documents.follow({ ...target, value: item })?.value ?? {});
  if (found.length === 0) {
    const inBranches = (depth < 2 ? alternativesOf(value) : []).map((one) =>
      listedIn(rawProperty(documents, target.source, one, name, depth + 1)),
    );
    if (inBranches.length > 0 && inBranches.every((list) => list !== undefined)) return { enum: inBranches.flat() };
  }
  const specific = found.filter((item) => listedIn(item) !== undefined);
  const most = specific.find((item) => !isParentsList(item as JsonObject)) ?? specific[0];
  if (most !== undefined) return most;
  if (found.length > 0) return {};
  return value['additionalProperties'] === false ? null : undefined;
}

/** True for an enum of several values: mostly the parent's list of all subtypes, not the value of one. */
const isParentsList = (item: JsonObject): boolean => Array.isArray(item['enum']) && item['enum'].length > 1;

const indexes = new WeakMap<Documents, WeakMap<Source, Map<string, Target[]>>>();

/** All schemas of the document that extend this one by allOf, directly or indirectly. */
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
