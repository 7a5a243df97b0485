/** The Step Functions twin through the real client: names, failures, retries, history, and executions that outlive a host. */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FunctionFailed } from '../../../../local/functions/pool.ts';
import { StepFunctionsTwin } from '../../../../local/twins/step-functions.ts';
import { startTwin, type TwinAccess, temporaryFolder } from '../../../support/twins.ts';
import { until } from '../../../support/until.ts';

const stateMachineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:Deploy';
const QUEUE = 'https://sqs.us-east-1.amazonaws.com/000000000000/GivenUp';
const arnOf = (name: string) => `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
const task = (name: string, Next: string) => ({
  Type: 'Task',
  Resource: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
  ResultPath: null,
  Retry: [{ ErrorEquals: ['Transient'], IntervalSeconds: 1, MaxAttempts: 2, BackoffRate: 1 }],
  Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Record' }],
  Next,
});
const definition = JSON.stringify({
  StartAt: 'Kind',
  States: {
    Kind: {
      Type: 'Choice',
      Choices: [
        { Variable: '$.kind', StringEquals: 'short', Next: 'Second' },
        { Variable: '$.kind', StringEquals: 'lost', Next: 'Lost' },
      ],
      Default: 'First',
    },
    First: task('first', 'Second'),
    Second: task('second', 'Live'),
    Record: {
      Type: 'Task',
      Resource: 'arn:aws:lambda:us-east-1:000000000000:function:record',
      ResultPath: null,
      Next: 'Failed',
    },
    Lost: {
      Type: 'Task',
      Resource: 'arn:aws:lambda:us-east-1:000000000000:function:lost',
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'GivenUp' }],
      Next: 'Live',
    },
    GivenUp: {
      Type: 'Task',
      Resource: 'arn:aws:states:::sqs:sendMessage',
      Parameters: {
        QueueUrl: QUEUE,
        MessageBody: { 'execution.$': '$$.Execution.Id', 'id.$': '$.id', 'error.$': '$.error.Error' },
      },
      ResultPath: null,
      Next: 'Failed',
    },
    Failed: { Type: 'Fail', ErrorPath: '$.error.Error', CausePath: '$.error.Cause' },
    Live: { Type: 'Succeed' },
  },
});

const sent: object[] = [];
let folder: ReturnType<typeof temporaryFolder>;
const calls: Array<{ readonly name: string; readonly input: never }> = [];
let behave: (name: string, input: Record<string, unknown>) => Promise<unknown> = async () => null;
const runTask = async (arn: string, input: unknown) => {
  const name = arn.split(':').at(-1) as string;
  calls.push({ name, input: input as never });
  return (await behave(name, input as Record<string, unknown>)) as null;
};
const machine = {
  arn: stateMachineArn,
  name: 'Deploy',
  definition,
  mayInvoke: (arn: string) => !arn.endsWith(':forbidden'),
  send: (url: string, body: object) => {
    if (url !== QUEUE) throw new Error('no such queue');
    sent.push(body);
  },
};
let twin: TwinAccess;
let steps: StepFunctionsTwin;
let client: SFNClient;

beforeAll(async () => {
  folder = temporaryFolder();
  steps = new StepFunctionsTwin(join(folder.path, 'executions'), [machine], runTask);
  twin = await startTwin(steps.service);
  client = new SFNClient(twin.as('all'));
});
afterAll(async () => {
  await twin.close();
  await steps.close();
  folder.remove();
});
const start = (name: string, input: object = {}) =>
  client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
const describeOnce = (name: string, by = client) =>
  by.send(new DescribeExecutionCommand({ executionArn: arnOf(name) }));
const ended = async (name: string, by = client) => {
  let execution = await describeOnce(name, by);
  await until(async () => {
    execution = await describeOnce(name, by);
    return execution.status !== 'RUNNING';
  });
  return execution;
};
const named = (name: string) => expect.objectContaining({ name });

describe('an execution', () => {
  test('that was given up is named in a queue, by ids and the code, and fails', async () => {
    behave = async (name) => {
      if (name === 'lost') throw new FunctionFailed('KMSInvalidStateException', 'arn of a key');
      return null;
    };

    await start('lost', { kind: 'lost', id: 'whk_1' });
    const { status, error } = await ended('lost');
    behave = async () => null;

    expect([status, error]).toEqual(['FAILED', 'KMSInvalidStateException']);
    expect(sent).toEqual([{ execution: arnOf('lost'), id: 'whk_1', error: 'KMSInvalidStateException' }]);
  });

  test('runs the functions of its path with its input, and its history says so', async () => {
    calls.length = 0;
    await start('good', { kind: 'long', id: 1 });
    expect(await ended('good')).toMatchObject({ status: 'SUCCEEDED', input: '{"kind":"long","id":1}' });
    expect(calls).toEqual(['first', 'second'].map((name) => ({ name, input: { kind: 'long', id: 1 } })));

    const { events } = await client.send(new GetExecutionHistoryCommand({ executionArn: arnOf('good') }));
    expect(events?.map(({ type }) => type)).toEqual([
      'ExecutionStarted',
      'ChoiceStateEntered',
      'ChoiceStateExited',
      'TaskStateEntered',
      'TaskStateExited',
      'TaskStateEntered',
      'TaskStateExited',
      'SucceedStateEntered',
      'SucceedStateExited',
      'ExecutionSucceeded',
    ]);
  });

  test('hands a failure to its catcher as Lambda reports it, and fails with it', async () => {
    calls.length = 0;
    behave = async (name) => {
      if (name === 'second') throw new FunctionFailed('spec_invalid', 'no paths');
      return null;
    };
    await start('bad', { kind: 'short' });
    const { status, error, cause } = await ended('bad');
    behave = async () => null;

    expect(status).toBe('FAILED');
    const { error: caught } = (calls.at(-1)?.input ?? {}) as { error?: { Error: string; Cause: string } };
    expect(caught?.Error).toBe('spec_invalid');
    expect(JSON.parse(caught?.Cause ?? '')).toMatchObject({ errorType: 'spec_invalid', errorMessage: 'no paths' });
    expect(error).toBe('spec_invalid');
    expect(JSON.parse(cause ?? '')).toMatchObject({ errorMessage: 'no paths' });
  });

  test('tries again what its retrier names', async () => {
    calls.length = 0;
    let failures = 0;
    behave = async () => {
      if (failures++ === 0) throw new FunctionFailed('Transient', 'busy');
      return null;
    };
    await start('retried', { kind: 'short' });
    expect((await ended('retried')).status).toBe('SUCCEEDED');

    behave = async () => null;
    expect(calls.map(({ name }) => name)).toEqual(['second', 'second']);
  });

  test('is one for one name: the same start again is the same execution, another is refused', async () => {
    calls.length = 0;
    let release = () => {};
    behave = () => new Promise((done) => (release = () => done(null)));
    const first = await start('once', { kind: 'short' });
    const second = await start('once', { kind: 'short' });
    expect(second.executionArn).toBe(first.executionArn);
    await expect(start('once', { kind: 'other' })).rejects.toEqual(named('ExecutionAlreadyExists'));

    await until(() => calls.length > 0);
    release();
    behave = async () => null;
    await ended('once');
    expect(calls.map(({ name }) => name)).toEqual(['second']);
    await expect(start('once', { kind: 'short' })).rejects.toEqual(named('ExecutionAlreadyExists'));
  });

  test('is refused with a bad name, bad input or for a machine that is not there', async () => {
    await expect(start('no spaces')).rejects.toEqual(named('InvalidName'));
    await expect(client.send(new StartExecutionCommand({ stateMachineArn, name: 'x', input: '{' }))).rejects.toEqual(
      named('InvalidExecutionInput'),
    );
    await expect(
      client.send(new StartExecutionCommand({ stateMachineArn: `${stateMachineArn}2`, name: 'x' })),
    ).rejects.toEqual(named('StateMachineDoesNotExist'));
    await expect(describeOnce('nobody')).rejects.toEqual(named('ExecutionDoesNotExist'));
  });

  test("fails when the machine's role may not invoke a function", async () => {
    const other = {
      ...machine,
      arn: `${stateMachineArn}Other`,
      definition: definition.replaceAll(':first', ':forbidden'),
    };
    const twin = new StepFunctionsTwin(join(folder.path, 'denied'), [other], runTask);
    const access = await startTwin(twin.service);
    const sfn = new SFNClient(access.as('all'));
    const { executionArn } = await sfn.send(
      new StartExecutionCommand({ stateMachineArn: other.arn, name: 'x', input: '{"kind":"long"}' }),
    );
    let status: string | undefined = 'RUNNING';

    for (let error: string | undefined; status === 'RUNNING'; ) {
      ({ status, error } = await sfn.send(new DescribeExecutionCommand({ executionArn })));
      if (status !== 'RUNNING') expect(error).toBe('Lambda.AccessDeniedException');
    }
    expect(status).toBe('FAILED');

    await access.close();
    await twin.close();
  });

  test('is in the list', async () => {
    const { executions } = await client.send(new ListExecutionsCommand({ stateMachineArn, statusFilter: 'FAILED' }));
    expect(executions?.map(({ name }) => name).sort()).toEqual(['bad', 'lost']);
  });

  test('those that ran when their host died run again from their inputs under the next one, a few at a time', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `left${at}`);
    const file = join(folder.path, 'killed');
    const releases: Array<() => void> = [];
    const task = () => new Promise<null>((done) => releases.push(() => done(null)));
    const never = new StepFunctionsTwin(file, [machine], task);
    const before = await startTwin(never.service);
    const starter = new SFNClient(before.as('all'));
    const input = '{"kind":"long"}';
    for (const name of names) await starter.send(new StartExecutionCommand({ stateMachineArn, name, input }));
    await before.close();
    await never.close();
    for (const release of releases) release();
    calls.length = 0;
    let most = 0;
    let under = 0;
    const next = new StepFunctionsTwin(file, [machine], async (arn, input) => {
      most = Math.max(most, ++under);
      await setImmediate();
      return runTask(arn, input).finally(() => under--);
    });
    const after = await startTwin(next.service);
    const asker = new SFNClient(after.as('all'));

    expect(await next.resume()).toBe(20);
    for (const name of names) expect((await ended(name, asker)).status).toBe('SUCCEEDED');
    expect(calls.filter(({ name }) => name === 'first')).toHaveLength(20);
    expect(calls.filter(({ name }) => name === 'second')).toHaveLength(20);
    expect([most > 1, most <= 8]).toEqual([true, true]);

    await after.close();
    await next.close();
  });
});

test('a definition in JSONata, which the interpreter would pass over in silence, is refused', () => {
  const jsonata = { ...machine, definition: definition.replace('{"StartAt"', '{"QueryLanguage":"JSONata","StartAt"') };
  expect(() => new StepFunctionsTwin(join(folder.path, 'jsonata'), [jsonata], runTask)).toThrow(
    expect.objectContaining({ code: 'template_unsupported' }),
  );
});
