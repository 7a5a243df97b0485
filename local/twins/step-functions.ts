/**
 * The Step Functions twin (Standard, JSONPath): aws-local-stepfunctions interprets the synthesized definition; tasks run our functions.
 * Executions are stored. One that was running when the host died is run again from its input, which is safe because each phase gives the
 * same result when repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StateMachine } from 'aws-local-stepfunctions';
import { PortcullisError } from '../../core/lib/errors.ts';
import { parsedJson } from '../../core/lib/json/parsed.ts';
import { AwsError } from '../aws/errors.ts';
import type { AwsService, Input } from '../aws/gateway.ts';
import { jsonService, text } from '../aws/json.ts';
import { Journal } from '../data/journal.ts';
import { FunctionFailed } from '../functions/pool.ts';
import { brief, describe, type Execution, type HistoryEvent, historyEvent, type Json, seconds } from './executions.ts';

/** A state machine of the template. */
export interface LocalStateMachine {
  readonly arn: string;
  readonly name: string;
  readonly definition: string;
  /** Whether the machine's role may invoke the function with this ARN. */
  mayInvoke(functionArn: string): boolean;
  /** Sends a message to a queue. Throws PortcullisError when the machine's role may not. */
  send(queueUrl: string, body: object): void;
}

/** The task that sends to SQS (AWS Step Functions, optimized integrations). */
const SEND = 'arn:aws:states:::sqs:sendMessage';

/** Runs the function with this ARN; rejects with FunctionFailed. */
export type RunTask = (functionArn: string, input: Json) => Promise<Json>;

const NAME = /^[A-Za-z0-9_-]{1,80}$/;
const MAX_INPUT = 256 * 1024;
/**
 * If all ran at once they would advance in step, and a host that had died during a hundred executions would complete none of them for a
 * minute.
 */
const MAX_RESUMED_AT_ONCE = 8;
/** An execution may wait for hours; after this time the next one is run again beside it. */
const RESUMED_ALONE_MS = 5_000;
/** Ended executions that are kept (AWS keeps them for 90 days), and outdated journal lines that are tolerated. */
const MAX_KEPT = 5_000;
const WASTE = 1_000;

/** The Step Functions twin. */
export class StepFunctionsTwin {
  readonly service: AwsService;
  private readonly machines: ReadonlyMap<string, LocalStateMachine>;
  private readonly executions = new Map<string, Execution>();
  private readonly journal: Journal<Execution>;
  private readonly runTask: RunTask;
  private readonly aborts = new Map<string, () => void>();
  private closing = false;

  /** Throws PortcullisError `data_corrupt`, or `template_unsupported` for JSONata, which the interpreter would ignore. */
  constructor(path: string, machines: readonly LocalStateMachine[], runTask: RunTask) {
    for (const { name, definition } of machines) {
      if (definition.includes('"QueryLanguage"')) {
        throw new PortcullisError(
          'template_unsupported',
          `State machine ${name} sets QueryLanguage; only JSONPath runs here.`,
        );
      }
    }
    this.machines = new Map(machines.map((machine) => [machine.arn, machine]));
    this.runTask = runTask;
    const replay = (execution: Execution) => void this.executions.set(execution.arn, execution);
    let journal = new Journal<Execution>(path, replay);
    if (journal.entries > 2 * this.executions.size + WASTE || this.executions.size > MAX_KEPT) {
      void journal.close();
      for (const { arn } of [...this.executions.values()]
        .filter(({ status }) => status !== 'RUNNING')
        .slice(0, -MAX_KEPT)) {
        this.executions.delete(arn);
      }
      Journal.rewrite(path, this.executions.values());
      journal = new Journal<Execution>(path, replay);
    }
    this.journal = journal;
    this.service = jsonService('SFN', {
      StartExecution: (input, { caller }) => {
        const machine = this.machine(input);
        caller.demand('states:StartExecution', machine.arn);
        return this.start(machine, input);
      },
      DescribeExecution: (input, { caller }) => {
        caller.demand('states:DescribeExecution', text(input, 'executionArn'));
        return describe(this.execution(input));
      },
      GetExecutionHistory: (input, { caller }) => {
        caller.demand('states:GetExecutionHistory', text(input, 'executionArn'));
        const events = [...this.execution(input).events];
        return { events: input['reverseOrder'] ? events.reverse() : events };
      },
      ListExecutions: (input, { caller }) => {
        const { arn } = this.machine(input);
        caller.demand('states:ListExecutions', arn);
        const found = [...this.executions.values()]
          .filter(
            ({ machine, status }) => machine === arn && (!input['statusFilter'] || status === input['statusFilter']),
          )
          .sort((a, b) => b.startDate - a.startDate);
        return { executions: found.slice(0, Number(input['maxResults'] ?? 1_000)).map(brief) };
      },
    });
  }

  /** The interpreter is large: it is loaded when the host has time, or with the first execution. */
  static async load(): Promise<typeof StateMachine> {
    return (await import('aws-local-stepfunctions')).StateMachine;
  }

  /** Runs the executions again that were running when the host ended. */
  async resume(): Promise<number> {
    const left = [...this.executions.values()].filter(({ status }) => status === 'RUNNING');
    const waiting = left.filter(({ machine }) => this.machines.has(machine)).values();
    for (const execution of left) {
      if (this.machines.has(execution.machine)) continue;
      await this.store({ ...execution, status: 'ABORTED', stopDate: seconds() });
    }
    for (let at = 0; at < MAX_RESUMED_AT_ONCE; at++) void this.runEach(waiting);
    return left.length;
  }

