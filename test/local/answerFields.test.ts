/**
 * Recorded answers by field on the running stack: who may look and who may mark, what a client gets after fields are marked, answers for which a thread of their own is
 * needed, and one that is made to take long.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { commandLine } from '../support/commandLine.ts';
import { defined } from '../support/defined.ts';
import { ask, type Logins, loginsOf } from '../support/logins.ts';
import { connect } from '../support/mcpClients.ts';
import { recordingOf } from '../support/recordedOrders.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy, type HostedServer } from '../support/stack.ts';

interface Row {
  readonly toolId: string;
  readonly path: string;
  readonly values: number;
  readonly kept: number;
  readonly withheld: number;
}
interface Fields {
  readonly rows: readonly Row[];
  readonly values: number;
  readonly left: number;
}

let stack: SharedStack;
let logins: Logins;
let hosted: HostedServer;
let ids: ReadonlyMap<string, string>;
const path = () => `/v1/servers/${hosted.serverId}`;
beforeAll(async () => {
  stack = await sharedStack();
  logins = await loginsOf(stack);
  hosted = await deploy(stack, { source: { kind: 'openapi', url: stack.demo?.specUrl }, auth: stack.demo?.auth });
  await stack.api('PATCH', path(), { governance: { mode: 'closed' } });
  const { items } = await stack.api<{ items: { id: string; name: string }[] }>('GET', `${path()}/tools`);
  ids = new Map(items.map(({ name, id }) => [name, id]));
}, 180_000);
afterAll(() => stack?.stop());

const demoOf = () => {
  if (stack.demo === null) throw new Error('The stack has no demo API');
  return stack.demo;
};
const idOf = (name: string) => defined(ids.get(name));
const tell = (text: string, name = 'listOrders') =>
  stack.api<Fields>('POST', `${path()}/tools/fields`, { answers: [{ toolId: idOf(name), text }] });

async function answerOf(name: string, args: object): Promise<string> {
  const client = await connect(hosted.mcpUrl);
  const { content } = await client.call(name, args);
  await client.close();
  return JSON.stringify(content);
}

const counts = (text: string) => {
  const withheld = text.split('[REDACTED:withheld]').length - 1;
  return { withheld, redacted: text.split('[REDACTED:').length - 1 - withheld };
};

test('what is let out by a recording passes to clients, and what was found does not', async () => {
  // Prepare: a recording of what the API really answers
  const folder = mkdtempSync(join(tmpdir(), 'recording-'));
  const file = join(folder, 'session.har');
  const { raw } = await stack.api<{ raw: { text: string } }>('POST', `${path()}/tools/${idOf('listCustomers')}/try`, {
    arguments: { limit: 20 },
  });
  const { log } = JSON.parse(recordingOf(demoOf().baseUrl));
  const [entry] = log.entries;
  const real = {
    request: { ...entry.request, url: `${demoOf().baseUrl}/customers?limit=20` },
    response: { ...entry.response, content: { mimeType: 'application/json', text: raw.text } },
  };
  writeFileSync(file, JSON.stringify({ log: { entries: [...log.entries, real] } }));
  const run = async (...args: string[]) => {
    const { code, out, err } = await commandLine(stack, [
      'tool',
      'fields',
      hosted.serverId,
      '--recording',
      file,
      ...args,
    ]);
    expect([code, err]).toEqual([0, '']);
    return out;
  };
  const answer = () => answerOf('listCustomers', { limit: 20 });
  const before = counts(await answer());

  // Act
  const preview = await run('--keep-unknown', '--preview');
  const untouched = counts(await answer());
  const marked = JSON.parse(await run('--keep-unknown', '--mark', 'listOrders:items.note=redact', '--json'));
  const after = counts(await answer());

  // Assess
  expect(before.withheld).toBeGreaterThan(20);
  expect(preview).toMatch(/[1-9]\d* fields would be marked/);
  expect(preview).toContain('left out, answers for which the host is none of this API: 1');
  expect(preview).not.toMatch(/Sarah|ann@|tok-in-/);
  expect(untouched).toEqual(before);
  expect(marked).toMatchObject({ answers: 3, leftOut: { failed: 1, page: 1, none: 1, host: 1 } });
  expect(marked.marks[idOf('listOrders')].fields['items.note']).toBe('redact');
  // What later answers have in these fields is still searched.
  expect(Object.values(marked.marks[idOf('listCustomers')].fields)).toEqual(expect.not.arrayContaining(['keep']));
  expect(after.withheld).toBeLessThan(before.withheld / 2);
  expect(after.redacted).toBeGreaterThanOrEqual(before.redacted);

  rmSync(folder, { recursive: true });
});

test('viewers may look, and only editors may mark', async () => {
  const answers = [{ toolId: idOf('listOrders'), text: '{"status": "on its way"}' }];
  const marks = { [idOf('listOrders')]: { fields: { status: 'keep' } } };
  const as = async (role: 'viewer' | 'editor', method: string, at: string, body: object) =>
    (await ask(stack, await logins.of(role), method, `${path()}${at}`, body)).status;

  const looks = [
    await as('viewer', 'POST', '/tools/fields', { answers }),
    await as('editor', 'POST', '/tools/fields', { answers }),
  ];
  const changes = [await as('viewer', 'PATCH', '/tools', { marks }), await as('editor', 'PATCH', '/tools', { marks })];

  expect(looks).toEqual([200, 200]);
  expect(changes).toEqual([403, 200]);
});

test('a large answer is told whole', async () => {
  const items = Array.from({ length: 4_000 }, (_, at) => ({
    id: `ord_${at}`,
    status: 'on its way',
    note: `No ${at} left`,
  }));

  const fields = await tell(JSON.stringify({ items }));

  expect([fields.values, fields.left]).toEqual([12_000, 0]);
  expect(fields.rows.map(({ path: at, values }) => [at, values])).toContainEqual(['items.note', 4_000]);
});

test('one that is made of new names ends in its time, and the next one is told', async () => {
  const hostile = Array.from({ length: 1_000 }, (_, at) =>
    Object.fromEntries(Array.from({ length: 90 }, (__, of) => [`field_${at}_${of}`, 'x'])),
  );

  const outcome = await tell(JSON.stringify(hostile)).then(
    ({ values, left }) => values + left,
    (error: unknown) => String(error),
  );
  const next = await tell('{"status": "fine"}');

  expect([90_000, expect.stringContaining('governance_timeout')]).toContainEqual(outcome);
  expect(next.values).toBe(1);
});
