/** Starts the deployment state machine and asks what became of an execution. Only ids go into its input. */
import { DescribeExecutionCommand, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { DeploymentKind } from '../core/records.ts';
import { stepFunctions } from './clients.ts';
import { requireEnvironment } from './environment.ts';
import { isNamed } from './errors.ts';

/** The execution has the deployment's name, so that starting twice is starting once. */
export async function startDeployment(serverId: string, deploymentId: string, kind: DeploymentKind): Promise<void> {
  await stepFunctions().send(
    new StartExecutionCommand({
      stateMachineArn: requireEnvironment('STATE_MACHINE'),
      name: deploymentId,
      input: JSON.stringify({ serverId, deploymentId, kind }),
    }),
  );
}

/** What became of an execution; `missing`: Step Functions knows none of this name. */
export type ExecutionState = 'running' | 'succeeded' | 'failed' | 'missing';

/** `missing`: it was never started, or is older than Step Functions keeps executions (90 days). */
export async function executionState(deploymentId: string): Promise<ExecutionState> {
  const executionArn = `${requireEnvironment('STATE_MACHINE').replace(':stateMachine:', ':execution:')}:${deploymentId}`;
  try {
    const { status } = await stepFunctions().send(new DescribeExecutionCommand({ executionArn }));
    if (status === 'RUNNING' || status === 'PENDING_REDRIVE') return 'running';
    return status === 'SUCCEEDED' ? 'succeeded' : 'failed';
  } catch (error) {
    if (isNamed(error, 'ExecutionDoesNotExist')) return 'missing';
    throw error;
  }
}
