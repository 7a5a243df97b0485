/** Writes a long audit log to disk, in the local stack's own row file, while no host has it open. */

import { RowFile, type StoredRow } from '../../local/data/rowFile.ts';
import { db, type Item, type TableDescription } from '../../local/twins/dynamodb/dynalite.ts';

const BATCH = 50_000;
const DAY = 86_400_000;
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Entries per day: about three hundred per second for an hour. */
const A_DAY = 1_000_000;

const TRAIL = {
  KeySchema: [
    { AttributeName: 'serverDay', KeyType: 'HASH' },
    { AttributeName: 'entryId', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: ['serverDay', 'entryId'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
} as unknown as TableDescription;

/** Writes `count` calls of a server, the newest from yesterday. */
export function fillTrail(path: string, table: string, serverId: string, count: number): void {
  const file = new RowFile(path, [table]);
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => rowOf(serverId, from + n));
    file.put(table, rows);
  }
  file.close();
}

const rowOf = (serverId: string, n: number): StoredRow =>
  callEntry(serverId, Date.now() - DAY * (1 + Math.floor(n / A_DAY)) + (n % A_DAY), n);

/** The row of a call at `time` (milliseconds since 1970); `n` makes its id unique. */
export function callEntry(serverId: string, time: number, n: number): StoredRow {
  const at = new Date(time).toISOString();
  const entryId = `${base32(time, 10)}${base32(n, 16)}`;
  const text = (S: string) => ({ S });
  const item: Item = {
    serverDay: text(`${serverId}#${at.slice(0, 10)}`),
    entryId: text(entryId),
    at: text(at),
    serverId: text(serverId),
    kind: text('call'),
    callId: text(entryId),
    tool: text('getThing'),
    tokenId: text('tok_01ARZ3NDEKTSV4RRFFQ69G5FAV'),
    tokenLabel: text('filled'),
    method: text('tools/call'),
    class: text('read'),
    outcome: text('ok'),
    bytesIn: { N: '512' },
    bytesOut: { N: '480' },
    redactedFields: { N: '1' },
    redactedPointers: { L: [text('/name')] },
    truncations: { L: [] },
    arguments: text('{"id":7}'),
    argumentsSha256: text('0'.repeat(64)),
    answerSha256: text('f'.repeat(64)),
    status: { N: '200' },
    durationMs: { N: '12' },
  };
  return [db.createKey(item, TRAIL), JSON.stringify(item)];
}

function base32(number: number, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest = Math.floor(rest / 32)) text = `${DIGITS[rest % 32]}${text}`;
  return text;
}
