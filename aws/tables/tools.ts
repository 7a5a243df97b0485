/** The tools table: one item per tool. A very large schema is the only thing that could near DynamoDB's 400 KB; the importer caps it at 60 KB. */
import { BatchWriteCommand, DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Tool } from '../../core/tools/model.ts';
import { documents } from '../clients.ts';
import { requireEnvironment } from '../environment.ts';
import { isConditionFailure, WriteConflict } from '../errors.ts';
import { createRow, readRow, replaceRow } from './versioned.ts';

const table = () => requireEnvironment('TABLE_TOOLS');

export const readTool = (serverId: string, toolId: string) => readRow<Tool>(table(), { serverId, toolId });

export async function listTools(serverId: string): Promise<Tool[]> {
  const rows: Tool[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documents().send(
      new QueryCommand({
        TableName: table(),
        KeyConditionExpression: 'serverId = :serverId',
        ExpressionAttributeValues: { ':serverId': serverId },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    rows.push(...((page.Items ?? []) as Tool[]));
    start = page.LastEvaluatedKey;
  } while (start);
  return rows;
}

export const createTool = (tool: Tool) => createRow(table(), 'toolId', tool, `Tool ${tool.name}`);
export const replaceTool = (tool: Tool) => replaceRow(table(), tool, `Tool ${tool.name}`);

/** Deletes the version that was read; throws WriteConflict when it has moved on or is gone. */
export async function removeTool(tool: Pick<Tool, 'serverId' | 'toolId' | 'version' | 'name'>): Promise<void> {
  try {
    await documents().send(
      new DeleteCommand({
        TableName: table(),
        Key: { serverId: tool.serverId, toolId: tool.toolId },
        ConditionExpression: '#version = :read',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':read': tool.version },
      }),
    );
  } catch (error) {
    if (isConditionFailure(error)) throw new WriteConflict(`Tool ${tool.name}`);
    throw error;
  }
}

/**
 * Brings the stored tools to what a deployment has staged. Unconditional, which is safe only because the deployment
 * holds the server (`deploying`), so nobody else writes its tools; repeating it gives the same rows.
 */
export async function storeTools(
  puts: readonly Tool[],
  removedIds: readonly { serverId: string; toolId: string }[],
): Promise<void> {
  const requests = [
    ...puts.map((tool) => ({ PutRequest: { Item: tool as unknown as Record<string, unknown> } })),
    ...removedIds.map((Key) => ({ DeleteRequest: { Key } })),
  ];
  const batches: (typeof requests)[] = [];
  for (let at = 0; at < requests.length; at += 25) batches.push(requests.slice(at, at + 25));
  const lanes = Array.from({ length: 4 }, async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) await writeBatch(batch);
  });
  await Promise.all(lanes);
}

async function writeBatch(requests: object[]): Promise<void> {
  let pending = requests as never[];
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt > 0)
      await new Promise((resolve) => setTimeout(resolve, Math.min(2_000, 50 * 2 ** attempt) * Math.random()));
    const answer = await documents().send(new BatchWriteCommand({ RequestItems: { [table()]: pending } }));
    pending = (answer.UnprocessedItems?.[table()] ?? []) as never[];
    if (attempt > 8 && pending.length > 0) throw new Error('DynamoDB kept tools unprocessed after ten attempts.');
  }
}
