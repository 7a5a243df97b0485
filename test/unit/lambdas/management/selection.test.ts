/** The selection check through the management API and the command line: stored, compared, named when a tool is gone, removed with the server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readSelection } from '../../../../aws/tables/selections.ts';
import { selectionCommand } from '../../../../cli/selection.ts';
import { serveManagement } from '../../../support/managementServer.ts';
import { importResult, quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
let http: Awaited<ReturnType<typeof serveManagement>>;
const folder = mkdtempSync(join(tmpdir(), 'portcullis-selection-'));
beforeAll(async () => {
  http = await serveManagement(stack);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  return http.close();
});

async function importedServer(...endpoints: string[]): Promise<string> {
  stack.state.imported = importResult(...endpoints);
  const source = { kind: 'openapi', url: 'https://api.example.com/openapi.json' };
  const { server } = await stack.liveServer('Imported', { source });
  return server.id;
}
const shop = () => importedServer('GET /pets', 'GET /orders', 'POST /orders/{orderId}/refunds');

const put = (id: string, sentences: object[], more: object = {}) =>
  stack.call('PUT', `/v1/servers/${id}/selection`, { sentences, ...more }, { role: 'editor' });
const get = async (id: string) =>
  (await stack.call('GET', `/v1/servers/${id}/selection`, undefined, { role: 'viewer' })).body;
const toolOf = async (id: string, name: string) =>
  (await stack.call('GET', `/v1/servers/${id}/tools`)).body.items.find((tool: { name: string }) => tool.name === name);

const REFUNDS = { sentence: 'refund of an order', tool: 'post_orders_orderid_refunds' };

async function portcullis(...args: string[]) {
  const chunks: string[] = [];
  const out = new Writable({
    write(chunk, _, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  const code = await selectionCommand([...args, '--url', http.url], out, { environment: { PORTCULLIS_TOKEN: 'good' } });
  return { code, text: chunks.join('') };
}

test('nobody has saved any before', async () => {
  const id = await shop();

  expect(await get(id)).toEqual({ exposition: 'flat', items: [], version: 0 });
});

test('an edit shows as another rank than the saved one, until it is compared with now', async () => {
  const id = await shop();
  const tool = await toolOf(id, REFUNDS.tool);

  const saved = await put(id, [REFUNDS]);
  await stack.call('PATCH', `/v1/servers/${id}/tools/${tool.id}`, {
    name: 'op_17',
    title: 'x',
    description: 'Nothing.',
  });
  const after = await get(id);
  const again = await put(id, [{ sentence: REFUNDS.sentence, tool: tool.id }], { compareWithNow: true });

  expect(saved.body.items).toMatchObject([
    { tool: { id: tool.id, state: 'listed' }, ranks: { flat: 1 }, was: { flat: 1 } },
  ]);
  expect(after.items).toMatchObject([{ tool: { name: 'op_17' }, ranks: { flat: 2 }, was: { flat: 1 } }]);
  expect(again.body.items).toMatchObject([{ ranks: { flat: 2 }, was: { flat: 2 } }]);
});

test('a tool that is switched off, and one that a re-import has removed, are named and can be kept', async () => {
  const id = await shop();
  await put(id, [REFUNDS, { sentence: 'list pets', tool: 'get_pets' }]);
  const [refunds, pets] = await Promise.all([toolOf(id, REFUNDS.tool), toolOf(id, 'get_pets')]);

  await stack.call('PATCH', `/v1/servers/${id}/tools`, { enabled: false, toolIds: [pets.id] });
  await stack.call('DELETE', `/v1/servers/${id}/tools/${refunds.id}`);
  const { items } = await get(id);
  const kept = await put(id, [REFUNDS]);
  const unknown = await put(id, [{ sentence: 'fly', tool: 'get_planes' }]);

  expect(items.map(({ tool }: { tool: object }) => tool)).toEqual([
    { name: REFUNDS.tool, state: 'gone' },
    { id: pets.id, name: 'get_pets', state: 'off' },
  ]);
  expect(kept.body.items).toMatchObject([{ tool: { name: REFUNDS.tool, state: 'gone' } }]);
  expect(unknown.status).toBe(400);
  expect(unknown.body.faults).toMatchObject([{ field: '/sentences/0/tool', rule: 'tool_unknown' }]);
});

describe('what is refused', () => {
  test.each<[string, object[], object]>([
    ['an empty sentence', [{ sentence: ' ', tool: 'get_pets' }], { field: '/sentences/0/sentence' }],
    ['a long one', [{ sentence: 'a'.repeat(501), tool: 'get_pets' }], { field: '/sentences/0/sentence' }],
    [
      'one that stands twice',
      [REFUNDS, { ...REFUNDS, sentence: REFUNDS.sentence.toUpperCase() }],
      { rule: 'duplicate' },
    ],
    [
      'too many',
      Array.from({ length: 201 }, (_, at) => ({ sentence: `s ${at}`, tool: 'get_pets' })),
      { field: '/sentences' },
    ],
  ])('%s', async (_, sentences, fault) => {
    const id = await shop();

    const { status, body } = await put(id, sentences);

    expect(status).toBe(400);
    expect(body.faults).toMatchObject([fault]);
  });

  test('a change of what somebody else has saved since', async () => {
    const id = await shop();
    await put(id, [REFUNDS]);

    const late = await put(id, [], { version: 0 });
    const inTime = await put(id, [], { version: 1 });

    expect([late.status, late.body.code]).toEqual([409, 'selection_changed']);
    expect(inTime.body).toMatchObject({ items: [], version: 2 });
  });

  test('a change by a viewer', async () => {
    const { status } = await stack.call(
      'PUT',
      `/v1/servers/${await shop()}/selection`,
      { sentences: [] },
      { role: 'viewer' },
    );

    expect(status).toBe(403);
  });
});

test('two hundred sentences of the largest size fit into a row, are recorded, and go with their server', async () => {
  const id = await shop();
  const long = Array.from({ length: 200 }, (_, at) => ({ sentence: `${at} ${'漢'.repeat(490)}`, tool: 'get_pets' }));

  const { status } = await put(id, long);
  const { items } = (await stack.call('GET', `/v1/servers/${id}/audit`)).body;
  await stack.call('DELETE', `/v1/servers/${id}`);

  expect(status).toBe(200);
  expect(items.find(({ action }: { action: string }) => action === 'server.selection')).toMatchObject({
    detail: { sentences: 200 },
  });
  expect((await readSelection(id)).version).toBe(0);
});

test('the command line ends with 1 where a sentence does not find its tool, of the server or of a file', async () => {
  const id = await shop();
  const file = join(folder, 'sentences.yml');
  writeFileSync(
    file,
    '- sentence: refund of an order\n  tool: post_orders_orderid_refunds\n- {sentence: fly to the moon, tool: get_rockets}\n',
  );
  await put(id, [REFUNDS]);

  const stored = await portcullis('run', id);
  const tried = await portcullis('run', id, '--file', file, '--json');

  expect(stored.code).toBe(0);
  expect(stored.text).toContain('1 of 1 sentences find their tool among the first 5 (flat)');
  expect(tried.code).toBe(1);
  expect(JSON.parse(tried.text).items).toMatchObject([
    { ranks: { flat: 1 } },
    { tool: { name: 'get_rockets', state: 'gone' } },
  ]);
  await expect(portcullis('run', id, '--top', '0')).rejects.toThrow('whole number from 1 to 50');
  await expect(portcullis('set', id)).rejects.toThrow('needs --file');
});
