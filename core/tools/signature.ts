/**
 * The arguments of a tool on one short line, for lists of tools: `id: int, status?: "new"|"sold"|…`. Leaves out most of the
 * schema, which clients can ask for. The names come from documents and must not contain line breaks.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../lib/json/value.ts';
import { visible } from '../lib/visible.ts';

/** `full`: all; `names`: optional arguments without types; `required`: only the number of optional arguments. */
export type Detail = 'full' | 'names' | 'required';

const MAX_REQUIRED = 20;
const MAX_OPTIONAL = 8;
const MAX_ENUM_VALUES = 4;
const MAX_ENUM_LENGTH = 48;
const MAX_BRANCHES = 3;
/** How many branches of a union are read; with MAX_DEPTH it limits the work. */
const MAX_BRANCHES_READ = 8;
const MAX_MEMBERS = 5;
const MAX_NAME_LENGTH = 60;
/** Levels of references, arrays and unions. */
const MAX_DEPTH = 3;

/** The text between the parentheses: required arguments first, optional ones with `?`. */
export function signatureOf(schema: JsonSchema, detail: Detail = 'full'): string {
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const needed = properties.filter(([name]) => required.has(name));
  const parts = needed.slice(0, MAX_REQUIRED).map(([name, value]) => `${nameOf(name)}: ${typeOf(value, schema)}`);
  if (needed.length > MAX_REQUIRED) parts.push(`…${needed.length - MAX_REQUIRED} required`);
  const optional = properties.filter(([name]) => !required.has(name));
  const shown = detail === 'required' ? 0 : MAX_OPTIONAL;
  for (const [name, value] of optional.slice(0, shown)) {
    parts.push(detail === 'full' ? `${nameOf(name)}?: ${typeOf(value, schema)}` : `${nameOf(name)}?`);
  }
  if (optional.length > shown) parts.push(`…${optional.length - shown} optional`);
  return parts.join(', ');
}

const nameOf = (name: string): string =>
  /^[\w.$-]{1,60}$/.test(name) ? name : inWords(name.slice(0, MAX_NAME_LENGTH).toWellFormed());

/** As JSON, with escapes that a call can repeat. */
const inWords = (value: JsonValue): string => visible(JSON.stringify(value), { isJson: true });

const SHORT: Readonly<Record<string, string>> = { integer: 'int', boolean: 'bool' };

function typeOf(schema: JsonValue | undefined, root: JsonSchema, depth = 0): string {
  if (!isObject(schema) || depth > MAX_DEPTH) return 'any';
  const reference = schema['$ref'];
  if (typeof reference === 'string') return typeOf(definitionOf(root, reference), root, depth + 1);
  if ('const' in schema) return literals([schema['const'] as JsonValue]);
  if (Array.isArray(schema['enum'])) return literals(schema['enum']);
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) {
    const types = [...new Set(branches.slice(0, MAX_BRANCHES_READ).map((branch) => typeOf(branch, root, depth + 1)))];
    return types.length > MAX_BRANCHES || branches.length > MAX_BRANCHES_READ
      ? `${types.slice(0, MAX_BRANCHES).join('|')}|…`
      : types.join('|');
  }
  const types = [schema['type']].flat().filter((type) => typeof type === 'string');
  if (types.length === 0) return 'any';
  return types.map((type) => typed(type, schema, root, depth)).join('|');
}

function typed(type: string, schema: JsonObject, root: JsonSchema, depth: number): string {
  if (type === 'array') {
    const items = typeOf(schema['items'], root, depth + 1);
    return items.includes('|') ? `(${items})[]` : `${items}[]`;
  }
  if (type === 'object') return depth === 0 ? membersOf(schema) : 'object';
  return SHORT[type] ?? nameOf(type);
}

/** The required members of an object: `{name, photoUrls, …}`. */
function membersOf({ properties, required }: JsonObject): string {
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  if (names.length === 0) return 'object';
  const more = isObject(properties) && Object.keys(properties).length > Math.min(names.length, MAX_MEMBERS);
  return `{${names.slice(0, MAX_MEMBERS).map(nameOf).join(', ')}${more || names.length > MAX_MEMBERS ? ', …' : ''}}`;
}

function literals(values: readonly JsonValue[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const value of values.slice(0, MAX_ENUM_VALUES)) {
    const text = inWords(value);
    length += text.length;
    if (length > MAX_ENUM_LENGTH) break;
    shown.push(text);
  }
  if (shown.length === 0) return typeof values[0] === 'string' ? 'string' : 'any';
  return shown.length < values.length ? `${shown.join('|')}|…` : shown.join('|');
}

/** The schema that a `$ref` of the form `#/$defs/<name>` names; undefined for other references or if it does not exist. */
export function definitionOf(root: JsonSchema, reference: string): JsonValue | undefined {
  const definitions = root['$defs'];
  const name = /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
  return isObject(definitions) && name !== undefined && Object.hasOwn(definitions, name)
    ? definitions[name]
    : undefined;
}
