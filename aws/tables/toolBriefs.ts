/**
 * What of a server's tools can be read without the tools themselves: an attribute beside the text of each (toolItems.ts). Of 20,000 tools it is a
 * twentieth of the bytes, and nothing is unpacked. Rows of earlier versions have none and are read whole.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { Tool } from '../../core/model/tool.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { documents } from '../services/clients.ts';
import { itemsUnder } from './query.ts';
import { type Brief, briefOf, type ToolItem } from './toolItems.ts';
import { toolIn } from './tools.ts';

/** A tool in brief. */
export interface ToolBrief extends Brief {
  readonly toolId: string;
}

const table = () => requireEnvironment('TABLE_TOOLS');

type BriefItem = Pick<ToolItem, 'toolId' | 'brief'>;

/** All tools of a server in brief, strongly consistent, in the order of their ids. */
export async function briefTools(serverId: string): Promise<ToolBrief[]> {
  const items = await itemsUnder<BriefItem>(table(), { serverId }, { ProjectionExpression: 'toolId, brief' });
  const whole = await readTools(
    serverId,
    items.flatMap(({ toolId, brief }) => (brief ? [] : [toolId])),
  );
  const earlier = new Map(whole.map((tool) => [tool.toolId, briefOf(tool)]));
  return items.flatMap(({ toolId, brief = earlier.get(toolId) }) => (brief ? [{ ...brief, toolId }] : []));
}

/** Those of these tools that the server has, whole, strongly consistent. */
export const readTools = async (serverId: string, toolIds: readonly string[]): Promise<Tool[]> =>
  (await itemsById<ToolItem>(serverId, toolIds)).map(toolIn);

/** The names of those of these tools that the server has, by id. */
export async function toolNames(serverId: string, toolIds: readonly string[]): Promise<Map<string, string>> {
  const items = await itemsById<BriefItem>(serverId, toolIds, 'toolId, brief');
  const unnamed = items.flatMap(({ toolId, brief }) => (brief ? [] : [toolId]));
  const names = new Map(items.flatMap(({ toolId, brief }) => (brief ? [[toolId, brief.name] as const] : [])));
  for (const { toolId, name } of await readTools(serverId, unnamed)) names.set(toolId, name);
  return names;
}

/** DynamoDB reads 100 items at once, and as many of them as have 16 MB. */
const AT_ONCE = 100;

async function itemsById<Item>(
  serverId: string,
  toolIds: readonly string[],
  ProjectionExpression?: string,
): Promise<Item[]> {
  const ids = [...new Set(toolIds)];
  const found: Item[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    let keys: Record<string, string>[] = ids.slice(at, at + AT_ONCE).map((toolId) => ({ serverId, toolId }));
    for (let attempt = 0; keys.length > 0; attempt++) {
      if (attempt > 0) await sleep(Math.random() * Math.min(2_000, 50 * 2 ** attempt));
      const read = { Keys: keys, ConsistentRead: true, ...(ProjectionExpression && { ProjectionExpression }) };
      const answer = await documents().send(new BatchGetCommand({ RequestItems: { [table()]: read } }));
      found.push(...((answer.Responses?.[table()] ?? []) as Item[]));
      keys = (answer.UnprocessedKeys?.[table()]?.Keys ?? []) as Record<string, string>[];
    }
  }
  return found;
}
