/** Lists in pages, over the management API and real tables: what is there all the time is listed once, whatever comes and goes meanwhile. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { documents } from '../../../../aws/services/clients.ts';
import { pageOf } from '../../../../lambdas/management/http/page.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
beforeEach(() => stack.empty());

const put = (TableName: string, Item: object) => documents().send(new PutCommand({ TableName, Item }));
const list = async (path: string, query: Record<string, string> = {}) =>
  (await stack.call('GET', path, undefined, { query })).body as {
    items: { id: string; name?: string; createdAt: string }[];
    next?: string;
  };

/** All pages; `between` runs before each page but the first. */
async function pages(path: string, query: Record<string, string>, between: (page: number) => Promise<unknown>) {
  const found: { id: string; name?: string }[][] = [];
  let next: string | undefined;
  do {
    if (found.length > 0) await between(found.length);
    const page = await list(path, { ...query, ...(next && { after: next }) });
    found.push(page.items);
    next = page.next;
  } while (next !== undefined && found.length < 50);
  return found;
}

async function made(name: string): Promise<string> {
  const { body } = await stack.call('POST', '/v1/servers', {
    name,
    source: { kind: 'manual' },
    baseUrl: 'https://api.example.com',
    auth: { type: 'none' },
  });
  await stack.runPipeline(body.deployment.id);
  return body.server.id;
}

describe('the list of servers', () => {
  test('has each server once that stays, while others are made and deleted between its pages', async () => {
    const staying = await Promise.all(Array.from({ length: 9 }, (_, n) => made(`Stays ${n}`)));
    const leaving = await Promise.all(Array.from({ length: 4 }, (_, n) => made(`Leaves ${n}`)));

    const found = await pages('/v1/servers', { limit: '2' }, async () => {
      const gone = leaving.pop();
      await Promise.all([gone && stack.call('DELETE', `/v1/servers/${gone}`), made('Comes')]);
    });

    const ids = found.flat().map(({ id }) => id);
    expect(staying.filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.max(...found.map(({ length }) => length))).toBe(2);
  });

  test('goes on behind a server that was deleted after its page', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, n) => made(`One of five ${n}`)));
    const whole = (await list('/v1/servers')).items.map(({ id }) => id);
    const first = await list('/v1/servers', { limit: '3' });
    await stack.call('DELETE', `/v1/servers/${first.next}`);

    const second = await list('/v1/servers', { limit: '3', after: first.next as string });

    expect(second.next).toBeUndefined();
    expect([...first.items, ...second.items].map(({ id }) => id).sort()).toEqual(whole.sort());
  });

  test('comes whole and newest first without a limit, and in full pages that say when they end', async () => {
    for (const name of ['First', 'Second', 'Third', 'Fourth']) await made(name);

    const [whole, exact, refused] = [
      await list('/v1/servers'),
      await list('/v1/servers', { limit: '4' }),
      await stack.call('GET', '/v1/servers', undefined, { query: { limit: '1001' } }),
    ];

    expect(whole.items.map(({ name }) => name)).toEqual(['Fourth', 'Third', 'Second', 'First']);
    expect(whole.next).toBeUndefined();
    expect(exact).toEqual(whole);
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  test('ends a page before its answer is too large for Lambda', async () => {
    const id = await made('Large');
    const row = (await stack.rows('servers')).find(({ serverId }) => serverId === id) as object;
    const tags = Array.from({ length: 400 }, (_, n) => `"${n}" ${'t'.repeat(90)}`);
    const source = { kind: 'openapi', url: 'https://api.example.com/openapi.json', tags };
    for (let n = 0; n < 160; n++)
      await put('servers', { ...row, source, serverId: `srv_${String(n).padStart(12, '0')}` });

    const found = await pages('/v1/servers', {}, async () => {});

    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found.flat().map((server) => server.id)).size).toBe(161);
  });
});

describe('the list of deployments', () => {
  test('is newest first over all pages, of rows that DynamoDB does not return in one', async () => {
    const id = await made('Deployed often');
    const [row] = await stack.rows('deployments');
    const warnings = [{ code: 'long', message: 'w'.repeat(60_000) }];
    for (let n = 0; n < 110; n++)
      await put('deployments', {
        ...row,
        warnings,
        deploymentId: `dep_${String(n).padStart(26, '0')}`,
        status: 'failed',
      });

    const found = await pages(`/v1/servers/${id}/deployments`, {}, async () => {});

    const ids = found.flat().map((deployment) => deployment.id);
    expect(found.length).toBeGreaterThan(1);
    expect(ids).toHaveLength(111);
    expect(ids).toEqual([...ids].sort().reverse());
    await stack.call('DELETE', `/v1/servers/${id}`);
    expect(await stack.rows('deployments')).toEqual([]);
  });
});

describe('the list of tools as clients get it', () => {
  test('goes on behind a tool that was deleted after its page', async () => {
    const id = await made('Tools');
    const path = `/v1/servers/${id}/tools`;
    const created: string[] = [];
    for (const name of ['a', 'b', 'c', 'd'])
      created.push((await stack.call('POST', path, { name: `tool_${name}`, verb: 'GET', path: `/${name}` })).body.id);
    const listed = `/v1/servers/${id}/tool-list`;
    await stack.call('DELETE', `${path}/${created[1]}`);

    const { items } = (await stack.call('GET', listed, undefined, { query: { exposition: 'flat', after: 'tool_b' } }))
      .body;

    expect(items.map(({ name }: { name: string }) => name).slice(0, 2)).toEqual(['tool_c', 'tool_d']);
  });
});

describe('a page', () => {
  async function* rows(count: number) {
    for (let n = 0; n < count; n++) yield n;
  }
  const shown = async (n: number) => ({ n });

  test('names its last row where another one follows, and nothing where it was the last', async () => {
    expect(await pageOf(rows(3), 2, shown)).toEqual({ items: [{ n: 0 }, { n: 1 }], next: 1 });
    expect(await pageOf(rows(2), 2, shown)).toEqual({ items: [{ n: 0 }, { n: 1 }] });
    expect(await pageOf(rows(0), 2, shown)).toEqual({ items: [] });
  });

  test('has at least one row, however large', async () => {
    const large = async (n: number) => ({ n, text: 'x'.repeat(7_000_000) });

    const page = await pageOf(rows(2), 2, large);

    expect([page.items.length, page.next]).toEqual([1, 0]);
  });
});

describe('the names of servers', () => {
  const scans = (sent: jest.SpiedFunction<ReturnType<typeof documents>['send']>) =>
    sent.mock.calls.filter(([command]) => command.constructor.name === 'ScanCommand').length;

  test('are read once a minute for servers that existed before, and always for one that is new', async () => {
    const [old, other] = [await made('Old'), await made('Old')];
    const row = (await stack.rows('servers')).find(({ serverId }) => serverId === other) as object;
    await put('servers', { ...row, createdAt: '2026-01-01T00:00:00.000Z' });
    const sent = jest.spyOn(documents(), 'send');
    await stack.call('GET', `/v1/servers/${old}/clients`);
    const fresh = scans(sent);

    const again = await stack.call('GET', `/v1/servers/${other}/clients`);
    const kept = scans(sent) - fresh;
    const anew = await stack.call('GET', `/v1/servers/${old}/clients`);
    const news = scans(sent) - fresh - kept;
    sent.mockRestore();

    expect([fresh > 0, kept, news > 0]).toEqual([true, 0, true]);
    expect(JSON.stringify(again.body)).toContain(' old ');
    expect(JSON.stringify(anew.body)).toContain(` old-${old.slice(4, 9).toLowerCase()} `);
  });
});
