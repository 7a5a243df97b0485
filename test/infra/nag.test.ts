/** cdk-nag and CDK's own validation over the whole app: no finding that is not acknowledged with its reason. */
import { expect, test } from '@jest/globals';
import { ACKNOWLEDGED } from '../support/acknowledged.ts';
import { findingsOfNag, isAcknowledged } from '../support/nag.ts';
import { BACKUP, CERTIFICATE, NETWORK_WITH_ENDPOINTS, PRIVATE, SAML, ZONE } from '../support/settings.ts';
import { makeApp, makeRegionalApp, VALIDATED } from '../support/synth.ts';

const findings = findingsOfNag(makeApp({}, VALIDATED).app);

test('the AwsSolutions pack finds nothing that is not acknowledged with a reason', () => {
  expect(findings.filter((each) => !isAcknowledged(each))).toEqual([]);
});

test('nor does it over three regions, behind a web ACL, with backups', () => {
  const regional = findingsOfNag(makeRegionalApp({ waf: true, backup: 'daily' }, VALIDATED).app);

  expect(regional.length).toBeGreaterThan(findings.length);
  expect(regional.filter((each) => !isAcknowledged(each))).toEqual([]);
});

const withOptions = findingsOfNag(
  makeApp(
    {
      egress: 'static',
      metrics: 'tool',
      alarms: true,
      traces: 'xray',
      alarmTopic: 'arn:aws:sns:us-east-1:123456789012:on-call',
      monthlyBudget: 500,
      events: true,
      canary: true,
      provisionedConcurrency: 5,
      ...BACKUP,
      upstreamRoles: ['arn:aws:iam::123456789012:role/orders'],
      domainNames: ['mcp.example.com'],
      certificateArn: CERTIFICATE,
      hostedZone: ZONE,
    },
    VALIDATED,
  ).app,
);

const behindRest = findingsOfNag(makeApp({ entrance: 'rest' }, VALIDATED).app);

test('nor does it behind a REST API', () => {
  expect(behindRest.filter((each) => !isAcknowledged(each))).toEqual([]);
});

const inside = findingsOfNag(makeApp(PRIVATE, VALIDATED).app);

test("nor does it in the owner's network alone", () => {
  expect(inside.filter((each) => !isAcknowledged(each))).toEqual([]);
});

const inOwnNetwork = findingsOfNag(makeApp({ ...NETWORK_WITH_ENDPOINTS, saml: SAML }, VALIDATED).app);

test("nor does it in the owner's own network", () => {
  expect(inOwnNetwork.filter((each) => !isAcknowledged(each))).toEqual([]);
});

test('nor does it with what an owner may switch on', () => {
  expect(withOptions.filter((each) => !isAcknowledged(each))).toEqual([]);
});

test('every acknowledgement still has something to acknowledge', () => {
  const idle = ACKNOWLEDGED.filter(
    ({ finding }) =>
      ![...findings, ...withOptions, ...behindRest, ...inside, ...inOwnNetwork].some((each) => finding.test(each)),
  );
  expect(idle.map(({ finding }) => finding.source)).toEqual([]);
});
