/**
 * The EventBridge twin. Events that are put on a bus of the template are appended to a file in the data folder, one a line, where a
 * person can look at what the owner's rules would get. Schedules run when the host has started and then four times a minute, whatever
 * their rate: a host is seldom up for a day, and what they start has to bear it.
 */
import { PortcullisError } from '../../core/lib/errors.ts';
import { AwsError } from '../aws/errors.ts';
import type { AwsService } from '../aws/gateway.ts';
import { jsonService } from '../aws/json.ts';
import { type FunctionPool, poolOf } from '../functions/pool.ts';
import type { LogSink } from '../functions/runtime/log.ts';
import { ACCOUNT, type Resolve } from '../template/resolve.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import { invokeAsync } from './lambda.ts';
import { type AsyncRule, DEFAULT_RULE } from './queues.ts';

/** EventBridge, quotas and PutEventsRequestEntry. */
const MAX_ENTRIES = 10;
const MAX_BYTES = 256 * 1024;
const FIRST_MS = 1_000;
const EVERY_MS = 15_000;
const SCHEDULED = { 'detail-type': 'Scheduled Event' };

/** ARN of an event bus. */
export const eventBusArn = (name: string, region: string): string =>
  `arn:aws:events:${region}:${ACCOUNT}:event-bus/${name}`;

interface Entry {
  readonly EventBusName?: string;
  readonly Source?: string;
  readonly DetailType?: string;
  readonly Detail?: string;
}

/**
 * @param buses names of the buses of the region
 * @param taken gets each event
 */
export function eventBridgeService(buses: readonly string[], region: string, taken: LogSink): AwsService {
  return jsonService('EVENTBRIDGE', {
    PutEvents: (input, { caller }) => {
      const entries = (input['Entries'] ?? []) as readonly Entry[];
      if (entries.length === 0 || entries.length > MAX_ENTRIES || JSON.stringify(entries).length > MAX_BYTES) {
        throw new AwsError(400, 'ValidationException', 'Entries must be 1 to 10, of 256 KB in all.');
      }
      for (const entry of entries) {
        const { EventBusName = 'default', Source = '', DetailType = '', Detail = '' } = entry;
        if (!buses.includes(EventBusName)) throw new AwsError(400, 'ResourceNotFoundException', 'Event bus not found.');
        caller.demand('events:PutEvents', eventBusArn(EventBusName, region));
        if (!Source || Source.startsWith('aws.') || !DetailType || !isObject(Detail)) {
          throw new AwsError(
            400,
            'ValidationException',
            'An entry needs a source of its own, a type and a JSON detail.',
          );
        }
        taken.write(Buffer.from(`${JSON.stringify(entry)}\n`));
      }
      return { FailedEntryCount: 0, Entries: entries.map(() => ({ EventId: crypto.randomUUID() })) };
    },
  });
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/**
 * Runs the schedules of the template, by asynchronous invocations. Returns a function that ends them.
 * Throws PortcullisError for a rule that is no schedule.
 */
export function startSchedules(
  template: StackTemplate,
  resolve: Resolve,
  pools: ReadonlyMap<string, FunctionPool>,
  rules: ReadonlyMap<string, AsyncRule>,
): () => void {
  const timers = ofType(template, 'AWS::Events::Rule').map(([id, properties]) => {
    const { ScheduleExpression, Targets = [] } = resolve<{
      ScheduleExpression?: string;
      Targets?: readonly { readonly Arn: string }[];
    }>(properties);
    const targets = Targets.map(({ Arn }) => poolOf(pools, Arn));
    if (!/^rate\(\d+ (minute|hour|day)s?\)$/.test(ScheduleExpression ?? '') || targets.includes(undefined)) {
      throw new PortcullisError('template_unsupported', `The rule ${id} must invoke functions of the stack at a rate.`);
    }
    const run = () => {
      for (const pool of targets as FunctionPool[]) {
        invokeAsync(pool, SCHEDULED, {}, rules.get(pool.definition.functionName) ?? DEFAULT_RULE);
      }
    };
    return [setTimeout(run, FIRST_MS).unref(), setInterval(run, EVERY_MS).unref()];
  });
  return () => {
    for (const timer of timers.flat()) clearTimeout(timer);
  };
}
