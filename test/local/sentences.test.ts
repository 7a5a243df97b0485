/** Names in the sentences of answers, on a whole stack: they pass until the owner of a server or a tool has them redacted, and a trial tells of them before. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { defined } from '../support/defined.ts';
import { CLIENTS, closeClients } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy } from '../support/stack.ts';
import { thingsDocument } from '../support/things.ts';
import type { Upstream } from '../support/upstream.ts';

const NAME = 'Rosalind Achterberg';
const TICKET = { id: 7, body: `Spoke to ${NAME} this morning. The driver, Kowalski, has the parcel.`, state: 'open' };
const SHOWN = {
  ...TICKET,
  body: 'Spoke to [REDACTED:name] this morning. The driver, [REDACTED:name], has the parcel.',
};

let upstream: Upstream;
let stack: SharedStack;

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.things.example' });
  upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(TICKET) });
}, 180_000);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

const deployed = (governance: object) =>
  deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
    governance,
  });

async function answerOf(mcpUrl: string, tool: string, args: Record<string, unknown>): Promise<unknown> {
  const client = await defined(CLIENTS[0])[2](mcpUrl);
  const { content } = await client.call(tool, args);
  await client.close();
  return JSON.parse(content[0]?.text ?? '');
}

type Entry = { kind: string; redactedBy?: unknown[]; arguments?: string };

test('the setting of a server takes them out of answers and out of the audit log', async () => {
  const { mcpUrl, serverId } = await deployed({ prose: true });

  const answer = await answerOf(mcpUrl, 'getThing', { id: 7 });
  await answerOf(mcpUrl, 'createThing', { name: `Please call ${NAME} about the parcel` });
  const { items } = await stack.api<{ items: Entry[] }>('GET', `/v1/servers/${serverId}/audit`);

  expect(answer).toEqual(SHOWN);
  expect(items.find(({ kind }) => kind === 'call')?.redactedBy).toEqual([
    { type: 'name', rule: 'prose.name', count: 2 },
  ]);
  expect(items.some(({ kind }) => kind === 'call-started')).toBe(true);
  expect(JSON.stringify(items)).not.toContain(NAME);
}, 120_000);

test('a trial says where they are, and the tool then has them redacted, alone', async () => {
  const { mcpUrl, serverId } = await deployed({});
  const path = `/v1/servers/${serverId}`;
  const { items: tools } = await stack.api<{ items: { id: string; name: string }[] }>('GET', `${path}/tools`);
  const { id } = defined(tools.find(({ name }) => name === 'getThing'));

  // Before: they pass, and the trial tells.
  const before = await answerOf(mcpUrl, 'getThing', { id: 7 });
  const trial = await stack.api<{ names: unknown; content: { text: string }[] }>('POST', `${path}/tools/${id}/try`, {
    arguments: { id: 7 },
  });

  expect(before).toEqual(TICKET);
  expect(trial.names).toEqual([{ pointer: '/body', count: 2 }]);
  expect(JSON.parse(trial.content[0]?.text ?? '')).toEqual(TICKET);

  // The tool has the setting of its own.
  await stack.api('PATCH', `${path}/tools/${id}`, { redaction: { prose: true } });

  expect(await answerOf(mcpUrl, 'getThing', { id: 7 })).toEqual(SHOWN);
  expect(await answerOf(mcpUrl, 'listThings', {})).toEqual(TICKET);
  const { items } = await stack.api<{ items: unknown[] }>('GET', `${path}/audit`);
  expect(JSON.stringify(items)).toContain('redaction.prose');
}, 120_000);
