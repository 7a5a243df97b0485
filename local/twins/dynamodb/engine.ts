/**
 * The table engine: dynalite's actions over its in-memory store (its validation, expressions and errors are those of
 * DynamoDB), called in process, with transactions added. Every write goes through one queue and reaches the journal before
 * it is answered, so a kill at any moment leaves whole writes and whole transactions only.
 */
import { createRequire } from 'node:module';
import { AwsError } from '../service.ts';
import { type Change, Journal } from './journal.ts';

const require = createRequire(import.meta.url);

type Item = Record<string, unknown>;
type Callback = (error: unknown, result?: unknown) => void;
interface DynaliteError {
  readonly statusCode?: number;
  readonly body?: { readonly __type: string; readonly message?: string; readonly Message?: string };
}
interface Store {
  getTable(name: string, done: Callback): void;
  getItemDb(name: string): { get(key: string, done: Callback): void };
}
interface Dynalite {
  create(options: object): Store;
  createKey(item: Item, table: object): string;
  checkConditional(data: object, existing: Item | undefined): Error | undefined;
}

const dynalite = require('dynalite/db') as Dynalite;
const { checkTypes, checkValidations } = require('dynalite/validations') as {
  checkTypes(input: object, types: object): object;
  checkValidations(input: object, validations: object, custom: unknown, store: Store): void;
};

const lowerFirst = (name: string) => name[0]?.toLowerCase() + name.slice(1);
const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems']);
const OPERATIONS = new Set([
  'GetItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'Query',
  'Scan',
  'BatchGetItem',
  'BatchWriteItem',
  'DescribeTable',
]);

export interface TransactItem {
  readonly Put?: Item;
  readonly Update?: Item;
  readonly Delete?: Item;
  readonly ConditionCheck?: Item;
}

export class TableEngine {
  private readonly store: Store;
  private readonly journal: Journal;
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(store: Store, journal: Journal) {
    this.store = store;
    this.journal = journal;
  }

