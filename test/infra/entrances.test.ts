/** What an organization may forbid, held against what each entrance makes: the policy of docs/guides/governed-accounts.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { deploymentConfig } from '../../lib/config.ts';
import { PRIVATE, ZONE } from '../support/settings.ts';
import { type Resource, synthesize, synthesizeRegions } from '../support/synth.ts';
import { at } from './properties/property.ts';

const problemsOf = (config: object): string[] => {
  const { error } = deploymentConfig.safeParse(config);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('the settings of an entrance', () => {
  const { entranceEndpoints, certificateArn, domainNames } = PRIVATE;

  test.each<readonly [what: string, config: object, problem: RegExp]>([
    ['endpoints without a private API', { entranceEndpoints }, /^entranceEndpoints: goes with entrance=private only/],
    [
      'a certificate of another region behind a distribution',
      { domainNames, certificateArn },
      /^certificateArn: is no certificate of us-east-1/,
    ],
    ['a private API without endpoints', { ...PRIVATE, entranceEndpoints: [] }, /^entranceEndpoints: is missing/],
    ['without a name', { ...PRIVATE, domainNames: [] }, /^domainNames: has to be one name/],
    ['with two', { ...PRIVATE, domainNames: ['a.example.com', 'b.example.com'] }, /^domainNames: has to be one name/],
    ['without a certificate', { ...PRIVATE, certificateArn: undefined }, /^certificateArn: is missing/],
    ['behind WAF of CloudFront', { ...PRIVATE, waf: true }, /^waf: is for a distribution/],
    ['with a public zone', { ...PRIVATE, hostedZone: ZONE }, /^hostedZone: is for a distribution/],
    ['in two regions', { ...PRIVATE, regions: ['eu-west-1', 'us-east-1'] }, /^entrance: can be private in one region/],
    [
      'with an id of something else',
      { ...PRIVATE, entranceEndpoints: ['vpc-0a1b2c3d'] },
      /^entranceEndpoints.0: is no id/,
    ],
  ])('refuse %s, and say why', (_what, config, problem) => {
    expect(problemsOf(config)).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
  });

  test('are right together', () => {
    expect(problemsOf(PRIVATE)).toEqual([]);
  });
});

test('an alarm rings for failures of the private API, by its name', () => {
  const { ofType } = synthesize({ ...PRIVATE, alarms: true });
  const [[, api] = []] = ofType('AWS::ApiGateway::RestApi');
  const alarm = ofType('AWS::CloudWatch::Alarm').find(([id]) => id.startsWith('ApiFailuresAlarm'));

  expect(alarm?.[1].Properties).toMatchObject({
    Namespace: 'AWS/ApiGateway',
    MetricName: '5XXError',
    Dimensions: [{ Name: 'ApiName', Value: at(api?.Properties, 'Name') }],
  });
});

describe('what is not there', () => {
  test('entrance=private makes nothing that the internet reaches but the login', () => {
    const types = new Set(Object.values(synthesize(PRIVATE).resources).map(({ Type }) => Type));

    expect(
      [...types].filter((type) => /CloudFront|Lambda::Url|ApiGatewayV2|WAFv2|BucketDeployment/.test(type)),
    ).toEqual([]);
    expect(
      synthesize(PRIVATE)
        .ofType('AWS::ApiGateway::RestApi')
        .map(([, { Properties }]) => at(Properties, 'EndpointConfiguration', 'Types')),
    ).toEqual([['PRIVATE']]);
    expect(types).toContain('AWS::Cognito::UserPoolDomain');
  });

  test('the default has nothing of the other entrances', () => {
    const { resources } = synthesize();

    expect(Object.values(resources).filter(({ Type }) => Type.startsWith('AWS::ApiGateway::'))).toEqual([]);
    expect(JSON.stringify(resources)).not.toContain('VPC_ENDPOINTS');
  });
});

interface Statement {
  readonly Sid: string;
  readonly Action: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'guides', 'governed-accounts.md'), 'utf8');
const { Statement: denials } = JSON.parse(/```json scp\n([\s\S]+?)\n```/.exec(page)?.[1] ?? '') as {
  readonly Statement: readonly Statement[];
};

interface Request {
  readonly actions: readonly string[];
  /** Condition keys of the request. */
  readonly keys: Readonly<Record<string, unknown>>;
}

/** What CloudFormation asks for to make a resource, of what such policies speak of. */
function requestOf({ Type, Properties }: Resource): Request {
  switch (Type) {
    case 'AWS::Lambda::Url':
      return {
        actions: ['lambda:CreateFunctionUrlConfig'],
        keys: { 'lambda:FunctionUrlAuthType': at(Properties, 'AuthType') },
      };
    case 'AWS::Lambda::Permission':
      return { actions: ['lambda:AddPermission'], keys: { 'lambda:Principal': at(Properties, 'Principal') } };
    case 'AWS::IAM::User':
      return { actions: ['iam:CreateUser'], keys: {} };
    case 'AWS::IAM::AccessKey':
      return { actions: ['iam:CreateAccessKey'], keys: {} };
    default:
      return { actions: [], keys: {} };
  }
}

const holds = (operator: string, found: unknown, wanted: string): boolean => {
  if (operator === 'StringEquals') return found === wanted;
  if (operator === 'StringNotEquals') return found !== wanted;
  throw new Error(`The test does not know ${operator}.`);
};

const isDenied = ({ actions, keys }: Request, { Action, Condition = {} }: Statement): boolean =>
  [Action].flat().some((action) => actions.includes(action)) &&
  Object.entries(Condition).every(([operator, pairs]) =>
    Object.entries(pairs).every(([key, wanted]) => holds(operator, keys[key], wanted)),
  );

const deniedIn = (resources: Readonly<Record<string, Resource>>): string[] =>
  Object.values(resources).flatMap((resource) =>
    denials.filter((denial) => isDenied(requestOf(resource), denial)).map(({ Sid }) => Sid),
  );

describe('the service control policy of the guide', () => {
  test('denies the default entrance: its function URLs, and who may invoke by them', () => {
    expect(new Set(deniedIn(synthesize().resources))).toEqual(
      new Set(['NoFunctionUrlWithoutIam', 'NoFunctionForEverybody']),
    );
  });

  test('denies nothing of entrance=private', () => {
    expect(deniedIn(synthesize(PRIVATE).resources)).toEqual([]);
  });

  test('denies nothing of entrance=rest, in one region and over three', () => {
    const { home, edge, front } = synthesizeRegions({ entrance: 'rest' });

    const denied = [synthesize({ entrance: 'rest' }), home, edge, front].flatMap(({ resources }) =>
      deniedIn(resources),
    );

    expect(denied).toEqual([]);
  });
});
