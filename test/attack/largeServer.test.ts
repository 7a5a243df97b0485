/**
 * A server whose bundle is in parts, through the whole stack: imported, listed, searched, called, edited, narrowed by a token and imported
 * again. The short form has a few tools more than a whole bundle, the long one as many as a server may have, in a document of 60 MB.
 */
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { LIMITS } from '../../core/lib/limits.ts';
import { isLongAttack } from '../support/attack.ts';
import { closeClients, connect, type TestClient } from '../support/mcpClients.ts';
import { addToken, deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const TOOLS = isLongAttack ? LIMITS.toolsPerServer : LIMITS.listedTools + 100;
/** Bytes of each operation beside its few words, so that the long document is nearly as large as it may be. */
const PADDING = isLongAttack ? Math.floor((LIMITS.document.bytes * 0.95) / TOOLS) - 700 : 100;
const WAIT_MS = isLongAttack ? 900_000 : 240_000;
jest.setTimeout(WAIT_MS);

let upstream: Upstream;
let stack: LocalStack;
let hosted: HostedServer;
let document: { base64: string };

const nameOf = (at: number) => `${at % 2 === 0 ? 'read' : 'remove'}Gauge${at}`;

function documentOf(changed: number | undefined): { base64: string } {
  const operations = Array.from({ length: TOOLS }, (_, at) => {
    const summary = `${at % 2 === 0 ? 'Read' : 'Remove'} gauge ${at}${at === changed ? ' of the harbour' : ''}`;
    const operation = {
      operationId: nameOf(at),
      tags: [`Station ${at % 40}`],
      summary,
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
        { name: 'unit', in: 'query', schema: { type: 'string', enum: ['metre', 'foot'] } },
      ],
      responses: { 200: { description: 'x'.repeat(PADDING) } },
    };
    return [`/gauges${at}/{id}`, { [at % 2 === 0 ? 'get' : 'delete']: operation }];
  });
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Gauges', version: '1' },
    servers: [{ url: upstream.baseUrl }],
    paths: Object.fromEntries(operations),
  });
  return { base64: gzipSync(text).toString('base64') };
}

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
const textOf = ({ content }: { content: ReadonlyArray<{ text?: string }> }) => content[0]?.text ?? '';
const said = async (client: TestClient, query: string) => textOf(await client.call('search', { query }));
interface Listed {
  readonly total: number;
  readonly items: ReadonlyArray<{ readonly id: string; readonly name: string }>;
}
const toolNamed = async (name: string) => {
  const { items } = await stack.api<Listed>('GET', at('/tools'));
  return items.find((tool) => tool.name === name) as Listed['items'][number];
};

test('is found, described and called, and says what is wrong with a call', async () => {
  const client = await connect(hosted.mcpUrl);

  const tools = await client.listTools();
  const found = await said(client, `read gauge ${TOOLS - 2}`);
  const whole = await said(client, nameOf(TOOLS - 2));
  const called = await client.call('call_read', { tool: nameOf(TOOLS - 2), arguments: { id: 7, unit: 'foot' } });
  const wrong = await client.call('call_change', { tool: nameOf(1), arguments: { id: 'x', unit: 'mile' } });

  expect(tools.map(({ name }) => name)).toEqual(['search', 'call_read', 'call_change']);
  expect(tools[0]).toMatchObject({ description: expect.stringContaining(`${TOOLS.toLocaleString('en-US')} tools`) });
  expect(found).toContain(`${nameOf(TOOLS - 2)}(id: int, unit?: "metre"|"foot") [read]`);
  expect(whole).toContain('"enum":["metre","foot"]');
  expect(JSON.parse(textOf(called))).toEqual({ at: `/gauges${TOOLS - 2}/7?unit=foot` });
  expect(textOf(wrong)).toMatch(/\/id: must be integer.*\/unit: must be/s);
});

test('shows a token with a scope only what that opens', async () => {
  const { id } = await toolNamed(nameOf(4));
  const token = await addToken(stack, hosted.serverId, 'one tool', { tools: [id] });
  const client = await connect(hosted.mcpUrl.replace(hosted.token.value, token.value));

  const found = await said(client, 'gauge');
  const other = await client.call('call_read', { tool: nameOf(6), arguments: { id: 1 } });

  expect(found).toContain(nameOf(4));
  expect(found).not.toContain(nameOf(6));
  expect(textOf(other)).toContain('There is no tool');
});

test('has an edit and a switch seen by clients, and stays listed by search', async () => {
  const client = await connect(hosted.mcpUrl);
  const [edited, off] = [await toolNamed(nameOf(8)), await toolNamed(nameOf(10))];

  await stack.api('PATCH', at(`/tools/${edited.id}`), { description: 'Tells the lighthouse level' });
  await stack.api('PATCH', at('/tools'), { toolIds: [off.id], enabled: false });
  const flat = stack.api('PATCH', at(), { exposition: 'flat' });

  await expect(flat).rejects.toThrow(/too_many_listed/);
  const isSeen = async () =>
    (await said(client, 'lighthouse level')).includes(nameOf(8)) &&
    textOf(await client.call('call_read', { tool: off.name })).includes('There is no tool');
  await until(isSeen, 500);
  expect(await isSeen()).toBe(true);
});

test('is imported again: what the document has changed is told, and an edit stays', async () => {
  const again = documentOf(12);
  await stack.api('PATCH', at(), { source: { kind: 'openapi', document: again } });

  type Looked = { reading?: string; diff?: object; surface?: string };
  let looked = await stack.api<Looked>('POST', at('/reimport/preview'));
  while (looked.reading) looked = await stack.api('POST', at(`/reimport/preview?reading=${looked.reading}`));
  await stack.api('POST', at('/deployments'), { reimport: true, approvedSurface: looked.surface });
  const client = await connect(hosted.mcpUrl);

  expect(looked.diff).toEqual({ added: 0, changed: 1, removed: 0, unchanged: TOOLS - 1 });
  await until(async () => (await stack.api<{ deploying?: string }>('GET', at())).deploying === undefined, 500);
  expect(await said(client, 'gauge of the harbour')).toContain(nameOf(12));
  expect(await said(client, 'lighthouse level')).toContain(nameOf(8));
});
