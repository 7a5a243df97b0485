/** A call whose arguments hold a secret, on a whole stack: sent, told or refused as its owner has set, and in the trail without the value. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { defined } from '../support/defined.ts';
import { CLIENTS, closeClients } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy } from '../support/stack.ts';
import { answerThings, thingsDocument } from '../support/things.ts';
import type { Upstream } from '../support/upstream.ts';

const KEY = `ghp_${'aB3'.repeat(12)}`;

let upstream: Upstream;
let stack: SharedStack;

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.things.example' });
  upstream.respond = answerThings(upstream);
}, 180_000);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

test.each([
  ['off', 1, false, undefined],
  ['tell', 1, true, undefined],
  ['refuse', 0, true, 'argument_secret'],
] as const)(
  'a key in an argument, with the setting %s',
  async (checkArguments, requests, isTold, code) => {
    const { mcpUrl, serverId } = await deploy(stack, {
      source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
      auth: { type: 'none' },
      governance: { checkArguments },
    });
    const before = upstream.requests.length;

    const client = await defined(CLIENTS[0])[2](mcpUrl);
    const answer = await client.call('createThing', { name: `with ${KEY}` });
    await client.close();
    const { items } = await stack.api<{ items: Record<string, unknown>[] }>('GET', `/v1/servers/${serverId}/audit`);

    const text = answer.content.map((block) => block.text ?? '').join('\n');
    const entry = items.find(({ kind }) => kind === 'call');
    expect(upstream.requests.slice(before)).toHaveLength(requests);
    expect(/\/name: holds an API key/.test(text)).toBe(isTold);
    expect(entry?.['findings']).toEqual(isTold ? [{ pointer: '/name', kind: 'api-key' }] : undefined);
    expect(entry?.['errorCode']).toBe(code);
    expect(answer.isError === true).toBe(code !== undefined);
    expect(JSON.stringify([items, code === undefined ? '' : answer])).not.toContain(KEY);
  },
  120_000,
);

test('the setting is one of three words, and a change of it is in the trail', async () => {
  const { serverId } = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
  });
  const path = `/v1/servers/${serverId}`;

  const refused = await stack.api('PATCH', path, { governance: { checkArguments: 'always' } }).catch(String);
  await stack.api('PATCH', path, { governance: { checkArguments: 'tell' } });
  const server = await stack.api<{ governance: { effective: { checkArguments: string } } }>('GET', path);
  const { items } = await stack.api<{ items: unknown[] }>('GET', `${path}/audit`);

  expect(String(refused)).toContain('checkArguments');
  expect(server.governance.effective.checkArguments).toBe('tell');
  expect(JSON.stringify(items)).toContain('governance.checkArguments');
}, 120_000);
