/**
 * Monitoring of a stack (design/monitoring.md): metrics of calls where the owner wants them; alarms, a composite one and a dashboard where
 * the owner wants those. It looks for the functions that the stack has, so each stack of several regions gets what fits it. Nothing here
 * gives a function a right, and nothing has anything to do with what functions answer.
 */
import { type CfnResource, Duration, Stack } from 'aws-cdk-lib';
import type { CfnRestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type MeasureName, NAMESPACE } from '../../core/audit/measures.ts';
import { type DeploymentConfig, isRegional } from '../config.ts';
import { CodeFunction } from '../constructs/code-function.ts';

const PERIOD = Duration.minutes(5);
/** One lost message is no reason to wake somebody; two periods of three are. */
const LASTING = { evaluationPeriods: 3, datapointsToAlarm: 2 };
/** The page that every alarm names, with a heading for each. */
const RUNBOOK = 'design/runbook.md';

/** Functions that watch each other's work, by the beginning of their construct's path. */
const GROUPS: readonly (readonly [name: string, runbook: string, paths: readonly string[]])[] = [
  ['Mcp', 'mcp-functions', ['DataPlane/']],
  ['Sandbox', 'sandbox', ['Sandbox/']],
  ['Api', 'management-and-sign-in', ['Management/', 'Authorization/', 'Entrance/', 'Login/']],
  ['Pipeline', 'pipeline', ['Pipeline/']],
  ['Archiver', 'archiver', ['AuditArchiver/']],
  ['Traces', 'traces', ['Traces/']],
  ['Events', 'events', ['Events/']],
];
/** Functions that emit measures; the sandbox and the spec reader, which run with data of others, do not. */
const EMITTING = ['DataPlane/', 'Management/', 'Pipeline/', 'AuditArchiver/'];

/** Adds to a finished stack or construct what its configuration asks for. */
export function monitor(scope: Construct, config: DeploymentConfig): void {
  const functions = scope.node.findAll().filter((each) => each instanceof CodeFunction);
  const under = (paths: readonly string[]) =>
    functions.filter(({ node }) => paths.some((path) => node.path.startsWith(`${scope.node.path}/${path}`)));
  if (config.metrics !== 'none') {
    for (const fn of under(EMITTING)) {
      fn.addEnvironment('METRICS', config.metrics);
      fn.addEnvironment('METRICS_SERVICE', config.stackName);
    }
  }
  if (config.alarms) {
    alarmsOfFunctions(scope, under);
    alarmsOfApi(scope);
    alarmsOfMeasures(scope, config, under);
  }
  // With those that are always there: of the archive and of what was given up (constructs/audit-archiver.ts, failures.ts).
  const alarms = scope.node.findAll().filter((each) => each instanceof Alarm);
  if (config.alarmTopic) {
    const alarmActionArn = config.alarmTopic;
    for (const alarm of alarms) {
      alarm.addAlarmAction({ bind: () => ({ alarmActionArn }) });
      alarm.addOkAction({ bind: () => ({ alarmActionArn }) });
    }
  }
  if (!config.alarms) return;
  new CompositeAlarm(scope, 'Unhealthy', {
    alarmDescription: `${Stack.of(scope).stackName} is not healthy: one of its alarms is on. ${RUNBOOK}`,
    alarmRule: AlarmRule.anyOf(...alarms.map((alarm) => AlarmRule.fromAlarm(alarm, AlarmState.ALARM))),
  });
  dashboardOf(scope, config, under);
}

type Under = (paths: readonly string[]) => readonly CodeFunction[];

function alarmsOfFunctions(scope: Construct, under: Under): Alarm[] {
  return GROUPS.flatMap(([name, runbook, paths]) => {
    const group = under(paths);
    if (group.length === 0) return [];
    return [
      alarmOf(scope, `${name}Errors`, {
        metric: sumOf(group.map((fn) => fn.metricErrors({ period: PERIOD }))),
        threshold: 1,
        what: 'functions end with errors',
        runbook,
        ...LASTING,
      }),
      alarmOf(scope, `${name}Throttles`, {
        metric: sumOf(group.map((fn) => fn.metricThrottles({ period: PERIOD }))),
        threshold: 1,
        what: "functions are throttled by the account's or their own concurrency",
        runbook: 'throttles',
        ...LASTING,
      }),
    ];
  });
}

/** Of what the management API is behind. That of MCP has its functions' alarms, as function URLs have. */
function alarmsOfApi(scope: Construct): Alarm[] {
  const failures = [
    ...ofType(scope, 'AWS::ApiGatewayV2::Api').map((api) => ['5xx', { ApiId: api.ref }] as const),
    ...ofType(scope, 'AWS::ApiGateway::RestApi')
      .filter(({ node }) => node.path.startsWith(`${scope.node.path}/Entrance/`))
      .map((api) => ['5XXError', { ApiName: String((api as CfnRestApi).name) }] as const),
  ];
  return failures.map(([metricName, dimensionsMap]) =>
    alarmOf(scope, 'ApiFailures', {
      metric: new Metric({
        namespace: 'AWS/ApiGateway',
        metricName,
        dimensionsMap,
        statistic: Stats.SUM,
        period: PERIOD,
      }),
      threshold: 5,
      what: 'the management API answers with 5xx',
      runbook: 'management-and-sign-in',
      ...LASTING,
    }),
  );
}

