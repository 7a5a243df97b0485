import { beforeEach, expect, test } from '@jest/globals';
import { quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
beforeEach(() => stack.empty());

const NOW = Math.floor(Date.now() / 1_000);
const signIns = async () => {
  const { body } = await stack.call('GET', '/v1/audit');
  return body.items.filter(({ action }: { action: string }) => action === 'session.begin');
};

test('a sign-in is entered once, with the moment that the login tells, however many requests follow', async () => {
  const authTime = NOW - 30;

  await Promise.all(Array.from({ length: 5 }, () => stack.call('GET', '/v1/me', undefined, { authTime })));
  await stack.call('GET', '/v1/servers', undefined, { authTime, role: 'viewer' });

  expect(await signIns()).toMatchObject([
    { actor: 'user-1', actorName: 'ann', at: new Date(authTime * 1_000).toISOString(), detail: { role: 'admin' } },
  ]);
});

test('another sign-in of the same person is another entry', async () => {
  await stack.call('GET', '/v1/me', undefined, { authTime: NOW - 20 });
  await stack.call('GET', '/v1/me', undefined, { authTime: NOW - 10 });

  expect(await signIns()).toHaveLength(2);
});

test.each([
  ['none', undefined],
  ['in a year', NOW + 31_536_000],
])('a token with %s as its moment of sign-in is entered nowhere', async (_what, authTime) => {
  await stack.call('GET', '/v1/me', undefined, authTime === undefined ? {} : { authTime });

  expect(await signIns()).toEqual([]);
});

test('somebody without a role is not let in, and not entered', async () => {
  const { status } = await stack.call('GET', '/v1/me', undefined, { authTime: NOW - 5, role: 'nobody' });

  expect(status).toBe(403);
  expect(await signIns()).toEqual([]);
});
