/**
 * The state machine runs this when a phase failed: it records the reason in the deployment's row, restores the stored tools and releases
 * the server. A server that had a live version keeps it.
 */
import { emitOf } from '../../aws/lib/metrics.ts';
import { changeDeployment, readDeployment } from '../../aws/tables/deployments.ts';
import { report } from '../../aws/tables/events.ts';
import type { Hold } from '../../aws/tables/tools.ts';
import { isHeldBy, mayHaveWritten, takeBackTools, undoing } from '../../aws/undo.ts';
import { PortcullisError } from '../../core/lib/errors.ts';
import { isoNow } from '../../core/lib/ids.ts';
import { parsedJson } from '../../core/lib/json/parsed.ts';
import { isObject } from '../../core/lib/json/value.ts';
import { asPhaseFailure, type DeploymentEvent } from './phase.ts';
import { flipServer } from './publish.ts';

interface FailureEvent extends DeploymentEvent {
  /** As Step Functions' Catch writes it; Cause is the Lambda error as JSON. */
  readonly error: { readonly Error: string; readonly Cause?: string };
}

/** Ends a failed deployment. Idempotent. */
export async function handler({ serverId, deploymentId, error }: FailureEvent): Promise<void> {
  const { code, message } = explain(error);
  // The server is released first, so that it is free when the deployment shows as ended.
  try {
    await takeBack({ serverId, deploymentId });
    await flipServer(serverId, (server) => {
      if (!isHeldBy(server, deploymentId)) return undefined;
      if (server.status === 'deploying') return { deploying: null, status: 'failed' };
      return { deploying: null, stopped: { deployment: deploymentId, code, at: isoNow() } };
    });
  } catch (failure) {
    // The server was deleted meanwhile: there is nothing to release.
    if (!(failure instanceof PortcullisError && failure.code === 'deployment_superseded'))
      throw asPhaseFailure(failure);
  }
  let isFirst = false;
  await changeDeployment(serverId, deploymentId, (row) => {
    isFirst = row.status === 'running';
    if (!isFirst) return undefined;
    const at = row.phases.findIndex(({ status }) => status !== 'done');
    const phases = row.phases.map((entry, index) =>
      index === at ? { ...entry, status: 'failed' as const, finishedAt: isoNow() } : entry,
    );
    const name = row.phases[at]?.name ?? 'distribute';
    return { ...row, status: 'failed', phases, finishedAt: isoNow(), error: { phase: name, code, message } };
  });
  // A retry of this function finds the row as it left it.
  if (isFirst) emitOf(serverId, { DeploymentsFailed: 1 });
  // By the row, so that a retry after a crash reports the same.
  const ended = await readDeployment(serverId, deploymentId);
  if (ended?.status !== 'failed' || !ended.error) return;
  const { phase, code: reason } = ended.error;
  await report('deployment.failed.v1', { serverId, deploymentId, phase, code: reason }, [deploymentId]);
  if (reason === 'surface_changed') await report('drift.found.v1', { serverId, deploymentId }, [deploymentId]);
}

/** Restores the tools of which the last phase may have written some, unless the server was released already. */
async function takeBack({ serverId, deploymentId }: Hold): Promise<void> {
  const deployment = await readDeployment(serverId, deploymentId);
  if (!deployment || !mayHaveWritten(deployment)) return;
  let isHeld = false;
  await flipServer(serverId, (server) => {
    isHeld = isHeldBy(server, deploymentId);
    return server.deploying === deploymentId ? { deploying: undoing(deploymentId) } : undefined;
  });
  if (isHeld) await takeBackTools({ serverId, deploymentId });
}

/** Our own codes are in lower_snake_case; the text of any other error stays in the log. */
function explain({ Error: name, Cause }: FailureEvent['error']): { code: string; message: string } {
  const cause = parsedJson(Cause ?? '{}');
  const message = isObject(cause) ? String(cause['errorMessage'] ?? '') : '';
  if (/^[a-z][a-z0-9_]+$/.test(name)) return { code: name, message: message.slice(0, 1_000) };
  if (name === 'TransientFailure') {
    return { code: 'aws_unavailable', message: 'An AWS service kept failing. Nothing was changed; deploy again.' };
  }
  if (name.includes('Timeout') || message.includes('timed out')) {
    return {
      code: 'phase_timeout',
      message: 'The phase took longer than allowed. Deploy again; choose tags if the document is large.',
    };
  }
  return { code: 'internal', message: 'An unexpected fault; the function log has the details. Deploy again.' };
}
