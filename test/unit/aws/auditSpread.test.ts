/**
 * The trail of a server with more calls than a partition takes: the tables are the twin's, and a partition refuses what comes after its
 * first entries, as DynamoDB does.
 */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { writeAudit } from '../../../aws/audit.ts';
import { readCalls } from '../../../aws/auditCalls.ts';
import { findEntry, queryAudit } from '../../../aws/auditTrail.ts';
import { documents } from '../../../aws/services/clients.ts';
import { type AuditEntry, entryOnce } from '../../../core/audit/entry.ts';
import { SPREAD_PARTITIONS } from '../../../core/audit/spread.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { directAws, fault, passedOn } from '../../support/directAws.ts';
import { startTables } from '../../support/tables.ts';

const tables = await startTables({ audit: ['serverDay', 'entryId'] }, {});
Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ENDPOINT_URL_DYNAMODB: tables.url, TABLE_AUDIT: 'audit' });
const aws = directAws();
afterAll(() => tables.close());

/** Entries that each partition takes; none refuses once it is unset. */
let most: number | undefined;
const taken = new Map<string, number>();

beforeEach(async () => {
  await tables.empty();
  taken.clear();
  aws.on('PutItem', (input) => {
    const partition = (input['Item'] as { serverDay: { S: string } }).serverDay.S;
    const before = taken.get(partition) ?? 0;
    if (most !== undefined && before >= most) throw fault('ProvisionedThroughputExceededException');
    taken.set(partition, before + 1);
    return passedOn(tables.url, 'PutItem', input);
  });
});

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
let calls = 0;
const callAt = (serverId: string, at: number): AuditEntry =>
  entryOnce(
    {
      kind: 'call',
      serverId,
      tool: 'getGauge',
      outcome: 'ok',
      durationMs: 7,
      redactedFields: 0,
      truncations: [],
      bytesIn: 1,
      bytesOut: 1,
    } as unknown as AuditEntry,
    isoNow(at),
    String(calls++).padStart(16, '0'),
  );

/** Writes so many calls, a second each, and resolves to them. */
async function written(serverId: string, length: number): Promise<AuditEntry[]> {
  const entries = Array.from({ length }, (_, at) => callAt(serverId, NOON + at * 1_000));
  for (const entry of entries) await writeAudit(entry);
  return entries;
}

const range = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T23:00:00.000Z' };
const idsOf = (entries: readonly { readonly entryId: string }[]) => entries.map(({ entryId }) => entryId);

async function pages(serverIds: readonly string[], order: 'newest' | 'oldest'): Promise<AuditEntry[]> {
  const trails = serverIds.map((serverId) => ({ serverId }));
  const found: AuditEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await queryAudit({ trails, filters: range, order, limit: 30, ...(cursor && { cursor }) });
    found.push(...page.entries);
    cursor = page.cursor;
  } while (cursor);
  return found;
}

test('loses nothing and keeps its order, in pages, figures and single entries', async () => {
  most = 40;
  const busy = await written('srv_busy', 200);
  const quiet = await written('srv_quiet', 3);

  const partitions = [...taken.keys()].filter((key) => key.startsWith('srv_busy#'));
  const newest = await pages(['srv_busy'], 'newest');
  const all = await pages(['srv_quiet', 'srv_busy'], 'oldest');
  const figures: number[] = [];
  const reached: number[] = [];
  for await (const { calls, since } of readCalls('srv_busy', Date.parse(range.from), Date.parse(range.to))) {
    figures.push(...calls.map(({ idAt }) => idAt));
    // Nothing that is given later belongs to what was said to be complete.
    for (const { idAt } of calls) expect(idAt).toBeLessThan(reached.at(-1) ?? Number.POSITIVE_INFINITY);
    reached.push(since);
  }
  const found: Array<AuditEntry | undefined> = [];
  for (const { entryId } of busy.slice(-20)) found.push(await findEntry('srv_busy', entryId));

  expect(partitions.length).toBeGreaterThan(4);
  expect(partitions.length).toBeLessThanOrEqual(SPREAD_PARTITIONS);
  expect(idsOf(newest)).toEqual(idsOf(busy).reverse());
  expect(idsOf(all)).toEqual(idsOf([...busy, ...quiet]).sort());
  expect(figures).toEqual(busy.map(({ at }) => Date.parse(at)).reverse());
  expect(found.map((entry) => entry?.entryId)).toEqual(idsOf(busy.slice(-20)));
});

test('marks a day once, before anything stands where no reader looks', async () => {
  most = 1;
  const first = callAt('srv_marked', NOON);
  await writeAudit(first);
  aws.reset();
  const order: string[] = [];
  aws.on('PutItem', (input) => {
    const partition = (input['Item'] as { serverDay: { S: string } }).serverDay.S;
    order.push(partition);
    if (partition === first.serverDay && order.length <= 2) throw fault('ThrottlingException');
    return passedOn(tables.url, 'PutItem', input);
  });

  await Promise.all([1, 2].map((at) => writeAudit(callAt('srv_marked', NOON + at))));

  const { Items = [] } = await documents().send(new ScanCommand({ TableName: 'audit' }));
  const marks = Items.filter(({ serverDay }) => serverDay === 'spread#2026-11');
  expect(marks).toEqual([
    expect.objectContaining({ kind: 'management', action: 'audit.spread', serverId: 'srv_marked' }),
  ]);
  expect(order.indexOf('spread#2026-11')).toBeLessThan(
    order.findIndex((key, at) => at >= 2 && key.startsWith('srv_marked#')),
  );
  expect(await pages(['srv_marked'], 'newest')).toHaveLength(3);
});

test('shows an entry once that reached two partitions', async () => {
  most = 1;
  await written('srv_twice', 2);
  const entry = callAt('srv_twice', NOON + 9_000);
  most = undefined;
  // As after an answer that was lost, when the repetition is refused.
  for (const part of ['', '#3']) {
    const Item = marshall({ ...entry, serverDay: `${entry.serverDay}${part}` });
    await passedOn(tables.url, 'PutItem', { TableName: 'audit', Item });
  }

  for (const order of ['oldest', 'newest'] as const) expect(await pages(['srv_twice'], order)).toHaveLength(3);
  let counted = 0;
  for await (const { calls } of readCalls('srv_twice', Date.parse(range.from), Date.parse(range.to)))
    counted += calls.length;
  expect(counted).toBe(3);
  expect(await findEntry('srv_twice', entry.entryId)).toMatchObject({ entryId: entry.entryId });
});

test('fails where no partition takes it, and where the table refuses for another reason', async () => {
  most = 0;
  await expect(writeAudit(callAt('srv_denied', NOON))).rejects.toThrow('ProvisionedThroughputExceededException');

  aws.reset();
  aws.on('PutItem', () => {
    throw fault('AccessDeniedException');
  });
  await expect(writeAudit(callAt('srv_denied', NOON))).rejects.toThrow('AccessDeniedException');
  expect(aws.calls('PutItem')).toHaveLength(1);
});
