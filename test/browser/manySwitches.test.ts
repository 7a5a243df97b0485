/** Tools of a server of GitHub's size, switched faster than a bundle of it can be made: by a person in the page, and by many requests. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Dashboard, sharedDashboard } from '../support/dashboard.ts';
import { defined } from '../support/defined.ts';
import { toolNames } from '../support/mcpClients.ts';
import { deploy, type HostedServer } from '../support/stack.ts';

jest.setTimeout(300_000);

const RESOURCES = 240;
const CLICKS = 40;
const CLICK_EVERY_MS = 250;

let dashboard: Dashboard;
let hosted: HostedServer;
beforeAll(async () => {
  dashboard = await sharedDashboard();
  hosted = await deploy(dashboard.stack, {
    name: 'Large',
    source: { kind: 'openapi', document: document() },
    baseUrl: 'https://api.example.com',
    auth: { type: 'none' },
  });
}, 300_000);
afterAll(() => dashboard?.close());

interface Tool {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
}
const tools = async () =>
  (await dashboard.stack.api<{ items: Tool[] }>('GET', `/v1/servers/${hosted.serverId}/tools`)).items;
const off = async () => (await tools()).filter(({ enabled }) => !enabled).map(({ name }) => name);

describe('a server with 1,200 tools', () => {
  test('has forty switches in ten seconds end as they were clicked, in a few requests and without an error', async () => {
    // Prepare
    const at = `/servers/${hosted.serverId}/tools?view=flat`;
    const { page, context, complaints } = await dashboard.visit({ at });
    const answers: number[] = [];
    page.on('response', (answer) => {
      if (answer.request().method() === 'PATCH') answers.push(answer.status());
    });
    const names = (await tools()).map(({ name }) => name);
    // The last ones are clicked twice: on again, while the first click is being saved.
    const clicked = [...names.slice(0, CLICKS - 6), ...names.slice(CLICKS - 12, CLICKS - 6)];
    const stay = names.slice(0, CLICKS - 12).sort();
    const status = page.getByRole('status').filter({ hasText: 'enabled' });
    await status.waitFor();

    // Act
    for (const name of clicked) {
      const begun = Date.now();
      await page.getByRole('checkbox', { name: `${name} enabled`, exact: true }).click();
      await page.waitForTimeout(Math.max(0, CLICK_EVERY_MS - (Date.now() - begun)));
    }
    await status.filter({ hasNotText: /saving/ }).waitFor();
    await page.reload();
    await status.filter({ hasText: `${(1_200 - stay.length).toLocaleString('en')} of 1,200 tools enabled` }).waitFor();

    // Assess
    expect(clicked).toHaveLength(CLICKS);
    expect((await off()).sort()).toEqual(stay);
    expect(await toolNames(hosted.mcpUrl)).toEqual(names.filter((name) => !stay.includes(name)).sort());
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(answers.length).toBeLessThan(CLICKS);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('takes twenty requests at once, each answered with 200, and clients see all of it', async () => {
    const present = await tools();
    const chosen = present.slice(200, 220);
    const before = await off();

    const answers = await Promise.all(
      chosen.map(({ id }) =>
        dashboard.stack.api('PATCH', `/v1/servers/${hosted.serverId}/tools`, { enabled: false, toolIds: [id] }),
      ),
    );

    expect(answers.map((answer) => answer['changed'])).toEqual(Array(20).fill(1));
    const { revision } = defined(answers.at(-1)) as unknown as { revision: number };
    await live(revision);
    const expected = [...before, ...chosen.map(({ name }) => name)];
    expect((await off()).sort()).toEqual(expected.sort());
    expect(await toolNames(hosted.mcpUrl)).toEqual(
      present.map(({ name }) => name).filter((name) => !expected.includes(name)),
    );
  });
});

/** On a busy machine a bundle may take longer than an answer; then the server says when the change is live. */
async function live(revision: number): Promise<void> {
  for (;;) {
    const { unsealed, sealed = 0 } = await dashboard.stack.api<{ unsealed?: object; sealed?: number }>(
      'GET',
      `/v1/servers/${hosted.serverId}`,
    );
    if (unsealed === undefined || sealed >= revision) return;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** 1,200 operations with what they need to weigh as much as GitHub's. */
function document(): object {
  const fields = Object.fromEntries(
    Array.from({ length: 14 }, (_, at) => [
      `field_${at}`,
      { type: at % 3 === 0 ? 'integer' : 'string', description: `What field ${at} of the record says. `.repeat(4) },
    ]),
  );
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'Of the record.' };
  const content = { 'application/json': { schema: { type: 'object', properties: fields } } };
  const operation = (operationId: string, tag: string, more: object = {}) => ({
    operationId,
    tags: [tag],
    summary: operationId,
    description: 'Works on a record of the workspace. '.repeat(12),
    responses: { 200: { description: 'Done.', content } },
    ...more,
  });
  const paths = Array.from({ length: RESOURCES }, (_, at): [string, object][] => {
    const tag = `Group ${at % 20}`;
    const number = String(at).padStart(3, '0');
    const requestBody = { content };
    return [
      [
        `/records${number}`,
        {
          get: operation(`list${number}`, tag),
          post: operation(`create${number}`, tag, { requestBody }),
        },
      ],
      [
        `/records${number}/{id}`,
        {
          parameters: [id],
          get: operation(`read${number}`, tag),
          put: operation(`replace${number}`, tag, { requestBody }),
          delete: operation(`remove${number}`, tag),
        },
      ],
    ];
  });
  return { openapi: '3.0.3', info: { title: 'Large', version: '1' }, paths: Object.fromEntries(paths.flat()) };
}
