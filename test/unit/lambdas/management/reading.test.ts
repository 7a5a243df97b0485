/** Requests whose answers take longer than a request may: those that read an API description, and those that compare all tools. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { readPreparation, tellPreparation } from '../../../../aws/tables/preparations.ts';
import { type Answer, importResult, quietManagementStack, type Row } from '../../../support/managementStack.ts';
import { until } from '../../../support/until.ts';

const stack = await quietManagementStack();
afterEach(async () => {
  jest.restoreAllMocks();
  skipped = 0;
  stack.state.whileReading = undefined;
  stack.state.preview = { error: { code: 'spec_unreachable', message: 'nothing there' } };
  await stack.empty();
});

const URL = 'https://api.example.com/openapi.json';

/** A live server of a description. */
async function importedServer() {
  stack.state.imported = importResult();
  const source = { kind: 'openapi', url: URL };
  const made = await stack.call('POST', '/v1/servers', { name: 'Orders', source, auth: { type: 'none' } });
  await stack.runPipeline(made.body.deployment.id);
  return `/v1/servers/${made.body.server.id}`;
}

/** Descriptions are read until the returned function is called. */
function slowly(): () => void {
  let goOn = () => {};
  const until = new Promise<void>((done) => {
    goOn = done;
  });
  stack.state.whileReading = () => until;
  return goOn;
}

const realNow = Date.now.bind(Date);
let skipped = 0;
function skipTime(ms: number): void {
  skipped += ms;
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + skipped);
}

/** Begins a preview, and what it answers when its time is over. */
async function begun(path: string): Promise<Answer> {
  const before = stack.state.prepared;
  const request = stack.call('POST', `${path}/reimport/preview`);
  await until(() => stack.state.prepared > before);
  skipTime(9_000);
  return request;
}

/** Lets time pass until there is an answer. */
async function withTime<T>(asked: Promise<T>): Promise<T> {
  let isOver = false;
  const over = asked.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    skipTime(1_000);
    await sleep(20);
  }
  return over;
}

const asking = (path: string, reading: string) =>
  stack.call('POST', `${path}/reimport/preview`, undefined, { query: { reading } });

const serverIdOf = (path: string) => path.slice('/v1/servers/'.length);
const objectsBelow = (path: string) => [...stack.objects.keys()].filter((key) => key.startsWith(path));

