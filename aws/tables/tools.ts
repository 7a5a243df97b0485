/** The tools table: one item per tool (its form: toolItems.ts). Edits by people are in edits.ts. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  QueryCommand,
  type QueryCommandOutput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { PortcullisError } from '../../core/lib/errors.ts';
import { upgraded } from '../../core/model/migrations.ts';
import type { Tool } from '../../core/model/tool.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { writeConflict } from '../lib/errors.ts';
import { documents } from '../services/clients.ts';
import { itemsUnder } from './query.ts';
import { itemOf, portionsOf, type ToolItem, toolOf } from './toolItems.ts';
import { readRow } from './versioned.ts';

const table = () => requireEnvironment('TABLE_TOOLS');

type ToolKey = Pick<Tool, 'serverId' | 'toolId'>;

/** Reads one tool, strongly consistent; undefined when there is none. */
export async function readTool(serverId: string, toolId: string): Promise<Tool | undefined> {
  const item = await readRow<ToolItem>(table(), { serverId, toolId }, 'tool');
  return item && toolOf(item);
}

const itemsOf = (serverId: string): Promise<ToolItem[]> => itemsUnder(table(), { serverId });

/** All tools of a server, strongly consistent, in the order of their ids. */
export async function listTools(serverId: string): Promise<Tool[]> {
  return (await itemsOf(serverId)).map(toolIn);
}

/** Some items of a server, and whether there are more behind them. */
export interface ItemPage {
  readonly items: ToolItem[];
  readonly hasMore: boolean;
}

/**
 * Items of a server in the order of their ids, strongly consistent, without reading the others.
 * @param after the id behind which they begin; whether it is there does not matter
 */
export async function itemsAfter(serverId: string, after: string | undefined, most: number): Promise<ItemPage> {
  const items: ToolItem[] = [];
  let start: object | undefined = after === undefined ? undefined : { serverId, toolId: after };
  do {
    const page: QueryCommandOutput = await documents().send(
      new QueryCommand({
        TableName: table(),
        KeyConditionExpression: 'serverId = :serverId',
        ExpressionAttributeValues: { ':serverId': serverId },
        ConsistentRead: true,
        // One more says whether there are more.
        Limit: most + 1 - items.length,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    items.push(...((page.Items ?? []) as ToolItem[]));
    start = page.LastEvaluatedKey;
  } while (start && items.length <= most);
  return { items: items.slice(0, most), hasMore: items.length > most };
}

/** The tool of an item in any form. */
export const toolIn = (item: ToolItem): Tool => toolOf(upgraded<ToolItem>('tool', item));

/** The tools of a server that an instance has read before, with the text that each was read from. */
export type ReadTools = Map<string, { readonly item: ToolItem; readonly tool: Tool }>;

/** The same, where a tool whose stored text is that of `before` is the same object; `before` has those of now afterwards. */
export async function listToolsAgain(serverId: string, before: ReadTools): Promise<Tool[]> {
  const known = new Map(before);
  before.clear();
  return (await itemsOf(serverId)).map((item) => {
    const read = known.get(item.toolId);
    const tool = read && isSameItem(read.item, item) ? read.tool : toolIn(item);
    before.set(item.toolId, { item, tool });
    return tool;
  });
}

/** Whether nothing was written in between. By the stored text: a version number comes again after an import that was undone. */
export function isSameItem(one: ToolItem, other: ToolItem): boolean {
  if (one.serverId !== other.serverId || one.version !== other.version || one.schema !== other.schema) return false;
  if (typeof one.tool === 'string' || typeof other.tool === 'string') return one.tool === other.tool;
  return Buffer.compare(one.tool, other.tool) === 0;
}

/** A server and the deployment that holds it. */
export interface Hold {
  readonly serverId: string;
  readonly deploymentId: string;
}

/**
 * Makes the stored tools equal to those that a deployment has staged. Nobody else writes them while it holds the server. Each portion is
 * written only on the condition that it still holds the server: a deployment that was given up but still runs would undo newer edits, and
 * for a deleted server it would leave tools behind. Idempotent. Throws PortcullisError `deployment_superseded`, and `write_conflict` when
 * the table stays busy.
 */
export async function storeTools(hold: Hold, puts: readonly Tool[], removed: readonly ToolKey[]): Promise<void> {
  const check = {
    ConditionCheck: {
      TableName: requireEnvironment('TABLE_SERVERS'),
      Key: { serverId: hold.serverId },
      ConditionExpression: 'deploying = :deploymentId',
      ExpressionAttributeValues: { ':deploymentId': hold.deploymentId },
    },
  };
  const writes = [
    ...puts.map((tool) => ({ Put: { TableName: table(), Item: { ...itemOf(tool) } } })),
    ...removed.map(({ serverId, toolId }) => ({ Delete: { TableName: table(), Key: { serverId, toolId } } })),
  ];
  for (const portion of portionsOf(writes, (write) => ('Put' in write ? write.Put.Item : undefined))) {
    await storePortion(hold, [check, ...portion]);
  }
}

const MAX_TRIES = 12;
const LONGEST_PAUSE_MS = 4_000;
/** Errors that pass: the partition is at its limit for this second, or another transaction reads the server's row. */
const PASSING =
  /^(ThrottlingError|ThrottlingException|ProvisionedThroughputExceeded|RequestLimitExceeded|TransactionConflict)/;

async function storePortion({ serverId }: Hold, TransactItems: TransactWriteCommandInput['TransactItems']) {
  for (let tries = 1; ; tries++) {
    try {
      await documents().send(new TransactWriteCommand({ TransactItems }));
      return;
    } catch (error) {
      const { name, CancellationReasons = [] } = error as Partial<TransactionCanceledException>;
      const codes = CancellationReasons.map(({ Code = '' }) => Code);
      if (codes[0] === 'ConditionalCheckFailed')
        throw new PortcullisError(
          'deployment_superseded',
          'The server was deleted or taken over by another deployment.',
        );
      if (![name ?? '', ...codes].some((code) => PASSING.test(code))) throw error;
      if (tries === MAX_TRIES) throw writeConflict(`Server ${serverId}`);
      await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 50 * 2 ** tries));
    }
  }
}

const BATCH = 25;

/**
 * Removes the tools of a server that is being deleted: of 20,000 a partition removes a thousand a second.
 * @returns how many are left, when the time is over before the end
 */
export async function removeTools(keys: readonly ToolKey[], hasTime: () => boolean): Promise<number> {
  for (let at = 0; at < keys.length; at += BATCH) {
    if (!hasTime()) return keys.length - at;
    await removeBatch(
      keys.slice(at, at + BATCH).map(({ serverId, toolId }) => ({ DeleteRequest: { Key: { serverId, toolId } } })),
    );
  }
  return 0;
}

async function removeBatch(requests: object[]): Promise<void> {
  let pending = requests as never[];
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt > 0) await sleep(Math.min(2_000, 50 * 2 ** attempt) * Math.random());
    const answer = await documents().send(new BatchWriteCommand({ RequestItems: { [table()]: pending } }));
    pending = (answer.UnprocessedItems?.[table()] ?? []) as never[];
    if (attempt > 8 && pending.length > 0) throw new Error('DynamoDB kept tools unprocessed after ten attempts.');
  }
}
