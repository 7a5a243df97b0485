/**
 * Step Functions: interprets the synthesized definition. Executions are files, so that after a kill every one that was
 * running is run again from its input (the product's phases are idempotent, as a Standard workflow demands) and ends.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StateMachine, type StateMachineDefinition } from 'aws-local-stepfunctions';
import { AwsError, type Caller, type Callers, type Service, startJsonService } from './service.ts';

interface Execution {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly name: string;
  readonly input: string;
  readonly status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT';
  readonly startDate: number;
  readonly stopDate?: number;
  readonly error?: string;
  readonly cause?: string;
}

export interface StateMachineTwin {
  readonly arn: string;
  readonly name: string;
  readonly definition: StateMachineDefinition & { States: Record<string, { Type: string; Resource?: string }> };
}

/** Runs a task's function; a failure rejects with an error whose name is the Lambda error type. */
export type RunTask = (functionArn: string, input: string) => Promise<string>;

export interface StepFunctionsTwin extends Service {
  /** Runs what was running when the host ended. */
  resume(): number;
}

export async function startStepFunctions(
  machine: StateMachineTwin,
  options: { folder: string; callers: Callers; runTask: RunTask },
): Promise<StepFunctionsTwin> {
  const { folder, callers, runTask } = options;
  mkdirSync(folder, { recursive: true });
  const interpreter = new StateMachine(machine.definition, { validationOptions: { checkArn: false } });
  const executionArn = (name: string) => `${machine.arn.replace(':stateMachine:', ':execution:')}:${name}`;
  const fileOf = (name: string) => join(folder, `${encodeURIComponent(name)}.json`);
  const read = (name: string) =>
    existsSync(fileOf(name)) ? (JSON.parse(readFileSync(fileOf(name), 'utf8')) as Execution) : undefined;
  const write = (execution: Execution) => {
    writeFileSync(`${fileOf(execution.name)}.new`, JSON.stringify(execution), { mode: 0o600 });
    renameSync(`${fileOf(execution.name)}.new`, fileOf(execution.name));
  };

  const tasks = Object.entries(machine.definition.States).filter(([, { Type }]) => Type === 'Task');
  const handlers = Object.fromEntries(
    tasks.map(([name, { Resource }]) => [
      name,
      async (input: unknown) => JSON.parse(await runTask(String(Resource), JSON.stringify(input))),
    ]),
  );

  let closing = false;
  const run = async (execution: Execution): Promise<void> => {
    const context = {
      Execution: { Id: execution.executionArn, Name: execution.name, Input: JSON.parse(execution.input) },
    };
    let end: Pick<Execution, 'status' | 'error' | 'cause'>;
    try {
      const running = interpreter.run(JSON.parse(execution.input), {
        overrides: { taskResourceLocalHandlers: handlers as never },
        context: context as never,
      });
      await running.result;
      end = { status: 'SUCCEEDED' };
    } catch (failure) {
      const { name, message } = failure as Error;
      end = {
        status: name === 'ExecutionTimeoutError' ? 'TIMED_OUT' : 'FAILED',
        error: name,
        cause: message.slice(0, 2_000),
      };
    }
    // What ends because the host ends is still to be run.
    if (!closing) write({ ...execution, ...end, stopDate: Date.now() / 1_000 });
  };

  const service = await startJsonService(callers, {
    StartExecution(
      { stateMachineArn, name, input = '{}' }: { stateMachineArn: string; name: string; input?: string },
      caller: Caller,
    ) {
      caller.require('states:StartExecution', stateMachineArn);
      if (stateMachineArn !== machine.arn)
        throw new AwsError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${stateMachineArn}'`);
      const known = read(name);
      if (known && (known.input !== input || known.status !== 'RUNNING')) {
        throw new AwsError('ExecutionAlreadyExists', `Execution Already Exists: '${executionArn(name)}'`);
      }
      if (known) return { executionArn: known.executionArn, startDate: known.startDate };
      const execution: Execution = {
        executionArn: executionArn(name),
        stateMachineArn,
        name,
        input,
        status: 'RUNNING',
        startDate: Date.now() / 1_000,
      };
      write(execution);
      void run(execution);
      return { executionArn: execution.executionArn, startDate: execution.startDate };
    },
    DescribeExecution({ executionArn: arn }: { executionArn: string }, caller: Caller) {
      caller.require('states:DescribeExecution', arn);
      const execution = read(arn.split(':').at(-1) as string);
      if (!execution) throw new AwsError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
      return execution;
    },
  });

  return {
    ...service,
    resume() {
      const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
      const running = names
        .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Execution)
        .filter(({ status }) => status === 'RUNNING');
      for (const execution of running) void run(execution);
      return running.length;
    },
    close() {
      closing = true;
      return service.close();
    },
  };
}
