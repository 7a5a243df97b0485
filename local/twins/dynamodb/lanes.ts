/**
 * Fast paths for the two requests behind every tool call, recognized by their exact shape and served without dynalite's general checks:
 * a few rows by their keys, and a put of a row that does not exist. They answer what dynalite would, in a fifth of the time; a test
 * compares them. A request of another shape, or one that would be refused, is not recognized and takes the general path.
 */

import { BoundedMap } from '../../../core/lib/boundedMap.ts';
import { isObject } from '../../../core/lib/json/value.ts';
import type { Caller } from '../../aws/caller.ts';
import { type Input, JsonText } from '../../aws/gateway.ts';
import { db, type Item, type KeyElement, type TableDescription } from './dynalite.ts';
import { demandItem } from './rights.ts';
import type { TableStore } from './store.ts';

/** What a call through a toolset reads at most: token, session, breaker, two servers and upstream tokens. */
const MAX_ROWS = 6;
/** Together they fit one response, so nothing is left unprocessed. */
const MAX_READ = 300_000;
/** Well below the limits of a key (2,048 and 1,024 bytes) and of an item (400 KB), for any characters. */
const MAX_KEY = 256;
const MAX_CHARACTERS = 100_000;
const MAX_LEVELS = 30;

/** The response to a batch of a few rows, or undefined for any other request. Throws AwsError AccessDenied. */
export function rowsByKey(input: Input, store: TableStore, caller: Caller): JsonText | undefined {
  const wanted = input['RequestItems'];
  if (!hasOnly(input, 'RequestItems') || !isObject(wanted)) return undefined;
  const name = nameOf(wanted);
  const last = name === undefined ? undefined : answered.get(caller)?.get(name);
  if (last?.rows.every(([table, key], at) => store.textOf(table, key) === last.texts[at])) return last.answer;
  const found: Array<readonly [TableDescription, Item]> = [];
  for (const [name, part] of Object.entries(wanted)) {
    const table = store.table(name);
    if (!table || !isObject(part) || !hasOnly(part, 'Keys', 'ConsistentRead')) return undefined;
    const { Keys, ConsistentRead = false } = part;
    if (!Array.isArray(Keys) || Keys.length === 0 || typeof ConsistentRead !== 'boolean') return undefined;
    if (found.length + Keys.length > MAX_ROWS) return undefined;
    for (const key of Keys as Item[]) {
      if (!isObject(key) || Object.keys(key).length !== table.KeySchema.length || !hasTextKey(key, table))
        return undefined;
      found.push([table, key]);
    }
  }
  if (found.length === 0) return undefined;
  for (const [table, Key] of found) demandItem(caller, 'BatchGetItem', table, { Key });
  const keys = found.map(([table, key]) => keyOf(key, table));
  // The same row twice is refused.
  if (new Set(keys.map((key, at) => `${found[at]?.[0].TableName} ${key}`)).size < keys.length) return undefined;
  const rows = found.map(([{ TableName }], at) => [TableName, keys[at] as string] as const);
  const texts = rows.map(([table, key]) => store.textOf(table, key));
  if (texts.reduce((sum, text = '') => sum + text.length, 0) > MAX_READ) return undefined;
  const byTable = new Map(rows.map(([table]): [string, string[]] => [table, []]));
  for (const [at, text] of texts.entries()) if (text !== undefined) byTable.get(rows[at]?.[0] as string)?.push(text);
  const lists = [...byTable].map(([table, own]) => `"${table}":[${own.join(',')}]`);
  const answer = new JsonText(`{"Responses":{${lists.join(',')}},"UnprocessedKeys":{}}`);
  if (name !== undefined) remember(caller, name, { rows, texts, answer });
  return answer;
}

/** A request that was answered: the rows that it asks for, their texts then, and what it was answered with. */
interface Answered {
  readonly rows: ReadonlyArray<readonly [table: string, key: string]>;
  readonly texts: readonly (string | undefined)[];
  readonly answer: JsonText;
}

/**
 * The last answers, by all that a request says. Calls ask the same again and again: as long as the rows have the same texts, the answer is the
 * same. By caller, because its rights were checked for that request, and stay.
 */
const answered = new WeakMap<Caller, BoundedMap<string, Answered>>();
const MAX_ANSWERS = 500;

function remember(caller: Caller, name: string, given: Answered): void {
  const own = answered.get(caller) ?? new BoundedMap<string, Answered>(MAX_ANSWERS);
  answered.set(caller, own.set(name, given));
}

/** All that a request says, if that is tables with keys of strings alone. Lengths keep what is put together apart. */
function nameOf(wanted: Readonly<Record<string, unknown>>): string | undefined {
  let name = '';
  for (const table in wanted) {
    const part = wanted[table];
    if (!isObject(part) || !hasOnly(part, 'Keys', 'ConsistentRead')) return undefined;
    const { Keys, ConsistentRead } = part;
    if (!Array.isArray(Keys) || (ConsistentRead !== undefined && typeof ConsistentRead !== 'boolean')) return undefined;
    name += `${table.length} ${table} ${Keys.length} ${ConsistentRead} `;
    for (const key of Keys as unknown[]) {
      if (!isObject(key)) return undefined;
      for (const attribute in key) {
        const value = key[attribute];
        if (!isObject(value) || !hasOnly(value, 'S')) return undefined;
        const text = value['S'];
        if (typeof text !== 'string') return undefined;
        name += `${attribute.length} ${attribute} ${text.length} ${text} `;
      }
      name += '; ';
    }
  }
  return name;
}