  /** Opens the journal (throws LocalStackError `data_corrupt` when it is damaged) and brings the tables back. */
  static async open(file: string, tables: readonly object[]): Promise<TableEngine> {
    const store = dynalite.create({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
    const engine = new TableEngine(store, new Journal(file));
    for (const table of tables) await engine.run('CreateTable', table);
    const names = new Set(tables.map((table) => (table as { TableName: string }).TableName));
    for (const { table, key, item } of engine.journal.replay()) {
      if (!names.has(table)) continue;
      if (item) await engine.run('PutItem', { TableName: table, Item: item });
      else await engine.run('DeleteItem', { TableName: table, Key: key });
    }
    return engine;
  }

  async execute(operation: string, input: Item): Promise<unknown> {
    if (operation === 'TransactWriteItems')
      return this.exclusively(() => this.transact(input['TransactItems'] as TransactItem[]));
    if (!OPERATIONS.has(operation))
      throw new AwsError('UnknownOperationException', `The local stack does not offer ${operation}.`);
    if (!WRITES.has(operation)) return this.run(operation, input);
    return this.exclusively(async () => {
      const result = await this.run(operation, structuredClone(input));
      await this.journalKeys(await keysOf(operation, input, (name) => this.keyNames(name)));
      return result;
    });
  }

  close(): void {
    this.journal.close();
  }

  /** One write after the other: what a transaction has checked still holds when it writes. */
  private exclusively<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(work, work);
    this.queue = turn.catch(() => {});
    return turn;
  }

  private async run(operation: string, input: object): Promise<unknown> {
    try {
      const data = this.validated(operation, input);
      const action = require(`dynalite/actions/${lowerFirst(operation)}`) as (
        store: Store,
        data: object,
        done: Callback,
      ) => void;
      return await new Promise((resolve, reject) =>
        action(this.store, data, (error, result) => (error ? reject(error) : resolve(result))),
      );
    } catch (error) {
      throw asAwsError(error);
    }
  }

  /** Checked by DynamoDB's rules; expressions are parsed into the result. */
  private validated(operation: string, input: object): object {
    const { types, validations, custom } = require(`dynalite/validations/${lowerFirst(operation)}`) as {
      types: object;
      validations?: object;
      custom?: unknown;
    };
    const data = checkTypes(input, types);
    if (validations || custom) checkValidations(data, validations ?? types, custom, this.store);
    return data;
  }

  /** All conditions first, then all writes (whose conditions still hold: nobody else writes meanwhile), journalled as one line. */
  private async transact(items: readonly TransactItem[]): Promise<object> {
    const steps = items.map((item) => {
      const [kind, input] = Object.entries(item)[0] as [keyof TransactItem, Item];
      return { kind, input };
    });
    const reasons = await Promise.all(steps.map(({ kind, input }) => this.refusal(kind, input)));
    if (reasons.some(Boolean)) {
      const codes = reasons.map((reason) => (reason ? 'ConditionalCheckFailed' : 'None'));
      throw new AwsError(
        'TransactionCanceledException',
        `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
      );
    }
    const changed: Array<{ table: string; key: Item }> = [];
    for (const { kind, input } of steps) {
      if (kind === 'ConditionCheck') continue;
      const operation = `${kind}Item`;
      await this.run(operation, structuredClone(input));
      changed.push(...(await keysOf(operation, input, (name) => this.keyNames(name))));
    }
    await this.journalKeys(changed);
    return {};
  }

  private async refusal(kind: keyof TransactItem, input: Item): Promise<boolean> {
    if (!input['ConditionExpression']) return false;
    const operation = kind === 'ConditionCheck' ? 'DeleteItem' : `${kind}Item`;
    const data = this.validated(operation, structuredClone(input)) as Item;
    const { table, key } = (await keysOf(operation, input, (name) => this.keyNames(name)))[0] as {
      table: string;
      key: Item;
    };
    return Boolean(dynalite.checkConditional(data, await this.read(table, key)));
  }

  private async keyNames(tableName: string): Promise<string[]> {
    const table = await this.table(tableName);
    return table.KeySchema.map(({ AttributeName }) => AttributeName);
  }

  private table(name: string): Promise<{ KeySchema: Array<{ AttributeName: string }> }> {
    return new Promise((resolve, reject) =>
      this.store.getTable(name, (error, table) => (error ? reject(asAwsError(error)) : resolve(table as never))),
    );
  }

  private async read(table: string, key: Item): Promise<Item | undefined> {
    const { Item } = (await this.run('GetItem', { TableName: table, Key: key, ConsistentRead: true })) as {
      Item?: Item;
    };
    return Item;
  }

  /** Journals what now stands under each key. */
  private async journalKeys(keys: ReadonlyArray<{ table: string; key: Item }>): Promise<void> {
    const changes: Change[] = [];
    for (const { table, key } of keys) changes.push({ table, key, item: (await this.read(table, key)) ?? null });
    this.journal.append(changes);
  }
}

async function keysOf(
  operation: string,
  input: Item,
  keyNames: (table: string) => Promise<string[]>,
): Promise<Array<{ table: string; key: Item }>> {
  const pick = async (table: string, item: Item) => ({
    table,
    key: Object.fromEntries((await keyNames(table)).map((name) => [name, item[name]])),
  });
  if (operation === 'BatchWriteItem') {
    const requests = Object.entries(
      input['RequestItems'] as Record<string, Array<Record<string, { Item?: Item; Key?: Item }>>>,
    );
    return Promise.all(
      requests.flatMap(([table, entries]) =>
        entries.map((entry) => pick(table, (entry['PutRequest']?.Item ?? entry['DeleteRequest']?.Key) as Item)),
      ),
    );
  }
  return [await pick(String(input['TableName']), (input['Item'] ?? input['Key']) as Item)];
}

function asAwsError(error: unknown): unknown {
  const { statusCode, body } = error as DynaliteError;
  if (!statusCode || !body) return error;
  return new AwsError(body.__type.split('#').at(-1) as string, body.message ?? body.Message ?? '', statusCode);
}
