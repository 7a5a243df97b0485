/** What becomes of work that nobody waits for and that AWS gives up. */
import { at, functionsOf, list, nameOf, ofType, type Property, type Resources, target, unlike } from './property.ts';

/**
 * Functions of which an invocation is queued by Lambda: by management, by a schedule. Those who only watch (traces) lose a line at most.
 */
const QUEUED = ['PipelineReseal', 'EventsExpiry'];

const isQueue = (resources: Resources, reference: unknown): boolean =>
  resources[target(reference) ?? '']?.Type === 'AWS::SQS::Queue';

const destinationOf = (properties: unknown): unknown => at(properties, 'DestinationConfig', 'OnFailure', 'Destination');

/** An alias, or the name of a key of the stack. */
const keyOf = (key: unknown): unknown => (typeof key === 'string' ? key : nameOf(target(key) ?? ''));

export const FAILURES: readonly Property[] = [
  {
    name: 'what is given up is kept for a person',
    why: 'Lambda drops a batch that is too old, and an event that failed three times, without a trace.',
    faults: (resources) => {
      const kept = new Set(
        ofType(resources, 'AWS::Lambda::EventInvokeConfig')
          .filter(([, { Properties }]) => isQueue(resources, destinationOf(Properties)))
          .map(([, { Properties }]) => nameOf(target(at(Properties, 'FunctionName')) ?? '')),
      );
      return [
        ...ofType(resources, 'AWS::Lambda::EventSourceMapping')
          .filter(([, { Properties }]) => !isQueue(resources, destinationOf(Properties)))
          .map(([id]) => id),
        ...QUEUED.filter((name) => functionsOf(resources).has(name) && !kept.has(name)),
      ];
    },
  },
  {
    name: 'where alarms are on, each function has one of its errors and one of its throttles',
    why: 'Nobody would hear that it fails.',
    faults: (resources, { alarms }) => {
      if (!alarms) return [];
      const watched = ofType(resources, 'AWS::CloudWatch::Alarm')
        .flatMap(([, { Properties }]) => list(at(Properties, 'Metrics')))
        .map((each) => at(each, 'MetricStat', 'Metric'))
        .map((each) => `${at(each, 'MetricName')} of ${nameOf(target(at(each, 'Dimensions', 0, 'Value')) ?? '')}`);
      return [...functionsOf(resources).keys()]
        .flatMap((name) => [`Errors of ${name}`, `Throttles of ${name}`])
        .filter((each) => !watched.includes(each));
    },
  },
  {
    name: 'beside those of functions there are the alarms that the settings ask for, and no others',
    why: 'Nobody would hear of a failed backup, or somebody would pay for what they did not ask for.',
    faults: (resources, { alarms, backup, canary, metrics }) => {
      const wanted = [
        'FailuresWaiting',
        'AuditArchiverLate',
        ...(alarms ? ['ApiFailuresAlarm'] : []),
        ...(alarms && metrics !== 'none' ? ['OpenBreakerAlarm', 'SlowRevocationAlarm', 'FailedDeploymentsAlarm'] : []),
        ...(alarms && backup !== 'none' ? ['BackupFailed'] : []),
        ...(canary ? ['DataPlaneRpcFailing', 'DataPlaneStreamFailing'] : []),
      ];
      const found = ofType(resources, 'AWS::CloudWatch::Alarm')
        .map(([id]) => nameOf(id))
        .filter((name) => !alarms || !/(Errors|Throttles)Alarm$/.test(name));
      return unlike('alarms', found.sort(), wanted.sort());
    },
  },
  {
    name: 'the queue of failures keeps messages for 14 days, encrypted, and rings',
    why: 'After four days, the default, a failure of a long weekend is gone.',
    faults: (resources, { dataKey }) => {
      const queues = ofType(resources, 'AWS::SQS::Queue');
      if (queues.length === 0) return ['no queue'];
      const rings = ofType(resources, 'AWS::CloudWatch::Alarm').filter(
        ([, { Properties }]) =>
          at(Properties, 'MetricName') === 'ApproximateNumberOfMessagesVisible' && at(Properties, 'Threshold') === 1,
      );
      return queues.flatMap(([id, { Properties }]) => [
        ...unlike(`${id} days`, Number(at(Properties, 'MessageRetentionPeriod')) / 86_400, 14),
        ...unlike(
          `${id} key`,
          keyOf(at(Properties, 'KmsMasterKeyId')),
          dataKey === 'own' ? 'DataKey' : 'alias/aws/sqs',
        ),
        ...unlike(`${id} alarms`, rings.length, 1),
      ]);
    },
  },
];
