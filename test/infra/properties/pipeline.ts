/** What the state machine must do with a phase that fails, and what it may hold. */
import { at, ofType, type Property, type Resources } from './property.ts';

const PHASES = ['ParseSpec', 'Provision', 'SealSandbox', 'InjectGovernance', 'Distribute'];

/** The definition with every reference replaced by an ARN; empty where there is no machine. */
function statesOf(resources: Resources): Record<string, unknown> {
  const [machine] = ofType(resources, 'AWS::StepFunctions::StateMachine');
  const parts = at(machine?.[1].Properties, 'DefinitionString', 'Fn::Join', 1);
  if (!Array.isArray(parts)) return {};
  const text = parts.map((part) =>
    typeof part === 'string' ? part : 'arn:aws:lambda:eu-west-1:123456789012:function:f',
  );
  return (at(JSON.parse(text.join('')), 'States') ?? {}) as Record<string, unknown>;
}

export const PIPELINE: readonly Property[] = [
  {
    name: 'a passing fault of AWS is tried again',
    why: 'A throttled second would be a failed deployment.',
    faults: (resources) =>
      PHASES.filter((name) => {
        const retry = at(statesOf(resources)[name], 'Retry', 0);
        return !(Number(at(retry, 'MaxAttempts')) > 0 && at(retry, 'JitterStrategy') === 'FULL');
      }),
  },
  {
    name: 'a phase that fails is recorded',
    why: 'The server would say "deploying" for ever.',
    faults: (resources) =>
      PHASES.filter((name) => {
        const found = at(statesOf(resources)[name], 'Catch', 0);
        return !(at(found, 'ErrorEquals', 0) === 'States.ALL' && at(found, 'Next') === 'RecordFailure');
      }),
  },
  {
    name: 'the state holds ids alone',
    why: 'Inputs and outputs of an execution can be read for 90 days by whoever may look at it.',
    faults: (resources) =>
      Object.entries(statesOf(resources))
        .filter(([, state]) => at(state, 'Type') === 'Task')
        .filter(([, state]) => at(state, 'ResultPath') !== null || at(state, 'Parameters') !== undefined)
        .map(([name]) => name),
  },
];
