/** Reads the state machines of the template, whose tasks run in the pools of functions. */
import { FunctionFailed, invokeBuffered, poolOf } from '../functions/pool.ts';
import { ofType, roleOf } from '../template/template.ts';
import type { StackParts } from '../twins/parts.ts';
import { StepFunctionsTwin } from '../twins/step-functions.ts';
import { stateMachineArn } from './physical.ts';

/** The twin with the state machines of the template. Throws PortcullisError, as its constructor does. */
export function startStateMachines({
  data,
  template,
  resolve,
  policies,
  pools,
  queues,
}: StackParts): StepFunctionsTwin {
  return new StepFunctionsTwin(
    data.path('executions.journal'),
    ofType(template, 'AWS::StepFunctions::StateMachine').map(([id, { DefinitionString, RoleArn }]) => ({
      arn: stateMachineArn(id, template.region),
      name: id,
      definition: resolve<string>(DefinitionString),
      send: (url: string, body: object) => queues.senderOf(roleOf(RoleArn), url)(body),
      mayInvoke: (arn: string) => policies.allows(roleOf(RoleArn), 'lambda:InvokeFunction', arn),
    })),
    async (arn, input) => {
      const pool = poolOf(pools, arn);
      if (!pool) throw new FunctionFailed('Lambda.ResourceNotFoundException', `Function not found: ${arn}`);
      return JSON.parse(await invokeBuffered(pool, input));
    },
  );
}
