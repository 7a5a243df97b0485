/**
 * Starts deployments, and gives up lost ones: a row may say `running` although its execution never started, was stopped or has expired (a
 * crash between two writes). The next read of such a row marks the deployment failed and releases the server, so that nothing stays
 * stuck. Before that, the stored tools are restored.
 */
import { logError, reasonOf } from '../../../aws/lib/log.ts';
import { executionState, startDeployment } from '../../../aws/services/stateMachine.ts';
import { changeDeployment, readDeployment } from '../../../aws/tables/deployments.ts';
import { changeServer } from '../../../aws/tables/servers.ts';
import type { Hold } from '../../../aws/tables/tools.ts';
import { holderOf, isHeldBy, mayHaveWritten, takeBackTools, undoing } from '../../../aws/undo.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import { isoNow, msSince, newDeploymentId } from '../../../core/lib/ids.ts';
import { createdBy, type Person } from '../../../core/lib/person.ts';
import { type DeploymentKind, type DeploymentRow, newPhases } from '../../../core/model/deployment.ts';
import type { ServerRow } from '../../../core/model/server.ts';

/** An execution takes a moment to start, and DescribeExecution is eventually consistent. */
const LOST_AFTER_MS = 30_000;

interface Plan {
  readonly serverId: string;
  readonly kind: DeploymentKind;
  readonly actor: Person;
  readonly approvedSurface?: string;
  readonly restores?: DeploymentRow['restores'];
}

/** A new deployment's row, with all its phases pending. */
export function newDeployment({ serverId, kind, actor, approvedSurface, restores }: Plan): DeploymentRow {
  return {
    serverId,
    deploymentId: newDeploymentId(),
    kind,
    status: 'running',
    phases: newPhases(kind),
    ...(restores && { restores }),
    ...(approvedSurface && { approvedSurface }),
    createdAt: isoNow(),
    ...createdBy(actor),
    version: 1,
  };
}

/** Starts the pipeline for a stored deployment; if it cannot be started, the deployment fails at once. Returns its row. */
export async function launch(deployment: DeploymentRow): Promise<DeploymentRow> {
  const { serverId, deploymentId, kind } = deployment;
  try {
    await startDeployment(serverId, deploymentId, kind);
    return deployment;
  } catch (error) {
    logError('deployment_not_started', { serverId, deploymentId, reason: reasonOf(error) });
    const givenUp = await giveUp(
      serverId,
      deploymentId,
      'deployment_not_started',
      'The pipeline could not be started. Nothing was changed; deploy again.',
    );
    return givenUp ?? deployment;
  }
}

/** The row, after a lost deployment was given up. */
export async function settled(row: DeploymentRow): Promise<DeploymentRow> {
  const isYoung = msSince(row.createdAt) < LOST_AFTER_MS;
  if (row.status !== 'running' || isYoung) return row;
  if ((await executionState(row.deploymentId)) === 'running') return row;
  const givenUp = await giveUp(
    row.serverId,
    row.deploymentId,
    'deployment_lost',
    'The pipeline stopped without a result, for example in a crash. The live version is unchanged; deploy again.',
  );
  return givenUp ?? row;
}

/** Gives a lost deployment up. True when it no longer holds its server. */
export async function settleDeployment(serverId: string, deploying: string): Promise<boolean> {
  const deploymentId = holderOf(deploying);
  const row = await readDeployment(serverId, deploymentId);
  if (row && row.status === 'running') return (await settled(row)).status !== 'running';
  // The execution ended (or expired) without its last write, so the server was never released.
  await release(serverId, deploymentId, row);
  return true;
}

async function giveUp(serverId: string, deploymentId: string, code: string, message: string) {
  const row = await changeDeployment(serverId, deploymentId, (read) => {
    if (read.status !== 'running') return undefined;
    const at = read.phases.findIndex(({ status }) => status !== 'done');
    const phases = read.phases.map((phase, index) =>
      index === at ? { ...phase, status: 'failed' as const, finishedAt: isoNow() } : phase,
    );
    const phase = read.phases[at]?.name ?? 'distribute';
    return { ...read, status: 'failed', phases, finishedAt: isoNow(), error: { phase, code, message } };
  });
  await release(serverId, deploymentId, row);
  return row;
}

async function release(serverId: string, deploymentId: string, row: DeploymentRow | undefined): Promise<void> {
  const outcome = row?.status === 'live' ? 'live' : 'failed';
  if (row && outcome === 'failed' && mayHaveWritten(row)) await takeBack({ serverId, deploymentId });
  await changeServer(serverId, (server): ServerRow | undefined => {
    if (!isHeldBy(server, deploymentId)) return undefined;
    const { deploying: _, ...rest } = server;
    return { ...rest, status: server.status === 'deploying' ? outcome : server.status, updatedAt: isoNow() };
  });
}

async function takeBack(hold: Hold): Promise<void> {
  const server = await changeServer(hold.serverId, (read): ServerRow | undefined =>
    read.deploying === hold.deploymentId ? { ...read, deploying: undoing(hold.deploymentId) } : undefined,
  );
  if (server?.deploying !== undoing(hold.deploymentId)) return;
  try {
    await takeBackTools(hold);
  } catch (error) {
    // Another request was faster, or the server is being deleted.
    if (!(error instanceof PortcullisError && error.code === 'deployment_superseded')) throw error;
  }
}
