/**
 * The queues of the template, which take what was given up: by a table's stream, by invocations that nobody waits for, by state machines.
 * Each message is appended to a file of the data folder, one a line with its queue, and the person who started the stack is told. Nothing
 * here reads a queue, so nothing receives or deletes.
 */
import { randomUUID } from 'node:crypto';
import { PortcullisError } from '../../core/lib/errors.ts';
import { type FunctionPool, poolOf } from '../functions/pool.ts';
import type { LogSink } from '../functions/runtime/log.ts';
import type { Policies } from '../template/policies.ts';
import { ACCOUNT, type Resolve } from '../template/resolve.ts';
import { ofType, type StackTemplate } from '../template/template.ts';

/** ARN of a queue. */
export const queueArn = (id: string, region: string): string => `arn:aws:sqs:${region}:${ACCOUNT}:${id}`;
/** URL of a queue. */
export const queueUrl = (id: string, region: string): string => `https://sqs.${region}.amazonaws.com/${ACCOUNT}/${id}`;

/** Sends one message, a JSON object. */
export type Send = (body: object) => void;

interface QueueParts {
  readonly template: StackTemplate;
  readonly policies: Policies;
  readonly taken: LogSink;
  readonly say: (line: string) => void;
}

/** All queues of the template. */
export class Queues {
  private readonly parts: QueueParts;
  private readonly byAddress: ReadonlyMap<string, string>;

  constructor(parts: QueueParts) {
    this.parts = parts;
    const ids = ofType(parts.template, 'AWS::SQS::Queue').map(([id]) => id);
    const { region } = parts.template;
    this.byAddress = new Map(
      ids.flatMap((id) => [queueArn(id, region), queueUrl(id, region)].map((address) => [address, id] as const)),
    );
  }

  /**
   * What sends to a queue for a role. Throws PortcullisError for what is no queue of the template, or takes no message of this role.
   * @param address the queue's ARN or URL
   */
  senderOf(roleId: string, address: string): Send {
    const id = this.byAddress.get(address);
    const { policies, template } = this.parts;
    if (id === undefined || !policies.allows(roleId, 'sqs:SendMessage', queueArn(id, template.region))) {
      throw new PortcullisError('template_unsupported', `The role ${roleId} may not send to a queue ${address}.`);
    }
    return (body) => {
      const message = { queue: id, at: new Date().toISOString(), messageId: randomUUID(), body };
      this.parts.taken.write(Buffer.from(`${JSON.stringify(message)}\n`));
      this.parts.say(`Something was given up; failures.ndjson in the data folder names it (queue ${id}).`);
    };
  }
}

/** The beginning of Lambda's message on a failed invocation (developer guide, invocation records). */
export const invocationRecord = (functionArn: string, condition: string, invocations: number) => ({
  version: '1.0',
  timestamp: new Date().toISOString(),
  requestContext: {
    requestId: randomUUID(),
    functionArn: `${functionArn}:$LATEST`,
    condition,
    approximateInvokeCount: invocations,
  },
  responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
});

/** What becomes of an invocation that nobody waits for. */
export interface AsyncRule {
  readonly retries: number;
  giveUp(event: unknown, errorType: string, errorMessage: string): void;
}

/** Lambda's own, for a function that has no other. */
export const DEFAULT_RULE: AsyncRule = { retries: 2, giveUp: () => {} };

/** The rules of the template by function name. Throws PortcullisError. */
export function asyncRules(
  template: StackTemplate,
  resolve: Resolve,
  pools: ReadonlyMap<string, FunctionPool>,
  queues: Queues,
): ReadonlyMap<string, AsyncRule> {
  const configs = ofType(template, 'AWS::Lambda::EventInvokeConfig').map(([id, properties]) => {
    const {
      FunctionName,
      MaximumRetryAttempts = 2,
      DestinationConfig,
    } = resolve<{
      FunctionName: string;
      MaximumRetryAttempts?: number;
      DestinationConfig?: { OnFailure?: { Destination: string }; OnSuccess?: unknown };
    }>(properties);
    const pool = poolOf(pools, FunctionName);
    const destination = DestinationConfig?.OnFailure?.Destination;
    if (!pool || DestinationConfig?.OnSuccess) {
      throw new PortcullisError(
        'template_unsupported',
        `${id} may send failures of a function to a queue, and no more.`,
      );
    }
    const { arn, roleId, functionName } = pool.definition;
    if (destination === undefined) return [functionName, { retries: MaximumRetryAttempts, giveUp: () => {} }] as const;
    const send = queues.senderOf(roleId, destination);
    const rule: AsyncRule = {
      retries: MaximumRetryAttempts,
      giveUp: (requestPayload, errorType, errorMessage) =>
        send({
          ...invocationRecord(arn, 'RetriesExhausted', MaximumRetryAttempts + 1),
          requestPayload,
          responsePayload: { errorType, errorMessage },
        }),
    };
    return [functionName, rule] as const;
  });
  return new Map(configs);
}
