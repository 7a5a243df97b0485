/**
 * Rows of append-only tables in an SQLite file, read by key and by range without being loaded. Rows are on the disk when `put` returns
 * (called by rowWriter.ts or a migration). There is no write-ahead log: the tables' journal has every row until it is here.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { PortcullisError } from '../../core/lib/errors.ts';

/** A key and its row's JSON; null: deleted. */
export type StoredRow = readonly [key: string, text: string | null];

/** A range of keys, and the direction. */
export interface Bounds {
  readonly gt?: string;
  readonly gte?: string;
  readonly lt?: string;
  readonly lte?: string;
  readonly reverse?: boolean;
}

/** Page size: room for several audit entries. */
const PAGE_BYTES = 16_384;
const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** The open file. */
export class RowFile {
  private readonly database: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();

  /** Throws PortcullisError `data_corrupt`. */
  constructor(path: string, tables: readonly string[], { readOnly = false } = {}) {
    try {
      this.database = new DatabaseSync(path, { readOnly, timeout: 10_000 });
      if (readOnly) return;
      this.database.exec(`PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`);
      for (const table of tables) {
        this.database.exec(
          `CREATE TABLE IF NOT EXISTS "${table}" (key TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID`,
        );
      }
    } catch (cause) {
      throw new PortcullisError(
        'data_corrupt',
        `${path} is damaged (${(cause as Error).message}). Nothing was changed. Put back a copy of its folder, or start with another one (--data <folder>).`,
        { cause },
      );
    }
  }

  get(table: string, key: string): string | undefined {
    const row = this.statement(`SELECT text FROM "${table}" WHERE key = ?`).get(key);
    return row?.['text'] as string | undefined;
  }

  /** At most `most` rows within bounds, in order. */
  page(table: string, { reverse = false, ...bounds }: Bounds, most: number): Array<readonly [string, string]> {
    const given = (Object.keys(COMPARISONS) as Array<keyof typeof COMPARISONS>).filter(
      (name) => bounds[name] !== undefined,
    );
    const where = given.map((name) => `key ${COMPARISONS[name]} ?`).join(' AND ');
    const found = this.statement(
      `SELECT key, text FROM "${table}" ${where && `WHERE ${where}`} ORDER BY key ${reverse ? 'DESC' : 'ASC'} LIMIT ?`,
    ).all(...given.map((name) => bounds[name] as string), most);
    return found.map(({ key, text }) => [key as string, text as string]);
  }

  /** Writes all rows or none; they are on the disk when it returns. */
  put(table: string, rows: Iterable<StoredRow>): void {
    const put = this.statement(`INSERT OR REPLACE INTO "${table}" VALUES (?, ?)`);
    const remove = this.statement(`DELETE FROM "${table}" WHERE key = ?`);
    this.database.exec('BEGIN IMMEDIATE');
    try {
      for (const [key, text] of rows) {
        if (text === null) remove.run(key);
        else put.run(key, text);
      }
      this.database.exec('COMMIT');
    } catch (error) {
      this.database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Closes the file. If nobody else has it open, everything is in the one file then. */
  close(): void {
    this.statements.clear();
    this.database.close();
  }

  private statement(text: string): StatementSync {
    let statement = this.statements.get(text);
    if (!statement) {
      statement = this.database.prepare(text);
      this.statements.set(text, statement);
    }
    return statement;
  }
}
