/** Request bodies as an upstream gets them: what a client's arguments become on the way. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { defined } from '../support/defined.ts';
import { CLIENTS, closeClients } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy, type HostedServer } from '../support/stack.ts';
import type { Upstream } from '../support/upstream.ts';

const BIG = '9007199254740993';
const int64 = { type: 'integer', format: 'int64' };
const ok = { responses: { 200: { description: 'OK' } } };

const document = (baseUrl: string) => ({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1.0.0' },
  servers: [{ url: baseUrl }],
  paths: {
    '/orders': {
      post: {
        operationId: 'createOrder',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  id: int64,
                  lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
                  counts: { type: 'object', additionalProperties: int64 },
                  note: { type: 'string' },
                },
              },
            },
          },
        },
        ...ok,
      },
    },
    '/notes': {
      post: {
        operationId: 'addNote',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  meta: { type: 'object', properties: { k: { type: 'integer' }, by: { type: 'string' } } },
                  opt: { type: 'string' },
                  until: { type: ['string', 'null'] },
                  pinned: { type: 'boolean' },
                  score: { type: 'number' },
                  tags: { type: 'array', items: { type: 'string' } },
                },
                required: ['meta'],
              },
            },
          },
        },
        ...ok,
      },
    },
    '/forms': {
      post: {
        operationId: 'sendForm',
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { id: int64, line: { $ref: '#/components/schemas/Line' } } },
            },
          },
        },
        ...ok,
      },
    },
    '/photos': {
      post: {
        operationId: 'addPhoto',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { title: { type: 'string' }, url: { type: 'string' } },
                required: ['title', 'url'],
              },
            },
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { title: { type: 'string' }, photo: { type: 'string', format: 'binary' } },
                required: ['title', 'photo'],
              },
            },
          },
        },
        ...ok,
      },
    },
  },
  components: {
    schemas: {
      Line: {
        allOf: [{ type: 'object', properties: { product: int64 } }],
        properties: { parts: { type: 'array', items: { $ref: '#/components/schemas/Line' } } },
      },
    },
  },
});

let upstream: Upstream;
let stack: SharedStack;
let hosted: HostedServer;

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.orders.example' });
  hosted = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(document(upstream.baseUrl)) },
    auth: { type: 'none' },
  });
}, 180_000);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

const lastBody = () => defined(upstream.requests.at(-1)).body.toString();
const textOf = ({ content }: { content: ReadonlyArray<{ text?: string }> }) => content[0]?.text ?? '';

describe.each(CLIENTS)('the %s client', (_name, _version, connect) => {
  test('sends one body as JSON or as a form with a file, by its arguments or by the media type', async () => {
    const client = await connect(hosted.mcpUrl);
    const photo = 'data:image/png;name=a.png;base64,iVBORw0KGgo=';
    const lastType = () => defined(upstream.requests.at(-1)).all('content-type')[0];

    await client.call('addPhoto', { title: 'One', url: 'https://images.example/1' });

    expect(lastType()).toBe('application/json');
    expect(lastBody()).toBe('{"title":"One","url":"https://images.example/1"}');
    for (const named of [{}, { 'Content-Type': 'multipart/form-data' }]) {
      await client.call('addPhoto', { title: 'Two', photo, ...named });
      expect(lastType()).toMatch(/^multipart\/form-data; *boundary=/);
      expect(lastBody()).toContain('name="photo"; filename="a.png"');
      expect(lastBody()).toContain('name="title"\r\n\r\nTwo');
      expect(lastBody()).not.toContain('Content-Type"');
    }
  });

  test('sends 64-bit integers of a JSON body as digits in a text, and the API gets the exact numbers', async () => {
    const client = await connect(hosted.mcpUrl);

    await client.call('createOrder', {
      id: BIG,
      lines: [{ product: '5', parts: [{ product: BIG }] }, { product: 7 }],
      counts: { 'a b': BIG },
      note: BIG,
    });

    expect(lastBody()).toBe(
      `{"id":${BIG},"lines":[{"product":5,"parts":[{"product":${BIG}}]},{"product":7}],"counts":{"a b":${BIG}},"note":"${BIG}"}`,
    );
  });
});

describe('arguments as clients send them', () => {
  test.each([
    ['null for what a strict client cannot leave out', { meta: { k: 1 }, opt: null, tags: null }, { meta: { k: 1 } }],
    ['null inside of an object', { meta: { k: 1, by: null } }, { meta: { k: 1 } }],
    ['null where the API takes null', { meta: {}, until: null, opt: null }, { meta: {}, until: null }],
    ['an object and a list as JSON text', { meta: '{"k":1}', tags: '["a"]' }, { meta: { k: 1 }, tags: ['a'] }],
    [
      'numbers and booleans as text',
      { meta: { k: '7' }, pinned: 'true', score: '1.5' },
      { meta: { k: 7 }, pinned: true, score: 1.5 },
    ],
    ['JSON in a text that is a text', { meta: {}, opt: '{"k":1}' }, { meta: {}, opt: '{"k":1}' }],
  ])('are read: %s', async (_, args, expected) => {
    const client = await defined(CLIENTS[0])[2](hosted.mcpUrl);

    const result = await client.call('addNote', args);

    expect(result.isError).toBeFalsy();
    expect(JSON.parse(lastBody())).toEqual(expected);
  });

  test.each([
    ['null', 'argument_invalid'],
    ['"{\\"meta\\":{\\"k\\":3}}"', '{"meta":{"k":3}}'],
  ])('are read where the whole of them is %s', async (given, expected) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"addNote","arguments":${given}}}`;
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

    const answer = await (await fetch(hosted.mcpUrl, { method: 'POST', headers, body })).text();

    expect(answer + lastBody()).toContain(expected);
    expect(answer).not.toContain('-32602');
  });

  test('are refused where null is given for what is required, and nothing is sent', async () => {
    const client = await defined(CLIENTS[0])[2](hosted.mcpUrl);
    const before = upstream.requests.length;

    const result = await client.call('addNote', { meta: null });

    expect(textOf(result)).toContain('/meta: is required');
    expect(upstream.requests).toHaveLength(before);
  });
});

describe('a body of several media types', () => {
  test.each([
    [
      'an argument of another one',
      { 'Content-Type': 'application/json', title: 'x', url: 'y', photo: 'AAAA' },
      'photo',
    ],
    ['arguments of both', { title: 'x', url: 'y', photo: 'AAAA' }, 'photo'],
    ['a missing argument of the one that is meant', { 'Content-Type': 'multipart/form-data', title: 'x' }, 'photo'],
    ['a media type that it has not', { 'Content-Type': 'text/xml', title: 'x', url: 'y' }, 'Content-Type'],
  ])('is refused with %s, and nothing is sent', async (_, args, field) => {
    const client = await defined(CLIENTS[0])[2](hosted.mcpUrl);
    const before = upstream.requests.length;

    const result = await client.call('addPhoto', args);

    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(field);
    expect(upstream.requests).toHaveLength(before);
  });
});

describe('digits in a body', () => {
  test('of a form are the same digits, in JSON within it numbers', async () => {
    const client = await defined(CLIENTS[0])[2](hosted.mcpUrl);

    await client.call('sendForm', { id: BIG, line: { product: BIG } });

    expect(lastBody()).toBe(`id=${BIG}&line=${encodeURIComponent(`{"product":${BIG}}`)}`);
  });

  test('that are none are refused by the name of their field', async () => {
    const client = await defined(CLIENTS[0])[2](hosted.mcpUrl);
    const before = upstream.requests.length;

    const result = await client.call('createOrder', { lines: [{ product: '12x' }] });

    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('/lines/0/product: must be integer, not string');
    expect(upstream.requests).toHaveLength(before);
  });
});

describe('the dialect of listed schemas', () => {
  const listedTo = async (make: () => Promise<{ inputSchema: object; name: string }[]>) => {
    const note = (await make()).find(({ name }) => name === 'addNote');
    return JSON.parse(JSON.stringify(defined(note).inputSchema));
  };
  const asV1 = (name: string) => async () => {
    const client = new ClientV1({ name, version: '1' });
    await client.connect(new HttpV1(new URL(hosted.mcpUrl)));
    const { tools } = await client.listTools();
    await client.close();
    return tools;
  };
  const asV2 = (name: string) => async () => {
    const client = new Client({ name, version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(new URL(hosted.mcpUrl)));
    const { tools } = await client.listTools();
    await client.close();
    return tools;
  };

  test.each([
    ['v1', asV1],
    ['v2', asV2],
  ])('is that of all vendors for a %s client, and another for one that is known to need it', async (_, as) => {
    const usual = await listedTo(as('some-client'));
    const known = await listedTo(as('5ire'));

    expect(usual.properties.until).toEqual({ type: 'string', description: 'May be null.' });
    expect(usual.properties.meta.properties).toEqual({ k: { type: 'integer' }, by: { type: 'string' } });
    expect(usual).toHaveProperty('additionalProperties');
    expect(known.properties.meta).toEqual(usual.properties.meta);
    expect(known).not.toHaveProperty('additionalProperties');
  });

  test('is the one that the owner has chosen, for every client, and what it makes clients send is read', async () => {
    const change = { schemaProfile: 'openai-strict' };
    const changed = await stack.api('PATCH', `/v1/servers/${hosted.serverId}`, change);

    const listed = await listedTo(asV2('5ire'));
    const client = await defined(CLIENTS[0])[2](hosted.mcpUrl);
    const result = await client.call('addNote', {
      meta: { k: 1, by: null },
      opt: null,
      until: null,
      pinned: null,
      score: null,
      tags: null,
    });

    expect(changed).toMatchObject(change);
    expect(listed.required.toSorted()).toEqual(['meta', 'opt', 'pinned', 'score', 'tags', 'until']);
    expect(listed.properties.opt).toEqual({ anyOf: [{ type: 'string' }, { type: 'null' }] });
    expect(result.isError).toBeFalsy();
    expect(JSON.parse(lastBody())).toEqual({ meta: { k: 1 } });
  });
});
