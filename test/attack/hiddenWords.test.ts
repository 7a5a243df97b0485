/** A description full of characters that nobody sees, on a whole stack: none reaches a client, and every listed value can be called. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { EXPOSED } from '../../core/model/exposition.ts';
import { defined } from '../support/defined.ts';
import { ALL, HIDDEN, hiding, hidingDocument } from '../support/hidden.ts';
import { CLIENTS, closeClients } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy } from '../support/stack.ts';
import type { Reply, Upstream } from '../support/upstream.ts';

let upstream: Upstream;
let stack: SharedStack;

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.hiding.example' });
  upstream.respond = ({ method, target }): Reply =>
    method === 'DELETE'
      ? { status: 409, headers: { etag: 'a\u00ADb' }, body: `No${ALL}` }
      : target.includes('text')
        ? { headers: { 'content-type': 'text/plain' }, body: ALL }
        : {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ [`kind${ALL}`]: ALL, rows: [ALL] }),
          };
}, 180_000);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

describe.each(EXPOSED)('a %s server', (exposition) => {
  test('says nothing that nobody sees', async () => {
    const document = JSON.stringify(hidingDocument(upstream.baseUrl, ALL));
    const preview = await stack.api<{ warnings: { code: string }[] }>('POST', '/v1/specs/preview', { document });
    const { mcpUrl } = await deploy(stack, {
      source: { kind: 'openapi', document },
      auth: { type: 'none' },
      exposition,
      governance: { outputSchemas: true, holdAnswers: true, chooseFields: true, systemRules: `Be kind.${ALL}` },
    });
    const said: unknown[] = [];

    for (const [, , connect] of CLIENTS) {
      const client = await connect(mcpUrl);
      const tools = await client.listTools();
      said.push(client.instructions, client.serverInfo, tools);
      const calls: [string, object][] = [
        ['listPets', {}],
        ['listPets', { odd: 'text' }],
        ['listPets', { kind: `no${ALL}` }],
        ['listPets', { [`no${ALL}`]: 1 }],
        ['createPet', { name: 'a' }],
        ['deletePet', { id: 1 }],
        ...tools.flatMap(({ name }): [string, object][] => [
          [name, { action: 'describe', arguments: {} }],
          [name, { action: 'describe', arguments: { action: 'listPets' } }],
          [name, { tool: 'listPets' }],
          [name, { query: 'listPets' }],
          [name, { query: 'pets' }],
        ]),
      ];
      for (const [name, given] of calls) {
        said.push(await client.call(name, given));
      }
      await client.close();
    }

    expect(preview.warnings.map(({ code }) => code)).toContain('hidden_characters');
    expect(said.length).toBeGreaterThan(30);
    expect(hiding(said)).toEqual([]);
  }, 120_000);
});

test('a listed value is sent as the API has it, however it is shown', async () => {
  const { mcpUrl } = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(hidingDocument(upstream.baseUrl, defined(HIDDEN['tags']))) },
    auth: { type: 'none' },
    exposition: 'flat',
  });
  const client = await defined(CLIENTS[0])[2](mcpUrl);
  const listed = defined((await client.listTools()).find(({ name }) => name === 'listPets'));
  const { kind } = (listed.inputSchema as { properties: { kind: { enum: string[] } } }).properties;
  const before = upstream.requests.length;

  const answers = [];
  for (const value of kind.enum) answers.push(await client.call('listPets', { kind: value }));
  const sent = upstream.requests
    .slice(before)
    .map(({ target }) => new URL(target, upstream.baseUrl).searchParams.get('kind'));

  expect(kind.enum).toHaveLength(3);
  expect(answers.map(({ isError }) => isError)).not.toContain(true);
  expect(sent).toEqual(['cat', 'dog', 'cow'].map((name) => name + HIDDEN['tags']));
  await client.close();
});