  private async runEach(waiting: Iterable<Execution>): Promise<void> {
    for (const execution of waiting) {
      if (this.closing) return;
      await Promise.race([this.run(execution), sleep(RESUMED_ALONE_MS, undefined, { ref: false })]);
    }
  }

  async close(): Promise<void> {
    this.closing = true;
    for (const abort of this.aborts.values()) abort();
    await this.journal.close();
  }

  private async start(machine: LocalStateMachine, input: Input): Promise<object> {
    // What a stream has not delivered by then is delivered at the next start, and starts its execution there.
    if (this.closing) throw new AwsError(503, 'ServiceUnavailable', 'The local Step Functions is ending.');
    const name = String(input['name'] ?? crypto.randomUUID());
    if (!NAME.test(name)) throw new AwsError(400, 'InvalidName', `Invalid Name: '${name}'`);
    const given = String(input['input'] ?? '{}');
    if (Buffer.byteLength(given) > MAX_INPUT)
      throw new AwsError(400, 'ValidationException', 'The input is over 256 KB.');
    if (parsedJson(given) === undefined)
      throw new AwsError(400, 'InvalidExecutionInput', 'Invalid State Machine Execution Input: it is not JSON.');
    const arn = `${machine.arn.replace(':stateMachine:', ':execution:')}:${name}`;
    const known = this.executions.get(arn);
    if (known) {
      // A running execution with the same name and input is the same start, sent twice.
      if (known.status === 'RUNNING' && known.input === given) return { executionArn: arn, startDate: known.startDate };
      throw new AwsError(400, 'ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
    }
    const execution: Execution = {
      arn,
      machine: machine.arn,
      name,
      input: given,
      startDate: seconds(),
      status: 'RUNNING',
      events: [],
    };
    await this.store(execution);
    void this.run(execution);
    return { executionArn: arn, startDate: execution.startDate };
  }

  private async run(execution: Execution): Promise<void> {
    const Interpreter = await StepFunctionsTwin.load();
    const local = this.machines.get(execution.machine) as LocalStateMachine;
    const definition = JSON.parse(local.definition);
    // Validating the definition compiles the schema of the whole language, which blocks the thread for 0.2 s. A test of the stack
    // validates it instead.
    const machine = new Interpreter(definition, { validationOptions: { noValidate: true } });
    const tasks = tasksOf(definition as { States: Record<string, TaskLike> });
    const events: HistoryEvent[] = [];
    const run = machine.run(JSON.parse(execution.input), {
      overrides: {
        taskResourceLocalHandlers: Object.fromEntries(
          tasks.map(([name, resource]) => [
            name,
            (input: unknown) => this.task(resource, input as Json, local) as never,
          ]),
        ),
      },
      context: {
        Execution: {
          Id: execution.arn,
          Name: execution.name,
          Input: JSON.parse(execution.input),
          StartTime: new Date(execution.startDate * 1_000).toISOString(),
        },
        StateMachine: { Id: execution.machine },
      },
    });
    this.aborts.set(execution.arn, run.abort);
    const watching = (async () => {
      for await (const event of run.eventLogs) events.push(historyEvent(event, events.length + 1));
    })().catch(() => {});
    let end: Partial<Execution>;
    try {
      const output = await run.result;
      end = { status: 'SUCCEEDED', output: JSON.stringify(output ?? null) };
    } catch (error) {
      const { name, message, cause } = error as Error & { cause?: { name?: string; message?: string } };
      end = {
        status: name === 'ExecutionTimeoutError' ? 'TIMED_OUT' : 'FAILED',
        error: cause?.name ?? name,
        cause: cause?.message ?? message,
      };
    }
    this.aborts.delete(execution.arn);
    // Stopped together with the host: it stays RUNNING and is run again at the next start.
    if (this.closing) return;
    await watching;
    await this.store({ ...execution, ...end, stopDate: seconds(), events });
  }

  private async task(functionArn: string, input: Json, machine: LocalStateMachine): Promise<Json> {
    if (functionArn === SEND) {
      const { QueueUrl, MessageBody } = input as unknown as { QueueUrl: string; MessageBody: object };
      machine.send(QueueUrl, MessageBody);
      return {};
    }
    try {
      if (!machine.mayInvoke(functionArn)) {
        throw new FunctionFailed(
          'Lambda.AccessDeniedException',
          `The state machine's role may not invoke ${functionArn}`,
        );
      }
      return await this.runTask(functionArn, input);
    } catch (error) {
      if (!(error instanceof FunctionFailed)) throw error;
      // Catch and Retry match the function's error type as the name; the cause is its error object.
      const cause = JSON.stringify({ errorType: error.errorType, errorMessage: error.message, trace: [] });
      throw Object.assign(new Error(cause), { name: error.errorType });
    }
  }

  private async store(execution: Execution): Promise<void> {
    this.executions.set(execution.arn, execution);
    await this.journal.append(execution);
  }

  private machine(input: Input): LocalStateMachine {
    const machine = this.machines.get(text(input, 'stateMachineArn'));
    if (!machine) throw new AwsError(400, 'StateMachineDoesNotExist', 'State Machine Does Not Exist');
    return machine;
  }

  private execution(input: Input): Execution {
    const execution = this.executions.get(text(input, 'executionArn'));
    if (!execution) throw new AwsError(400, 'ExecutionDoesNotExist', 'Execution Does Not Exist');
    return execution;
  }
}

interface TaskLike {
  readonly Type: string;
  readonly Resource?: string;
}

const tasksOf = ({ States }: { States: Record<string, TaskLike> }): Array<[string, string]> =>
  Object.entries(States)
    .filter(([, { Type }]) => Type === 'Task')
    .map(([name, { Resource = '' }]) => [name, Resource]);
