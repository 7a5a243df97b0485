/** Lists and slashes on the wire of the running stack: by the description, by the settings of a server, and by those of a tool. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { defined } from '../support/defined.ts';
import { CLIENTS, closeClients } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy, type HostedServer } from '../support/stack.ts';
import type { Upstream } from '../support/upstream.ts';

const connect = defined(CLIENTS[0])[2];
const LIST = { type: 'array', items: { type: 'string' } };
const DEEP = { style: 'deepObject', explode: true };
const responses = { 200: { description: 'x' } };

const document = (baseUrl: string) =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Payments', version: '1' },
    servers: [{ url: baseUrl }],
    paths: {
      '/payouts': {
        get: {
          operationId: 'listPayouts',
          parameters: [
            { name: 'expand', in: 'query', ...DEEP, schema: LIST },
            { name: 'state', in: 'query', schema: LIST },
          ],
          responses,
        },
        post: {
          operationId: 'addPayout',
          requestBody: {
            required: true,
            content: {
              'application/x-www-form-urlencoded': {
                schema: {
                  type: 'object',
                  properties: {
                    methods: LIST,
                    items: { type: 'array', items: { type: 'object', properties: { rates: LIST } } },
                  },
                },
                encoding: { methods: DEEP, items: DEEP },
              },
            },
          },
          responses,
        },
      },
      '/rows': {
        get: {
          operationId: 'listRows',
          parameters: [
            {
              name: 'pageable',
              in: 'query',
              schema: { type: 'object', properties: { page: { type: 'integer' }, sort: LIST } },
            },
          ],
          responses,
        },
      },
      '/v1/{+name}:undo': {
        post: {
          operationId: 'undo',
          parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
          responses,
        },
      },
      '/files/{path}': {
        get: {
          operationId: 'getFile',
          parameters: [{ name: 'path', in: 'path', required: true, schema: { type: 'string' } }],
          responses,
        },
      },
    },
  });

let api: Upstream;
let stack: SharedStack;
let hosted: HostedServer;

beforeAll(async () => {
  stack = await sharedStack();
  api = await stack.upstream({ host: 'api.payments.example' });
  hosted = await deploy(stack, {
    source: { kind: 'openapi', document: document(api.baseUrl) },
    auth: { type: 'none' },
  });
}, 180_000);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await api?.close();
});

/** What arrives at the API: path, query and body, without percent-encoding of brackets. */
async function sentBy(tool: string, args: object): Promise<string> {
  const client = await connect(hosted.mcpUrl);
  const result = await client.call(tool, args);
  expect(result.isError ?? false).toBe(false);
  const { target, body } = defined(api.requests.at(-1));
  return `${target} ${body}`.trim().replaceAll('%5B', '[').replaceAll('%5D', ']');
}

const pathOf = async (name: string): Promise<string> => {
  const server = `/v1/servers/${hosted.serverId}`;
  const { items } = await stack.api<{ items: Array<{ id: string; name: string }> }>('GET', `${server}/tools`);
  return `${server}/tools/${defined(items.find((tool) => tool.name === name)).id}`;
};

describe('by the description', () => {
  test.each([
    ['listPayouts', { expand: ['a', 'b'], state: ['x', 'y'] }, '/payouts?expand[0]=a&expand[1]=b&state=x&state=y'],
    [
      'addPayout',
      { methods: ['card'], items: [{ rates: ['r1', 'r2'] }] },
      '/payouts methods[0]=card&items[0][rates][0]=r1&items[0][rates][1]=r2',
    ],
    [
      'listRows',
      { pageable: { page: 0, sort: ['name,asc', 'id,desc'] } },
      '/rows?page=0&sort=name%2Casc&sort=id%2Cdesc',
    ],
    ['undo', { name: 'projects/p/places/a b' }, '/v1/projects/p/places/a%20b:undo'],
    ['getFile', { path: 'a/b' }, '/files/a%2Fb'],
  ])('%s with %j', async (tool, args, expected) => {
    const sent = await sentBy(tool, args);

    expect(sent).toBe(expected);
  });

  test.each(['projects/../x', 'projects/%2e%2e/x', 'a\\b', 'a%0Ab'])('%j is not sent', async (name) => {
    const before = api.requests.length;
    const client = await connect(hosted.mcpUrl);

    const result = await client.call('undo', { name });

    expect([result.isError, api.requests.length]).toEqual([true, before]);
  });
});

test('a server has one way for all its lists, a tool its own, and both go back', async () => {
  const server = `/v1/servers/${hosted.serverId}`;
  const args = { expand: ['a'], state: ['x', 'y'] };

  const changed = await stack.api<{ listStyle: string }>('PATCH', server, { listStyle: 'brackets' });

  expect(changed.listStyle).toBe('brackets');
  expect(await sentBy('listPayouts', args)).toBe('/payouts?expand[]=a&state[]=x&state[]=y');
  expect(await sentBy('addPayout', { items: [{ rates: ['r'] }] })).toBe('/payouts items[0][rates][]=r');

  // The tool's own way goes before that of the server.
  const tool = await pathOf('listPayouts');
  const edited = await stack.api<{ edited: string[] }>('PATCH', tool, { listStyle: 'comma' });

  expect(edited.edited).toEqual(['listStyle']);
  expect(await sentBy('listPayouts', args)).toBe('/payouts?expand=a&state=x,y');

  // Both go back to what the description says.
  await stack.api('PATCH', tool, { reset: ['listStyle'] });
  await stack.api('PATCH', server, { listStyle: 'auto' });

  expect(await sentBy('listPayouts', args)).toBe('/payouts?expand[0]=a&state=x&state=y');
});

test('an owner says which arguments of a path keep their slashes, and a copy keeps it', async () => {
  const tool = await pathOf('getFile');

  const edited = await stack.api<{ slashes: string[] }>('PATCH', tool, { slashes: ['path'] });

  expect(edited.slashes).toEqual(['path']);
  expect(await sentBy('getFile', { path: 'a/b c' })).toBe('/files/a/b%20c');
  await expect(stack.api('PATCH', tool, { slashes: ['other'] })).rejects.toThrow('path_variable');

  // A definition has the choice, and none of the other tool's own, which can be taken away as well.
  await stack.api('PATCH', await pathOf('undo'), { slashes: [] });
  const definition = await stack.api<{ tools: Array<{ name: string; slashes?: string[] }> }>(
    'GET',
    `/v1/servers/${hosted.serverId}/export`,
  );

  expect(await sentBy('undo', { name: 'a/b' })).toBe('/v1/a%2Fb:undo');
  expect(definition.tools.flatMap(({ name, slashes }) => (slashes ? [[name, slashes]] : []))).toEqual([
    ['getFile', ['path']],
    ['undo', []],
  ]);
});
