/** The properties hold in every layout that one stack can have, and at home of several regions; `mistakes.test.ts` proves that each can fail. */
import { describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { deploymentConfig } from '../../lib/config.ts';
import { findingsOfCfnLint, testWithCfnLint } from '../support/cfnLint.ts';
import { choicesOf } from '../support/choices.ts';
import { LAYOUTS } from '../support/layouts.ts';
import { numbersOf } from '../support/numbers.ts';
import { type Resource, synthesize } from '../support/synth.ts';
import { ASKED, OTHER_REGION } from './properties/asked.ts';
import { CHOICE_ROWS } from './properties/choices.ts';
import { OF_PARTS, PROPERTIES } from './properties/index.ts';
import { faultsOfRow, ROWS } from './properties/numbers.ts';
import { at, ofType } from './properties/property.ts';

describe.each(ASKED)('$layout', ({ config, resources }) => {
  const settings = deploymentConfig.parse(config);

  test.each(PROPERTIES)('$name', ({ faults }) => {
    const found = faults(resources(), settings);

    expect(found).toEqual([]);
  });
});

describe(OTHER_REGION.layout, () => {
  const settings = deploymentConfig.parse(OTHER_REGION.config);

  test.each(OF_PARTS)('$name', ({ faults }) => {
    const found = faults(OTHER_REGION.resources(), settings);

    expect(found).toEqual([]);
  });
});

describe('layouts tell switches apart', () => {
  const settings = ASKED.map(({ config }) => deploymentConfig.parse(config));
  const defaults = deploymentConfig.parse({});
  const switches = (Object.keys(defaults) as (keyof typeof defaults)[]).filter(
    (name) => typeof defaults[name] === 'boolean',
  );
  const inEach = (name: keyof typeof defaults) => settings.map((each) => each[name]).join();

  // What is read from a neighbour of its setting looks right wherever both are the same.
  test.each(switches)('%s is on and off, and not always as another one', (name) => {
    expect(new Set(settings.map((each) => each[name])).size).toBe(2);
    expect(switches.filter((each) => inEach(each) === inEach(name))).toEqual([name]);
  });
});

describe('the table of numbers', () => {
  test.each(ROWS)('$at is what its page says', (row) => {
    expect(faultsOfRow(row)).toEqual([]);
  });

  test('has no row of what is in no layout', () => {
    const places = ASKED.flatMap(({ resources }) => numbersOf(resources()).map(({ place }) => place));

    expect(
      ROWS.filter(({ at: place }) => !places.some((each) => place.test(each))).map(({ at: { source } }) => source),
    ).toEqual([]);
  });
});

test('the table of choices has no row of what is in no layout', () => {
  const places = [...ASKED, OTHER_REGION].flatMap(({ resources }) =>
    choicesOf(resources()).map(({ place }) => /^(\S+ \S+) (.*)$/.exec(place)?.slice(1) ?? []),
  );

  const idle = CHOICE_ROWS.filter(
    ({ resource, at: path }) => !places.some(([of = '', at = '']) => resource.test(of) && path.test(at)),
  );

  expect(idle.map(({ resource, at: path }) => `${resource.source} ${path.source}`)).toEqual([]);
});

describe('cfn-lint', () => {
  testWithCfnLint('finds nothing in any of these layouts', async () => {
    const stacks = Object.fromEntries(LAYOUTS.map(({ config }, index) => [`layout${index}`, synthesize(config)]));

    const found = await findingsOfCfnLint(stacks);

    expect(found).toEqual([]);
  });

  testWithCfnLint('finds a value outside of its enumeration, a range and an action that does not exist', async () => {
    const broken = structuredClone(synthesize().template.toJSON()) as { Resources: Record<string, Resource> };
    const part = (type: string, ...path: string[]) =>
      at(ofType(broken.Resources, type)[0]?.[1].Properties, ...path) as Record<string, unknown>;
    part('AWS::CloudFront::Distribution', 'DistributionConfig')['PriceClass'] = 'PriceClass_Sydney';
    part('AWS::Lambda::Function')['MemorySize'] = 64;
    const statements = part('AWS::IAM::Policy', 'PolicyDocument')['Statement'] as object[];
    statements.push({ Effect: 'Allow', Action: 's3:GetObjekt', Resource: '*' });

    const found = await findingsOfCfnLint({ broken: { template: Template.fromJSON(broken) } });

    expect(found).toEqual([
      expect.stringMatching(/^us-east-1\/broken\.json: E3030 .*PriceClass_Sydney/),
      expect.stringMatching(/^us-east-1\/broken\.json: E3034 64 /),
      expect.stringMatching(/^us-east-1\/broken\.json: W3037 'getobjekt'/i),
    ]);
  });
});
