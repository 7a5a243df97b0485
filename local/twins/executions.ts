/** Executions of Step Functions: what is stored, and the responses of DescribeExecution and GetExecutionHistory. */

/** Status of an execution, in AWS's terms. */
export type Status = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A stored execution. Dates are epoch seconds. */
export interface Execution {
  readonly arn: string;
  readonly machine: string;
  readonly name: string;
  readonly input: string;
  readonly startDate: number;
  readonly status: Status;
  readonly stopDate?: number;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
  readonly events: readonly HistoryEvent[];
}

/** One event of an execution's history. */
export interface HistoryEvent {
  readonly timestamp: number;
  readonly type: string;
  readonly id: number;
  readonly [detail: string]: unknown;
}

/** Now, in epoch seconds. */
export const seconds = (): number => Date.now() / 1_000;

/** The members that several responses have in common. */
export const brief = ({ arn, machine, name, status, startDate, stopDate }: Execution) => ({
  executionArn: arn,
  stateMachineArn: machine,
  name,
  status,
  startDate,
  ...(stopDate === undefined ? {} : { stopDate }),
});

/** The response of DescribeExecution. */
export const describe = (execution: Execution) => ({
  ...brief(execution),
  input: execution.input,
  inputDetails: { included: true },
  ...(execution.output === undefined ? {} : { output: execution.output }),
  ...(execution.error === undefined ? {} : { error: execution.error, cause: execution.cause }),
});

/** Converts an entry of the interpreter's log to an event of GetExecutionHistory, with the details that both have. */
export function historyEvent(event: object, id: number): HistoryEvent {
  const { type, timestamp, state } = event as {
    type: string;
    timestamp: number;
    state?: { name: string; type: string };
  };
  const base = { id, previousEventId: id - 1, timestamp: timestamp / 1_000 };
  if (type === 'StateEntered') {
    return { ...base, type: `${state?.type}StateEntered`, stateEnteredEventDetails: { name: state?.name } };
  }
  if (type === 'StateExited') {
    return { ...base, type: `${state?.type}StateExited`, stateExitedEventDetails: { name: state?.name } };
  }
  if (type === 'StateFailed' || type === 'StateRetried' || type === 'StateCaught') {
    return { ...base, type: `${state?.type}${type}`, stateEnteredEventDetails: { name: state?.name } };
  }
  return { ...base, type };
}
