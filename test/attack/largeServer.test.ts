/**
 * A server whose bundle is in parts, through the whole stack: imported, listed, searched, called, edited, narrowed by a token and imported
 * again. The short form has a few tools more than a whole bundle, the long one as many as a server may have, in a document of 60 MB.
 */
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { StillReading } from '../../core/api/reading.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import type { ToolList } from '../../core/tools/schemas/tools.ts';
import { allTools } from '../../core/tools/toolPages.ts';
import { isLongAttack } from '../support/attack.ts';
import { gaugeName, gaugesDocument } from '../support/gauges.ts';
import { closeClients, connect, type TestClient } from '../support/mcpClients.ts';
import { addToken, deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const TOOLS = isLongAttack ? LIMITS.toolsPerServer : LIMITS.listedTools + 100;
/** Bytes of each operation beside its few words, so that the long document is nearly as large as it may be. */
const PADDING = isLongAttack ? Math.floor((LIMITS.document.bytes * 0.95) / TOOLS) - 470 : 100;
const WAIT_MS = isLongAttack ? 900_000 : 240_000;
jest.setTimeout(WAIT_MS);

let upstream: Upstream;
let stack: LocalStack;
let hosted: HostedServer;
let document: { base64: string };

const documentOf = (changed: number | undefined) =>
  gaugesDocument({ baseUrl: upstream.baseUrl, operations: TOOLS, padding: { answers: PADDING }, changed });

beforeAll(async () => {
  upstream = await startUpstream({ host: 'api.gauges.example' });
  upstream.respond = ({ target }) => ({ status: 200, body: JSON.stringify({ at: target }) });
  stack = await startStack({ upstreams: [upstream] });
  document = documentOf(undefined);
  hosted = await deploy(
    stack,
    { source: { kind: 'openapi', document }, auth: { type: 'none' }, exposition: 'search' },
    WAIT_MS,
  );
}, WAIT_MS);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

const at = (path = '') => `/v1/servers/${hosted.serverId}${path}`;
/** Whatever the status is. */
async function raw(method: string, path: string) {
  const { apiUrl, accessToken } = stack;
  const answer = await fetch(`${apiUrl}${at(path)}`, { method, headers: { authorization: `Bearer ${accessToken}` } });
  return { status: answer.status, body: (await answer.json()) as ToolList & StillReading };
}
const textOf = ({ content }: { content: ReadonlyArray<{ text?: string }> }) => content[0]?.text ?? '';
const said = async (client: TestClient, query: string) => textOf(await client.call('search', { query }));
const tools = () => allTools(at(), (path) => stack.api<ToolList>('GET', path));
const toolNamed = async (name: string) => {
  const { items } = await tools();
  return items.find((tool) => tool.name === name) as ToolList['items'][number];
};

test('is found, described and called, and says what is wrong with a call', async () => {
  const client = await connect(hosted.mcpUrl);

  const tools = await client.listTools();
  const found = await said(client, `read gauge ${TOOLS - 2}`);
  const whole = await said(client, gaugeName(TOOLS - 2));
  const called = await client.call('call_read', { tool: gaugeName(TOOLS - 2), arguments: { id: 7, unit: 'foot' } });
  const wrong = await client.call('call_change', { tool: gaugeName(1), arguments: { id: 'x', unit: 'mile' } });

  expect(tools.map(({ name }) => name)).toEqual(['search', 'call_read', 'call_change']);
  expect(tools[0]).toMatchObject({ description: expect.stringContaining(`${TOOLS.toLocaleString('en-US')} tools`) });
  expect(found).toContain(`${gaugeName(TOOLS - 2)}(id: int, unit?: "metre"|"foot") [read]`);
  expect(whole).toContain('"enum":["metre","foot"]');
  expect(JSON.parse(textOf(called))).toEqual({ at: `/gauges${TOOLS - 2}/7?unit=foot` });
  expect(textOf(wrong)).toMatch(/\/id: must be integer.*\/unit: must be/s);
});

test('is listed in pages, each of which says what it has, and all of which are the server', async () => {
  const { body, status } = await raw('GET', '/tools');

  const { items, total, tags } = await tools();

  expect(status).toBe(200);
  expect(body.next).toMatch(/^tool_/);
  expect(body.total).toBe(LIMITS.listedTools);
  expect([items.length, total, new Set(items.map(({ name }) => name)).size]).toEqual([TOOLS, TOOLS, TOOLS]);
  expect(tags).toHaveLength(40);
});

test('shows a token with a scope only what that opens', async () => {
  const { id } = await toolNamed(gaugeName(4));
  const token = await addToken(stack, hosted.serverId, 'one tool', { tools: [id] });
  const client = await connect(hosted.mcpUrl.replace(hosted.token.value, token.value));

  const found = await said(client, 'gauge');
  const other = await client.call('call_read', { tool: gaugeName(6), arguments: { id: 1 } });

  expect(found).toContain(gaugeName(4));
  expect(found).not.toContain(gaugeName(6));
  expect(textOf(other)).toContain('There is no tool');
});

test('has an edit and a switch seen by clients, and stays listed by search', async () => {
  const client = await connect(hosted.mcpUrl);
  const [edited, off] = [await toolNamed(gaugeName(8)), await toolNamed(gaugeName(10))];

  await stack.api('PATCH', at(`/tools/${edited.id}`), { description: 'Tells the lighthouse level' });
  await stack.api('PATCH', at('/tools'), { toolIds: [off.id], enabled: false });
  const flat = stack.api('PATCH', at(), { exposition: 'flat' });

  await expect(flat).rejects.toThrow(/too_many_listed/);
  const isSeen = async () =>
    (await said(client, 'lighthouse level')).includes(gaugeName(8)) &&
    textOf(await client.call('call_read', { tool: off.name })).includes('There is no tool');
  await until(isSeen, 500);
  expect(await isSeen()).toBe(true);
});

test('is imported again: what the document has changed is told, and an edit stays', async () => {
  const again = documentOf(12);
  await stack.api('PATCH', at(), { source: { kind: 'openapi', document: again } });

  const looked = await stack.api<{ diff: object; surface: string }>('POST', at('/reimport/preview'));
  await stack.api('POST', at('/deployments'), { reimport: true, approvedSurface: looked.surface });
  const client = await connect(hosted.mcpUrl);

  expect(looked.diff).toEqual({ added: 0, changed: 1, removed: 0, unchanged: TOOLS - 1 });
  await until(async () => (await stack.api<{ deploying?: string }>('GET', at())).deploying === undefined, 500);
  expect(await said(client, 'gauge of the harbour')).toContain(gaugeName(12));
  expect(await said(client, 'lighthouse level')).toContain(gaugeName(8));
});

test('is compared by one reading for all who ask at once, which says how far it is', async () => {
  const asked = await Promise.all([1, 2, 3].map(() => raw('GET', '/versions/compare')));

  const compared = await stack.api<{ diff: object }>('GET', at('/versions/compare'));

  const waiting = asked.flatMap(({ body }) => ('reading' in body ? [body] : []));
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(waiting.map(({ reading }) => reading)).size).toBeLessThanOrEqual(1);
  for (const { progress } of waiting) expect(progress).toMatchObject({ of: 3, doing: expect.any(String) });
  expect(compared.diff).toEqual({ added: 0, changed: 0, removed: 0, unchanged: TOOLS });
});
