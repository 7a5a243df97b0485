/** Reads the rows that routes name, and refuses those that are missing or may not be changed now. */
import { setTimeout as sleep } from 'node:timers/promises';
import { changeServer, readServer } from '../../../aws/tables/servers.ts';
import { readTool } from '../../../aws/tables/tools.ts';
import { msSince } from '../../../core/lib/ids.ts';
import { isBeingSealed, membersOf, type ServerRow } from '../../../core/model/server.ts';
import type { Tool } from '../../../core/model/tool.ts';
import { deploymentRunning, notFound, Refused } from '../http/errors.ts';
import { mayUse } from '../http/standing.ts';
import { bound } from './binding.ts';
import { settleDeployment } from './deploying.ts';
import { sealSoon } from './resealing.ts';

/** Throws `…_not_found`, also for a server of a project where the caller lacks the role of the route (http/standing.ts). */
export async function knownServer(serverId: string): Promise<ServerRow> {
  const server = await readServer(serverId);
  if (!server || !mayUse(server)) throw notFound('server');
  return bound(server);
}

/**
 * Changes a server's row (aws/tables/servers.ts) as long as the caller has the role of the route in its project: it may have moved since it was
 * loaded. Throws `…_not_found`.
 */
export const changeOwn: typeof changeServer = (serverId, change, beside) =>
  changeServer(
    serverId,
    (row) => {
      if (!mayUse(row)) throw notFound('server');
      return change(row);
    },
    beside,
  );

/** Between storing a change and beginning to seal it. */
const LEFT_AFTER_MS = 10_000;

/** Whether a change was stored, and nobody seals it. */
const isLeftUnsealed = (row: ServerRow): boolean =>
  row.unsealed !== undefined && !isBeingSealed(row) && msSince(row.updatedAt) > LEFT_AFTER_MS;

/**
 * The row, after repairs: a lost deployment is given up, and an edit that was stored but not resealed because of a crash is resealed.
 * Throws `…_not_found`.
 */
export async function settledServer(serverId: string): Promise<ServerRow> {
  const server = await knownServer(serverId);
  const isReleased = server.deploying && (await settleDeployment(serverId, server.deploying));
  const row = isReleased ? await knownServer(serverId) : server;
  const isLeft = isLeftUnsealed(row);
  if (isLeft && row.bundle && !row.deploying && row.status !== 'deleting') await sealSoon(serverId);
  return row;
}

/** A server that may be changed now: throws Refused `deployment_running` or `server_deleting`. */
export async function idleServer(serverId: string): Promise<ServerRow> {
  const server = await settledServer(serverId);
  checkIdle(server);
  return server;
}

/** Throws Refused `of_members` for a toolset. */
export function checkOwnTools(server: ServerRow): void {
  if (membersOf(server)) {
    throw new Refused(
      'of_members',
      'A toolset has no tools and credentials of its own. Change those of the server that the tool is of.',
    );
  }
}

/** Throws Refused `server_deleting` or `deployment_running`. */
export function checkIdle(server: ServerRow): void {
  if (server.status === 'deleting') throw new Refused('server_deleting', 'The server is being deleted.');
  if (server.deploying) throw deploymentRunning();
}

/**
 * Refuses to change a credential's destination while another change is being resealed, because that one may still be reverted. A change
 * left unsealed by a crash does not count. Throws Refused `change_running`.
 */
export function checkSealed(server: ServerRow): void {
  if (!server.unsealed || isLeftUnsealed(server)) return;
  throw new Refused('change_running', 'Another change of this server is being published. Try again in a moment.');
}

const PAUSE_MS = 150;

/** Repeats `attempt` while `checkSealed` refuses it, slightly longer than one change can take. */
export async function afterSealing<T>(attempt: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + LEFT_AFTER_MS + 2_000; ; ) {
    try {
      return await attempt();
    } catch (error) {
      const isSealing = error instanceof Refused && error.code === 'change_running';
      if (!isSealing || Date.now() > until) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Throws `…_not_found`. */
export async function knownTool(serverId: string, toolId: string): Promise<Tool> {
  const tool = await readTool(serverId, toolId);
  if (tool) return tool;
  await knownServer(serverId);
  throw notFound('tool');
}
