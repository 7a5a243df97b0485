/** Deleting the server of a resource, at the management function, which the provider invokes around the distribution. */
import { afterEach, expect, test } from '@jest/globals';
import { removed } from '../../../../lambdas/declared-server/bring.ts';
import { requestOf } from '../../../../lambdas/declared-server/request.ts';
import { handler } from '../../../../lambdas/management/handler.ts';
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

/** With the event as Lambda hands it over. */
async function invoked(body: object): Promise<unknown> {
  const caller = {
    role: 'admin',
    StackId: 'arn:aws:cloudformation:eu-central-1:1:stack/orders/1',
    RequestId: 'r1',
  } as const;
  const event = JSON.parse(JSON.stringify(requestOf(body, caller))) as Parameters<typeof handler>[0];
  const answer = await handler(event, {} as never);
  expect(answer.statusCode).toBe(200);
  return JSON.parse(answer.body ?? '');
}

test('deletes no other server, whatever its group is', async () => {
  await made('orders');
  await made('foreign');

  await removed({ group: 'cdk-1', name: 'orders' }, { send: invoked, valueOf: async () => '', isLate: () => false });

  const { items } = (await stack.call('GET', '/v1/servers')).body as { items: { name: string; status: string }[] };
  expect(items.filter(({ status }) => status !== 'deleting').map(({ name }) => name)).toEqual(['foreign']);
});
