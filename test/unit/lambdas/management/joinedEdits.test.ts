/**
 * Edits of one server that arrive together: each is stored at once, they share bundles, and none is lost or answered wrongly, also when
 * the function that builds dies. Tables and handlers are real.
 */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { auditItem } from '../../../../aws/audit.ts';
import { loadBundle } from '../../../../aws/services/bundles.ts';
import { documents } from '../../../../aws/services/clients.ts';
import { switchTools } from '../../../../aws/tables/edits.ts';
import { readServer } from '../../../../aws/tables/servers.ts';
import { itemOf } from '../../../../aws/tables/toolItems.ts';
import { listToolsAgain, type ReadTools, readTool } from '../../../../aws/tables/tools.ts';
import type { ServerRow } from '../../../../core/model/server.ts';
import type { Tool } from '../../../../core/model/tool.ts';
import { buildSandboxSection } from '../../../../core/tools/bundle/build.ts';
import { isUnchecked } from '../../../../core/tools/bundle/schemas.ts';
import { handler as reseal } from '../../../../lambdas/pipeline/reseal.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
afterEach(async () => {
  jest.restoreAllMocks();
  stack.state.sandboxRefuses = false;
  await stack.empty();
});

const live = async (id: string) => loadBundle(id, (await readServer(id))?.bundle as never);
const liveNames = async (id: string) => (await live(id)).tools.map(({ name }) => name);
const builds = () => stack.sandboxRequests.filter(({ kind }) => kind === 'probe').length;

/** A live server with so many tools, called t00, t01 and so on. */
async function withTools(number: number) {
  const { server } = await stack.liveServer('Orders');
  const path = `/v1/servers/${server.id}`;
  const ids: string[] = [];
  for (let at = 0; at < number; at++) {
    const name = `t${String(at).padStart(2, '0')}`;
    ids.push((await stack.call('POST', `${path}/tools`, { name, verb: 'GET', path: `/${name}` })).body.id);
  }
  return { id: server.id, path, ids };
}

const off = (path: string, ...toolIds: string[]) => stack.call('PATCH', `${path}/tools`, { enabled: false, toolIds });

/** Resolves when a bundle is being built; it goes on when `goOn` is called. */
async function building(begin: () => Promise<unknown>) {
  let goOn = () => {};
  let request: Promise<unknown> = Promise.resolve();
  await new Promise<void>((begun) => {
    stack.state.whileProbing = () => {
      begun();
      return new Promise<void>((done) => {
        goOn = done;
      });
    };
    request = begin();
  });
  return { goOn: () => goOn(), request: request as ReturnType<typeof stack.call> };
}

describe('edits that arrive together', () => {
  test('are all answered with 200 and live, and share a few bundles', async () => {
    const { id, path, ids } = await withTools(24);
    const before = builds();

    const answers = await Promise.all(ids.slice(0, 20).map((each) => off(path, each)));

    expect(answers.map(({ status, body }) => [status, body.resealed])).toEqual(Array(20).fill([200, true]));
    expect(await liveNames(id)).toEqual(['t20', 't21', 't22', 't23']);
    expect(builds() - before).toBeLessThan(8);
    expect(await readServer(id)).not.toHaveProperty('sealing');
    expect(await readServer(id)).not.toHaveProperty('unsealed');
  });

  test('of all kinds at once are all kept', async () => {
    const { id, path, ids } = await withTools(4);

    const answers = await Promise.all([
      off(path, ids[0] as string),
      stack.call('PATCH', `${path}/tools/${ids[1]}`, { title: 'First' }),
      stack.call('POST', `${path}/tools`, { name: 'added', verb: 'GET', path: '/added' }),
      stack.call('DELETE', `${path}/tools/${ids[2]}`),
      stack.call('PATCH', path, { governance: { maxItems: 7 } }),
      off(path, ids[3] as string),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 204, 200, 200]);
    const { tools, governance } = await live(id);
    expect(tools.map(({ name, title }) => [name, title])).toEqual([
      ['added', expect.any(String)],
      ['t01', 'First'],
    ]);
    expect(governance.maxItems).toBe(7);
  });

  test('while a bundle is built wait for the next one, which has them all', async () => {
    // Prepare
    const { id, path, ids } = await withTools(5);
    const before = builds();
    const first = await building(() => off(path, ids[0] as string));

    // Act
    const later = ids.slice(1, 4).map((each) => off(path, each));
    await until(async () => (await tools(path)).filter(({ enabled }) => !enabled).length === 4);
    first.goOn();
    const answers = await Promise.all([first.request, ...later]);

    // Assess
    expect(answers.map(({ status, body }) => [status, body.resealed])).toEqual(Array(4).fill([200, true]));
    expect(await liveNames(id)).toEqual(['t04']);
    expect(builds() - before).toBe(2);
  });

  test('have numbers by which a client can tell that they are live', async () => {
    const { path, ids } = await withTools(2);

    const answer = await off(path, ids[0] as string);

    const { body } = await stack.call('GET', path);
    expect(body.sealed).toBeGreaterThanOrEqual(answer.body.revision);
    expect(body).not.toHaveProperty('unsealed');
  });
});

