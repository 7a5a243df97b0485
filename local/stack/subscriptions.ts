/**
 * Subscription filters of CloudWatch Logs: hand the lines of a function's log that contain a text to another function, in the form that
 * CloudWatch uses, a moment later and beside everything else. A batch that fails is tried twice more, as Lambda does.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { PortcullisError } from '../../core/lib/errors.ts';
import { type FunctionPool, invokeBuffered } from '../functions/pool.ts';
import type { LogSink } from '../functions/runtime/log.ts';
import { ACCOUNT, type Resolve } from '../template/resolve.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import { functionArn } from './physical.ts';

const WAIT_MS = 100;
const RETRY_MS = 500;
const MAX_TRIES = 3;
/** A line that does not end is no line of ours. */
const LONGEST = 1024 * 1024;

interface Subscription {
  readonly name: string;
  readonly logGroup: string;
  /** Logical id of the function whose lines are read. */
  readonly source: string;
  readonly target: string;
  readonly term: string;
}

/** All subscription filters of the template. */
export class LogSubscriptions {
  private readonly subscriptions: readonly Subscription[];
  private readonly poolOf: (arn: string) => FunctionPool | undefined;
  private readonly running = new Set<Promise<void>>();
  private readonly flushes: (() => void)[] = [];

  constructor(template: StackTemplate, resolve: Resolve, poolOf: (arn: string) => FunctionPool | undefined) {
    this.subscriptions = ofType(template, 'AWS::Logs::SubscriptionFilter').map(([id, properties]) =>
      readSubscription(template, resolve, id, properties),
    );
    this.poolOf = poolOf;
  }

  /** The log of a function, with its subscriptions. */
  tapped(logicalId: string, log: LogSink): LogSink {
    const own = this.subscriptions.filter(({ source }) => source === logicalId);
    return own.length === 0 ? log : this.tap(log, own);
  }

  /** Hands over what is left. */
  async drain(): Promise<void> {
    for (const flush of this.flushes) flush();
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private tap(log: LogSink, own: readonly Subscription[]): LogSink {
    let pending = '';
    let lines: string[] = [];
    let timer: NodeJS.Timeout | undefined;
    const flush = () => {
      clearTimeout(timer);
      timer = undefined;
      const batch = lines;
      lines = [];
      for (const each of own)
        this.deliver(
          each,
          batch.filter((line) => line.includes(each.term)),
        );
    };
    this.flushes.push(flush);
    return {
      write: (chunk) => {
        log.write(chunk);
        const parts = (pending + chunk.toString()).split('\n');
        pending = (parts.pop() ?? '').slice(-LONGEST);
        const found = parts.filter((line) => own.some(({ term }) => line.includes(term)));
        if (found.length === 0) return;
        lines.push(...found);
        timer ??= setTimeout(flush, WAIT_MS).unref();
      },
      close: () => log.close?.(),
    };
  }

  private deliver(subscription: Subscription, messages: readonly string[]): void {
    if (messages.length === 0) return;
    const pool = this.poolOf(subscription.target);
    if (!pool) return;
    const running = tried(pool, eventOf(subscription, messages)).finally(() => this.running.delete(running));
    this.running.add(running);
  }
}

async function tried(pool: FunctionPool, event: unknown): Promise<void> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    try {
      await invokeBuffered(pool, event);
      return;
    } catch {
      // Its log says why.
      if (tries < MAX_TRIES) await sleep(RETRY_MS);
    }
  }
}

function eventOf({ name, logGroup, source }: Subscription, messages: readonly string[]) {
  const timestamp = Date.now();
  const data = {
    messageType: 'DATA_MESSAGE',
    owner: ACCOUNT,
    logGroup,
    logStream: `local/[$LATEST]${source}`,
    subscriptionFilters: [name],
    logEvents: messages.map((message, at) => ({
      id: `${timestamp}${String(at).padStart(10, '0')}`,
      timestamp,
      message,
    })),
  };
  return { awslogs: { data: gzipSync(JSON.stringify(data)).toString('base64') } };
}

/** Throws PortcullisError for a filter that is more than one quoted text, or whose function CloudWatch may not invoke. */
function readSubscription(
  template: StackTemplate,
  resolve: Resolve,
  id: string,
  properties: Record<string, unknown>,
): Subscription {
  const { FilterPattern, DestinationArn, LogGroupName, RoleArn } =
    resolve<Record<string, string | undefined>>(properties);
  const term = /^"([^"]+)"$/.exec(FilterPattern ?? '')?.[1];
  const source = ofType(template, 'AWS::Lambda::Function').find(
    ([, { LoggingConfig }]) => resolve<{ LogGroup?: string }>(LoggingConfig ?? {}).LogGroup === LogGroupName,
  )?.[0];
  const isAllowed = ofType(template, 'AWS::Lambda::Permission').some(([, permission]) => {
    const { Action, Principal, FunctionName } = resolve<Record<string, string>>(permission);
    const isTarget =
      FunctionName === DestinationArn || functionArn(FunctionName ?? '', template.region) === DestinationArn;
    return Action === 'lambda:InvokeFunction' && Principal === 'logs.amazonaws.com' && isTarget;
  });
  if (!term || !source || !isAllowed || RoleArn !== undefined || !DestinationArn || !LogGroupName) {
    throw new PortcullisError(
      'template_unsupported',
      `The subscription filter ${id} must look for one quoted text in a function's log, for a function that CloudWatch Logs may invoke.`,
    );
  }
  return { name: id, logGroup: LogGroupName, source, target: DestinationArn, term };
}
