/**
 * What all phases share: each records its start, its end and a text for people in the deployment's row, and fails with a stable code. A
 * phase may run twice for one deployment (retry, restart) and then gives the same result. The state machine's state contains ids only;
 * phases pass data on as objects below staging/.
 */
import '../../aws/services/privateNetwork.ts';
import { AwsRefusal, faultOfAws, isThrottling } from '../../aws/lib/errors.ts';
import { changeDeployment } from '../../aws/tables/deployments.ts';
import { readServer } from '../../aws/tables/servers.ts';
import { hasCode, PortcullisError } from '../../core/lib/errors.ts';
import { isoNow } from '../../core/lib/ids.ts';
import type { DeploymentKind, DeploymentRow, PhaseName } from '../../core/model/deployment.ts';
import type { ServerRow } from '../../core/model/server.ts';
import { PhaseFailure } from './errors.ts';

/** The state of an execution. */
export interface DeploymentEvent {
  readonly serverId: string;
  readonly deploymentId: string;
  readonly kind: DeploymentKind;
}

/** A phase's input: the ids of the execution, and the rows that they name. */
export interface PhaseInput extends DeploymentEvent {
  readonly server: ServerRow;
  readonly deployment: DeploymentRow;
}

/** What a phase adds to the deployment's row. */
export interface PhaseOutput {
  /** For people: '342 endpoints, 12 warnings'. */
  readonly detail: string;
  /** Further fields of the deployment's row. */
  readonly record?: Partial<
    Pick<DeploymentRow, 'diff' | 'repairs' | 'warnings' | 'bundle' | 'kept' | 'status' | 'finishedAt'>
  >;
}

/** The Lambda handler of a phase. Throws PhaseFailure, whose name is the code, so that Step Functions reports it. */
export function phase(name: PhaseName, run: (input: PhaseInput) => Promise<PhaseOutput>) {
  return async ({ serverId, deploymentId, kind }: DeploymentEvent): Promise<void> => {
    try {
      const deployment = await mark({ serverId, deploymentId, kind }, name, { status: 'running', startedAt: isoNow() });
      const server = await readServer(serverId);
      if (server?.deploying !== deploymentId && !alreadyLive(server, deployment)) {
        throw new PhaseFailure('deployment_superseded', 'The server was deleted or taken over by another deployment.');
      }
      const { detail, record } = await run({ serverId, deploymentId, kind, server: server as ServerRow, deployment });
      await mark({ serverId, deploymentId, kind }, name, { status: 'done', finishedAt: isoNow(), detail }, record);
    } catch (error) {
      throw asPhaseFailure(error);
    }
  };
}

/** Distribute ran before and reached the switch. */
const alreadyLive = (server: ServerRow | undefined, deployment: DeploymentRow) =>
  server?.bundle !== undefined && server.bundle.id === deployment.bundle?.id;

async function mark(
  event: DeploymentEvent,
  name: PhaseName,
  change: Partial<DeploymentRow['phases'][number]>,
  record: PhaseOutput['record'] = {},
): Promise<DeploymentRow> {
  const row = await changeDeployment(event.serverId, event.deploymentId, (read) => ({
    ...read,
    ...record,
    phases: read.phases.map((entry) => (entry.name === name ? { ...entry, ...change } : entry)),
  }));
  if (!row) throw new PhaseFailure('deployment_superseded', 'The record of the deployment was deleted.');
  if (row.status === 'failed') throw new PhaseFailure('deployment_superseded', 'The deployment was given up.');
  return row;
}

/**
 * Whether the error, or one of its causes, is that AWS throttled or failed. An unavailable sandbox is not a sandbox that refuses a
 * bundle, and a busy KMS is not a missing right to sign.
 */
function isPassing(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof AwsRefusal && (each.isThrottling || each.status >= 500)) return true;
    const { $metadata: metadata } = each as { $metadata?: { httpStatusCode?: number } };
    // Errors of the SDK: throttling, a fault of AWS, or no response.
    if (metadata && (isThrottling(each.name) || (metadata.httpStatusCode ?? 500) >= 500)) return true;
  }
  return false;
}

const AGAIN = 'A part of this installation did not answer.';

/** Expected errors keep their code; write conflicts and AWS faults become TransientFailure, which the state machine retries. */
export function asPhaseFailure(error: unknown): Error {
  const fault = faultOfAws(error);
  if (isPassing(error)) return new PhaseFailure('TransientFailure', fault?.message ?? AGAIN, { cause: error });
  if (error instanceof PhaseFailure) return error;
  if (hasCode(error, 'write_conflict')) return new PhaseFailure('TransientFailure', error.message, { cause: error });
  if (error instanceof PortcullisError) return new PhaseFailure(error.code, error.message, { cause: error });
  if (fault) return new PhaseFailure('TransientFailure', fault.message, { cause: error });
  const { name, $metadata: isOfAws } = error as { name?: string; $metadata?: unknown };
  if (isOfAws) return new PhaseFailure('TransientFailure', `AWS refused a request (${name}).`, { cause: error });
  return error instanceof Error ? error : new Error(String(error));
}

/** For people: `1 tool`, `2 tools`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
