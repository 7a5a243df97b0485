/** Starts the deployment state machine and reads the state of an execution. Its input contains ids only. */
import { DescribeExecutionCommand, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { DeploymentKind } from '../../core/model/deployment.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { isNamed } from '../lib/errors.ts';
import { stepFunctions } from './clients.ts';

/** The execution has the deployment's id as its name, so starting it twice starts it once. */
export async function startDeployment(serverId: string, deploymentId: string, kind: DeploymentKind): Promise<void> {
  await stepFunctions().send(
    new StartExecutionCommand({
      stateMachineArn: requireEnvironment('STATE_MACHINE'),
      name: deploymentId,
      input: JSON.stringify({ serverId, deploymentId, kind }),
    }),
  );
}

/** Starts the delivery of an event to a webhook; starting it again starts it once. */
export async function startDelivery(webhookId: string, deliveryId: string): Promise<void> {
  const state = { webhookId, deliveryId, attempts: 0, isDone: false, wait: 0 };
  try {
    await stepFunctions().send(
      new StartExecutionCommand({
        stateMachineArn: requireEnvironment('STATE_MACHINE_DELIVERIES'),
        name: `${webhookId}-${deliveryId}`,
        input: JSON.stringify(state),
      }),
    );
  } catch (error) {
    if (!isNamed(error, 'ExecutionAlreadyExists')) throw error;
  }
}

/** State of an execution; `missing`: Step Functions knows none of this name. */
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
