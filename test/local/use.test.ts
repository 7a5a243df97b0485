/**
 * Who used what, on the running stack: two clients of two revisions of MCP and one over HTTP+SSE, with two tokens, make calls that
 * succeed, fail, are cut and redacted; the figures are held against what was done, and a session is read from its first message on.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as SseV1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy, type HostedServer } from '../support/stack.ts';
import type { Upstream } from '../support/upstream.ts';

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Staff', version: '1' },
  servers: [{ url: 'https://api.people.example' }],
  paths: {
    '/people': { get: { operationId: 'listPeople', responses: {} }, post: { operationId: 'addPerson', responses: {} } },
    '/people/{id}': {
      get: {
        operationId: 'getPerson',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {},
      },
    },
  },
};

interface Group {
  readonly key: string;
  readonly label: string;
  readonly calls: number;
  readonly errors: number;
  readonly errorCodes: readonly { readonly code: string; readonly calls: number }[];
}
interface Entry {
  readonly entryId: string;
  readonly at: string;
  readonly kind: string;
  readonly method?: string;
  readonly tool?: string;
  readonly client?: string;
  readonly session?: string;
  readonly arguments?: string;
}

let stack: SharedStack;
let upstream: Upstream;
let hosted: HostedServer;
let second: { readonly token: { readonly id: string }; readonly mcpUrl: string };
beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.people.example' });
  upstream.respond = ({ target }) => {
    const headers = { 'content-type': 'application/json' };
    if (target === '/people/404') return { status: 404, headers, body: '{"error":"none"}' };
    const people = Array.from({ length: 60 }, (_, id) => ({ id, email: `person${id}@corp.test` }));
    return { headers, body: JSON.stringify(target.startsWith('/people/') ? people[0] : people) };
  };
  hosted = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(DOCUMENT) },
    auth: { type: 'none' },
    exposition: 'flat',
    governance: { maxItems: 50 },
  });
  second = await stack.api('POST', `/v1/servers/${hosted.serverId}/tokens`, { label: 'second' });
  await work();
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

/** 3 calls of alpha, 4 of beta of which one fails and one cuts, 1 over HTTP+SSE. */
async function work(): Promise<void> {
  const alpha = new Client({ name: 'alpha', version: '1.0' }, { versionNegotiation: { mode: 'auto' } });
  await alpha.connect(new StreamableHTTPClientTransport(new URL(hosted.mcpUrl)));
  for (let n = 0; n < 3; n++) await alpha.callTool({ name: 'getPerson', arguments: { id: n } });
  await alpha.close();

  const beta = new ClientV1({ name: 'beta', version: '2.0' });
  await beta.connect(new HttpV1(new URL(second.mcpUrl)));
  await beta.listTools();
  await beta.callTool({ name: 'getPerson', arguments: { id: 7 } });
  await beta.callTool({ name: 'getPerson', arguments: { id: 404 } });
  await beta.callTool({ name: 'listPeople', arguments: {} });
  await beta.callTool({ name: 'getPerson', arguments: { id: 8 } });
  await beta.close();

  const gamma = new ClientV1({ name: 'gamma', version: '3.0' });
  await gamma.connect(new SseV1(new URL(hosted.mcpUrl)));
  await gamma.callTool({ name: 'getPerson', arguments: { id: 9 } });
  await gamma.close();
}

const path = () => `/v1/servers/${hosted.serverId}`;
const groups = async (query: string) => {
  const answer = await stack.api<{ totals: Group; groups: Group[]; isComplete: boolean }>(
    'GET',
    `${path()}/calls?${query}`,
  );
  return { ...answer, calls: Object.fromEntries(answer.groups.map(({ label, calls }) => [label, calls])) };
};

describe('the calls of a server', () => {
  test('are counted by tool, token and client as they were made', async () => {
    const [tools, tokens, clients] = await Promise.all([groups('by=tool'), groups('by=token'), groups('by=client')]);

    const { items } = await stack.api<{ items: { id: string; label: string }[] }>('GET', `${path()}/tokens`);
    const { label = '' } = items.find(({ id }) => id === hosted.token.id) ?? {};
    expect(tools.calls).toEqual({ getPerson: 7, listPeople: 1 });
    expect(tokens.calls).toEqual({ [label]: 4, second: 4 });
    // HTTP+SSE says who it is at the beginning alone.
    expect(clients.calls).toEqual({ 'alpha 1.0': 3, 'beta 2.0': 4, '': 1 });
    expect(tools.isComplete).toBe(true);
  });

  test('have their errors by code, what was cut, and redactions by kind', async () => {
    const { totals } = await groups('by=tool');
    const ofBeta = await groups('client=beta%202.0');

    expect(totals).toMatchObject({ calls: 8, errors: 1, truncations: 1 });
    expect(totals.errorCodes).toEqual([{ code: expect.any(String), calls: 1 }]);
    // Six single people, and fifty of a list of sixty.
    expect(totals).toMatchObject({ redactions: 56, redacted: [{ kind: 'email', count: 56 }] });
    expect(ofBeta.calls).toEqual({ getPerson: 3, listPeople: 1 });
  });
});

describe('a session', () => {
  test('of a client of 2025 is read from its first message on, with the arguments of each call', async () => {
    const { items } = await stack.api<{ items: Entry[] }>('GET', `${path()}/audit?token=${second.token.id}&class=call`);
    const session = items[0]?.session ?? '';

    const read: Entry[] = [];
    let cursor: string | undefined;
    do {
      const query = `session=${session}&order=oldest&limit=3${cursor ? `&cursor=${cursor}` : ''}`;
      const page = await stack.api<{ items: Entry[]; cursor?: string }>('GET', `${path()}/audit?${query}`);
      read.push(...page.items);
      cursor = page.cursor;
    } while (cursor !== undefined);

    const steps = read.map(({ tool, method }) => tool ?? method);
    // Its standalone stream is opened beside its first requests.
    expect(steps).toContain('GET text/event-stream');
    expect(steps.filter((step) => step !== 'GET text/event-stream')).toEqual([
      'initialize',
      'tools/list',
      'getPerson',
      'getPerson',
      'listPeople',
      'getPerson',
    ]);
    expect(read.filter(({ kind }) => kind === 'call').map((call) => call.arguments)).toEqual([
      '{"id":7}',
      '{"id":404}',
      '{}',
      '{"id":8}',
    ]);
    expect(new Set(read.map(({ client }) => client))).toEqual(new Set(['beta 2.0']));
  });

  test('of HTTP+SSE has its call beside the message that names the client', async () => {
    const { items } = await stack.api<{ items: Entry[] }>('GET', `${path()}/audit?limit=100`);
    const hello = items.find(({ client, method }) => client === 'gamma 3.0' && method === 'initialize');

    const { items: read } = await stack.api<{ items: Entry[] }>('GET', `${path()}/audit?session=${hello?.session}`);

    expect(hello?.session).toHaveLength(22);
    expect(read.map(({ tool, method }) => tool ?? method)).toEqual(expect.arrayContaining(['getPerson', 'initialize']));
  });

  test('has an address of its own for each entry', async () => {
    const { items } = await stack.api<{ items: Entry[] }>('GET', `${path()}/audit?limit=100`);

    for (const entry of items) {
      expect(await stack.api('GET', `${path()}/audit/${entry.entryId}`)).toEqual(entry);
    }
  });
});
