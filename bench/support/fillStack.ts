/**
 * Makes a stack large while no host has its data folder open: copies of the rows of one server (itself, its tools and its tokens) under
 * other ids go to the journal of the tables, audit entries of all of them to the row file. Nobody can call a copy, because its bundle is
 * sealed for the server that it was copied from.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROWS_FILE, TABLES_FILE } from '../../local/data/folder.ts';
import { Journal } from '../../local/data/journal.ts';
import { RowFile, type StoredRow } from '../../local/data/rowFile.ts';
import { db, type Item, type TableDescription } from '../../local/twins/dynamodb/dynalite.ts';
import { callEntry } from './fillTrail.ts';

/** How many of each the stack gets beside what it has; tools, tokens and entries in all, spread evenly over the servers. */
export interface Size {
  readonly servers: number;
  readonly tools: number;
  readonly tokens: number;
  readonly entries: number;
}

type Write = readonly [table: string, key: string, item: Item | null];

const KEYS = { servers: ['serverId'], tools: ['serverId', 'toolId'], tokens: ['tokenHash'] } as const;
type Kind = keyof typeof KEYS;

const DAYS = 3;
const DAY = 86_400_000;
const text = (S: string) => ({ S });
const numbered = (prefix: string, n: number) => `${prefix}${String(n).padStart(12, '0')}`;

/** The rows of one kind that a journal leaves, with the name of their table. */
function rowsIn(journal: string, kind: Kind): { readonly table: string; readonly rows: readonly Item[] } {
  const [hash, range] = KEYS[kind] as readonly [string, string?];
  const tables = new Map<string, Map<string, Item>>();
  for (const { w = [] } of Journal.read<{ readonly w?: readonly Write[] }>(journal)) {
    for (const [table, key, item] of w) {
      const rows = tables.get(table) ?? new Map<string, Item>();
      tables.set(table, rows);
      if (item) rows.set(key, item);
      else rows.delete(key);
    }
  }
  const isOfKind = (item: Item) =>
    kind === 'servers' ? 'exposition' in item : hash in item && (range ? range in item : 'hint' in item);
  for (const [table, rows] of tables) {
    const found = [...rows.values()].filter(isOfKind);
    if (found.length > 0) return { table, rows: found };
  }
  throw new Error(`The stack has no ${kind} to copy.`);
}

function keyOf(kind: Kind, item: Item): string {
  const [hash, range] = KEYS[kind] as readonly [string, string?];
  const names = range === undefined ? [hash] : [hash, range];
  return db.createKey(item, {
    KeySchema: names.map((AttributeName, at) => ({ AttributeName, KeyType: at === 0 ? 'HASH' : 'RANGE' })),
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  } as unknown as TableDescription);
}

/** @param state the `state` folder of a stack that has at least one server with a tool and a token, and does not run */
export async function fillStack(state: string, { servers, tools, tokens, entries }: Size): Promise<void> {
  const path = join(state, TABLES_FILE);
  const [server, tool, token] = (['servers', 'tools', 'tokens'] as const).map((kind) => {
    const { table, rows } = rowsIn(path, kind);
    return { kind, table, item: rows[0] as Item };
  }) as [Source, Source, Source];
  const journal = new Journal<{ w: readonly Write[] }>(path, () => {});
  const writeOf = ({ kind, table }: Source, item: Item): Write => [table, keyOf(kind, item), item];
  for (let n = 0; n < servers; n++) {
    const serverId = text(numbered('srv_', n));
    const createdAt = text(new Date(Date.now() - DAY * DAYS - n * 1_000).toISOString());
    const share = (all: number) => Array.from({ length: Math.ceil((all - n) / servers) }, (_, at) => n + at * servers);
    await journal.append({
      w: [
        writeOf(server, { ...server.item, serverId, createdAt, name: text(`API ${n}`) }),
        ...share(tools).map((at) => writeOf(tool, { ...tool.item, serverId, toolId: text(numbered('tool_', at)) })),
        ...share(tokens).map((at) =>
          writeOf(token, {
            ...token.item,
            serverId,
            tokenId: text(numbered('tok_', at)),
            tokenHash: text(at.toString(16).padStart(64, '0')),
          }),
        ),
      ],
    });
  }
  await journal.close();
  const { AuditTable } = JSON.parse(readFileSync(join(state, 'outputs.json'), 'utf8')) as { AuditTable: string };
  const file = new RowFile(join(state, ROWS_FILE), [AuditTable]);
  const step = (DAYS * DAY) / entries;
  for (let from = 0; from < entries; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, entries - from) }, (_, at): StoredRow => {
      const n = from + at;
      return callEntry(numbered('srv_', n % servers), Math.floor(Date.now() - n * step), n);
    });
    file.put(AuditTable, rows);
  }
  file.close();
}

const BATCH = 50_000;

interface Source {
  readonly kind: Kind;
  readonly table: string;
  readonly item: Item;
}
