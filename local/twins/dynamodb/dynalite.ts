/**
 * The parts of dynalite that are used: its request validation, expression parsers and operations, whose responses and errors match
 * DynamoDB's. Its storage and server are not used (no transactions, streams or expiry, and not crash-safe). These are deep imports, so
 * the version is pinned exactly; test/unit/local/dynamodb compares with the whole of dynalite.
 */
import batchGetItemAction from 'dynalite/actions/batchGetItem.js';
import batchWriteItemAction from 'dynalite/actions/batchWriteItem.js';
import deleteItemAction from 'dynalite/actions/deleteItem.js';
import getItemAction from 'dynalite/actions/getItem.js';
import putItemAction from 'dynalite/actions/putItem.js';
import queryAction from 'dynalite/actions/query.js';
import scanAction from 'dynalite/actions/scan.js';
import updateItemAction from 'dynalite/actions/updateItem.js';
import dynaliteConditions from 'dynalite/db/conditionParser.js';
import dynaliteDb from 'dynalite/db/index.js';
import batchGetItemRules from 'dynalite/validations/batchGetItem.js';
import batchWriteItemRules from 'dynalite/validations/batchWriteItem.js';
import deleteItemRules from 'dynalite/validations/deleteItem.js';
import getItemRules from 'dynalite/validations/getItem.js';
import dynaliteChecks from 'dynalite/validations/index.js';
import putItemRules from 'dynalite/validations/putItem.js';
import queryRules from 'dynalite/validations/query.js';
import scanRules from 'dynalite/validations/scan.js';
import updateItemRules from 'dynalite/validations/updateItem.js';

/** A value in DynamoDB's JSON: `{S: 'text'}`. */
export type AttributeValue = Readonly<Record<string, unknown>>;

/** An item in DynamoDB's JSON. */
export type Item = Readonly<Record<string, AttributeValue>>;

/** An attribute of a key. */
export interface KeyElement {
  readonly AttributeName: string;
  readonly KeyType: 'HASH' | 'RANGE';
}

/** A secondary index. */
export interface IndexDescription {
  readonly IndexName: string;
  readonly KeySchema: readonly KeyElement[];
  readonly Projection: { readonly ProjectionType: string; readonly NonKeyAttributes?: readonly string[] };
}

/** A table, as in the answer of DescribeTable. */
export interface TableDescription {
  readonly TableName: string;
  readonly TableStatus: 'ACTIVE';
  readonly TableArn: string;
  readonly AttributeDefinitions: ReadonlyArray<{ AttributeName: string; AttributeType: string }>;
  readonly KeySchema: readonly KeyElement[];
  readonly GlobalSecondaryIndexes?: readonly IndexDescription[];
  readonly LocalSecondaryIndexes?: readonly IndexDescription[];
}

/** What dynalite throws or passes to a callback: an error response of the service. */
export interface ServiceError extends Error {
  statusCode: number;
  body: { __type: string; message?: string; [field: string]: unknown };
}

/** A Node-style callback. */
export type Callback<T> = (error: ServiceError | Error | null, value?: T) => void;

/** The storage interface of the operations; dynalite's own is over LevelDB. */
export interface Range {
  readonly gt?: string;
  readonly gte?: string;
  readonly lt?: string;
  readonly lte?: string;
  readonly reverse?: boolean;
  readonly limit?: number;
}

/** dynalite's view of a table's storage: items in key order. */
export interface KeyValues {
  lock(key: string, hold: (release: <T>(callback: T) => T) => void): void;
  get(key: string, callback: Callback<Item>): void;
  put(key: string, item: Item, callback: Callback<void>): void;
  del(key: string, callback: Callback<void>): void;
  createValueStream(range: Range): unknown;
}

/** dynalite's view of the tables. */
export interface Store {
  readonly options: { readonly maxItemSize: number };
  getTable(
    name: string,
    checkStatus: boolean | Callback<TableDescription>,
    callback?: Callback<TableDescription>,
  ): void;
  getItemDb(name: string): KeyValues;
  getIndexDb(kind: string, table: string, index: string): KeyValues;
}

