/**
 * PATCH (RFC 7644, section 3.5.2), also in the forms that identity providers send: operations in capitals, truth values as texts, names with dots in a
 * value without a path, members to be removed in the value (Microsoft Entra ID: MicrosoftDocs/azure-docs#30826, AzureAD/SCIMReferenceCode#20,
 * Captain-P-Goldfish/scim-for-keycloak#26), `id` and `schemas` in a value without a path (Okta). Changes a copy of the resource as it is shown; what may stand in
 * it is judged behind it, with that of every other request (attributes.ts).
 */
import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject, type JsonValue } from '../lib/json/value.ts';
import { scimError } from './error.ts';
import { demanded, type Filter, meets, Reader } from './filter.ts';
import {
  type Attribute,
  attributeNamed,
  attributeOf,
  isKnownElsewhere,
  type Schema,
  scalarText,
  withoutUrn,
} from './schema.ts';
import { tokensOf } from './tokens.ts';

/** Operations of one request. */
const MAX_OPERATIONS = 1_000;
/** Elements of one attribute; more are judged behind it. */
const MAX_ELEMENTS = 10_000;

type Op = 'add' | 'replace' | 'remove';

/** Where an operation goes. */
interface Target {
  readonly attribute: Attribute;
  readonly filter?: Filter;
  readonly sub?: Attribute;
}

/** The resource after all operations of a request. Throws PortcullisError `scim_…`. */
export function patched(resource: JsonObject, request: unknown, schema: Schema): JsonObject {
  const operations = operationsOf(request);
  const copy = structuredClone(resource);
  for (const operation of operations) apply(copy, operation, schema);
  return copy;
}

function operationsOf(request: unknown): JsonObject[] {
  const found = isObject(request)
    ? Object.entries(request).find(([name]) => name.toLowerCase() === 'operations')?.[1]
    : undefined;
  if (!Array.isArray(found) || found.length === 0 || !found.every(isObject)) {
    throw scimError('scim_syntax_invalid', 'Operations has to be a list of objects with op, path and value.');
  }
  if (found.length > MAX_OPERATIONS) {
    throw scimError(
      'scim_too_many',
      `There are more than ${MAX_OPERATIONS} operations. Send them in several requests.`,
    );
  }
  return found;
}

function apply(resource: JsonObject, operation: JsonObject, schema: Schema): void {
  const op = scalarText(operation['op']).toLowerCase();
  if (op !== 'add' && op !== 'replace' && op !== 'remove') {
    throw scimError('scim_syntax_invalid', 'op is none of add, replace and remove.');
  }
  const { path, value } = operation;
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw scimError('scim_path_invalid', 'path has to be a text.');
    applyAt(resource, op, path, value, schema);
    return;
  }
  if (op === 'remove') throw scimError('scim_no_target', 'remove needs a path.');
  if (!isObject(value)) throw scimError('scim_value_invalid', `Without a path, ${op} needs an object as its value.`);
  for (const [name, each] of Object.entries(value)) {
    // What is read only is repeated by clients that send the whole resource, and others keep more of a person.
    const [first = ''] = withoutUrn(schema, name).split(/[.[]/);
    const attribute = attributeOf(schema, first);
    if (attribute && attribute.mutability !== 'readOnly') applyAt(resource, op, name, each as JsonValue, schema);
  }
}

function applyAt(resource: JsonObject, op: Op, path: string, value: JsonValue | undefined, schema: Schema): void {
  const target = targetOf(path, schema);
  if (!target) return;
  const { attribute, filter, sub } = target;
  if (attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly') {
    throw scimError('scim_read_only', `${path.slice(0, 100)} cannot be changed.`);
  }
  if (op === 'remove' && attribute.required) throw scimError('scim_read_only', `${attribute.name} cannot be removed.`);
  if (op !== 'remove' && value === undefined) throw scimError('scim_value_invalid', `${op} needs a value.`);
  if (attribute.multiValued) applyToMany(resource, op, target, value, schema);
  else if (filter) throw scimError('scim_path_invalid', `${attribute.name} has one value, so no filter fits it.`);
  else if (sub) {
    const complex = (isObject(resource[attribute.name]) ? resource[attribute.name] : {}) as JsonObject;
    setOrDelete(complex, sub.name, op === 'remove' ? null : value);
    setOrDelete(resource, attribute.name, complex);
  } else if (attribute.type === 'complex' && op !== 'remove' && isObject(value)) {
    resource[attribute.name] = {
      ...(isObject(resource[attribute.name]) ? (resource[attribute.name] as JsonObject) : {}),
      ...value,
    };
  } else setOrDelete(resource, attribute.name, op === 'remove' ? null : value);
}

/** `null` and an empty object mean: none (RFC 7643, section 2.5). */
function setOrDelete(object: JsonObject, name: string, value: JsonValue | undefined): void {
  if (value === null || value === undefined || (isObject(value) && Object.keys(value).length === 0))
    delete object[name];
  else object[name] = value;
}

