/** Secondary indexes of the tables, derived from the rows: built at a start, and updated with each commit. */
import { db, type IndexDescription, type Item, type TableDescription } from './dynalite.ts';
import { Rows } from './rows.ts';

/** The indexes of all tables. */
export class Indexes {
  private readonly tables: ReadonlyMap<string, TableDescription>;
  private readonly rows = new Map<string, Rows>();

  constructor(tables: readonly TableDescription[], all: (table: string) => Iterable<readonly [string, Item]>) {
    this.tables = new Map(
      tables.filter((table) => indexesOf(table).length > 0).map((table) => [table.TableName, table]),
    );
    for (const [name, table] of this.tables) {
      for (const { IndexName } of indexesOf(table)) {
        const rows = new Rows();
        rows.load();
        this.rows.set(`${name}/${IndexName}`, rows);
      }
      for (const [, item] of all(name)) this.change(name, null, item);
    }
  }

  /** Whether a table has any. */
  has(table: string): boolean {
    return this.tables.has(table);
  }

  of(table: string, index: string): Rows | undefined {
    return this.rows.get(`${table}/${index}`);
  }

  change(name: string, before: Item | null, after: Item | null): void {
    const table = this.tables.get(name);
    if (!table) return;
    const { puts, deletes } = db.getIndexActions(indexesOf(table), before, after, table);
    for (const { index, key } of deletes) this.of(name, index)?.delete(key);
    for (const { index, key, item } of puts) this.of(name, index)?.set(key, JSON.stringify(item));
  }
}

const indexesOf = (table: TableDescription): readonly IndexDescription[] => [
  ...(table.LocalSecondaryIndexes ?? []),
  ...(table.GlobalSecondaryIndexes ?? []),
];
