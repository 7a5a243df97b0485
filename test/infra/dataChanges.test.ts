/** What a deployment does to data: which changes of a template lose it, by AWS's own specification of the resource types. */

import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { describe, expect, test } from '@jest/globals';
import { dataChanges, describeChange, losesData, STATEFUL, type Template } from '../../lib/dataChanges.ts';
import { showDataChanges } from '../../lib/deployed.ts';
import { synthesize } from '../support/synth.ts';

const database = loadAwsServiceSpecSync();
const table = (name: string, more: object = {}): Template => ({
  Resources: {
    Tokens: {
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: { TableName: name, BillingMode: 'PAY_PER_REQUEST' },
      DeletionPolicy: 'Retain',
      ...more,
    },
    Role: { Type: 'AWS::IAM::Role', Properties: {} },
  },
});

describe('the list of types', () => {
  test.each(Object.keys(STATEFUL))('%s names the properties that replace it', (type) => {
    const [resource] = database.lookup('resource', 'cloudFormationType', 'equals', type);
    const properties = Object.entries(resource?.properties ?? {});

    const replacing = properties.filter(([, { causesReplacement }]) => causesReplacement === 'yes');

    expect(properties.length).toBeGreaterThan(0);
    expect(STATEFUL[type]?.toSorted()).toEqual(replacing.map(([name]) => name).toSorted());
  });

  test('has every type of ours that is kept when the stack is deleted', () => {
    const { resources } = synthesize({ backup: 'daily', events: true, egress: 'static' });

    const kept = Object.values(resources)
      .filter(({ DeletionPolicy }) => /^Retain/.test(DeletionPolicy ?? ''))
      .map(({ Type }) => Type);

    expect(kept.length).toBeGreaterThan(5);
    expect([...new Set(kept)].filter((type) => !Object.hasOwn(STATEFUL, type))).toEqual([]);
  });
});

describe('a change', () => {
  test('of nothing that holds data is none', () => {
    expect(
      dataChanges(table('a'), { Resources: { ...table('a').Resources, Role: { Type: 'AWS::IAM::Policy' } } }),
    ).toEqual([]);
  });

  test.each([
    ['removed', {}, 'Tokens (AWS::DynamoDB::GlobalTable): REMOVED; the old one stays in the account, unused'],
    [
      'replaced',
      table('b'),
      'Tokens (AWS::DynamoDB::GlobalTable): REPLACED by an empty one (TableName); the old one stays in the account, unused',
    ],
    [
      'replaced',
      { Resources: { Tokens: { Type: 'AWS::S3::Bucket' } } },
      'Tokens (AWS::DynamoDB::GlobalTable): REPLACED by an empty one (Type); the old one stays in the account, unused',
    ],
  ] as const)('that loses data is %s', (kind, after: Template, line) => {
    const changes = dataChanges(table('a'), after);

    expect(changes.map((change) => change.kind)).toEqual([kind]);
    expect(changes.every(losesData)).toBe(true);
    expect(changes.map(describeChange)).toEqual([line]);
  });

  test('that loses data says that nothing is kept where nothing is', () => {
    const [change] = dataChanges(table('a', { DeletionPolicy: 'Delete' }), {});

    expect(change && describeChange(change)).toContain('DELETED with its data');
  });

  test('of protection and of other properties is shown, and loses nothing', () => {
    const after = table('a', {
      Properties: { TableName: 'a', BillingMode: 'PAY_PER_REQUEST', SSESpecification: { SSEEnabled: true } },
      DeletionPolicy: 'Delete',
    });

    const changes = dataChanges(table('a'), after);

    expect(changes.map(({ kind, properties }) => [kind, properties])).toEqual([
      ['unprotected', ['DeletionPolicy']],
      ['changed', ['SSESpecification']],
    ]);
    expect(changes.some(losesData)).toBe(false);
  });
});

describe('a deployment with --replace-data', () => {
  const client = {
    send: async (command: object) =>
      'StackName' in (command as { input: object }).input && command.constructor.name === 'GetTemplateCommand'
        ? { TemplateBody: JSON.stringify(table('a')) }
        : { Stacks: [{ StackName: 'Portcullis', StackStatus: 'UPDATE_COMPLETE' }] },
  } as unknown as CloudFormationClient;
  const stack = { stackName: 'Portcullis', template: table('b'), client };

  test('goes on and says what is lost', async () => {
    const said: string[] = [];

    await showDataChanges([stack], (line) => said.push(line), { allowsLoss: true, takesIn: false });

    expect(said.join('\n')).toContain('REPLACED by an empty one (TableName)');
    await expect(showDataChanges([stack], () => {}, { allowsLoss: false, takesIn: false })).rejects.toThrow(
      '--replace-data',
    );
  });
});
