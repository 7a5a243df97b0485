/**
 * What a request may say of a user or a group, as it is kept: names whatever their case (RFC 7643, section 2.1), truth values also as texts, attributes
 * that others keep left out. Everything is bounded.
 */
import { isObject, type JsonObject, type JsonValue } from '../lib/json/value.ts';
import { scimError } from './error.ts';
import { type Attribute, attributeNamed, attributeOf, type Schema, scalarText, withoutUrn } from './schema.ts';

/** Characters of a text, addresses of a person, and people that one request may name. */
export const SCIM_LIMITS = { text: 256, emails: 10, members: 5_000 } as const;

/** What is kept of a request, by the names of the schema. Throws PortcullisError `scim_…`. */
export function keptOf(given: unknown, schema: Schema): JsonObject {
  if (!isObject(given)) throw scimError('scim_syntax_invalid', 'The body has to be a JSON object.');
  checkSchemas(given, schema);
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(given)) {
    const plain = withoutUrn(schema, name);
    const attribute = attributeOf(schema, plain);
    // Others keep more of a person, and identity providers send what their owner has mapped.
    if (!attribute || attribute.mutability === 'readOnly' || value === null) continue;
    const one = keptValue(value as JsonValue, attribute, attribute.name);
    if (one !== undefined) kept[attribute.name] = one;
  }
  for (const { name, required, type } of schema.attributes) {
    if (required && type === 'string' && (kept[name] === undefined || kept[name] === '')) {
      throw scimError('scim_value_invalid', `${name} is missing.`);
    }
  }
  return kept;
}

function checkSchemas({ schemas }: JsonObject, { id }: Schema): void {
  if (schemas === undefined) return;
  const isNamed = Array.isArray(schemas) && schemas.some((each) => scalarText(each).toLowerCase() === id.toLowerCase());
  if (!isNamed) throw scimError('scim_syntax_invalid', `schemas does not name ${id}.`);
}

function keptValue(value: JsonValue, attribute: Attribute, name: string): JsonValue | undefined {
  if (!attribute.multiValued) return singleOf(value, attribute, name);
  const most = name === 'members' ? SCIM_LIMITS.members : SCIM_LIMITS.emails;
  const values = Array.isArray(value) ? value : [value];
  if (values.length > most) throw scimError('scim_too_many', `${name} may have ${most} values in one request.`);
  return values.flatMap((each) => singleOf(isObject(each) ? each : { value: each }, attribute, name) ?? []);
}

function singleOf(value: JsonValue, attribute: Attribute, name: string): JsonValue | undefined {
  if (attribute.type === 'complex') {
    if (!isObject(value)) throw scimError('scim_value_invalid', `${name} has to be an object.`);
    return complexOf(value, attribute, name);
  }
  if (attribute.type === 'boolean') return truth(value, name);
  if (value === null || value === '') return undefined;
  if (typeof value !== 'string') throw scimError('scim_value_invalid', `${name} has to be a text.`);
  if (value.length > SCIM_LIMITS.text || /[\p{Cc}\u2028\u2029]/u.test(value)) {
    throw scimError('scim_value_invalid', `${name} has to be one line of at most ${SCIM_LIMITS.text} characters.`);
  }
  return value.trim() === '' ? undefined : value.trim();
}

function complexOf(value: JsonObject, { subAttributes }: Attribute, name: string): JsonObject | undefined {
  const kept: JsonObject = {};
  for (const [key, each] of Object.entries(value)) {
    const sub = attributeNamed(subAttributes, key);
    if (!sub || each === null) continue;
    const one = singleOf(each as JsonValue, sub, `${name}.${sub.name}`);
    if (one !== undefined) kept[sub.name] = one;
  }
  return Object.keys(kept).length === 0 ? undefined : kept;
}

/** Microsoft Entra ID sends `"False"` (scim-for-keycloak#26 names its flag for it). */
function truth(value: JsonValue, name: string): boolean {
  const text = scalarText(value).toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw scimError('scim_value_invalid', `${name} has to be true or false.`);
}

/** What of a resource is shown (RFC 7644, section 3.9): `id` and `schemas` always. */
export function shownOf(
  resource: JsonObject,
  schema: Schema,
  { attributes, excluded }: { readonly attributes?: readonly string[]; readonly excluded?: readonly string[] },
): JsonObject {
  const isNamed = (names: readonly string[], name: string) =>
    names.some((each) => withoutUrn(schema, each).toLowerCase() === name.toLowerCase());
  const always = (name: string) => name === 'id' || name === 'schemas';
  if (attributes !== undefined && attributes.length > 0) {
    const shown: JsonObject = {};
    for (const [name, value] of Object.entries(resource)) {
      if (always(name) || isNamed(attributes, name)) shown[name] = value as JsonValue;
      else {
        const part = partOf(value as JsonValue, (sub) => isNamed(attributes, `${name}.${sub}`));
        if (part !== undefined) shown[name] = part;
      }
    }
    return shown;
  }
  if (excluded === undefined || excluded.length === 0) return resource;
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      if (always(name)) return [[name, value]];
      if (isNamed(excluded, name)) return [];
      return [[name, partOf(value as JsonValue, (sub) => !isNamed(excluded, `${name}.${sub}`)) ?? value]];
    }),
  ) as JsonObject;
}

/** The members of a complex value, or of each of several; undefined where none is left, or it is none. */
function partOf(value: JsonValue, isMeant: (name: string) => boolean): JsonValue | undefined {
  if (Array.isArray(value)) {
    const parts = value.flatMap((each) => partOf(each, isMeant) ?? []);
    return parts.length === 0 ? undefined : parts;
  }
  if (!isObject(value)) return undefined;
  const part = Object.entries(value).filter(([name]) => isMeant(name));
  return part.length === 0 ? undefined : (Object.fromEntries(part) as JsonObject);
}

/** Whether the answer has the attribute. */
export const isShown = (
  name: string,
  schema: Schema,
  { attributes, excluded }: { readonly attributes?: readonly string[]; readonly excluded?: readonly string[] },
): boolean => {
  const named = (names: readonly string[]) =>
    names.some((each) => withoutUrn(schema, each).toLowerCase().split('.')[0] === name.toLowerCase());
  if (attributes !== undefined && attributes.length > 0) return named(attributes);
  return !(excluded ?? []).some((each) => withoutUrn(schema, each).toLowerCase() === name.toLowerCase());
};
