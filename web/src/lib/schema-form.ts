/**
 * Converts a JSON Schema (2020-12) to form fields: one kind per schema, with references and alternatives resolved. Schemas without a
 * field kind are edited as JSON. Schemas are untrusted: depth and number of steps are bounded. Pure.
 */
import { asObject } from './tools.ts';

export type Schema = Readonly<Record<string, unknown>>;

export type Kind =
  | 'object'
  | 'array'
  | 'choice'
  | 'enum'
  | 'set'
  | 'boolean'
  | 'number'
  | 'date'
  | 'date-time'
  | 'file'
  | 'password'
  | 'lines'
  | 'text'
  | 'json';

export interface Field {
  readonly kind: Kind;
  /** Without references, `allOf` and the alternative `null`. */
  readonly schema: Schema;
  /** Values of an enumeration. */
  readonly options: readonly unknown[];
  /** Alternatives of `anyOf` or `oneOf`. */
  readonly branches: readonly Schema[];
}

/** Deeper ones are edited as JSON. */
const DEPTH = 6;
const STEPS = 16;
const OPTIONS = 500;
/** Larger choices are a list, one row each. */
const SET = 12;

export function fieldOf(given: unknown, root: Schema, depth = 0): Field {
  const schema = resolved(given, root);
  const plain = { schema, options: [], branches: [] };
  const options = optionsOf(schema, root);
  if (options) return { ...plain, kind: 'enum', options };
  // Keywords beside the alternatives apply to each of them.
  const common = without(schema, 'anyOf', 'oneOf', 'title', 'description', 'default');
  const branches = alternatives(schema, root).map((branch) => together(common, branch));
  if (branches.length > 1) return { ...plain, kind: depth < DEPTH ? 'choice' : 'json', branches };
  if (branches.length === 1)
    return fieldOf({ ...schema, anyOf: undefined, oneOf: undefined, ...branches[0] }, root, depth);
  const types = typesOf(schema);
  if (types.length > 1 && depth < DEPTH) {
    return { ...plain, kind: 'choice', branches: types.map((type) => ({ ...schema, type, title: type })) };
  }
  const kind = kindOf(types[0], schema, root, depth);
  return { ...plain, kind, options: kind === 'set' ? (optionsOf(resolved(schema['items'], root), root) ?? []) : [] };
}

function kindOf(type: unknown, schema: Schema, root: Schema, depth: number): Kind {
  const { format } = schema;
  if (type === 'object' || (type === undefined && 'properties' in schema)) {
    const isOpen = Object.keys(asObject(schema['properties'])).length === 0;
    return depth >= DEPTH || (isOpen && depth > 0) ? 'json' : 'object';
  }
  if (type === 'array') {
    if (depth >= DEPTH || typeof schema['items'] !== 'object') return 'json';
    const options = optionsOf(resolved(schema['items'], root), root);
    return options && options.length <= SET && options.every((one) => typeof one === 'string') ? 'set' : 'array';
  }
  if (type === 'boolean') return 'boolean';
  if (type === 'integer' || type === 'number') return 'number';
  if (type !== 'string') return 'json';
  if (schema['contentEncoding'] === 'base64' || format === 'binary' || format === 'byte') return 'file';
  if (format === 'password' || schema['writeOnly'] === true) return 'password';
  if (format === 'date' || format === 'date-time') return format;
  return typeof schema['maxLength'] === 'number' && schema['maxLength'] > 300 ? 'lines' : 'text';
}

const typesOf = ({ type }: Schema): unknown[] => [type].flat().filter((one) => one !== undefined && one !== 'null');

