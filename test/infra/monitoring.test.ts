/** Metrics and alarms of a stack: who emits, what rings, and what each alarm tells who is woken by it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { MEASURES, NAMESPACE } from '../../core/audit/measures.ts';
import { readConfig } from '../../lib/config.ts';
import { type Synthesized, synthesize, synthesizeRegions } from '../support/synth.ts';
import { at, functionsOf, list } from './properties/property.ts';

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:on-call';
const monitored = synthesize({ metrics: 'tool', alarms: true, alarmTopic: TOPIC });

const alarmsOf = ({ ofType }: Synthesized) => ofType('AWS::CloudWatch::Alarm');
const emitting = ({ resources }: Synthesized) =>
  [...functionsOf(resources)]
    .filter(([, { Properties }]) => at(Properties, 'Environment', 'Variables', 'METRICS') !== undefined)
    .map(([name]) => name);
/** Names of the product's metrics that an alarm or the dashboard reads. */
const readMeasures = (text: string) =>
  new Set([...text.matchAll(/"([A-Z][A-Za-z]+)"/g)].map(([, name]) => name).filter((name) => name && name in MEASURES));

test('by default nothing is measured, and the archive and the queue of failures alone have alarms', () => {
  const plain = synthesize();

  expect(emitting(plain)).toEqual([]);
  expect(alarmsOf(plain).map(([id]) => id)).toEqual([
    expect.stringMatching(/^Failures/),
    expect.stringMatching(/^AuditArchiver/),
  ]);
  expect(plain.ofType('AWS::CloudWatch::Dashboard')).toEqual([]);
});

test('the functions that run with data of others emit nothing', () => {
  const names = emitting(monitored);

  expect(names).toEqual(
    expect.arrayContaining(['DataPlaneRpc', 'DataPlaneStream', 'ManagementApi', 'PipelineRecordFailure']),
  );
  expect(names.filter((name) => name.startsWith('Sandbox'))).toEqual([]);
});

describe('an alarm', () => {
  const runbook = readFileSync(resolve(import.meta.dirname, '../../design/runbook.md'), 'utf8');
  const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
  const alarms = alarmsOf(monitored);

  test.each(alarms)('%s names a heading of the runbook', (_id, { Properties }) => {
    const [, heading] =
      /runbook\.md#([\w-]+)$/.exec(JSON.stringify(Properties?.['AlarmDescription']).replace(/"$/, '')) ?? [];

    expect(headings).toContain(heading);
  });

  test.each(alarmsOf(monitored))('%s tells the owner’s topic when it rings and when it ends', (_id, { Properties }) => {
    expect(Properties?.['AlarmActions']).toEqual([TOPIC]);
    expect(Properties?.['OKActions']).toEqual([TOPIC]);
  });

  test('watches each function, for errors and for throttles', () => {
    const watched = (metric: string) =>
      alarms
        .flatMap(([, { Properties }]) => list(at(Properties, 'Metrics')))
        .map((each) => at(each, 'MetricStat', 'Metric'))
        .filter((each) => at(each, 'MetricName') === metric)
        .map((each) => at(each, 'Dimensions', 0, 'Value', 'Ref'));
    const all = monitored
      .ofType('AWS::Lambda::Function')
      .filter(([, { Properties }]) => Properties?.['Runtime'] === 'nodejs24.x' && 'Architectures' in Properties)
      .map(([id]) => id);

    expect(watched('Errors').sort()).toEqual(all.sort());
    expect(watched('Throttles').sort()).toEqual(all.sort());
  });

  test('is one of those that the composite one is made of', () => {
    const [[, { Properties } = {}] = []] = monitored.ofType('AWS::CloudWatch::CompositeAlarm');
    const rule = JSON.stringify(Properties?.['AlarmRule']);

    for (const [id] of alarmsOf(monitored)) expect(rule).toContain(`"${id}"`);
    expect(rule.match(/ (AND|OR) /g)).toEqual(Array(alarmsOf(monitored).length - 1).fill(' OR '));
  });

  test('of a measure is made only where functions emit it', () => {
    const silent = synthesize({ alarms: true });

    const named = alarmsOf(silent).filter(([, { Properties }]) =>
      JSON.stringify(Properties).includes(`"${NAMESPACE}"`),
    );

    expect(named).toEqual([]);
  });
});

test('the alarms that are always there ring for the topic, whether there are others or not', () => {
  const always = alarmsOf(synthesize({ alarmTopic: TOPIC }));

  expect(always).toHaveLength(2);
  for (const [, { Properties }] of always) {
    expect(Properties?.['AlarmActions']).toEqual([TOPIC]);
    expect(Properties?.['OKActions']).toEqual([TOPIC]);
  }
  expect(synthesize({ alarmTopic: TOPIC }).ofType('AWS::CloudWatch::CompositeAlarm')).toEqual([]);
});

test('every measure is on the dashboard, with the dimension that it is emitted with', () => {
  const [[, { Properties } = {}] = []] = monitored.ofType('AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(Properties?.['DashboardBody']).replaceAll('\\"', '"');

  expect([...readMeasures(body)].sort()).toEqual(Object.keys(MEASURES).sort());
  expect(body).toContain('"service","Portcullis"');
});

test('with several regions each stack watches the functions that it has', () => {
  const { home, edge, front } = synthesizeRegions({ metrics: 'stack', alarms: true });
  const ids = (stack: Synthesized) =>
    alarmsOf(stack)
      .map(([id]) => id.replace(/Alarm[0-9A-F]{8}$/, ''))
      .filter((id) => id.endsWith('Errors'))
      .sort();

  expect(ids(home)).toEqual(['ArchiverErrors', 'McpErrors', 'PipelineErrors', 'SandboxErrors']);
  expect(ids(edge)).toEqual(['McpErrors', 'SandboxErrors']);
  expect(ids(front)).toEqual(['ApiErrors']);
});

test.each([
  ['metrics', { metrics: 'all' }],
  ['alarmTopic', { alarms: 'true', alarmTopic: 'on-call' }],
])('%s is refused where it is not right', (field, context) => {
  expect(() => readConfig(context)).toThrow(`at ${field}`);
});
