/** What an organization may forbid, held against what each entrance makes: the policy of docs/guides/governed-accounts.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Resource, synthesize, synthesizeRegions } from '../support/synth.ts';
import { at } from './properties/property.ts';

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

  test('denies nothing of entrance=rest, in one region and over three', () => {
    const { home, edge, front } = synthesizeRegions({ entrance: 'rest' });

    const denied = [synthesize({ entrance: 'rest' }), home, edge, front].flatMap(({ resources }) =>
      deniedIn(resources),
    );

    expect(denied).toEqual([]);
  });
});
