/** Trials of policies on the running stack: what they would have decided about calls of the trail, and about given ones. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AnswerOf } from '../../core/api/routes/index.ts';
import { closeClients, connect } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy, type HostedServer } from '../support/stack.ts';
import type { Upstream } from '../support/upstream.ts';

type Answer = AnswerOf<'tryPolicies'>;

const ALL = { name: 'all', text: 'permit(principal, action, resource);' };
const SMALL = {
  name: 'small',
  text: 'forbid(principal, action == Action::"refund", resource) when { context.input.amount > 100 };',
};

let upstream: Upstream;
let stack: SharedStack;
let hosted: HostedServer;

const DOCUMENT = (baseUrl: string) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: baseUrl }],
  paths: {
    '/orders': { get: { operationId: 'listOrders', tags: ['orders'], responses: {} } },
    '/refunds': {
      post: {
        operationId: 'refund',
        tags: ['money'],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { amount: { type: 'integer' }, email: { type: 'string' } },
                required: ['amount'],
              },
            },
          },
        },
        responses: {},
      },
    },
  },
});

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.tried.example' });
  upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: '{"done":true}' });
  hosted = await deploy(stack, {
    name: 'Shop',
    source: { kind: 'openapi', document: JSON.stringify(DOCUMENT(upstream.baseUrl)) },
    auth: { type: 'none' },
  });
  const client = await connect(hosted.mcpUrl);
  await client.call('refund', { amount: 50 });
  await client.call('refund', { amount: 150, email: 'ann@example.com' });
  await client.call('listOrders', {});
  // Ends before policies are asked.
  await client.call('refund', { amount: 'much' });
  await client.close();
}, 180_000);
afterAll(async () => {
  await closeClients();
  await stack?.stop();
  await upstream?.close();
});

const tryThem = (body: object, { serverId } = hosted) =>
  stack.api<Answer>('POST', `/v1/servers/${serverId}/policies/try`, body);

describe('on recorded calls', () => {
  test('tells which would be refused, and by what', async () => {
    const answer = await tryThem({ policies: [ALL, SMALL], recorded: {} });

    expect(answer).toMatchObject({
      faults: [],
      calls: { tried: 3, allowed: 2, denied: 1, newlyRefused: 1, unknown: 0 },
      policies: [
        { name: 'all', decided: 2 },
        { name: 'small', decided: 1 },
      ],
      items: [{ tool: 'refund', decision: 'deny', policies: ['small'], passed: true, caller: { type: 'Token' } }],
      isComplete: true,
    });
    const entry = await stack.api('GET', `/v1/servers/${hosted.serverId}/audit/${answer.items[0]?.entryId}`);
    expect(entry).toMatchObject({ kind: 'call', tool: 'refund' });
  });

  test('guesses nothing about what the trail has redacted', async () => {
    const email = {
      name: 'inside',
      text: 'forbid(principal, action == Action::"refund", resource) when { context.input has email && context.input.email like "*@example.com" };',
    };

    const { calls } = await tryThem({ policies: [ALL, email], recorded: {} });

    expect(calls).toMatchObject({ tried: 3, allowed: 2, denied: 0, unknown: 1 });
  });

  test('tells which would pass that were refused', async () => {
    await stack.api('PATCH', `/v1/servers/${hosted.serverId}`, {
      policies: [ALL, { name: 'closed', text: 'forbid(principal, action == Action::"listOrders", resource);' }],
    });
    const client = await connect(hosted.mcpUrl);
    await client.call('listOrders', {});
    await client.close();

    const stored = await tryThem({ recorded: { tool: 'listOrders' } });
    const other = await tryThem({ policies: [ALL], recorded: { tool: 'listOrders' } });

    expect(stored.calls).toMatchObject({ tried: 2, denied: 2, newlyRefused: 1, newlyAllowed: 0 });
    expect(other.calls).toMatchObject({ tried: 2, allowed: 2, newlyAllowed: 1 });
    await stack.api('PATCH', `/v1/servers/${hosted.serverId}`, { policies: [] });
  });

  test('knows the arguments of calls that policies refused, redacted', async () => {
    await stack.api('PATCH', `/v1/servers/${hosted.serverId}`, { policies: [ALL, SMALL] });
    const client = await connect(hosted.mcpUrl);
    await client.call('refund', { amount: 170, email: 'ann@example.com' });
    await client.close();

    const upTo = (amount: number) =>
      tryThem({
        policies: [ALL, { ...SMALL, text: SMALL.text.replace('100', `${amount}`) }],
        recorded: { tool: 'refund' },
      });
    const { items } = await upTo(180);
    const still = await upTo(160);

    const allowed = items.find(({ passed }) => passed === false);
    expect(allowed).toMatchObject({ tool: 'refund', decision: 'allow' });
    expect(still.calls).toMatchObject({ newlyAllowed: 0, unknown: 0, denied: 1 });
    const path = `/v1/servers/${hosted.serverId}/audit/${allowed?.entryId}`;
    const { arguments: kept } = await stack.api<{ arguments: string }>('GET', path);
    expect(JSON.parse(kept)).toEqual({ amount: 170, email: expect.stringContaining('[REDACTED:email') });
    await stack.api('PATCH', `/v1/servers/${hosted.serverId}`, { policies: [] });
  });

  test('reads no other period', async () => {
    const { calls } = await tryThem({
      policies: [ALL],
      recorded: { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' },
    });

    expect(calls.tried).toBe(0);
  });
});

test('given calls are decided as they would be', async () => {
  const finance = {
    name: 'finance',
    text: 'permit(principal in Group::"finance", action in Action::"tag:money", resource);',
  };
  const person = { type: 'Person', groups: ['finance'] };

  const { items } = await tryThem({
    policies: [finance, SMALL],
    calls: [
      { tool: 'refund', arguments: { amount: 1 }, caller: person },
      { tool: 'refund', arguments: { amount: 500 }, caller: person },
      { tool: 'refund', arguments: { amount: 1 } },
      { tool: 'gone' },
    ],
  });

  expect(items.map(({ decision, policies, why }) => [decision, policies, why])).toEqual([
    ['allow', ['finance'], undefined],
    ['deny', ['small'], undefined],
    ['deny', [], undefined],
    ['unknown', [], 'tool'],
  ]);
});

test('faults name the policy and the place, and nothing is tried', async () => {
  const faulty = {
    name: 'faulty',
    text: 'forbid(principal, action == Action::"refund", resource)\n  when { "é" == "é" && context.input.sum > 1 };',
  };

  const answer = await tryThem({ policies: [ALL, faulty], recorded: {} });

  expect(answer.faults).toMatchObject([
    { policy: 'faulty', message: expect.stringContaining('sum'), line: 2, column: 24 },
  ]);
  expect(answer.calls.tried).toBe(0);
  expect((await tryThem({ policies: [{ name: 'none', text: 'permit all;' }] })).faults).toMatchObject([
    { policy: 'none', line: 1 },
  ]);
  const deep = {
    name: 'deep',
    text: `permit(principal, action, resource) when { ${'('.repeat(900)}true${')'.repeat(900)} };`,
  };
  expect((await tryThem({ policies: [deep] })).faults).toHaveLength(1);
});

test('what can be compared is told in the notation of Cedar', async () => {
  const path = `/v1/servers/${hosted.serverId}/policies/schema`;
  const whole = await stack.api<AnswerOf<'getPolicySchema'>>('GET', path);
  const one = await stack.api<AnswerOf<'getPolicySchema'>>('GET', `${path}?tool=refund`);

  expect(whole.tools.map(({ name }) => name)).toEqual(['listOrders', 'refund']);
  expect(one.tools).toEqual([
    {
      name: 'refund',
      groups: expect.arrayContaining(['tag:money']),
      tags: ['money'],
      arguments: [
        { name: 'amount', type: 'Long', required: true },
        { name: 'email', type: 'String', required: false },
      ],
      input: '{\n  "amount": Long,\n  "email"?: String,\n}',
    },
  ]);
});

test('a toolset has trials under its own names', async () => {
  const members = [{ serverId: hosted.serverId, prefix: 'shop', prefixed: true }];
  const toolset = await deploy(stack, { name: 'Team', source: { kind: 'toolset', members }, auth: { type: 'none' } });
  const client = await connect(toolset.mcpUrl);
  await client.call('shop_refund', { amount: 150 });
  await client.close();
  const small = { name: 'small', text: SMALL.text.replace('refund', 'shop_refund') };

  const answer = await tryThem({ policies: [ALL, small], recorded: {} }, toolset);

  expect(answer).toMatchObject({ faults: [], calls: { tried: 1, denied: 1 }, items: [{ tool: 'shop_refund' }] });
});
