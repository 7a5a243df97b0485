/**
 * Reads a data folder from the disk, whether a host runs on it or not: objects, rows and public keys, for `portcullis audit verify`.
 * Nothing is opened for writing or repaired; what a running host has not completely written is left out.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PortcullisError } from '../core/lib/errors.ts';
import { KEYS_FILE, MARKER, OUTPUTS_FILE, ROWS_FILE, TABLES_FILE } from './data/folder.ts';
import { Journal } from './data/journal.ts';
import { RowFile } from './data/rowFile.ts';
import { keysOf, type Stored } from './stack/kms-keys.ts';
import { Unread } from './twins/dynamodb/unread.ts';
import { bodyName, INDEX, OBJECTS } from './twins/s3/store.ts';
import { type Entry, Versions } from './twins/s3/versions.ts';

/** A bucket's objects. */
export interface OfflineBucket {
  /** Ordered by key, including objects hidden by a delete marker. */
  list(prefix: string): Array<{ readonly key: string; readonly isHidden: boolean; readonly versions: number }>;
  read(key: string): Promise<Uint8Array | undefined>;
}

/** An item in DynamoDB's JSON. */
type Item = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A row of a table. */
export interface OfflineRow {
  readonly item: Item;
  /** Whether the reader of the table's stream has not got the row's last change yet. */
  readonly isWaiting: boolean;
}

/** A data folder without a host. */
export interface OfflineStack {
  /** The stack's outputs, by name. */
  readonly outputs: Readonly<Record<string, string>>;
  bucket(name: string): OfflineBucket;
  rows(table: string): Iterable<OfflineRow>;
  /** By its ARN; undefined for an unknown key. */
  publicKey(arn: string): KeyObject | undefined;
}

const PAGE = 500;

/** Whether a host has made this folder. */
export const isDataFolder = (folder: string): boolean => existsSync(join(folder, MARKER));

/** Throws PortcullisError `data_corrupt`. */
export function openOffline(folder: string): OfflineStack {
  const read = <T>(name: string): T => {
    try {
      return JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
    } catch (cause) {
      throw new PortcullisError('data_corrupt', `${join(folder, name)} is missing or damaged.`, { cause });
    }
  };
  return {
    outputs: existsSync(join(folder, OUTPUTS_FILE)) ? read(OUTPUTS_FILE) : {},
    bucket: (name) => openBucket(join(folder, 's3', name)),
    rows: (table) => rowsIn(folder, table),
    publicKey(arn) {
      const region = arn.split(':')[3] ?? '';
      const keys = keysOf(read<Record<string, Stored>>(KEYS_FILE), region);
      const key = [...keys.values()].find((each) => each.arn === arn);
      return key && createPublicKey(key.material);
    },
  };
}

function openBucket(folder: string): OfflineBucket {
  const versions = new Versions();
  Journal.replay<Entry>(join(folder, INDEX), (entry) => versions.apply(entry));
  return {
    list: (prefix) =>
      versions.keys(prefix).map((key) => ({
        key,
        isHidden: versions.of(key).at(-1)?.isMarker === true,
        versions: versions.of(key).filter(({ isMarker }) => !isMarker).length,
      })),
    async read(key) {
      const version = versions.find(key);
      if (!version) return undefined;
      // A body that was removed from the disk counts as deleted.
      return readFile(join(folder, OBJECTS, bodyName(key, version.id))).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
    },
  };
}

interface Logged {
  readonly w?: ReadonlyArray<readonly [string, string, Item | null]>;
  readonly h?: ReadonlyArray<readonly [string, string, Item]>;
  readonly read?: readonly [table: string, count: number];
}

/** Rows of the journal, then those of the row file; read on demand, so that they are not older than what was read before. */
function* rowsIn(folder: string, table: string): Iterable<OfflineRow> {
  const rows = new Map<string, Item | null>();
  const unread = new Unread([]);
  Journal.replay<Logged>(join(folder, TABLES_FILE), ({ w = [], h = [], read }) => {
    for (const [name, key, item] of h) if (name === table) rows.set(key, item);
    for (const [name, key, item] of w) {
      if (name !== table) continue;
      unread.note(key, textOf(rows.get(key)), textOf(item), item ?? {});
      rows.set(key, item);
    }
    if (read?.[0] === table) unread.advance(read[1]);
  });
  const waiting = new Set(unread.pending.map(({ key }) => key));
  for (const [key, item] of rows) if (item) yield { item, isWaiting: waiting.has(key) };
  if (!existsSync(join(folder, ROWS_FILE))) return;
  const file = new RowFile(join(folder, ROWS_FILE), [], { readOnly: true });
  try {
    for (let page = file.page(table, {}, PAGE); page.length > 0; ) {
      for (const [key, text] of page) if (!rows.has(key)) yield { item: JSON.parse(text), isWaiting: false };
      page = file.page(table, { gt: (page.at(-1) as readonly [string, string])[0] }, PAGE);
    }
  } finally {
    file.close();
  }
}

const textOf = (item: Item | null | undefined): string | undefined => (item ? JSON.stringify(item) : undefined);