describe('a re-import that takes long to look at', () => {
  test('names its reading and how far it is, and has the same preview when it is asked for again', async () => {
    // Prepare
    const path = await importedServer();
    const quick = await stack.call('POST', `${path}/reimport/preview`);
    const goOn = slowly();

    // Act
    const first = await begun(path);
    goOn();
    const last = await asking(path, first.body.reading);
    const again = await asking(path, first.body.reading);

    // Assess
    expect(first).toMatchObject({
      status: 200,
      body: { seconds: expect.any(Number), progress: { done: 0, of: 5, doing: 'Reading the API description' } },
    });
    expect(last.body).toEqual(quick.body);
    expect(again.body).toEqual(quick.body);
  });

  test('is made once for all who ask the same meanwhile, and anew for who asks afterwards', async () => {
    // Prepare
    const path = await importedServer();
    const goOn = slowly();
    const before = stack.state.prepared;

    // Act
    const requests = [1, 2, 3].map(() => stack.call('POST', `${path}/reimport/preview`));
    await until(() => stack.state.prepared > before);
    const names = (await withTime(Promise.all(requests))).map(({ body }) => body.reading);
    goOn();
    const results = await Promise.all(names.map((name) => asking(path, name)));
    const begun = stack.state.prepared - before;
    const later = await stack.call('POST', `${path}/reimport/preview`);

    // Assess
    expect(new Set(names).size).toBe(1);
    expect(begun).toBe(1);
    expect(results.map(({ body }) => body)).toEqual(Array(3).fill(later.body));
    expect(stack.state.prepared - before).toBe(2);
  });

  test('gives way to one about what the server has become, and leaves no result', async () => {
    // Prepare
    const path = await importedServer();
    const goOn = slowly();
    const { body: first } = await begun(path);

    // Act
    await stack.call('PATCH', path, { source: { kind: 'openapi', url: `${URL}?v=2` } });
    const { body: second } = await begun(path);
    goOn();
    const result = await asking(path, second.reading);
    const overtaken = await asking(path, first.reading);

    // Assess
    expect(second.reading).not.toBe(first.reading);
    expect(result.body).toMatchObject({ surface: expect.any(String) });
    expect(overtaken).toMatchObject({ status: 409, body: { code: 'reading_replaced' } });
    const kept = objectsBelow(`specs/staging/${serverIdOf(path)}/`).filter((key) => key.endsWith('/result.json.gz'));
    expect(kept).toEqual([expect.stringContaining(second.reading)]);
  });

  test('is begun anew when what made it has ended without a word, and given up the second time', async () => {
    // Prepare
    const [path, hopeless] = [await importedServer(), await importedServer()];
    const dying = async (server: string) => {
      stack.state.preparingDies = 1;
      return (await begun(server)).body.reading as string;
    };
    const [first, second] = [await dying(path), await dying(hopeless)];

    // Act
    skipTime(121_000);
    const revived = await asking(path, first);
    stack.state.preparingDies = 1;
    const before = stack.state.prepared;
    const waiting = asking(hopeless, second);
    await until(() => stack.state.prepared > before);
    skipTime(9_000);
    await waiting;
    skipTime(121_000);
    const lost = await asking(hopeless, second);

    const row = await readPreparation({ serverId: serverIdOf(path), route: 'previewReimport' });
    const isHeard = await tellPreparation(
      { serverId: serverIdOf(path), route: 'previewReimport' },
      { reading: first, attempt: 1 },
      { step: 1, isOver: false },
    );

    // Assess
    expect([row?.attempt, isHeard]).toEqual([2, false]);
    expect(revived.body).toMatchObject({ surface: expect.any(String) });
    expect(lost).toMatchObject({ status: 504, body: { code: 'reading_lost' } });
  });

  test('says why it was refused, also to who asks later', async () => {
    // Prepare
    const path = await importedServer();
    stack.state.imported = undefined;
    const goOn = slowly();
    const { body } = await begun(path);

    // Act
    goOn();
    const refused = await asking(path, body.reading);

    // Assess
    expect(refused).toMatchObject({ status: 422, body: { code: 'spec_unreachable' } });
  });

  test.each([
    ['that no ULID has', 'read_R06TR31MXESX6507HG19X1QNKG', 400, 'invalid_request'],
    ['of a time that has not come', 'read_7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 404, 'reading_not_found'],
    ['of a time long ago', 'read_00000000000000000000000000', 404, 'reading_not_found'],
  ])('is not waited for under a name %s', async (_what, reading, status, code) => {
    const path = await importedServer();

    const asked = asking(path, reading);
    skipTime(9_000);

    expect(await asked).toMatchObject({ status, body: { code } });
  });

  test('is found under its server alone', async () => {
    // Prepare
    const path = await importedServer();
    const other = await importedServer();
    const goOn = slowly();
    const { body } = await begun(path);
    goOn();

    // Act
    const asked = await asking(other, body.reading);

    // Assess
    expect(asked).toMatchObject({ status: 404, body: { code: 'reading_not_found' } });
  });
});

describe('other requests that read a description', () => {
  test('are asked again in the same way: a preview before there is a server, and its scopes', async () => {
    // Prepare
    const path = await importedServer();
    stack.state.preview = { title: 'Preview of it' };
    const goOn = slowly();

    // Act
    const requests = [
      stack.call('POST', '/v1/specs/preview', { url: URL }),
      stack.call('GET', `${path}/scopes`),
    ] as const;
    const [preview, scopes] = await withTime(Promise.all(requests));
    goOn();
    const again = await stack.call('GET', `${path}/scopes`, undefined, { query: { reading: scopes.body.reading } });
    const both = await stack.call('POST', '/v1/specs/preview', { url: URL, reading: preview.body.reading });

    // Assess
    expect([preview, scopes].map(({ body }) => Object.keys(body))).toEqual([
      ['reading', 'seconds'],
      ['reading', 'seconds', 'progress'],
    ]);
    expect(again.body).toEqual({ items: [] });
    expect(both).toMatchObject({ status: 400, body: { faults: [{ field: '/reading', rule: 'one_of' }] } });
  });
});

describe('requests that look at all tools of a server with many', () => {
  /** As if it had so many that looking at all of them takes longer than a request. */
  async function growing(path: string): Promise<void> {
    const row = (await stack.rows('servers')).find(({ serverId }) => path.endsWith(serverId as string)) as Row;
    await stack.store('servers', [{ ...row, bundle: { ...(row['bundle'] as unknown as object), tools: 5_000 } }]);
  }

  const SENTENCES = { sentences: [{ sentence: 'show the pets', tool: 'get_pets' }] };

  test.each([
    ['the description check', 'GET', '/tools/check', undefined],
    ['the stored sentences', 'GET', '/selection', undefined],
    ['sentences that are tried', 'POST', '/selection/run', SENTENCES],
    ['the list as clients get it', 'GET', '/tool-list', undefined],
  ] as const)(
    'have %s made elsewhere, with the same answer, and once while nothing changes',
    async (_w, method, at, body) => {
      const path = await importedServer();
      await stack.call('PUT', `${path}/selection`, SENTENCES);
      const before = await stack.call(method, `${path}${at}`, body);
      await growing(path);
      const begunBefore = stack.state.prepared;

      const made = await stack.call(method, `${path}${at}`, body);
      const again = await stack.call(method, `${path}${at}`, body);
      const begunOnce = stack.state.prepared - begunBefore;
      const [pets] = (await stack.call('GET', `${path}/tools`, undefined, { query: { q: 'pets' } })).body.items;
      await stack.call('PATCH', `${path}/tools/${pets.id}`, { description: 'Every cat and dog' });
      await growing(path);
      await stack.call(method, `${path}${at}`, body);

      expect(made).toEqual(before);
      expect(again).toEqual(before);
      expect(begunOnce).toBe(1);
      expect(stack.state.prepared - begunBefore).toBe(2);
    },
  );

  test('answer two questions that are asked at once, the one behind the other', async () => {
    const path = await importedServer();
    const check = (query: object) => stack.call('GET', `${path}/tools/check`, undefined, { query: query as never });
    const questions = [{ limit: '1' }, { rule: 'description_empty' }];
    const before = [];
    for (const question of questions) before.push(await check(question));
    await growing(path);

    const answers = await Promise.all(questions.map(check));

    expect(answers).toEqual(before);
  });

  test('store no ranks of other sentences than those of the request', async () => {
    const path = await importedServer();
    await growing(path);
    const other = { sentences: [{ sentence: 'take an order', tool: 'get_pets' }, ...SENTENCES.sentences] };
    stack.state.preparingDies = 1;
    const before = stack.state.prepared;
    const request = stack.call('PUT', `${path}/selection`, SENTENCES);
    await until(() => stack.state.prepared > before);
    skipTime(9_000);
    const { reading } = (await request).body;
    skipTime(121_000);
    await stack.call('PUT', `${path}/selection`, SENTENCES, { query: { reading } });

    const stored = await stack.call('PUT', `${path}/selection`, other, { query: { reading } });

    expect(stored).toMatchObject({ status: 409, body: { code: 'reading_replaced' } });
  });

  test('store sentences with the ranks that were made elsewhere, once', async () => {
    const path = await importedServer();
    await growing(path);

    const stored = await stack.call('PUT', `${path}/selection`, SENTENCES);
    const shown = await stack.call('GET', `${path}/selection`);

    expect(stored).toMatchObject({ status: 200, body: { version: 1, items: [{ was: { flat: expect.any(Number) } }] } });
    expect(shown.body).toEqual(stored.body);
  });

  test('leave what a declaration is compared with to the next request', async () => {
    const path = await importedServer();
    await growing(path);
    const adopt = path.slice('/v1/servers/'.length);
    const orders = {
      adopt,
      name: 'Orders',
      source: { kind: 'openapi', url: URL },
      auth: { type: 'none' },
      selection: [],
    };
    const plan = () => stack.call('POST', '/v1/apply', { mode: 'plan', declarations: { servers: { orders } } });
    stack.state.preparingDies = 1;
    const before = stack.state.prepared;

    const request = plan();
    await until(() => stack.state.prepared > before);
    skipTime(9_000);
    const first = await request;
    skipTime(121_000);
    const second = await plan();

    expect(first).toMatchObject({ status: 200, body: { servers: [{ state: 'left' }] } });
    expect(second).toMatchObject({ status: 200, body: { servers: [{ state: 'differs' }] } });
  });
});
