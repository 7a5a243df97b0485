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
    for (const index of indexesOf(table)) {
      const rows = this.of(name, index.IndexName);
      const was = before && keyIn(index, before, table);
      const key = after && keyIn(index, after, table);
      if (was && was !== key) rows?.delete(was);
      if (key && after) rows?.set(key, JSON.stringify(projected(index, after, table)));
    }
  }
}

/** The key of an item in the index; undefined where it lacks one of the index's attributes, and is not in it. */
const keyIn = ({ KeySchema }: IndexDescription, item: Item, table: TableDescription): string | undefined =>
  KeySchema.every(({ AttributeName }) => item[AttributeName] !== undefined)
    ? db.createIndexKey(item, table, KeySchema)
    : undefined;

/** The attributes of an item that the index has. */
function projected({ KeySchema, Projection }: IndexDescription, item: Item, table: TableDescription): Item {
  if (Projection.ProjectionType === 'ALL') return item;
  const keys = [...KeySchema, ...table.KeySchema].map(({ AttributeName }) => AttributeName);
  const names = [...keys, ...(Projection.NonKeyAttributes ?? [])];
  return Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));
}

const indexesOf = (table: TableDescription): readonly IndexDescription[] => [
  ...(table.LocalSecondaryIndexes ?? []),
  ...(table.GlobalSecondaryIndexes ?? []),
];