/** Only where functions emit the measures: an alarm without data would be healthy for ever. */
function alarmsOfMeasures(scope: Construct, config: DeploymentConfig, under: Under): Alarm[] {
  if (config.metrics === 'none') return [];
  const once = { evaluationPeriods: 1, datapointsToAlarm: 1 };
  const measured = (name: MeasureName, statistic: string) => measureOf(config, name, statistic);
  return [
    ...(under(['DataPlane/']).length > 0
      ? [
          alarmOf(scope, 'OpenBreaker', {
            metric: measured('BreakerOpenings', Stats.SUM),
            threshold: 1,
            what: 'the circuit breaker of a server has stopped calls',
            runbook: 'limits-and-circuit-breakers',
            ...once,
          }),
        ]
      : []),
    ...(under(['Management/']).length > 0
      ? [
          alarmOf(scope, 'SlowRevocation', {
            metric: measured('RevocationLatency', Stats.p(99)),
            threshold: 2_000,
            what: 'revoking a token takes over two seconds',
            runbook: 'slow-revocation',
            ...once,
          }),
        ]
      : []),
    ...(under(['Pipeline/']).length > 0
      ? [
          alarmOf(scope, 'FailedDeployments', {
            metric: measured('DeploymentsFailed', Stats.SUM),
            threshold: 1,
            what: 'a deployment of a server failed',
            runbook: 'failed-deployment',
            ...once,
          }),
        ]
      : []),
  ];
}

interface AlarmProps {
  readonly metric: IMetric;
  readonly threshold: number;
  readonly what: string;
  /** Heading of the runbook. */
  readonly runbook: string;
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
}

const alarmOf = (scope: Construct, id: string, { what, runbook, ...props }: AlarmProps): Alarm =>
  new Alarm(scope, `${id}Alarm`, {
    alarmDescription: `${Stack.of(scope).stackName}: ${what}. What to do: ${RUNBOOK}#${runbook}`,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    ...props,
  });

/** An alarm watches at most ten metrics of an expression (CloudWatch, PutMetricAlarm: 20 entries); the largest group has seven. */
const sumOf = (metrics: readonly IMetric[]): MathExpression =>
  new MathExpression({
    expression: 'SUM(METRICS())',
    period: PERIOD,
    usingMetrics: Object.fromEntries(metrics.map((metric, at) => [`m${at}`, metric])),
  });

const measureOf = ({ stackName }: DeploymentConfig, metricName: MeasureName, statistic: string): Metric =>
  new Metric({
    namespace: NAMESPACE,
    metricName,
    dimensionsMap: { service: stackName },
    statistic,
    period: PERIOD,
  });

const ofType = (scope: Construct, type: string): CfnResource[] =>
  scope.node
    .findAll()
    .filter((each): each is CfnResource => 'cfnResourceType' in each && each.cfnResourceType === type);

/** What goes on at a glance. Without metrics of the product it shows those of AWS alone. */
function dashboardOf(scope: Construct, config: DeploymentConfig, under: Under): void {
  const measured = (title: string, ...measures: (readonly [MeasureName, string])[]) =>
    new GraphWidget({
      title,
      width: 12,
      left: measures.map(([name, statistic]) => measureOf(config, name, statistic)),
    });
  const ofFunctions = (title: string, metric: (fn: CodeFunction) => IMetric) =>
    new GraphWidget({
      title,
      width: 12,
      left: GROUPS.flatMap(([, , paths]) => under(paths)).map(metric),
    });
  const hasCalls = config.metrics !== 'none' && under(['DataPlane/']).length > 0;
  const stack = Stack.of(scope);
  new Dashboard(scope, 'Overview', {
    // A stack may hold several installations, and several stacks may be one.
    dashboardName: `${isRegional(config) ? stack.stackName : config.stackName}-${stack.region}`,
    widgets: [
      ...(hasCalls
        ? [
            [
              measured('Calls', ['Calls', Stats.SUM], ['Errors', Stats.SUM]),
              measured(
                'Refusals',
                ['Refusals', Stats.SUM],
                ['Throttles', Stats.SUM],
                ['SignInFailures', Stats.SUM],
                ['BreakerOpenings', Stats.SUM],
                ['TokenPauses', Stats.SUM],
              ),
            ],
            [
              measured('Latency of calls', ['Latency', Stats.p(50)], ['Latency', Stats.p(99)]),
              measured('Latency of APIs', ['UpstreamLatency', Stats.p(50)], ['UpstreamLatency', Stats.p(99)]),
            ],
            [
              measured('Governance', ['Redactions', Stats.SUM], ['Truncations', Stats.SUM]),
              measured('Size of answers', ['AnswerSize', Stats.p(50)], ['AnswerSize', Stats.p(99)]),
            ],
            [
              measured('Revocation', ['RevocationLatency', Stats.p(50)], ['RevocationLatency', Stats.p(99)]),
              measured('Deployments and archive', ['DeploymentsFailed', Stats.SUM], ['ArchiveLag', Stats.MAXIMUM]),
            ],
          ]
        : []),
      [
        ofFunctions('Errors of functions', (fn) => fn.metricErrors({ period: PERIOD })),
        ofFunctions('Running functions', (fn) =>
          fn.metric('ConcurrentExecutions', { period: PERIOD, statistic: Stats.MAXIMUM }),
        ),
      ],
    ],
  });
}
