/** cdk-nag and CDK's own validation over the whole app: no finding that lib/ does not acknowledge with its reason. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ACKNOWLEDGED } from '../../lib/acknowledged.ts';
import { BACKUP, NETWORK_WITH_ENDPOINTS, SAML } from '../support/settings.ts';
import { makeApp, makeRegionalApp, VALIDATED } from '../support/synth.ts';

interface Report {
  readonly pluginReports: Array<{
    readonly violations: Array<{
      readonly ruleName: string;
      readonly violatingConstructs: Array<{ readonly constructPath?: string }>;
    }>;
  }>;
}

const rules = (report: Report): string[] =>
  report.pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => `${ruleName} ${constructPath}`),
    ),
  );

const findings = check(makeApp({}, VALIDATED).app);
const isAcknowledged = (each: string) => ACKNOWLEDGED.some(({ finding }) => finding.test(each));

test('the AwsSolutions pack finds nothing that is not acknowledged with a reason', () => {
  expect(findings.filter((each) => !isAcknowledged(each))).toEqual([]);
});

test('nor does it over three regions, behind a web ACL, with backups', () => {
  const regional = check(makeRegionalApp({ waf: true, backup: 'daily' }, VALIDATED).app);

  expect(regional.length).toBeGreaterThan(findings.length);
  expect(regional.filter((each) => !isAcknowledged(each))).toEqual([]);
});

const withOptions = check(
  makeApp(
    {
      egress: 'static',
      metrics: 'tool',
      alarms: true,
      traces: 'xray',
      alarmTopic: 'arn:aws:sns:us-east-1:123456789012:on-call',
      monthlyBudget: 500,
      events: true,
      ...BACKUP,
      upstreamRoles: ['arn:aws:iam::123456789012:role/orders'],
      domainNames: ['mcp.example.com'],
      certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0f8fad5b-d9cb-469f-a165-70867728950e',
      hostedZone: { id: 'Z0123456789ABC', name: 'example.com' },
    },
    VALIDATED,
  ).app,
);

const inOwnNetwork = check(makeApp({ ...NETWORK_WITH_ENDPOINTS, saml: SAML }, VALIDATED).app);

test("nor does it in the owner's own network", () => {
  expect(inOwnNetwork.filter((each) => !isAcknowledged(each))).toEqual([]);
});

test('nor does it with what an owner may switch on', () => {
  expect(withOptions.filter((each) => !isAcknowledged(each))).toEqual([]);
});

test('every acknowledgement still has something to acknowledge', () => {
  const idle = ACKNOWLEDGED.filter(
    ({ finding }) => ![...findings, ...withOptions, ...inOwnNetwork].some((each) => finding.test(each)),
  );
  expect(idle.map(({ finding }) => finding.source)).toEqual([]);
});

function check(app: App): string[] {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  let report = '';
  try {
    app.synth();
  } catch {
    report = readFileSync(join(app.outdir, 'validation-report.json'), 'utf8');
  }
  return report === '' ? [] : rules(JSON.parse(report));
}
