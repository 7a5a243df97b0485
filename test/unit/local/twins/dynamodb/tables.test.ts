import { expect, test } from '@jest/globals';
import type { Resolve } from '../../../../../local/template/resolve.ts';
import type { StackTemplate } from '../../../../../local/template/template.ts';
import { localTables } from '../../../../../local/twins/dynamodb/tables.ts';

/** What a table denies by a resource policy with one statement. */
function denied(statement: object): readonly string[] | undefined {
  const Replicas = [{ Region: 'us-east-1', ResourcePolicy: { PolicyDocument: { Statement: [statement] } } }];
  const Trail = { Type: 'AWS::DynamoDB::GlobalTable', Properties: { KeySchema: [], Replicas } };
  const template: StackTemplate = {
    name: 'Shop',
    region: 'us-east-1',
    resources: { Trail },
    outputs: {},
    assetOf: String,
  };
  return localTables(template, ((value: unknown) => value) as Resolve)[0]?.denied;
}

const DENIAL = { Effect: 'Deny', Action: ['dynamodb:DeleteItem'], Principal: { AWS: '*' }, Resource: '*' };
const REPLICATION =
  'arn:aws:iam::000000000000:role/aws-service-role/replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication';

test.each([
  ['for everybody', {}],
  ['that spares the replication of DynamoDB', { Condition: { ArnNotEquals: { 'aws:PrincipalArn': REPLICATION } } }],
])('a denial %s holds for every function', (_what, more) => {
  expect(denied({ ...DENIAL, ...more })).toEqual(['dynamodb:DeleteItem']);
});

test.each([
  ['that spares another role', { Condition: { ArnNotEquals: { 'aws:PrincipalArn': `${REPLICATION}2` } } }],
  ['that looks at another key', { Condition: { ArnNotEquals: { 'aws:SourceArn': REPLICATION } } }],
  ['under another condition', { Condition: { Bool: { 'aws:SecureTransport': 'false' } } }],
  ['that is none', { Effect: 'Allow' }],
])('a denial %s is not known here', (_what, more) => {
  expect(() => denied({ ...DENIAL, ...more })).toThrow(expect.objectContaining({ code: 'template_unsupported' }));
});
