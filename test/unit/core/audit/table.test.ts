import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { recordManagementAction, writeAudit } from '../../../../aws/audit.ts';
import { queryAudit } from '../../../../aws/auditTrail.ts';
import { type AuditEntry, newEntry } from '../../../../core/audit/entry.ts';
import { directAws, fault } from '../../../support/directAws.ts';

process.env['TABLE_AUDIT'] = 'audit';
process.env['AWS_REGION'] = 'eu-central-1';
const dynamo = mockClient(DynamoDBDocumentClient);
const aws = directAws();
beforeEach(() => {
  dynamo.reset();
  aws.reset();
});

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const entryAt = (at: number): AuditEntry =>
  newEntry({ kind: 'management', serverId: 'srv_1', actor: 'a', action: 'x', detail: {} }, at);

/** Answers queries from memory, two entries a page. */
function tableOf(entries: readonly AuditEntry[]) {
  dynamo.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values, ScanIndexForward: isForward }) => {
    const { ':day': day, ':past': past, ...unknown } = values;
    // A value that is passed over here would give the same rows for ever.
    if (Object.keys(unknown).length > 0)
      throw new Error(`The table of this test does not know ${Object.keys(unknown)}`);
    const isRest = ({ entryId }: AuditEntry) => !past || (isForward ? entryId > past : entryId < past);
    const found = entries
      .filter((entry) => entry.serverDay === day && isRest(entry))
      .sort((a, b) => (a.entryId < b.entryId === isForward ? -1 : 1));
    return { Items: found.slice(0, 2), LastEvaluatedKey: found.length > 2 ? {} : undefined };
  });
}

/** The partitions that were asked for, without that of the marks of spread days. */
const partitionsAsked = () =>
  dynamo
    .commandCalls(QueryCommand)
    .map(({ args }) => String(args[0].input.ExpressionAttributeValues?.[':day']))
    .filter((key) => !key.startsWith('spread#'));

describe('writing', () => {
  test('only ever puts, and only where nothing stands', async () => {
    aws.on('PutItem', () => ({}));

    await recordManagementAction({
      actor: { id: 'user-1', name: 'ann' },
      action: 'settings.change',
      detail: { pii: true },
    });

    const [put, ...more] = aws.calls('PutItem');
    expect(put).toMatchObject({ TableName: 'audit', ConditionExpression: 'attribute_not_exists(serverDay)' });
    expect(unmarshall(put?.['Item'] as never)).toMatchObject({
      serverId: 'portcullis',
      kind: 'management',
      actor: 'user-1',
      actorName: 'ann',
      action: 'settings.change',
      detail: { pii: true },
    });
    expect([more, dynamo.calls()]).toEqual([[], []]);
  });

  test('takes a repeated write of the same entry as done, and any other failure as one', async () => {
    aws.on('PutItem', () => {
      throw fault('ConditionalCheckFailedException');
    });
    await expect(writeAudit(entryAt(NOW))).resolves.toBeUndefined();

    aws.on('PutItem', () => {
      throw fault('ResourceNotFoundException');
    });
    await expect(writeAudit(entryAt(NOW))).rejects.toThrow('ResourceNotFoundException');
  });
});

