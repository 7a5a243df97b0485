/**
 * Reads finished calls of one server in a time range from the audit table, for statistics: newest first, without arguments and pointers.
 * Entry ids begin with their time, so nothing outside the range is read.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { encodeTime } from 'ulid';
import { serverDay } from '../core/audit/entry.ts';
import { partitionsOf } from '../core/audit/spread.ts';
import type { CallFigures, KindCount } from '../core/audit/stats.ts';
import { isoNow } from '../core/lib/ids.ts';
import type { RuleCount } from '../core/model/governance/report.ts';
import { spreadDays } from './auditSpread.ts';
import { requireEnvironment } from './lib/environment.ts';
import { documents } from './services/clients.ts';

const DAY = 86_400_000;

/** A page of finished calls, newest first, and how far back it reaches. */
export interface CallPage {
  readonly calls: readonly CallFigures[];
  /** Number of entries that were read, calls or not. */
  readonly read: number;
  /** Everything from this time to the end of the range has been read. */
  readonly since: number;
}

/** `from` (inclusive) and `to` (exclusive) are epoch milliseconds. */
export async function* readCalls(serverId: string, from: number, to: number): AsyncGenerator<CallPage> {
  const spreadOn = spreadDays();
  for (let day = Math.floor((to - 1) / DAY) * DAY; day + DAY > from; day -= DAY) {
    const key = serverDay(serverId, isoNow(day));
    const isSpread = await spreadOn(isoNow(day));
    const parts = partitionsOf(key, isSpread(key)).map((partition) => readPart(partition, { day, from, to }));
    if (parts.length === 1) yield* parts[0] as AsyncGenerator<CallPage>;
    else yield* merged(parts, day + DAY);
  }
}

interface Range {
  /** Beginning of the day. */
  readonly day: number;
  readonly from: number;
  readonly to: number;
}

/** A page of one partition, with the id of each call's entry. */
interface PartPage extends CallPage {
  readonly ids: readonly string[];
}

/** The pages of one partition. */
async function* readPart(partition: string, { day, from, to }: Range): AsyncGenerator<PartPage> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documents().send(
      new QueryCommand({
        TableName: requireEnvironment('TABLE_AUDIT'),
        KeyConditionExpression: 'serverDay = :day AND entryId BETWEEN :first AND :last',
        FilterExpression: 'kind = :call',
        ProjectionExpression:
          'entryId, serverId, #at, tool, tokenId, tokenLabel, client, person, personName, outcome, errorCode, durationMs, redactedFields, redactedBy, truncations, bytesIn, bytesOut',
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: {
          ':day': partition,
          ':call': 'call',
          ':first': encodeTime(Math.max(from, day)),
          // `~` sorts after every id of the last millisecond: ids are longer and never contain it. At the end of a day, everything of
          // the day is included.
          ':last': to < day + DAY ? `${encodeTime(to - 1)}~` : '~',
        },
        ScanIndexForward: false,
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    start = page.LastEvaluatedKey;
    const items = page.Items ?? [];
    const calls = items.map((item) => figuresOf(item, day + DAY - 1));
    const last = start?.['entryId'] as string | undefined;
    yield {
      calls,
      ids: items.map(({ entryId }) => entryId as string),
      read: page.ScannedCount ?? calls.length,
      since: last ? Math.min(timeOf(last) + 1, day + DAY) : Math.max(from, day),
    };
  } while (start);
}

/** The pages of several partitions as those of one. One write may have reached two of them: the ids are the same. */
async function* merged(parts: readonly AsyncGenerator<PartPage>[], end: number): AsyncGenerator<CallPage> {
  const reading = parts.map((pages) => ({ pages, since: end, isDone: false }));
  let waiting: { readonly id: string; readonly call: CallFigures }[] = [];
  let since = end;
  for (;;) {
    const behind = reading.filter(({ isDone, since: reached }) => !isDone && reached >= since);
    if (behind.length === 0) return;
    let read = 0;
    await Promise.all(
      behind.map(async (part) => {
        const { value, done } = await part.pages.next();
        if (done) part.isDone = true;
        else {
          waiting.push(...value.calls.map((call, at) => ({ id: value.ids[at] as string, call })));
          read += value.read;
          part.since = value.since;
        }
      }),
    );
    since = Math.max(...reading.map((part) => part.since));
    const ready = waiting
      .filter(({ call }) => call.idAt >= since)
      .sort((one, other) => other.call.idAt - one.call.idAt);
    waiting = waiting.filter(({ call }) => call.idAt < since);
    yield { calls: [...new Map(ready.map(({ id, call }) => [id, call])).values()], read, since };
  }
}

/** Hundreds of thousands of calls are held in memory, with few different tools, tokens and clients: what is equal is shared. */
const REPEATED = ['serverId', 'tool', 'tokenId', 'tokenLabel', 'client', 'person', 'personName', 'errorCode'] as const;
const MOST_SHARED = 10_000;
const texts = new Map<string, string>();
const kinds = new Map<string, readonly KindCount[]>();

function once<Value>(shared: Map<string, Value>, key: string, make: () => Value): Value {
  const known = shared.get(key);
  if (known !== undefined) return known;
  if (shared.size >= MOST_SHARED) shared.clear();
  const made = make();
  shared.set(key, made);
  return made;
}

function figuresOf(item: Record<string, unknown>, latest: number): CallFigures {
  const { entryId, truncations, redactedBy, at, ...rest } = item;
  for (const name of REPEATED) {
    const text = rest[name];
    if (typeof text === 'string') rest[name] = once(texts, text, () => text);
  }
  const redactedKinds = kindsOf((redactedBy ?? []) as readonly RuleCount[]);
  const figures = {
    ...rest,
    truncations: (truncations as unknown[]).length,
    at: Date.parse(at as string),
    ...(redactedKinds.length > 0 && { redactedKinds }),
  };
  return { ...figures, idAt: Math.min(timeOf(entryId as string), latest) } as CallFigures;
}

/** Several rules may redact one kind. */
function kindsOf(rules: readonly RuleCount[]): readonly KindCount[] {
  const counts = new Map<string, number>();
  for (const { type, count } of rules) counts.set(type, (counts.get(type) ?? 0) + count);
  const key = [...counts].flat().join(' ');
  return once(kinds, key, () => [...counts].map(([kind, count]) => ({ kind, count })));
}

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeOf = (id: string): number => [...id.slice(0, 10)].reduce((time, each) => time * 32 + BASE32.indexOf(each), 0);