/** Values that may be chosen; `null` alone means an empty field. */
function optionsOf(schema: Schema, root: Schema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  if (Array.isArray(schema['enum'])) {
    const values = schema['enum'].filter((value) => value !== null);
    return values.length <= OPTIONS && values.every(isPlain) ? values : undefined;
  }
  const branches = alternatives(schema, root);
  const values = branches.map((branch) => optionsOf(branch, {}));
  if (branches.length < 2 || values.some((one) => one === undefined)) return undefined;
  return values.flatMap((one) => one ?? []);
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

function alternatives(schema: Schema, root: Schema): readonly Schema[] {
  const given = [schema['oneOf'], schema['anyOf']].find(Array.isArray) ?? [];
  return given
    .slice(0, OPTIONS)
    .map((one: unknown) => resolved(one, root))
    .filter((one: Schema) => one['type'] !== 'null');
}

/** The schema with references resolved and `allOf` merged. */
function resolved(given: unknown, root: Schema, steps = STEPS): Schema {
  const schema = asObject(given);
  if (steps <= 0) return {};
  if (typeof schema['$ref'] === 'string') {
    return resolved({ ...definition(schema['$ref'], root), ...without(schema, '$ref') }, root, steps - 1);
  }
  if (!Array.isArray(schema['allOf'])) return schema;
  const parts = schema['allOf'].slice(0, STEPS).map((part) => resolved(part, root, Math.floor(steps / 2)));
  return parts.reduce(together, without(schema, 'allOf'));
}

function definition(reference: string, root: Schema): Schema {
  if (!reference.startsWith('#/')) return {};
  let found: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    found = asObject(found)[decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return asObject(found);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function together(a: Schema, b: Schema): Schema {
  const properties = { ...asObject(a['properties']), ...asObject(b['properties']) };
  const required = [...listOf(a['required']), ...listOf(b['required'])];
  return {
    ...b,
    ...a,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const without = (schema: Schema, ...names: readonly string[]): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));

export interface Member {
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
}

/** The properties of an object, required ones first. */
export function membersOf(schema: Schema): readonly Member[] {
  const needed = new Set(listOf(schema['required']));
  return Object.entries(asObject(schema['properties']))
    .map(([name, member]) => ({ name, schema: member, required: needed.has(name) }))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

/** Initial value of an item or part that somebody adds. */
export function beginningOf({ kind, schema, options }: Field): unknown {
  if (schema['default'] !== undefined) return schema['default'];
  if (kind === 'object') return {};
  if (kind === 'array' || kind === 'set') return [];
  if (kind === 'enum') return options[0];
  return kind === 'boolean' ? false : '';
}

/** The object with the member, or without it if the value is undefined. */
export function withMember(object: unknown, name: string, value: unknown): Record<string, unknown> {
  const rest = without(asObject(object), name);
  // An existing member keeps its position.
  if (value === undefined) return { ...rest };
  return Object.hasOwn(asObject(object), name) ? { ...asObject(object), [name]: value } : { ...rest, [name]: value };
}

/** The alternative that a value most likely belongs to. */
export function branchOf(value: unknown, branches: readonly Schema[], root: Schema): number {
  const fits = branches.map((branch) => {
    const { kind, schema } = fieldOf(branch, root);
    if (value === undefined) return 0;
    if (Array.isArray(value)) return kind === 'array' || kind === 'set' ? 1 : -1;
    if (typeof value === 'object' && value !== null) {
      if (kind !== 'object') return kind === 'json' ? 0 : -1;
      const members = asObject(schema['properties']);
      const clash = Object.entries(members).some(([name, member]) => {
        const expected = asObject(member)['const'];
        return expected !== undefined && name in value && asObject(value)[name] !== expected;
      });
      return clash ? -1 : Object.keys(value).filter((name) => name in members).length;
    }
    const wanted = { boolean: 'boolean', number: 'number' }[kind as string] ?? 'string';
    return ['object', 'array', 'set', 'json'].includes(kind) ? -1 : typeof value === wanted ? 1 : 0;
  });
  return Math.max(0, fits.indexOf(Math.max(...fits)));
}

/** A segment of a JSON pointer (RFC 6901). */
export const pointerTo = (pointer: string, name: string | number): string =>
  `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