/** A validated request; members with an underscore come from the expression parsers. */
export type Request = Record<string, unknown> & {
  TableName?: string;
  _updates?: { paths: ReadonlyArray<readonly string[] | string> };
  _condition?: { pathHeads: Record<string, unknown> };
  _filter?: { pathHeads: Record<string, unknown> };
  _projection?: { paths: ReadonlyArray<readonly string[]> };
};

interface Validation {
  readonly types: object;
  readonly custom?: (request: Request, store: unknown) => string | undefined;
}

/** A parsed update expression. */
interface Updates {
  readonly sections: ReadonlyArray<{ readonly path: readonly unknown[]; readonly val?: unknown }>;
}

/** dynalite's helpers for keys, conditions and indexes. */
export interface Db {
  /** The key from the table's own key attributes, or from the given part of them. */
  createKey(item: Item, table: TableDescription, part?: readonly KeyElement[]): string;
  /** The text of a range key, in the form of {@link createKey}. */
  toRangeStr(text: string, type: 'S'): string;
  validateKey(key: Item, table: TableDescription): ServiceError | null | undefined;
  validateItem(item: Item, table: TableDescription): ServiceError | null | undefined;
  validateUpdates(updates: unknown, expression: Updates | undefined, table: TableDescription): ServiceError | undefined;
  checkConditional(request: Request, item: Item | undefined): ServiceError | null | undefined;
  /** The key of an item in an index. */
  createIndexKey(item: Item, table: TableDescription, index: readonly KeyElement[]): string;
  validationError(message: string): ServiceError;
  itemSize(item: Item, ...how: unknown[]): number;
}

/** dynalite's `db` module. */
export const db = dynaliteDb as Db;

/**
 * dynalite tells rows with the same index key apart by 24 bits of a hash: of a thousand, one is lost in three of a hundred cases. Their
 * table key, which follows it here, keeps them apart.
 */
const { createIndexKey } = db;
db.createIndexKey = (item, table, index) => createIndexKey(item, table, index) + db.createKey(item, table);

/** DynamoDB counts UTF-8 bytes, dynalite characters: up to three bytes each, which matters near the limit only. */
const SURELY_FITS = 100_000;
const characters = db.itemSize;
db.itemSize = (item, ...how) => {
  const size = characters(item, ...how);
  return size > SURELY_FITS ? size + bytesBeyond(item) : size;
};

/** What dynalite lets through: an empty text or empty bytes as the key of an index. */
const { validateItem, validateUpdates } = db;
const EMPTY_KEY = 'The AttributeValue for a key attribute cannot contain an empty string value.';
const isEmpty = (value: unknown): boolean => {
  const { S, B } = (value ?? {}) as { S?: unknown; B?: unknown };
  return S === '' || B === '';
};
const indexKeys = (table: TableDescription) =>
  [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])].flatMap(
    ({ IndexName, KeySchema }) => KeySchema.map(({ AttributeName }) => ({ IndexName, AttributeName })),
  );
db.validateItem = (item, table) => {
  const flaw = validateItem(item, table);
  if (flaw) return flaw;
  const empty = indexKeys(table).find(({ AttributeName }) => isEmpty(item[AttributeName]));
  return empty
    ? db.validationError(
        'One or more parameter values are not valid. A value specified for a secondary index key is not supported. ' +
          `${EMPTY_KEY} IndexName: ${empty.IndexName}, IndexKey: ${empty.AttributeName}`,
      )
    : flaw;
};
db.validateUpdates = (updates, expression, table) => {
  const flaw = validateUpdates(updates, expression, table);
  if (flaw || !expression) return flaw;
  const names = indexKeys(table).map(({ AttributeName }) => AttributeName);
  return expression.sections.some(
    ({ path, val }) => path.length === 1 && names.includes(String(path[0])) && isEmpty(val),
  )
    ? db.validationError(
        'One or more parameter values are not valid. The update expression attempted to update a secondary index key to a value ' +
          `that is not supported. ${EMPTY_KEY}`,
      )
    : flaw;
};

/** How many more bytes than characters the names and strings of a value have. */
function bytesBeyond(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) - value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, member]) => sum + bytesBeyond(name) + bytesBeyond(member), 0);
}

