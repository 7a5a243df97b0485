/**
 * An append-only file of changes, one JSON line per write or transaction, appended before the write is answered. A kill can
 * cut the last line, which then never was answered and is dropped; any other damage is reported, never skipped.
 * Rewritten at start to what the tables hold.
 */
import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { LocalStackError } from '../../errors.ts';

export interface Change {
  readonly table: string;
  readonly key: Record<string, unknown>;
  /** What stands there now; null when it was deleted. */
  readonly item: Record<string, unknown> | null;
}

export class Journal {
  private readonly file: string;
  private fd: number | undefined;

  constructor(file: string) {
    this.file = file;
  }

  /** The last change of every key; compacts the file and opens it for appending. */
  replay(): Change[] {
    const latest = new Map<string, Change>();
    for (const changes of this.lines()) {
      for (const change of changes) latest.set(JSON.stringify([change.table, change.key]), change);
    }
    const kept = [...latest.values()].filter(({ item }) => item !== null);
    const temporary = `${this.file}.new`;
    writeFileSync(temporary, kept.map((change) => `${JSON.stringify([change])}\n`).join(''), { mode: 0o600 });
    renameSync(temporary, this.file);
    this.fd = openSync(this.file, 'a', 0o600);
    return kept;
  }

  append(changes: readonly Change[]): void {
    if (this.fd !== undefined && changes.length > 0) writeSync(this.fd, `${JSON.stringify(changes)}\n`);
  }

  close(): void {
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
  }

  private lines(): Change[][] {
    if (!existsSync(this.file)) return [];
    const lines = readFileSync(this.file, 'utf8').split('\n');
    // The text after the last line break is a write that was cut by a kill: it was never answered.
    lines.pop();
    return lines.map((line, index) => {
      try {
        const changes = JSON.parse(line) as Change[];
        if (!Array.isArray(changes) || changes.some((change) => typeof change.table !== 'string'))
          throw new TypeError('no change');
        return changes;
      } catch {
        throw new LocalStackError(
          'data_corrupt',
          `${this.file} is damaged at line ${index + 1}. Restore it from a backup, or start with another folder (--data <folder>); nothing was changed.`,
        );
      }
    });
  }
}
