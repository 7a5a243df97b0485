/** `portcullis policy` against the management function: policies as files of Cedar, there and back, and as members of declarations. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { applyCommand } from '../../../cli/apply.ts';
import { diffCommand } from '../../../cli/diff.ts';
import { exportCommand } from '../../../cli/export.ts';
import { policyCommand } from '../../../cli/policy.ts';
import { serveManagement } from '../../support/managementServer.ts';
import { type ManagementStack, managementStack } from '../../support/managementStack.ts';

const environment = { PORTCULLIS_TOKEN: 'good' };
const ALL = '@id("all")\npermit(principal, action, resource);\n';
const SOON =
  '@id("soon") @mode("shadow")\n@advice("Read only.")\nforbid(principal, action, resource)\nunless { action in Action::"is:readOnly" };\n';

let stack: ManagementStack;
let server: Awaited<ReturnType<typeof serveManagement>>;
let folder: string;
let id: string;

beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    jest.spyOn(console, method).mockImplementation(() => {});
  stack = await managementStack();
  server = await serveManagement(stack);
  id = (await stack.liveServer()).server.id;
});
afterAll(async () => {
  await server.close();
  await stack.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-policy-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function sink() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}
async function policy(...args: string[]) {
  const out = sink();
  try {
    const code = await policyCommand([...args, '--url', server.url], out.stream, { environment });
    return { code, text: out.text() };
  } catch (error) {
    const { name, message } = error as Error;
    return { code: name === 'UsageError' ? 2 : 1, text: message };
  }
}
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const stored = async () => (await stack.call('GET', `/v1/servers/${id}`)).body.policies as object[] | undefined;

describe('policies of a folder', () => {
  test('take the place of those before, and are listed as a file that has them again', async () => {
    file('1-all.cedar', ALL);
    file('2-soon.cedar', SOON);
    file('notes.txt', 'no policy');

    const set = await policy('set', id, folder);
    const listed = await policy('list', id);
    const { text } = await policy('list', id, '--cedar');
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    const again = await policy('set', id, file('all.cedar', text), '--json');

    expect(set).toEqual({ code: 0, text: '✓ 2 policies decide from the next call on\n' });
    expect(listed.text).toMatch(/^all {2}enforce {2}permit.*\nsoon {2}shadow {2}forbid/);
    expect(JSON.parse(again.text).policies).toEqual(await stored());
    expect(await stored()).toMatchObject([
      { name: 'all', mode: 'enforce' },
      { name: 'soon', mode: 'shadow', advice: 'Read only.' },
    ]);
  });

  test('that do not fit the tools are refused with policy and place, and what was stays', async () => {
    const before = await stored();

    const { code, text } = await policy(
      'set',
      id,
      file('gone.cedar', 'forbid(principal, action == Action::"gone", resource);'),
    );

    expect(code).toBe(1);
    expect(text).toMatch(/✗ gone: .*gone/);
    expect(await stored()).toEqual(before);
  });

  test.each([
    ['two of one name', { 'a.cedar': ALL, 'b.cedar': ALL }, /b\.cedar:1 has the @id of .*a\.cedar:1, all/],
    [
      'several without names',
      { 'a.cedar': 'permit(principal, action, resource); permit(principal, action, resource);' },
      /a\.cedar:1 has no @id/,
    ],
    ['none', { 'a.txt': ALL }, /has no \.cedar file/],
  ])('are refused as files: %s', async (_, files, message) => {
    for (const [name, text] of Object.entries(files)) file(name, text);

    const { code, text } = await policy('set', id, folder);

    expect(code).toBe(2);
    expect(text).toMatch(message);
  });

  test('are removed with none', async () => {
    await policy('set', id, 'none');

    expect(await stored()).toBeUndefined();
    expect((await policy('list', id)).text).toBe('No policies.\n');
  });
});

test('try says what would be decided, with files and without', async () => {
  const tried = await policy('try', id, file('all.cedar', ALL), '--hours', '2');
  const faulty = await policy('try', id, file('x.cedar', 'permit everything;'));

  expect(tried).toMatchObject({ code: 0, text: expect.stringContaining('There are no recorded calls') });
  expect(faulty).toMatchObject({ code: 1, text: expect.stringContaining('✗ x: ') });
  expect((await policy('try', id)).code).toBe(0);
});

test.each([
  [['list'], 'needs a server id'],
  [['set', 'srv_1'], 'needs files or folders'],
  [['list', 'srv_1', 'more'], 'takes one server id'],
  [['try', 'srv_1', '--hours', '0'], '--hours needs'],
  [['try', 'srv_1', 'no-such-folder'], 'there is no such file'],
])('%j is a wrong command line', async (args, message) => {
  expect(await policy(...args)).toMatchObject({ code: 2, text: expect.stringContaining(message) });
});

test('declarations have them: exported, without a difference, and applied again', async () => {
  file('1.cedar', ALL);
  file('2.cedar', SOON);
  await policy('set', id, folder);
  const wanted = await stored();
  const declared = join(folder, 'declared');
  const out = sink();

  await exportCommand([id, '--to', declared, '--url', server.url], out.stream, { environment });
  const same = await run(diffCommand, declared);
  await policy('set', id, 'none');
  const other = await run(diffCommand, declared);
  await run(applyCommand, declared);
  const after = await run(diffCommand, declared);

  const [name = ''] = readdirSync(declared);
  expect(readFileSync(join(declared, name), 'utf8')).toContain('is:readOnly');
  expect(same.text).not.toContain('policies');
  expect(other.text).toContain('policies');
  expect(after).toEqual({ code: 0, text: expect.not.stringContaining('~') });
  expect(await stored()).toEqual(wanted);
});

async function run(command: typeof diffCommand | typeof applyCommand, declared: string) {
  const out = sink();
  const code = await command(['-f', declared, '--url', server.url], out.stream, out.stream, { environment });
  return { code, text: out.text() };
}
