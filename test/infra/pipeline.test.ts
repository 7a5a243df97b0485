/** The synthesized state machine: valid ASL in JSONPath, ids only in its state, retries and a catch on every phase. */
import { createRequire } from 'node:module';
import { expect, test } from '@jest/globals';
import { synthesize } from '../support/synth.ts';

const validateAsl = createRequire(import.meta.url)('asl-validator') as (definition: object) => {
  isValid: boolean;
  errorsText(): string;
};

interface State {
  readonly Type: string;
  readonly Retry?: Array<{ ErrorEquals: string[]; JitterStrategy?: string; MaxAttempts: number }>;
  readonly Catch?: Array<{ ErrorEquals: string[]; Next: string }>;
  readonly Next?: string;
  readonly ResultPath?: string | null;
  readonly Parameters?: unknown;
}

/** The definition with each intrinsic replaced by a well-formed ARN. */
function definition(): { StartAt: string; States: Record<string, State>; QueryLanguage?: string } {
  const [entry] = synthesize().ofType('AWS::StepFunctions::StateMachine');
  const machine = (entry as NonNullable<typeof entry>)[1];
  const { DefinitionString } = machine.Properties as { DefinitionString: { 'Fn::Join': [string, unknown[]] } };
  const [, parts] = DefinitionString['Fn::Join'];
  const text = parts
    .map((part) => (typeof part === 'string' ? part : 'arn:aws:lambda:eu-west-1:123456789012:function:f'))
    .join('');
  return JSON.parse(text);
}

test('is valid ASL and never JSONata', () => {
  const machine = definition();

  const verdict = validateAsl(machine);

  expect([verdict.isValid, verdict.isValid ? '' : verdict.errorsText()]).toEqual([true, '']);
  expect(JSON.stringify(machine)).not.toContain('JSONata');
});

test('runs parse or provision, seal, govern, distribute, in this order', () => {
  const { States, StartAt } = definition();
  const order: string[] = [];

  for (let name: string | undefined = 'ParseSpec'; name; name = States[name]?.Next) order.push(name);

  expect(StartAt).toBe('Kind');
  expect(order).toEqual(['ParseSpec', 'SealSandbox', 'InjectGovernance', 'Distribute', 'Live']);
  expect(States['Provision']?.Next).toBe('SealSandbox');
});

test('retries transient faults with jitter and catches everything else on every phase', () => {
  const { States } = definition();

  for (const name of ['ParseSpec', 'Provision', 'SealSandbox', 'InjectGovernance', 'Distribute']) {
    expect(States[name]?.Retry).toEqual([expect.objectContaining({ JitterStrategy: 'FULL', MaxAttempts: 4 })]);
    expect(States[name]?.Catch).toEqual([
      { ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'RecordFailure' },
    ]);
  }
  expect(States['RecordFailure']?.Next).toBe('Failed');
});

test('keeps ids only: no phase puts its result into the state, and none takes parameters beyond it', () => {
  for (const [name, state] of Object.entries(definition().States)) {
    if (state.Type !== 'Task') continue;
    expect([name, state.ResultPath]).toEqual([name, null]);
    expect([name, state.Parameters]).toEqual([name, undefined]);
  }
});
