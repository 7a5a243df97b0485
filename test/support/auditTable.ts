/** The audit table for tests of figures: entries of one server in memory, given by pages as DynamoDB gives them, and counted. */
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { serverDay } from '../../core/audit/entry.ts';
import { auditIdOf, isoNow } from '../../core/lib/ids.ts';

/** Entries of one answer of the table. */
const PAGE = 1_000;

export interface TableEntry {
  readonly [key: string]: unknown;
  readonly entryId: string;
  readonly kind: string;
}

export class AuditTable {
  readonly serverId: string;
  /** Entries that were read since it was set. */
  read = 0;
  readonly dynamo = mockClient(DynamoDBDocumentClient);
  /** By partition, in the order of their ids. */
  readonly days = new Map<string, TableEntry[]>();

  constructor(serverId: string) {
    this.serverId = serverId;
    process.env['TABLE_AUDIT'] = 'audit';
    this.dynamo.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values, ExclusiveStartKey: start }) => {
      const rows = (this.days.get(values[':day']) ?? []).filter(
        ({ entryId }) =>
          entryId >= values[':first'] && entryId <= values[':last'] && (!start || entryId < start.entryId),
      );
      const page = rows.slice(-PAGE).reverse();
      this.read += page.length;
      return {
        Items: page.filter(({ kind }) => kind === values[':call']),
        ScannedCount: page.length,
        ...(rows.length > PAGE && { LastEvaluatedKey: { entryId: page.at(-1)?.entryId } }),
      };
    });
  }

  /** The number `n` makes the entry's figures. */
  enter(at: number, n: number, kind = 'call'): void {
    const time = isoNow(at);
    const day = serverDay(this.serverId, time);
    const rows = this.days.get(day) ?? [];
    this.days.set(day, rows);
    const entryId = auditIdOf(time, `call_${String(n).padStart(26, '0')}`);
    const figures = { tool: `tool${n % 7}`, outcome: n % 10 ? 'ok' : 'error', durationMs: n % 500 };
    const sizes = { redactedFields: n % 3, truncations: n % 5 ? [] : [{}], bytesIn: n, bytesOut: 2 * n };
    rows.push({ entryId, serverId: this.serverId, at: time, kind, ...figures, ...sizes });
  }
}
