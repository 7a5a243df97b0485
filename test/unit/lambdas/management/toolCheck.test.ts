/** The description check through the management API and the command line, and what a re-import would do to its findings. */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { toolCommand } from '../../../../cli/tool.ts';
import type { CheckFinding } from '../../../../core/api/toolCheck.ts';
import { serveManagement } from '../../../support/managementServer.ts';
import { importResult, quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
let http: Awaited<ReturnType<typeof serveManagement>>;
beforeAll(async () => {
  http = await serveManagement(stack);
});
afterAll(() => http.close());

async function importedServer(...endpoints: string[]): Promise<string> {
  stack.state.imported = importResult(...endpoints);
  const source = { kind: 'openapi', url: 'https://api.example.com/openapi.json' };
  const { server } = await stack.liveServer('Imported', { source });
  return server.id;
}

const check = async (id: string, query: Record<string, string> = {}) =>
  (await stack.call('GET', `/v1/servers/${id}/tools/check`, undefined, { role: 'viewer', query })).body;

async function allPages(id: string, limit: string): Promise<CheckFinding[]> {
  const items: CheckFinding[] = [];
  let after: string | undefined;
  let pages = 0;
  do {
    if (pages++ > 1_000) throw new Error('The pages have no end.');
    const page = await check(id, { limit, ...(after !== undefined && { after }) });
    items.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return items;
}

async function portcullis(...args: string[]) {
  const chunks: string[] = [];
  const out = new Writable({
    write(chunk, _, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  const code = await toolCommand([...args, '--url', http.url], out, { environment: { PORTCULLIS_TOKEN: 'good' } });
  return { code, text: chunks.join('') };
}

test('the pages of the findings have each finding once', async () => {
  const id = await importedServer('GET /pets', 'PUT /pets/{petId}', 'DELETE /pets/{petId}', 'POST /orders');

  const whole = await check(id);
  const paged = await allPages(id, '2');

  expect(whole.items.length).toBeGreaterThan(4);
  expect(paged).toEqual(whole.items);
  expect(whole.rules.reduce((sum: number, { findings }: { findings: number }) => sum + findings, 0)).toBe(paged.length);
});

test('also where a tool has several of one rule, and arguments of any name', async () => {
  const properties = Object.fromEntries(
    ['\u202eid', ' ', 'a b', 'constructor'].map((name) => [name, { type: 'string' }]),
  );
  const imported = importResult('POST /pets');
  stack.state.imported = {
    ...imported,
    tools: imported.tools.map((draft) => ({
      ...draft,
      title: 'Add\u200b a pet',
      description: 'Adds\u200b a pet',
      inputSchema: { type: 'object', properties },
    })),
  };
  const source = { kind: 'openapi', url: 'https://api.example.com/openapi.json' };
  const { server } = await stack.liveServer('Imported', { source });

  const whole = await check(server.id);
  const paged = await allPages(server.id, '1');

  expect(whole.items.filter(({ rule }: CheckFinding) => rule === 'hidden_characters')).toHaveLength(2);
  expect(whole.items.filter(({ rule }: CheckFinding) => rule === 'argument_undescribed')).toHaveLength(4);
  expect(paged).toEqual(whole.items);
});

test('an accepted suggestion raises the score at once, and findings can be asked for by rule and by tool', async () => {
  const id = await importedServer('PUT /people/{personId}', 'GET /pets');
  const { items } = await stack.call('GET', `/v1/servers/${id}/tools`).then(({ body }) => body);
  const tool = items.find(({ verb }: { verb: string }) => verb === 'PUT');
  await stack.call('PATCH', `/v1/servers/${id}/tools/${tool.id}`, { description: 'PUT /people/{personId}' });

  const before = await check(id, { rule: 'description_endpoint', tool: tool.id });
  const [found] = before.items;
  await stack.call('PATCH', `/v1/servers/${id}/tools/${tool.id}`, { description: found.suggestion });
  const after = await check(id, { tool: tool.id });

  expect(before.items).toHaveLength(1);
  expect(found).toMatchObject({ at: '/description', text: 'PUT /people/{personId}', tool: { id: tool.id } });
  expect(after.items.map(({ rule }: CheckFinding) => rule)).not.toContain('description_endpoint');
  expect(after.score).toBeGreaterThan(before.score);
});

test('tools that no client sees are not judged', async () => {
  const id = await importedServer('GET /pets', 'POST /orders');
  const { items } = await stack.call('GET', `/v1/servers/${id}/tools`).then(({ body }) => body);
  await stack.call('PATCH', `/v1/servers/${id}/tools`, { enabled: false, toolIds: [items[0].id] });

  const checked = await check(id);

  expect(checked.tools).toBe(1);
  expect(checked.items.map(({ tool }: CheckFinding) => tool.id)).not.toContain(items[0].id);
});

test('hidden characters are shown, and the suggestion has none', async () => {
  const id = await importedServer('GET /pets');
  const { items } = await stack.call('GET', `/v1/servers/${id}/tools`).then(({ body }) => body);
  await stack.call('PATCH', `/v1/servers/${id}/tools/${items[0].id}`, { description: 'Lists pets\u200b of a shop' });

  const [found] = (await check(id, { rule: 'hidden_characters' })).items;

  expect(found).toMatchObject({ text: 'Lists pets<U+200B> of a shop', suggestion: 'Lists pets of a shop' });
});

test('the look before a re-import says which findings it adds and mends', async () => {
  const id = await importedServer('GET /pets', 'POST /orders');
  const imported = importResult('GET /pets', 'POST /orders');
  stack.state.imported = {
    ...imported,
    tools: imported.tools.map((draft) =>
      draft.path === '/pets'
        ? { ...draft, description: 'Use it to look up pets. Returns all.' }
        : { ...draft, description: 'TODO' },
    ),
  };

  const { body } = await stack.call('POST', `/v1/servers/${id}/reimport/preview`);

  const told = body.checks.items.map(({ change, rule, tool }: Record<string, string>) => `${change} ${rule} ${tool}`);
  expect(told).toContain('added description_placeholder post_orders');
  expect(told).toContain('mended description_endpoint get_pets');
  expect(body.checks).toMatchObject({ score: { before: 60, after: 80 }, added: 1, mended: 2 });
});

test('the command line ends with 1 below the wanted score', async () => {
  const id = await importedServer('GET /pets');
  const { score } = await check(id);

  const good = await portcullis('check', id, '--fail-under', String(score));
  const bad = await portcullis('check', id, '--fail-under', String(score + 1), '--json');

  expect(good.code).toBe(0);
  expect(good.text).toContain(`Score ${score} of 100, 1 tool judged`);
  expect(bad.code).toBe(1);
  expect(JSON.parse(bad.text)).toMatchObject({ score, tools: 1 });
  await expect(portcullis('check', id, '--fail-under', 'high')).rejects.toThrow('whole number from 0 to 100');
});
