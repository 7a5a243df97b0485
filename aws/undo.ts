/**
 * Restores the stored tools after a failed import or rollback. Tools are written in portions, so a failure in between leaves some old and
 * some new ones, and the next reseal would make that mixture live. The first phase copies the tools to staging/; when the deployment is
 * given up, they are restored before the server is released. Meanwhile the server is held under another name, so that a phase that still
 * runs writes no further portions. Idempotent.
 */
import type { DeploymentRow } from '../core/model/deployment.ts';
import type { ServerRow } from '../core/model/server.ts';
import type { Tool } from '../core/model/tool.ts';
import { requireEnvironment } from './lib/environment.ts';
import { readJson, writeJson } from './services/objects.ts';
import { type Hold, listTools, storeTools } from './tables/tools.ts';

const SUFFIX = '.undo';

/** The value of a server's `deploying` while the tools of a deployment are restored. */
export const undoing = (deploymentId: string): string => `${deploymentId}${SUFFIX}`;

/** The deployment in `deploying`. */
export const holderOf = (deploying: string): string =>
  deploying.endsWith(SUFFIX) ? deploying.slice(0, -SUFFIX.length) : deploying;

/** Whether this deployment holds the server, under its own name or while its tools are restored. */
export const isHeldBy = ({ deploying }: ServerRow, deploymentId: string): boolean =>
  deploying !== undefined && holderOf(deploying) === deploymentId;

/** Whether the last phase of an import or a rollback has begun, so that it may have written a part of the tools. */
export const mayHaveWritten = ({ kind, phases }: DeploymentRow): boolean =>
  kind !== 'manual' && phases.some(({ name, status }) => name === 'distribute' && status !== 'pending');

const keyOf = ({ serverId, deploymentId }: Hold) => `staging/${serverId}/${deploymentId}/before.json.gz`;

/** The stored tools from before the deployment; undefined once staging is cleared. */
export const toolsBefore = (hold: Hold): Promise<Tool[] | undefined> =>
  readJson<Tool[]>(requireEnvironment('BUCKET_SPECS'), keyOf(hold));

/** Called before anything is written. Edits wait for the end of the deployment, so the copy stays valid. */
export const keepTools = (hold: Hold, tools: readonly Tool[]): Promise<void> =>
  writeJson(requireEnvironment('BUCKET_SPECS'), keyOf(hold), tools);

/** `deploying` must be `undoing` already. Throws what `storeTools` throws. */
export async function takeBackTools(hold: Hold): Promise<void> {
  const before = await toolsBefore(hold);
  // Staging is kept for 30 days.
  if (!before) return;
  const known = new Map(before.map((tool) => [tool.toolId, JSON.stringify(tool)]));
  const now = await listTools(hold.serverId);
  const same = new Set(
    now.filter((tool) => known.get(tool.toolId) === JSON.stringify(tool)).map(({ toolId }) => toolId),
  );
  await storeTools(
    { ...hold, deploymentId: undoing(hold.deploymentId) },
    before.filter(({ toolId }) => !same.has(toolId)),
    now.filter(({ toolId }) => !known.has(toolId)),
  );
}
