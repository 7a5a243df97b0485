/** Deleting the server of a resource, at the management API. */
import { afterEach, expect, test } from '@jest/globals';
import { removed } from '../../../../lambdas/declared-server/bring.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
afterEach(() => stack.empty());

const made = (name: string) =>
  stack.call('POST', '/v1/servers', {
    name,
    declared: `cdk-1/${name}`,
    source: { kind: 'manual' },
    baseUrl: 'https://api.example.com',
    auth: { type: 'none' },
  });

test('deletes no other server, whatever its group is', async () => {
  await made('orders');
  await made('foreign');

  await removed(
    { group: 'cdk-1', name: 'orders' },
    {
      send: async (body) => (await stack.call('POST', '/v1/apply', body)).body,
      valueOf: async () => '',
      isLate: () => false,
    },
  );

  const { items } = (await stack.call('GET', '/v1/servers')).body as { items: { name: string; status: string }[] };
  expect(items.filter(({ status }) => status !== 'deleting').map(({ name }) => name)).toEqual(['foreign']);
});
