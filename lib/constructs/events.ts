/**
 * Events for other systems, where the owner switches them on: a table in which functions report what happened, a function on its stream
 * that puts events on a bus and starts deliveries to webhooks, a state machine that delivers each with its retries, and a daily look at
 * what expires and what needs a person. Only at home.
 */
import { Duration } from 'aws-cdk-lib';
import { AttributeType, Billing, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { EventBus, Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { EventSourceMapping, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import {
  Choice,
  Condition,
  DefinitionBody,
  Errors,
  Fail,
  JsonPath,
  LogLevel,
  StateMachine,
  Succeed,
  TaskInput,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke, SqsSendMessage } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import { PLACE_ATTRIBUTES } from '../../aws/tables/servers.ts';
import { SIGN_IN_ATTRIBUTES } from '../../aws/tables/upstreamTokens.ts';
import type { DeploymentConfig } from '../config.ts';
import { CodeFunction } from './code-function.ts';
import type { Data } from './data.ts';
import type { Failures } from './failures.ts';
import { keptAndProtected } from './kept.ts';
import type { KeySet } from './keys.ts';
import { mayFollow, mayOpen, mayQueryIndex, mayReadAttributes, mayUse, mayUseRows } from './rights.ts';
import { vendedLogs } from './vended-logs.ts';

interface EventsProps {
  readonly config: DeploymentConfig;
  readonly data: Data;
  readonly keys: KeySet;
  readonly failures: Failures;
}

/** The table, the bus, and what works between them. */
export class Events extends Construct {
  readonly bus: EventBus;
  readonly table: TableV2;

  constructor(scope: Construct, id: string, props: EventsProps) {
    super(scope, id);
    const { config } = props;
    this.table = new TableV2(this, 'Table', {
      partitionKey: { name: 'part', type: AttributeType.STRING },
      sortKey: { name: 'id', type: AttributeType.STRING },
      timeToLiveAttribute: 'goneAt',
      dynamoStream: StreamViewType.NEW_IMAGE,
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      ...keptAndProtected(config),
    });
    this.bus = new EventBus(this, 'Bus', { eventBusName: `${config.stackName}-events` });
    this.publishing(props, this.deliveries(props));
    this.expiring(props);
  }

  /** Lets a function report events. It puts nothing else into the table, neither webhooks nor deliveries. */
  mayReport(fn: CodeFunction): void {
    fn.addEnvironment('TABLE_EVENTS', this.table.tableName);
    mayUseRows(fn, this.table, ['events'], 'PutItem');
  }

  /** Lets a function manage webhooks: it seals addresses and secrets, and opens none. */
  mayManage(fn: CodeFunction): void {
    fn.addEnvironment('TABLE_EVENTS', this.table.tableName);
    mayUseRows(fn, this.table, ['events', 'webhooks'], 'PutItem');
    mayUseRows(fn, this.table, ['webhooks'], 'DeleteItem');
    mayUse(fn, this.table, 'GetItem', 'Query');
  }

  private deliveries({ config, keys, failures }: EventsProps): StateMachine {
    const deliver = new CodeFunction(this, 'Deliver', {
      entry: 'events/deliver',
      description: 'Delivers events to webhooks',
      memory: 256,
      timeout: Duration.seconds(60),
      logRetentionDays: config.logRetentionDays,
      environment: { TABLE_EVENTS: this.table.tableName, KEY_CREDENTIALS: keys.credentials.keyArn },
    });
    mayUse(deliver, this.table, 'GetItem');
    mayUseRows(deliver, this.table, ['webhooks', 'whk_'], 'PutItem');
    mayOpen(deliver, keys.credentials, ['webhookOf']);

    const states = new Construct(this, 'States');
    const attempt = new LambdaInvoke(states, 'Attempt', {
      lambdaFunction: deliver,
      payloadResponseOnly: true,
      retryOnServiceExceptions: false,
    });
    // What a webhook answers is an outcome; errors are of AWS, such as a disabled key. Three days of them are waited for.
    attempt.addRetry({
      errors: [Errors.ALL],
      interval: Duration.seconds(2),
      maxAttempts: 500,
      backoffRate: 2,
      maxDelay: Duration.minutes(10),
    });
    const given = {
      execution: JsonPath.stringAt('$$.Execution.Id'),
      webhookId: JsonPath.stringAt('$.webhookId'),
      deliveryId: JsonPath.stringAt('$.deliveryId'),
      error: JsonPath.stringAt('$.error.Error'),
    };
    const givenUp = new SqsSendMessage(states, 'GivenUp', {
      queue: failures.queue,
      messageBody: TaskInput.fromObject(given),
      resultPath: JsonPath.DISCARD,
    });
    // A person can start it again; the delivery's row says how far it is.
    givenUp.next(new Fail(states, 'Failed', { errorPath: '$.error.Error' }));
    attempt.addCatch(givenUp, { errors: [Errors.ALL], resultPath: '$.error' });
    attempt.next(
      new Choice(states, 'Done')
        .when(Condition.booleanEquals('$.isDone', true), new Succeed(states, 'Ended'))
        .otherwise(new Wait(states, 'Pause', { time: WaitTime.secondsPath('$.wait') }).next(attempt)),
    );
    return new StateMachine(this, 'Deliveries', {
      definitionBody: DefinitionBody.fromChainable(attempt),
      timeout: Duration.days(14),
      comment: 'Delivers one event to one webhook, with its retries',
      tracingEnabled: false,
      logs: {
        destination: vendedLogs(this, 'DeliveriesLogs', config),
        level: LogLevel.ERROR,
        includeExecutionData: false,
      },
    });
  }

  private publishing({ config, data, failures }: EventsProps, deliveries: StateMachine): void {
    const publish = new CodeFunction(this, 'Publish', {
      entry: 'events/publish',
      description: 'Puts events on the bus and starts deliveries to webhooks',
      memory: 256,
      timeout: Duration.seconds(60),
      logRetentionDays: config.logRetentionDays,
      environment: {
        TABLE_EVENTS: this.table.tableName,
        TABLE_SERVERS: data.servers.tableName,
        EVENT_BUS: this.bus.eventBusName,
        STATE_MACHINE_DELIVERIES: deliveries.stateMachineArn,
      },
    });
    mayFollow(publish, this.table);
    mayUse(publish, this.table, 'Query');
    // The project of a server, and nothing else of it.
    mayReadAttributes(publish, data.servers, PLACE_ATTRIBUTES);
    mayUseRows(publish, this.table, ['whk_'], 'PutItem');
    this.bus.grantPutEventsTo(publish);
    deliveries.grantStartExecution(publish);
    new EventSourceMapping(this, 'Reported', {
      target: publish,
      eventSourceArn: this.table.tableStreamArn as string,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 10,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      // An event that can never be told does not hold up the others until the stream drops them.
      maxRecordAge: Duration.hours(12),
      onFailure: failures.ofStream(publish),
    });
  }

  private expiring({ config, data, failures }: EventsProps): void {
    const expiry = new CodeFunction(this, 'Expiry', {
      entry: 'events/expiry',
      description: 'Reports what ends soon, and what needs a person',
      memory: 512,
      timeout: Duration.minutes(5),
      logRetentionDays: config.logRetentionDays,
      environment: {
        TABLE_SERVERS: data.servers.tableName,
        TABLE_TOKENS: data.tokens.tableName,
        TABLE_SESSIONS: data.sessions.tableName,
        TABLE_UPSTREAM_TOKENS: data.upstreamTokens.tableName,
      },
    });
    failures.keepEventsOf(expiry);
    this.mayReport(expiry);
    mayUse(expiry, data.servers, 'Scan');
    mayQueryIndex(expiry, data.tokens, 'byServer');
    // What needs a person: circuit breakers, refused calls, why there is no access token, and what the last digest has told.
    mayUseRows(expiry, data.sessions, ['limit.', 'approvals.'], 'BatchGetItem');
    mayReadAttributes(expiry, data.upstreamTokens, SIGN_IN_ATTRIBUTES);
    mayUseRows(expiry, this.table, ['digest'], 'GetItem', 'PutItem');
    new Rule(this, 'Daily', {
      schedule: Schedule.rate(Duration.days(1)),
      targets: [new LambdaFunction(expiry, { retryAttempts: 2 })],
    });
  }
}