describe('what an edit does not touch', () => {
  test('is the same object at the next sealing, whose schema is not looked at again', async () => {
    // Prepare
    const { id, path, ids } = await withTools(3);
    const read: ReadTools = new Map();
    const before = await listToolsAgain(id, read);
    buildSandboxSection((await readServer(id)) as ServerRow, before);

    // Act
    await off(path, ids[1] as string);
    const after = await listToolsAgain(id, read);

    // Assess
    expect(after.map((tool, at) => tool === before[at])).toEqual([true, false, true]);
    expect(after[1]).toMatchObject({ enabled: false });
    expect([...before.map(isUnchecked), isUnchecked(after[1] as Tool)]).toEqual([false, false, false, true]);
    expect([...read.keys()]).toEqual(ids);
  });

  test('is told by its text and not by its version, which comes again after an import that was undone', async () => {
    const { id, ids } = await withTools(1);
    const read: ReadTools = new Map();
    const [before] = (await listToolsAgain(id, read)) as [Tool];
    const item = { ...itemOf({ ...before, title: 'Another one' }) };
    await documents().send(new PutCommand({ TableName: 'tools', Item: item }));

    const [after] = await listToolsAgain(id, read);

    expect(after).toMatchObject({ toolId: ids[0], version: before.version, title: 'Another one' });
  });
});

describe('a build that takes longer than an answer may', () => {
  test('is no error: the change is stored, said to be on its way, and live when it is done', async () => {
    // Prepare
    const { id, path, ids } = await withTools(2);
    const slow = await building(() => off(path, ids[0] as string));
    const later = off(path, ids[1] as string);

    // Act
    skipTime(11_000);
    const answers = await Promise.all([slow.request, later]);
    const meanwhile = (await stack.call('GET', path)).body;
    slow.goOn();
    await until(async () => (await readServer(id))?.unsealed === undefined);

    // Assess
    expect(answers.map(({ status, body }) => [status, body.changed, body.resealed])).toEqual(
      Array(2).fill([200, 1, false]),
    );
    expect(meanwhile.unsealed).toEqual({});
    expect(await liveNames(id)).toEqual([]);
  });
});

describe('a builder that dies', () => {
  test('is replaced by whoever waits for it, and changes nothing should it wake up', async () => {
    // Prepare
    const { id, path, ids } = await withTools(3);
    stack.state.sealingDies = true;
    const dead = await building(() => off(path, ids[0] as string));

    // Act
    const answer = await dead.request;
    const second = await off(path, ids[1] as string);
    dead.goOn();
    await stack.state.dead;

    // Assess
    expect([answer, second].map(({ status, body }) => [status, body.resealed])).toEqual(Array(2).fill([200, true]));
    expect(await liveNames(id)).toEqual(['t02']);
    expect(await readServer(id)).not.toHaveProperty('sealing');
  });

  test.each([
    ['the next edit', (path: string, id: string) => off(path, id)],
    ['whoever looks at the server', (path: string) => stack.call('GET', path)],
  ])('together with the request that stored an edit leaves it to %s', async (_, look) => {
    // Prepare
    const { id, path, ids } = await withTools(3);
    const tool = (await readTool(id, ids[0] as string)) as Tool;
    const entry = auditItem({ serverId: id, actor: { id: 'ada', name: 'Ada' }, action: 'tools.switch' });
    await switchTools({ serverId: id, signed: true }, [{ replace: { ...tool, enabled: false } }], entry);
    const dead = await building(() => reseal({ serverId: id }));

    // Act
    skipTime(61_000);
    const answer = await look(path, ids[1] as string);
    await until(async () => (await readServer(id))?.unsealed === undefined);
    const names = await liveNames(id);
    dead.goOn();
    await dead.request;

    // Assess
    expect(answer.status).toBe(200);
    expect(names).not.toContain('t00');
    expect(await liveNames(id)).toEqual(names);
  });

  test('is waited for by an invocation in the background, which then builds', async () => {
    // Prepare
    const { id, path, ids } = await withTools(2);
    stack.state.sealingDies = true;
    const dead = await building(() => off(path, ids[0] as string));

    // Act
    const waiting = reseal({ serverId: id, waits: true });
    skipTime(61_000);
    const answer = await waiting;

    // Assess
    expect(answer).toMatchObject({ isSealed: true });
    expect(await liveNames(id)).toEqual(['t01']);
    dead.goOn();
    await Promise.all([dead.request, stack.state.dead]);
  });
});

describe('a bundle that is refused', () => {
  test('takes back every edit that waits for it, and says why to each of them', async () => {
    // Prepare
    const { id, path, ids } = await withTools(3);
    stack.state.sandboxRefuses = true;
    const first = await building(() => off(path, ids[0] as string));

    // Act
    const second = off(path, ids[1] as string);
    await until(async () => (await tools(path)).filter(({ enabled }) => !enabled).length === 2);
    first.goOn();
    const answers = await Promise.all([first.request, second]);
    stack.state.sandboxRefuses = false;
    const after = await off(path, ids[2] as string);

    // Assess
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([502, 'sandbox_refused']));
    expect(after.status).toBe(200);
    expect(await liveNames(id)).toEqual(['t00', 't01']);
    expect((await stack.call('GET', path)).body).not.toHaveProperty('unsealed');
  });
});

