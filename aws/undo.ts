/**
 * Takes back what a failed import or roll back has written of the stored tools. They are written in portions, so that a failure in between leaves some
 * of the old and some of the new ones; sealing the next edit would make that half live. The first phase leaves the tools as they
 * were below staging/, and whoever gives the deployment up brings them back before the server is released. While that goes on the server
 * is held under another name, which keeps a phase that runs on from writing further portions. Repeating it changes nothing.
 */
import type { DeploymentRow, ServerRow } from '../core/records.ts';
import type { Tool } from '../core/tools/model.ts';
import { requireEnvironment } from './environment.ts';
import { readJson, writeJson } from './objects.ts';
import { type Hold, listTools, storeTools } from './tables/tools.ts';

const SUFFIX = '.undo';

/** What `deploying` says of a server while the tools of a deployment are taken back. */
export const undoing = (deploymentId: string): string => `${deploymentId}${SUFFIX}`;

/** The deployment that `deploying` names. */
export const holderOf = (deploying: string): string =>
  deploying.endsWith(SUFFIX) ? deploying.slice(0, -SUFFIX.length) : deploying;

/** Whether the server's row is held by this deployment, under its own name or while its tools are taken back. */
export const isHeldBy = ({ deploying }: ServerRow, deploymentId: string): boolean =>
  deploying !== undefined && holderOf(deploying) === deploymentId;

/** The last phase of an import or a roll back has begun: what it has written may be a part. */
export const mayHaveWritten = ({ kind, phases }: DeploymentRow): boolean =>
  kind !== 'manual' && phases.some(({ name, status }) => name === 'distribute' && status !== 'pending');

const keyOf = ({ serverId, deploymentId }: Hold) => `staging/${serverId}/${deploymentId}/before.json.gz`;

/** The stored tools as the deployment found them; undefined once staging is cleared. */
export const toolsBefore = (hold: Hold): Promise<Tool[] | undefined> =>
  readJson<Tool[]>(requireEnvironment('BUCKET_SPECS'), keyOf(hold));

/** Called while nothing is written yet; edits wait until the deployment has ended, so that it stays true. */
export const keepTools = (hold: Hold, tools: readonly Tool[]): Promise<void> =>
  writeJson(requireEnvironment('BUCKET_SPECS'), keyOf(hold), tools);

/** `deploying` has to say `undoing` already. Throws what `storeTools` throws. */
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
