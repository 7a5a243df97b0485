/** Which days of servers are spread over several partitions of the audit table (core/audit/spread.ts), for those who read it. */
import { serverDay } from '../core/audit/entry.ts';
import { marksOf } from '../core/audit/spread.ts';
import { requireEnvironment } from './lib/environment.ts';
import { queryAll } from './tables/query.ts';

/** Whether the day with this key is spread. */
export type IsSpread = (serverDay: string) => boolean;

/** Readings that are under way, by month: figures of hundreds of servers ask once. */
const underWay = new Map<string, Promise<ReadonlySet<string>>>();

/**
 * For a reader that goes through days, in any order: each month is looked up once.
 * @returns for a time (ISO 8601), what is known of the days of its month
 */
export function spreadDays(): (at: string) => Promise<IsSpread> {
  const read = new Map<string, ReadonlySet<string>>();
  return async (at) => {
    const marks = marksOf(at);
    const found = read.get(marks) ?? (await joined(marks));
    read.set(marks, found);
    return (day) => found.has(day);
  };
}

function joined(marks: string): Promise<ReadonlySet<string>> {
  const known = underWay.get(marks);
  if (known) return known;
  const reading = readMarks(marks).finally(() => underWay.delete(marks));
  underWay.set(marks, reading);
  return reading;
}

async function readMarks(marks: string): Promise<ReadonlySet<string>> {
  const rows = await queryAll<{ serverId: string; at: string }>({
    TableName: requireEnvironment('TABLE_AUDIT'),
    KeyConditionExpression: 'serverDay = :day',
    ProjectionExpression: 'serverId, #at',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':day': marks },
    ConsistentRead: true,
  });
  return new Set(rows.map(({ serverId, at }) => serverDay(serverId, at)));
}