/** Where a path leads; undefined for an attribute that others keep. Throws `scim_path_invalid`. */
function targetOf(path: string, schema: Schema): Target | undefined {
  const plain = withoutUrn(schema, path);
  const reader = new Reader(tokensOf(plain, 'scim_path_invalid'));
  const name = reader.word() ?? '';
  const filter = reader.takes('[') ? filterIn(reader) : undefined;
  const behind = filter && reader.behind();
  try {
    reader.end();
  } catch {
    throw scimError('scim_path_invalid', 'Something stands behind the end of the path.');
  }
  const [first = '', dotted, ...more] = name.split('.');
  const attribute = attributeOf(schema, first);
  const subName = behind ?? dotted;
  const whole = subName === undefined ? first : `${first}.${subName}`;
  const sub = subName === undefined ? undefined : attributeNamed(attribute?.subAttributes, subName);
  if (!attribute || more.length > 0 || (subName !== undefined && !sub)) {
    if (isKnownElsewhere(whole)) return undefined;
    throw scimError('scim_path_invalid', `There is no attribute ${whole.slice(0, 100)}.`);
  }
  return { attribute, ...(filter && { filter }), ...(sub && { sub }) };
}

function filterIn(reader: Reader): Filter {
  try {
    return reader.closed(0, ']');
  } catch (error) {
    throw scimError('scim_path_invalid', `The filter in the path: ${(error as Error).message}`);
  }
}

function applyToMany(resource: JsonObject, op: Op, target: Target, value: JsonValue | undefined, schema: Schema): void {
  const { name } = target.attribute;
  const before = (Array.isArray(resource[name]) ? resource[name] : []) as JsonObject[];
  const isMeant = (each: JsonObject): boolean =>
    target.filter === undefined || meets(target.filter, each, schema, name);
  const after =
    op === 'remove' ? removedFrom(before, target, value, isMeant) : changedIn(before, op, target, value, isMeant);
  if (after.length > MAX_ELEMENTS) throw scimError('scim_too_many', `${name} has more than ${MAX_ELEMENTS} values.`);
  setOrDelete(resource, name, after.length === 0 ? null : [...after]);
}

type IsMeant = (each: JsonObject) => boolean;

function removedFrom(
  before: readonly JsonObject[],
  { filter, sub }: Target,
  value: JsonValue | undefined,
  isMeant: IsMeant,
): JsonObject[] {
  if (sub) return before.map((each) => (isMeant(each) ? without(each, sub.name) : each));
  // Members named in the value are the ones to be removed, not all (azure-docs#30826); an empty list names none.
  const isNamed = filter === undefined && value !== undefined && value !== null;
  const named = isNamed ? new Set(elementsOf(value).map((each) => each['value'])) : undefined;
  return before.filter((each) => !(named ? named.has(each['value'] as JsonValue) : isMeant(each)));
}

function changedIn(
  before: readonly JsonObject[],
  op: 'add' | 'replace',
  { attribute, filter, sub }: Target,
  value: JsonValue | undefined,
  isMeant: IsMeant,
): readonly JsonObject[] {
  const isAny = before.some(isMeant);
  if (filter !== undefined && !isAny && op === 'replace') {
    throw scimError('scim_no_target', `No value of ${attribute.name} meets the filter in the path.`);
  }
  const given = elementsOf(value);
  if (filter === undefined && !sub) return op === 'replace' ? given : joined(before, given);
  const change = sub ? { [sub.name]: value as JsonValue } : (given[0] ?? {});
  if (!isAny) return joined(before, [{ ...(filter && demanded(filter)), ...change }]);
  const keeps = sub !== undefined || op === 'add';
  return before.map((each) => (isMeant(each) ? (keeps ? { ...each, ...change } : change) : each));
}

/** Values as they are sent: one, several, or only their `value`. */
const elementsOf = (value: JsonValue | undefined): JsonObject[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map((each) =>
    isObject(each) ? each : { value: each },
  );

const without = (object: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));

/** With what is new; a new primary one takes the place of the one before (RFC 7644, section 3.5.2). */
function joined(before: readonly JsonObject[], given: readonly JsonObject[]): JsonObject[] {
  const isPrimary = (each: JsonObject): boolean => scalarText(each['primary']).toLowerCase() === 'true';
  const known = new Map(before.map((each) => [each['value'], each]));
  const fresh = given.filter((each) => {
    const same = known.get(each['value'] as JsonValue);
    return (
      same === undefined || !(isDeepStrictEqual(same, each) || Object.keys(each).length === 1 || !('type' in same))
    );
  });
  const old = given.some(isPrimary)
    ? before.map((each) => (isPrimary(each) ? { ...each, primary: false } : each))
    : before;
  return [...old, ...fresh];
}
