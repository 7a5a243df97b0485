import { describe, expect, test } from '@jest/globals';
import { type PhysicalNames, resolver } from '../../../../local/template/resolve.ts';
import type { StackTemplate } from '../../../../local/template/template.ts';

const names: PhysicalNames = {
  ref: (id) => `ref-${id}`,
  attribute: (id, attribute) => `${id}.${attribute}`,
  output: (region, name) => `${name} of ${region}`,
  secret: (arn) => (arn.endsWith('json') ? '{"previous":"","current":"x"}' : `secret of ${arn}`),
  rewrite: (text) => text.replace('https://public.example', 'http://localhost'),
};
const resolve = resolver({ name: 'Stack', region: 'us-east-1', resources: {} } as unknown as StackTemplate, names);

describe('intrinsic functions', () => {
  test.each([
    ['Ref', { Ref: 'Table' }, 'ref-Table'],
    ['a pseudo parameter', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['GetAtt as list', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'Table.Arn'],
    ['GetAtt as text', { 'Fn::GetAtt': 'Table.Arn' }, 'Table.Arn'],
    [
      'GetStackOutput',
      { 'Fn::GetStackOutput': { StackName: 'A', Region: 'eu-west-1', OutputName: 'B' } },
      'B of eu-west-1',
    ],
    ['Join', { 'Fn::Join': ['/', ['a', { Ref: 'B' }]] }, 'a/ref-B'],
    ['Split and Select', { 'Fn::Select': [2, { 'Fn::Split': ['/', 'https://host/x'] }] }, 'host'],
    ['Sub', { 'Fn::Sub': '\u0024{A}-\u0024{B.Arn}-\u0024{AWS::AccountId}' }, 'ref-A-B.Arn-000000000000'],
    ['Sub with names', { 'Fn::Sub': ['\u0024{x}', { x: { Ref: 'A' } }] }, 'ref-A'],
    ['one value of a secret', '{{resolve:secretsmanager:arn:aws:json:SecretString:current::v1}}', 'x'],
    ['a secret', '{{resolve:secretsmanager:arn:aws:x:SecretString:::}}', 'secret of arn:aws:x'],
    [
      'an address that is another here',
      { 'Fn::Join': ['', ['https://', 'public.example', '/a']] },
      'http://localhost/a',
    ],
    ['deep structures', { a: [{ b: { Ref: 'C' } }, 1, null, true] }, { a: [{ b: 'ref-C' }, 1, null, true] }],
  ])('%s', (_name, value, expected) => {
    expect(resolve(value)).toEqual(expected);
  });

  test.each(['Fn::ImportValue', 'Fn::FindInMap', 'Fn::If'])('%s is an error rather than a guess', (name) => {
    expect(() => resolve({ [name]: 'x' })).toThrow(expect.objectContaining({ code: 'template_unsupported' }));
  });
});