describe('edits that share a bundle which is refused because of a tool', () => {
  type Edit = (path: string, ids: string[]) => ReturnType<typeof stack.call>;
  const on = (path: string, id: string) => stack.call('PATCH', `${path}/tools`, { enabled: true, toolIds: [id] });
  const broken: Edit = (path, ids) => on(path, ids[0] as string);
  const switchOf: Edit = (path, ids) => off(path, ids[2] as string);
  const GOOD: Readonly<Record<string, Edit>> = {
    'a switch of another tool': switchOf,
    'a field of another tool': (path, ids) => stack.call('PATCH', `${path}/tools/${ids[2]}`, { title: 'First' }),
    'a new tool': (path) => stack.call('POST', `${path}/tools`, { name: 'added', verb: 'GET', path: '/added' }),
    'a removal of another tool': (path, ids) => stack.call('DELETE', `${path}/tools/${ids[2]}`),
    'the name of the server': (path) => stack.call('PATCH', path, { name: 'Renamed' }),
    'another path of the base URL': (path) => stack.call('PATCH', path, { baseUrl: 'https://api.example.com/v2' }),
  };
  const PAIRS = Object.entries(GOOD).flatMap(([what, good]): [string, Edit[]][] => [
    [`${what}, after the broken one`, [broken, good]],
    [`${what}, before the broken one`, [good, broken]],
  ]);

  const switched = async (id: string, toolId: string, change: Partial<Tool>) => {
    const tool = (await readTool(id, toolId)) as Tool;
    const entry = auditItem({ serverId: id, actor: { id: 'ada', name: 'Ada' }, action: 'tools.switch' });
    await switchTools({ serverId: id, signed: true }, [{ replace: { ...tool, ...change } }], entry);
  };

  /** The first two of four tools cannot be sealed: their paths leave the base URL, as those of a description may, and they are switched off. */
  async function withUnusable() {
    const server = await withTools(4);
    for (const [at, toolId] of server.ids.slice(0, 2).entries())
      await switched(server.id, toolId, { enabled: false, path: `/../t0${at}` });
    await reseal({ serverId: server.id });
    return server;
  }

  /** Sends the edits while a bundle is built, so that all are in the next one. */
  async function together(edits: readonly Edit[]) {
    const { id, path, ids } = await withUnusable();
    const first = await building(() => off(path, ids[3] as string));
    const before = (await readServer(id))?.version ?? 0;
    const answers = edits.map((edit) => edit(path, ids));
    await until(async () => ((await readServer(id))?.version ?? 0) >= before + edits.length);
    first.goOn();
    return { id, answers: await Promise.all([first.request, ...answers]) };
  }

  test.each(PAIRS)('have each an answer of their own: %s', async (_, edits) => {
    const { id, answers } = await together(edits);

    const [first, ...rest] = answers;
    const [bad] = rest.filter((_, at) => edits[at] === broken);
    const [good] = rest.filter((_, at) => edits[at] !== broken);
    expect(first?.status).toBe(200);
    expect(bad?.body).toMatchObject({ code: 'tool_escapes_base_url', detail: expect.stringContaining('t00') });
    expect([200, 201, 204]).toContain(good?.status);
    expect(await readServer(id)).not.toHaveProperty('unsealed');
    expect(await liveNames(id)).not.toContain('t00');
  });

  test('are each told of their own tool, where several are broken', async () => {
    const other: Edit = (path, ids) => on(path, ids[1] as string);

    const { id, answers } = await together([broken, other, switchOf]);

    const [, bad, worse, good] = answers;
    expect([bad, worse].map((answer) => /tool (t\d+)/.exec(answer?.body.detail)?.[1])).toEqual(['t00', 't01']);
    expect(good).toMatchObject({ status: 200, body: { changed: 1, resealed: true } });
    expect(await readServer(id)).not.toHaveProperty('unsealed');
  });

  test('are stored and said to be held up, when whoever broke the tool has died', async () => {
    // Prepare
    const { id, path, ids } = await withUnusable();
    await switched(id, ids[0] as string, { enabled: true });

    // Act
    const waiting = off(path, ids[2] as string);
    await until(async () => (await readServer(id))?.unsealable !== undefined);
    skipTime(11_000);
    const answer = await waiting;
    const { body } = await stack.call('GET', path);

    // Assess
    expect(answer).toMatchObject({ status: 200, body: { changed: 1, resealed: false } });
    expect(body.unsealed).toMatchObject({ code: 'tool_escapes_base_url', message: expect.stringContaining('t00') });
  });
});

const tools = async (path: string): Promise<{ id: string; enabled: boolean }[]> =>
  (await stack.call('GET', `${path}/tools`)).body.items;

function skipTime(ms: number): void {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((done) => setTimeout(done, 10));
}
