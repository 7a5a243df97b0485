/** Questions to the person behind a client, by real clients against the running stack: with elicitation, and without. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { CLIENTS, closeClients } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy, type HostedServer } from '../support/stack.ts';
import { until } from '../support/until.ts';
import type { Upstream } from '../support/upstream.ts';

let upstream: Upstream;
let stack: SharedStack;
let hosted: HostedServer;
const open: Client[] = [];

const operation = (operationId: string, more: object = {}) => ({
  operationId,
  responses: { 200: { description: 'ok' } },
  ...more,
});
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const reason = {
  name: 'reason',
  in: 'query',
  required: true,
  description: 'Why',
  schema: { type: 'string', minLength: 3 },
};

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.asked.example' });
  upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: '{"done":true}' });
  hosted = await deploy(stack, {
    source: {
      kind: 'openapi',
      document: JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Asked', version: '1' },
        servers: [{ url: upstream.baseUrl }],
        paths: {
          '/things/{id}': {
            get: operation('getThing', { parameters: [id] }),
            delete: operation('deleteThing', { parameters: [id, reason] }),
          },
        },
      }),
    },
    auth: { type: 'none' },
    elicitation: { confirm: 'offered', missing: true },
  });
}, 180_000);
afterAll(async () => {
  for (const client of open) await client.close();
  await closeClients();
  await stack?.stop();
  await upstream?.close();
});

type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string | number | boolean> };

/** A client of SDK v2 whose person answers each question in turn. */
async function asked(...answers: Answer[]) {
  const client = new Client(
    { name: 'asked', version: '1' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: 'auto' },
    },
  );
  const questions: string[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    questions.push(params.message);
    return answers.shift() ?? { action: 'cancel' };
  });
  open.push(client);
  await client.connect(new StreamableHTTPClientTransport(new URL(hosted.mcpUrl)));
  const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  return { call, questions };
}
const deletions = () => upstream.requests.filter(({ method }) => method === 'DELETE').length;
const textOf = (answer: { content?: unknown }) => JSON.stringify(answer.content);
const ok: Answer = { action: 'accept', content: { ok: true } };

test('a destructive call is made once its person agrees, and a missing argument is asked for before', async () => {
  const { call, questions } = await asked({ action: 'accept', content: { reason: 'worn out' } }, ok);
  const before = deletions();

  const answer = await call('deleteThing', { id: 7 });

  expect(textOf(answer)).toContain('done');
  expect(questions).toEqual([
    expect.stringContaining('needs reason'),
    expect.stringMatching(/DELETE \/things\/\{id\}[\s\S]*"worn out"/),
  ]);
  expect(deletions()).toBe(before + 1);
  expect(upstream.requests.at(-1)?.target).toContain('reason=worn');
});

test('nothing is sent when the person declines, and reading is never asked about', async () => {
  const { call, questions } = await asked({ action: 'decline' });
  const before = deletions();

  const [declined, read] = [await call('deleteThing', { id: 7, reason: 'worn' }), await call('getThing', { id: 7 })];

  expect(declined.isError).toBe(true);
  expect(textOf(declined)).toContain('call_declined');
  expect(textOf(read)).toContain('done');
  expect([questions.length, deletions()]).toEqual([1, before]);
});

/** One request as it is on the wire. */
async function post(params: object) {
  const name = 'deleteThing';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  };
  const response = await fetch(hosted.mcpUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, _meta, ...params } }),
  });
  return (await response.json()) as {
    result?: { requestState?: string; resultType: string };
    error?: { code: number };
  };
}

test('an answer makes exactly the call that it was given for, once, and the trail tells all of it', async () => {
  const args = { id: 9, reason: 'worn' };
  const before = deletions();
  const { result } = await post({ arguments: args });
  const answered = { requestState: result?.requestState, inputResponses: { confirm: ok } };

  const other = await post({ arguments: { id: 10, reason: 'worn' }, ...answered });
  const forged = await post({ arguments: args, ...answered, requestState: `${answered.requestState}x` });
  const made = await post({ arguments: args, ...answered });
  const again = await Promise.all([post({ arguments: args, ...answered }), post({ arguments: args, ...answered })]);

  expect(result?.resultType).toBe('input_required');
  expect([other.error?.code, forged.error?.code]).toEqual([-32602, -32602]);
  expect(JSON.stringify(made.result)).toContain('done');
  for (const one of again) expect(JSON.stringify(one.result)).toContain('confirmation_used');
  expect(deletions()).toBe(before + 1);
  const codes = async () => {
    const { items } = await stack.api<{ items: { errorCode?: string }[] }>(
      'GET',
      `/v1/servers/${hosted.serverId}/audit`,
    );
    return items.map(({ errorCode }) => errorCode);
  };
  await until(async () => (await codes()).includes('confirmation_invalid'));
  expect(await codes()).toEqual(expect.arrayContaining(['input_required', 'confirmation_invalid', 'call_declined']));
});

test('the same confirmation that is sent many times at the same moment makes one call', async () => {
  const args = { id: 11, reason: 'worn' };
  const before = deletions();
  const { result } = await post({ arguments: args });
  const answered = { arguments: args, requestState: result?.requestState, inputResponses: { confirm: ok } };

  await Promise.all(Array.from({ length: 6 }, () => post(answered)));

  expect(deletions()).toBe(before + 1);
});

test('clients that cannot ask call without, or are refused where a confirmation is always wanted', async () => {
  const before = deletions();
  const clients = await Promise.all(CLIENTS.map(([, , connect]) => connect(hosted.mcpUrl)));
  const free = await Promise.all(clients.map((client) => client.call('deleteThing', { id: 1, reason: 'worn' })));
  const { elicitation } = await stack.api<{ elicitation: object }>('PATCH', `/v1/servers/${hosted.serverId}`, {
    elicitation: { confirm: 'always', missing: false },
  });

  const refused = await Promise.all(clients.map((client) => client.call('deleteThing', { id: 1, reason: 'worn' })));
  const { call } = await asked(ok);
  const agreed = await call('deleteThing', { id: 2, reason: 'worn' });

  for (const answer of free) expect(textOf(answer)).toContain('done');
  expect(elicitation).toEqual({ confirm: 'always', missing: false });
  for (const answer of refused) expect(textOf(answer)).toContain('confirmation_unavailable');
  expect(textOf(agreed)).toContain('done');
  expect(deletions()).toBe(before + CLIENTS.length + 1);
});