const MAX_HASHES = 1_000;
/** dynalite's hash of a hash key, which needs a digest each time; calls use the same few keys again and again. */
const hashes = new Map<string, string>();

/** dynalite's createKey for string keys. */
function keyOf(item: Item, table: TableDescription): string {
  const [hash, range] = table.KeySchema as readonly [KeyElement, KeyElement?];
  const text = textIn(item, hash);
  let key = hashes.get(text);
  if (key === undefined) {
    key = db.createKey(item, table, [hash]);
    if (hashes.size >= MAX_HASHES) hashes.delete(hashes.keys().next().value as string);
    hashes.set(text, key);
  }
  return range ? `${key}${db.toRangeStr(textIn(item, range), 'S')}/` : key;
}

const textIn = (item: Item, { AttributeName }: KeyElement): string => item[AttributeName]?.['S'] as string;

/** The condition that the key does not exist. */
export const whereNone = (table: TableDescription): string =>
  `attribute_not_exists(${table.KeySchema[0]?.AttributeName})`;

/**
 * Puts the row and responds; undefined for any other request, and when the row exists. Throws AwsError AccessDenied. `sound`: conditions
 * that the general path has accepted before, because a name in them may be a reserved word.
 */
export function putWhereNone(
  input: Input,
  store: TableStore,
  caller: Caller,
  sound: ReadonlySet<unknown>,
): Promise<object> | undefined {
  const { TableName, Item, ConditionExpression } = input as {
    TableName?: unknown;
    Item?: Item;
    ConditionExpression?: unknown;
  };
  if (!hasOnly(input, 'TableName', 'Item', 'ConditionExpression') || !isObject(Item)) return undefined;
  const table = store.table(String(TableName));
  if (!table || table.GlobalSecondaryIndexes || table.LocalSecondaryIndexes || !hasTextKey(Item, table))
    return undefined;
  const [hash] = table.KeySchema;
  if (ConditionExpression !== whereNone(table) || !sound.has(ConditionExpression)) return undefined;
  if (charactersIn(Item, MAX_LEVELS) > MAX_CHARACTERS) return undefined;
  const key = keyOf(Item, table);
  if (store.textOf(TableName as string, key) !== undefined) return undefined;
  demandItem(caller, 'PutItem', table, { Item, _condition: { pathHeads: { [hash?.AttributeName as string]: true } } });
  return store.put(TableName as string, key, Item).then(() => ({}));
}

function hasOnly(value: object, ...names: readonly string[]): boolean {
  for (const key in value) if (!names.includes(key)) return false;
  return true;
}

/** Whether every attribute of the table's key is a string of moderate length. */
function hasTextKey(item: Item, { KeySchema, AttributeDefinitions }: TableDescription): boolean {
  return KeySchema.every(({ AttributeName }) => {
    const value = item[AttributeName];
    const text = value?.['S'];
    return (
      isObject(value) &&
      Object.keys(value).length === 1 &&
      typeof text === 'string' &&
      text.length > 0 &&
      text.length <= MAX_KEY &&
      AttributeDefinitions.some((each) => each.AttributeName === AttributeName && each.AttributeType === 'S')
    );
  });
}

/** Size in characters of an attribute value with its punctuation; infinite for a value that may be invalid. */
function charactersOf(value: unknown, levels: number): number {
  if (!isObject(value) || levels === 0) return Number.POSITIVE_INFINITY;
  let type: string | undefined;
  for (const name in value) {
    if (type !== undefined) return Number.POSITIVE_INFINITY;
    type = name;
  }
  const content = value[type as string];
  switch (type) {
    case 'S':
      return typeof content === 'string' ? content.length + 8 : Number.POSITIVE_INFINITY;
    case 'N':
      return typeof content === 'string' && /^-?(0|[1-9]\d{0,14})$/.test(content) ? 24 : Number.POSITIVE_INFINITY;
    case 'BOOL':
      return typeof content === 'boolean' ? 8 : Number.POSITIVE_INFINITY;
    case 'NULL':
      return content === true ? 8 : Number.POSITIVE_INFINITY;
    case 'L':
      if (!Array.isArray(content)) return Number.POSITIVE_INFINITY;
      return content.reduce<number>((sum, each) => sum + charactersOf(each, levels - 1), 8);
    case 'M':
      if (!isObject(content)) return Number.POSITIVE_INFINITY;
      return charactersIn(content, levels - 1);
    default:
      return Number.POSITIVE_INFINITY;
  }
}

function charactersIn(attributes: Readonly<Record<string, unknown>>, levels: number): number {
  let sum = 8;
  for (const name in attributes) sum += name.length + charactersOf(attributes[name], levels);
  return sum;
}
