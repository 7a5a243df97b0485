/** Policies of private APIs, as the local stack reads them. */
import { expect, test } from '@jest/globals';
import { allowsEndpoint } from '../../../../local/template/vpcePolicy.ts';

const ALL = { Action: 'execute-api:Invoke', Principal: { AWS: '*' }, Resource: 'execute-api:/*' };
const allow = { ...ALL, Effect: 'Allow' };
const deny = (...endpoints: string[]) => ({
  ...ALL,
  Effect: 'Deny',
  Condition: { StringNotEquals: { 'aws:SourceVpce': endpoints } },
});
const asked = (endpoint: string | undefined, ...Statement: object[]) =>
  allowsEndpoint('Api.Policy', { Statement }, endpoint);

test('lets in the endpoints that it names, and neither others nor a request without one', () => {
  const policy = [allow, deny('vpce-1', 'vpce-2')];

  expect([asked('vpce-1', ...policy), asked('vpce-2', ...policy)]).toEqual([true, true]);
  expect([asked('vpce-3', ...policy), asked(undefined, ...policy)]).toEqual([false, false]);
});

test.each<readonly [what: string, statements: object[]]>([
  ['nothing', []],
  ['no denial', [allow]],
  ['no permission', [deny('vpce-1')]],
  ['a denial without a condition', [allow, { ...ALL, Effect: 'Deny' }]],
  ['a permission with one', [{ ...allow, Condition: { StringEquals: {} } }, deny('vpce-1')]],
  ['one route alone', [allow, { ...deny('vpce-1'), Resource: 'execute-api:/private/GET/mcp' }]],
  ['another statement', [allow, deny('vpce-1'), { ...allow, Principal: { AWS: 'arn:aws:iam::123456789012:root' } }]],
])('a policy with %s ends the start', (_what, statements) => {
  expect(() => asked('vpce-1', ...statements)).toThrow('Api.Policy');
});