/** A condition without placeholders always has the same meaning, and the generated parser is slow even for short ones. */
const conditions = dynaliteConditions as {
  parse(text: string, options: { readonly context: { readonly isKeyCondition?: boolean } }): unknown;
};
const MAX_KNOWN = 100;
const known = new Map<string, unknown>();
const parseCondition = conditions.parse;
conditions.parse = (text, options) => {
  if (options.context.isKeyCondition || /[#:]/.test(text)) return parseCondition(text, options);
  const parsed = known.get(text) ?? parseCondition(text, options);
  if (known.size < MAX_KNOWN) known.set(text, parsed);
  return parsed;
};

const checks = dynaliteChecks as {
  checkTypes(request: object, types: object): Request;
  checkValidations(request: Request, types: object, custom: Validation['custom'], store: unknown): void;
};

/** Operations that dynalite's code implements. */
export const OPERATIONS = [
  'GetItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'Query',
  'Scan',
  'BatchGetItem',
  'BatchWriteItem',
] as const;
/** One of these operations. */
export type Operation = (typeof OPERATIONS)[number];

/** Named one by one, so that a bundler finds them. */
const validations = {
  GetItem: getItemRules,
  PutItem: putItemRules,
  UpdateItem: updateItemRules,
  DeleteItem: deleteItemRules,
  Query: queryRules,
  Scan: scanRules,
  BatchGetItem: batchGetItemRules,
  BatchWriteItem: batchWriteItemRules,
} as Readonly<Record<Operation, Validation>>;
type Action = (store: Store, data: Request, done: Callback<object>) => void;
const actions = {
  GetItem: getItemAction,
  PutItem: putItemAction,
  UpdateItem: updateItemAction,
  DeleteItem: deleteItemAction,
  Query: queryAction,
  Scan: scanAction,
  BatchGetItem: batchGetItemAction,
  BatchWriteItem: batchWriteItemAction,
} as Readonly<Record<Operation, Action>>;

/** Levels of lists and maps, with the value in them (DynamoDB quotas, nested attribute depth). */
const MAX_LEVELS = 32;
const TOO_DEEP =
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit';

function isTooDeep(value: unknown, levels = MAX_LEVELS): boolean {
  if (levels === 0) return true;
  const { L, M } = (value ?? {}) as { L?: unknown; M?: unknown };
  if (Array.isArray(L)) return L.some((each) => isTooDeep(each, levels - 1));
  return typeof M === 'object' && M !== null && Object.values(M).some((each) => isTooDeep(each, levels - 1));
}

/** Throws for values that dynalite would take although they are nested too deeply. */
function checkLevels(given: object): void {
  const { Item, RequestItems, ExpressionAttributeValues } = given as Record<string, object | undefined>;
  const parts = Object.values(RequestItems ?? {}).flat() as ReadonlyArray<{ PutRequest?: { Item?: object } } | null>;
  for (const item of [Item, ...parts.map((part) => part?.PutRequest?.Item)])
    if (Object.values(item ?? {}).some((value) => isTooDeep(value))) throw db.validationError(TOO_DEEP);
  for (const [name, value] of Object.entries(ExpressionAttributeValues ?? {}))
    if (isTooDeep(value))
      throw db.validationError(`ExpressionAttributeValues contains invalid value: ${TOO_DEEP} for key ${name}`);
}

/** The request with only the members that the operation has, expressions parsed. Throws a ServiceError. */
export function checkRequest(operation: Operation, given: object, store: Store): Request {
  const { types, custom } = validations[operation];
  checkLevels(given);
  const request = checks.checkTypes(given, types);
  checks.checkValidations(request, types, custom, store);
  return request;
}

/** Over a synchronous store, point operations call back before this returns; queries and scans a little later. */
export const runOperation = (operation: Operation, store: Store, request: Request, done: Callback<object>): void =>
  actions[operation](store, request, done);

/** Whether the error is a response of DynamoDB. */
export const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && typeof (error as Partial<ServiceError>).body?.__type === 'string';

/** An error response of DynamoDB, with status 400. `type`: its name without the prefix. */
export function serviceError(type: string, message: string, more: Record<string, unknown> = {}): ServiceError {
  const __type = `com.amazonaws.dynamodb.v20120810#${type}`;
  return Object.assign(new Error(message), { statusCode: 400, body: { __type, message, ...more } });
}
