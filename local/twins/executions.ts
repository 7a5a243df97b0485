/** Executions as Step Functions tells of them: what is kept, and the answers of DescribeExecution and GetExecutionHistory. */

/** Status of an execution, in AWS's words. */
export type Status = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** An execution as it is kept. Dates are seconds since 1970. */
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

/** Now, in seconds since 1970. */
export const seconds = (): number => Date.now() / 1_000;

/** What the answers have in common. */
export const brief = ({ arn, machine, name, status, startDate, stopDate }: Execution) => ({
  executionArn: arn,
  stateMachineArn: machine,
  name,
  status,
  startDate,
  ...(stopDate === undefined ? {} : { stopDate }),
});

/** The answer of DescribeExecution. */
export const describe = (execution: Execution) => ({
  ...brief(execution),
  input: execution.input,
  inputDetails: { included: true },
  ...(execution.output === undefined ? {} : { output: execution.output }),
  ...(execution.error === undefined ? {} : { error: execution.error, cause: execution.cause }),
});

/** The interpreter's log in the words of GetExecutionHistory; details where both know them. */
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
