/** Which days of servers are spread over several partitions of the audit table (core/audit/spread.ts), for those who read it. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { serverDay } from '../core/audit/entry.ts';
import { marksOf } from '../core/audit/spread.ts';
import { requireEnvironment } from './lib/environment.ts';
import { documents } from './services/clients.ts';

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
  const found = new Set<string>();
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documents().send(
      new QueryCommand({
        TableName: requireEnvironment('TABLE_AUDIT'),
        KeyConditionExpression: 'serverDay = :day',
        ProjectionExpression: 'serverId, #at',
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: { ':day': marks },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    for (const { serverId, at } of (page.Items ?? []) as { serverId: string; at: string }[]) {
      found.add(serverDay(serverId, at));
    }
    start = page.LastEvaluatedKey;
  } while (start);
  return found;
}