describe('reading', () => {
  const filters = { from: '2026-11-10T00:00:00.000Z', to: '2026-11-21T12:00:00.000Z' };
  // Oldest first, as they would be written: ids follow the order of writing.
  const entries = [5 * DAY, DAY + 1, DAY, 3, 2, 1, 0].map((age) => entryAt(NOW - age));
  const newestFirst = entries.map(({ at }) => at).reverse();

  test('walks the days backwards, newest first', async () => {
    tableOf(entries);

    const page = await queryAudit({ trails: [{ serverId: 'srv_1' }], filters });

    expect(page.entries.map(({ at }) => at)).toEqual(newestFirst);
    expect(page.cursor).toBeUndefined();
  });

  test('gives every entry once over pages of any size', async () => {
    tableOf(entries);
    for (const limit of [1, 2, 3, 5]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await queryAudit({ trails: [{ serverId: 'srv_1' }], filters, limit, cursor });
        expect(page.entries.length).toBeLessThanOrEqual(limit);
        seen.push(...page.entries.map(({ at }) => at));
        cursor = page.cursor;
      } while (cursor);

      expect(seen).toEqual(newestFirst);
    }
  });

  test('walks the days forwards, oldest first, over pages of any size', async () => {
    tableOf(entries);
    for (const limit of [1, 2, 3, 100]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await queryAudit({ trails: [{ serverId: 'srv_1' }], filters, order: 'oldest', limit, cursor });
        seen.push(...page.entries.map(({ at }) => at));
        cursor = page.cursor;
      } while (cursor);

      expect(seen).toEqual([...newestFirst].reverse());
    }
  });

  test('hands out a cursor instead of walking a long empty time in one go', async () => {
    tableOf([]);

    const page = await queryAudit({
      trails: [{ serverId: 'srv_1' }],
      filters: { ...filters, from: '2026-01-01T00:00:00.000Z' },
    });

    expect(page.entries).toEqual([]);
    expect(page.cursor).toBeDefined();
    expect(partitionsAsked()).toHaveLength(40);
  });

  test.each(['x', 'bm9uc2Vuc2U', Buffer.from('2026-11-21/short').toString('base64url')])(
    'refuses the cursor %s',
    async (cursor) => {
      await expect(queryAudit({ trails: [{ serverId: 'srv_1' }], cursor })).rejects.toMatchObject({
        code: 'invalid_request',
      });
    },
  );

  describe('many trails as one', () => {
    const of = (serverId: string, age: number) =>
      newEntry({ kind: 'management', serverId, actor: 'a', action: 'x', detail: {} }, NOW - age);
    // Oldest first. Two on the same days, one whose server was made on the last of them, one that is not asked for.
    const mixed = [
      of('srv_1', 2 * DAY),
      of('srv_2', 2 * DAY - 1),
      of('srv_2', DAY),
      of('srv_9', DAY - 1),
      of('srv_1', DAY - 2),
      of('srv_3', 4),
      ...[3, 2, 1].flatMap((age) => [of('srv_2', age), of('srv_1', age)]),
    ];
    const trails = [{ serverId: 'srv_1' }, { serverId: 'srv_2' }, { serverId: 'srv_3', since: '2026-11-21' }];
    const wanted = mixed
      .filter(({ serverId }) => serverId !== 'srv_9')
      .map(({ entryId }) => entryId)
      .reverse();

    test('are merged by time, each entry once, over pages of any size', async () => {
      tableOf(mixed);
      for (const limit of [1, 2, 3, 5, 100]) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await queryAudit({ trails, filters, limit, cursor });
          seen.push(...page.entries.map(({ entryId }) => entryId));
          cursor = page.cursor;
        } while (cursor);

        expect(seen).toEqual(wanted);
      }
    });

    test('are not looked for on days on which their servers were not there', async () => {
      tableOf(mixed);

      await queryAudit({ trails: [{ serverId: 'srv_3', since: '2026-11-20', until: '2026-11-20' }], filters });

      expect(partitionsAsked()).toEqual(['srv_3#2026-11-20']);
    });

    test('are exported without reading any of them twice, until the room is used', async () => {
      const entries = Array.from({ length: 900 }, (_, at) => of(`srv_${at % 30}`, 0));
      const [, day] = (entries[0] as AuditEntry).serverDay.split('#');
      const many = Array.from({ length: 30 }, (_, at) => ({ serverId: `srv_${at}`, since: day, until: day }));
      tableOf(entries);
      const whole = { ms: 60_000, characters: Number.POSITIVE_INFINITY };

      const all = await queryAudit({ trails: many, filters, limit: 10_000, export: whole });
      const asked = partitionsAsked().length;
      const part = await queryAudit({ trails: many, filters, limit: 10_000, export: { ...whole, characters: 10_000 } });
      const rest = await queryAudit({ trails: many, filters, limit: 10_000, export: whole, cursor: part.cursor });

      expect(all.entries.map(({ entryId }) => entryId)).toEqual(entries.map(({ entryId }) => entryId).reverse());
      // The table of this test gives two rows a query.
      expect(asked).toBe(entries.length / 2);
      expect(part.entries.length).toBeLessThan(all.entries.length);
      expect(JSON.stringify(JSON.stringify(part.entries)).length).toBeLessThan(11_000);
      expect([...part.entries, ...rest.entries]).toEqual(all.entries);
    });

    test('go on after a page that cost too much, with none left out', async () => {
      const many = Array.from({ length: 90 }, (_, at) => ({ serverId: `srv_${at}` }));
      const some = many.filter((_, at) => at % 7 === 0);
      const entries = [9 * DAY, 0].flatMap((age) => some.map(({ serverId }) => of(serverId, age)));
      tableOf(entries);
      const seen: string[] = [];
      let pages = 0;
      let cursor: string | undefined;
      do {
        const page = await queryAudit({ trails: many, filters, cursor });
        seen.push(...page.entries.map(({ entryId }) => entryId));
        cursor = page.cursor;
        pages++;
      } while (cursor);

      expect(seen).toEqual(entries.map(({ entryId }) => entryId).reverse());
      expect(pages).toBeGreaterThan(1);
    });
  });
});
