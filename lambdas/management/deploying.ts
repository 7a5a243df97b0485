/**
 * Starts deployments and settles those that were lost: a record may say `running` although its execution never started,
 * was stopped or is forgotten (a crash between two writes). Whoever looks at it then gives it up and releases the server,
 * so that nothing stays stuck. What such a deployment has written of the stored tools is taken back first.
 */
import { logError, reasonOf } from '../../aws/log.ts';
import { executionState, startDeployment } from '../../aws/stateMachine.ts';
import { changeDeployment, readDeployment } from '../../aws/tables/deployments.ts';
import { changeServer } from '../../aws/tables/servers.ts';
import type { Hold } from '../../aws/tables/tools.ts';
import { holderOf, isHeldBy, mayHaveWritten, takeBackTools, undoing } from '../../aws/undo.ts';
import { PortcullisError } from '../../core/errors.ts';
import { isoNow, msSince, newDeploymentId } from '../../core/ids.ts';
import { createdBy, type Person } from '../../core/person.ts';
import { type DeploymentKind, type DeploymentRow, newPhases, type ServerRow } from '../../core/records.ts';

/** Starting an execution takes moments, and DescribeExecution lags behind it. */
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

/** Starts the pipeline for a stored deployment; one that cannot be started is failed at once. Returns its record. */
export async function launch(deployment: DeploymentRow): Promise<DeploymentRow> {
  const { serverId, deploymentId, kind } = deployment;
  try {
    await startDeployment(serverId, deploymentId, kind);
    return deployment;
  } catch (error) {
    logError('deployment_not_started', { serverId, deploymentId, reason: reasonOf(error) });
    const given = await giveUp(
      serverId,
      deploymentId,
      'deployment_not_started',
      'The pipeline could not be started. Nothing was changed; deploy again.',
    );
    return given ?? deployment;
  }
}

/** The record as it really stands. */
export async function settled(row: DeploymentRow): Promise<DeploymentRow> {
  const isYoung = msSince(row.createdAt) < LOST_AFTER_MS;
  if (row.status !== 'running' || isYoung) return row;
  if ((await executionState(row.deploymentId)) === 'running') return row;
  const given = await giveUp(
    row.serverId,
    row.deploymentId,
    'deployment_lost',
    'The pipeline stopped without a result, for example in a crash. The live version is unchanged; deploy again.',
  );
  return given ?? row;
}

/** Gives a lost deployment up; true when it no longer holds its server. */
export async function settleDeployment(serverId: string, deploying: string): Promise<boolean> {
  const deploymentId = holderOf(deploying);
  const row = await readDeployment(serverId, deploymentId);
  if (row && row.status === 'running') return (await settled(row)).status !== 'running';
  // Ended (or gone) without its last write: the server was never released.
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
    // Somebody else was faster, or the server is being deleted.
    if (!(error instanceof PortcullisError && error.code === 'deployment_superseded')) throw error;
  }
}
