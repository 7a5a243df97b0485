/** The list of a server's tools in pages, and what is read of tools without the tools themselves. */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { itemOf } from '../../../../aws/tables/toolItems.ts';
import { newToolId } from '../../../../core/lib/ids.ts';
import type { Tool } from '../../../../core/model/tool.ts';
import type { ToolList } from '../../../../core/tools/schemas/tools.ts';
import { allTools, joinedPages } from '../../../../core/tools/toolPages.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';
import { tool } from '../../../support/tools.ts';

const stack = await quietManagementStack();
afterEach(() => stack.empty());

const NAMES = ['walk', 'eat', 'sleep', 'run', 'drink'];

/** A live server with rows of these tools. @param form of the rows; that of now when unset */
async function serverOf(tools: readonly Partial<Tool>[], form: (item: object) => object = (item) => item) {
  const { server } = await stack.liveServer('Animals');
  const rows = tools.map((one) => tool({ ...one, serverId: server.id, toolId: newToolId() }));
  await stack.store(
    'tools',
    rows.map((row) => form({ ...itemOf(row) })),
  );
  return { path: `/v1/servers/${server.id}`, ids: rows.map(({ toolId }) => toolId) };
}

const animals = () =>
  serverOf(
    NAMES.map((name, at) => ({
      name,
      path: `/${name}`,
      tag: at % 2 === 0 ? 'moving' : 'resting',
      enabled: at !== 1,
      ...(at === 3 && { baseUrl: 'https://other.example.com' }),
    })),
  );

/** All pages of a list. */
async function pagesOf(path: string, query: Record<string, string>): Promise<[ToolList, ...ToolList[]]> {
  const pages: ToolList[] = [];
  let after: string | undefined;
  do {
    const page: ToolList = (
      await stack.call('GET', `${path}/tools`, undefined, { query: { ...query, ...(after && { after }) } })
    ).body;
    pages.push(page);
    after = page.next;
  } while (after);
  return pages as [ToolList, ...ToolList[]];
}

describe('the list of tools', () => {
  test('is the same in pages as at once, but for what the tools would cost in other listings', async () => {
    const { path } = await animals();
    const { body: whole } = await stack.call('GET', `${path}/tools`);

    const pages = await pagesOf(path, { limit: '2' });
    const again = await pagesOf(path, { limit: '2' });

    const { compact, grouped, ...same } = whole;
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
    expect(again).toEqual(pages);
    expect({ ...joinedPages(pages), search: 0 }).toEqual({ ...same, search: 0 });
    expect(whole).toMatchObject({ total: 5, enabled: 4, otherHosts: [{ tools: 1, approved: false }] });
    expect(compact + grouped.tokens).toBeGreaterThan(0);
    expect(pages.some((page) => 'compact' in page || 'grouped' in page)).toBe(false);
  });

  test('finds on each page what has every word, and nothing that only resembles it', async () => {
    const { path } = await animals();

    const pages = await pagesOf(path, { limit: '2', q: 'sleep' });
    const none = await pagesOf(path, { limit: '2', q: 'sleep elephants' });

    expect(pages.map(({ items }) => items.map(({ name }) => name))).toEqual([[], ['sleep'], []]);
    expect(none.flatMap(({ items }) => items)).toEqual([]);
  });

  test('goes on behind a tool that was deleted, and shows an edit on a page that was read before', async () => {
    const { path, ids } = await animals();
    const [first] = await pagesOf(path, { limit: '2' });

    await stack.call('DELETE', `${path}/tools/${first.next}`);
    await stack.call('PATCH', `${path}/tools/${ids[3]}`, { title: 'Runs' });
    const { body: next } = await stack.call('GET', `${path}/tools`, undefined, {
      query: { limit: '2', after: first.next as string },
    });

    expect(next.items.map(({ name, title }: Tool) => [name, title])).toEqual([
      ['run', 'Runs'],
      ['sleep', expect.any(String)],
    ]);
  });

  test('ends a page where an answer has no more room', async () => {
    const tags = Array.from({ length: 100 }, (_, at) => `${at} ${'x'.repeat(150)}`);
    const { path } = await serverOf(Array.from({ length: 300 }, (_, at) => ({ name: `large_${at}`, tags })));

    const pages: ToolList[] = [];
    const joined = await allTools(path, async (at) => {
      const [pathname = '', after] = at.split('?after=');
      const page: ToolList = (await stack.call('GET', pathname, undefined, { query: after ? { after } : {} })).body;
      pages.push(page);
      return page;
    });

    expect(pages.length).toBeGreaterThan(1);
    expect(Math.max(...pages.map((page) => JSON.stringify(page).length))).toBeLessThan(5_000_000);
    expect(new Set(joined.items.map(({ id }) => id)).size).toBe(300);
  });
});

describe('what is read in brief', () => {
  test.each([
    ['of today', (item: object) => item],
    ['of an earlier version', ({ brief: _, ...item }: { brief?: object }) => item],
  ])('is known of rows %s: names that are taken, and the tools of a scope', async (_what, form) => {
    const { path, ids } = await serverOf([{ name: 'walk' }, { name: 'run' }], form);

    const taken = await stack.call('POST', `${path}/tools`, { name: 'WALK', verb: 'GET', path: '/again' });
    const scopes = { tools: [ids[1]] };
    const made = await stack.call('POST', `${path}/tokens`, { label: 'one', scopes });
    const unknown = await stack.call('POST', `${path}/tokens`, { label: 'one', scopes: { tools: [newToolId()] } });

    expect(taken).toMatchObject({ status: 400, body: { code: 'name_taken' } });
    expect(made).toMatchObject({ status: 201, body: { token: { scopes } } });
    expect(unknown).toMatchObject({ status: 400, body: { faults: [{ rule: 'unknown_tool' }] } });
    expect(JSON.stringify(await stack.rows('audit'))).toContain(`{"id":"${ids[1]}","name":"run"}`);
  });

  test('leaves nothing of a server that is deleted', async () => {
    const { path } = await animals();

    await stack.call('DELETE', path);

    expect(await stack.rows('tools')).toEqual([]);
  });

  test('is removed for as long as a request has time, and to the end by the next ones', async () => {
    const { path } = await animals();
    const realNow = performance.now.bind(performance);
    let isFirst = true;
    // The request begins, and then its time is over.
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => realNow() + (isFirst ? 0 : 16_000));
    const asked = stack.call('DELETE', path);
    isFirst = false;

    const unfinished = await asked.finally(() => clock.mockRestore());
    const shown = await stack.call('GET', path);
    const finished = await stack.call('DELETE', path);
    const gone = await stack.call('GET', path);

    expect(unfinished).toMatchObject({ status: 503, body: { code: 'deletion_unfinished', context: { left: 5 } } });
    expect(shown.body.status).toBe('deleting');
    expect([finished.status, gone.status]).toEqual([204, 404]);
    expect(await stack.rows('tools')).toEqual([]);
  });
});
