import { describe, expect, test } from '@jest/globals';
import { readPolicies } from '../../../../local/template/policies.ts';
import type { StackTemplate } from '../../../../local/template/template.ts';
import { policiesOf } from '../../../support/twins.ts';

const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/A';

describe('policies', () => {
  const policies = policiesOf({
    role: [
      { Action: ['dynamodb:Get*', 'kms:Encrypt'], Resource: [table, `${table}/index/*`] },
      { Action: 's3:GetObject', Resource: 'arn:aws:s3:::b/up/*' },
      { Effect: 'Deny', Action: 's3:GetObject', Resource: 'arn:aws:s3:::b/up/secret*' },
    ],
    stamper: [
      {
        Action: 'dynamodb:UpdateItem',
        Resource: '*',
        Condition: {
          'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['a', 'b'] },
          StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
        },
      },
    ],
    lister: [{ Action: 's3:ListBucket', Resource: '*', Condition: { StringLike: { 's3:prefix': ['a/*', 'b/*'] } } }],
    strange: [{ Action: '*', Resource: '*', Condition: { DateLessThan: { 'aws:CurrentTime': '2999' } } }],
  });

  test.each([
    ['dynamodb:GetItem', table, true],
    ['DYNAMODB:getitem', table, true],
    ['dynamodb:PutItem', table, false],
    ['dynamodb:GetItem', `${table}2`, false],
    ['dynamodb:GetItem', `${table}/index/x`, true],
    ['s3:GetObject', 'arn:aws:s3:::b/up/x/y', true],
    ['s3:GetObject', 'arn:aws:s3:::b/up/secret-1', false],
    ['s3:GetObject', 'arn:aws:s3:::b/down/x', false],
  ])('%s on %s: %s', (action, resource, expected) => {
    expect(policies.allows('role', action, resource)).toBe(expected);
  });

  test('are those inside of a role, too', () => {
    const PolicyDocument = { Statement: [{ Effect: 'Allow', Action: 'ssm:GetParameters', Resource: '*' }] };
    const role = { Type: 'AWS::IAM::Role', Properties: { Policies: [{ PolicyName: 'Inline', PolicyDocument }] } };

    const inline = readPolicies({ resources: { role } } as unknown as StackTemplate, (value) => value as never);

    expect(inline.allows('role', 'ssm:GetParameters', table)).toBe(true);
    expect(inline.allows('role', 'ssm:PutParameter', table)).toBe(false);
  });

  test('belong to one role', () => {
    expect(policies.allows('nobody', 'dynamodb:GetItem', table)).toBe(false);
    expect(policies.allows('stamper', 'dynamodb:GetItem', table)).toBe(false);
  });

  test.each([
    [{ 'dynamodb:Attributes': ['a'] }, true],
    [{ 'dynamodb:Attributes': ['a', 'c'] }, false],
    [{ 'dynamodb:Attributes': ['a'], 'dynamodb:ReturnValues': 'NONE' }, true],
    [{ 'dynamodb:Attributes': ['a'], 'dynamodb:ReturnValues': 'ALL_NEW' }, false],
  ])('under conditions: %j → %s', (context, expected) => {
    expect(policies.allows('stamper', 'dynamodb:UpdateItem', table, context)).toBe(expected);
  });

  test('under a pattern', () => {
    const may = (prefix?: string) => policies.allows('lister', 's3:ListBucket', 'x', { 's3:prefix': prefix });
    expect([may('a/1'), may('b/'), may('c/1'), may(''), may()]).toEqual([true, true, false, false, false]);
  });

  test('with an operator that is not known allow nothing', () => {
    expect(policies.allows('strange', 's3:GetObject', 'x')).toBe(false);
  });

  test('without Action or Resource are refused, because their opposites are not read', () => {
    expect(() => policiesOf({ role: [{ NotAction: 'x', Resource: '*' } as never] })).toThrow(
      expect.objectContaining({ code: 'template_unsupported' }),
    );
  });
});
