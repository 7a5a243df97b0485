/**
 * The queue of what AWS gave up: batches of a table's stream, invocations that nobody waits for, deliveries to webhooks. A message names
 * the batch, the event or the execution (ids only), so that a person can have it done again (design/runbook.md). One message is enough
 * for its alarm. The queue is encrypted with the key of SQS, which costs nothing (or that of `dataKey`), and keeps messages for 14 days, the longest there is.
 */
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IEventSourceDlq, IFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { maySend } from './rights.ts';

/** The queue with its alarm. */
export class Failures extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.KMS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.queue
      .metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: Duration.minutes(5) })
      .createAlarm(this, 'Waiting', {
        alarmDescription: `${Stack.of(this).stackName}: something was given up and waits to be done again. What to do: design/runbook.md#given-up`,
        threshold: 1,
        evaluationPeriods: 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
  }

  /** For the event source mapping of a function: batches that are given up. */
  ofStream(fn: IFunction): IEventSourceDlq {
    maySend(fn, this.queue);
    return { bind: () => ({ destination: this.queue.queueArn }) };
  }

  /** Events of a function that nobody waits for, once Lambda has tried them three times. */
  keepEventsOf(fn: IFunction): void {
    maySend(fn, this.queue);
    fn.configureAsyncInvoke({ onFailure: { bind: () => ({ destination: this.queue.queueArn }) }, retryAttempts: 2 });
  }
}
