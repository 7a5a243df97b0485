/** `portcullis approval` against the management function itself, behind a small HTTP server. */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { approvalCommand } from '../../../cli/approval.ts';
import { main } from '../../../cli/main.ts';
import { tokenCommand } from '../../../cli/token.ts';
import { serveManagement } from '../../support/managementServer.ts';
import { type ManagementStack, managementStack } from '../../support/managementStack.ts';

let stack: ManagementStack;
let server: Awaited<ReturnType<typeof serveManagement>>;
let id: string;

beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    jest.spyOn(console, method).mockImplementation(() => {});
  stack = await managementStack();
  stack.people('user-1', 'user-2');
  server = await serveManagement(stack);
  id = (await stack.liveServer()).server.id;
  await stack.call('PUT', '/v1/floor', { rules: { secondPerson: ['tokens', 'governance'] } });
});
afterAll(async () => {
  await server.close();
  await stack.close();
});

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

/** What was printed and how it ended; the message of an error as well. */
async function approval(who: 'good' | 'second', ...args: string[]) {
  const out = sink();
  const environment = { PORTCULLIS_TOKEN: who };
  try {
    const code = await approvalCommand([...args, '--url', server.url], out.stream, { environment });
    return { code, text: out.text() };
  } catch (error) {
    return { code: 1, text: `${(error as { code?: string }).code}: ${(error as Error).message}` };
  }
}

test('a token without an end is asked for, explained, approved by somebody else and collected once', async () => {
  const environment = { PORTCULLIS_TOKEN: 'good' };
  const asked = await tokenCommand(['create', id, '--label', 'CI', '--url', server.url], sink().stream, {
    environment,
  }).catch((error: Error) => error.message);
  const [change = ''] = /chg_[0-9a-f]{32}/.exec(String(asked)) ?? [];

  const early = await approval('good', 'collect', change);
  const explained = await approval('good', 'explain', change, '--reason', 'for the nightly job');
  const own = await approval('good', 'approve', change);
  const list = await approval('second', 'list');
  const shown = await approval('second', 'show', change);
  const approved = await approval('second', 'approve', change, '--reason', 'fine');
  const foreign = await approval('second', 'collect', change);
  const collected = await approval('good', 'collect', change);
  const again = await approval('good', 'collect', change);
  const all = await approval('good', 'list', '--all');

  expect(asked).toContain('Nothing was changed yet');
  expect(early.text).toMatch(/^change_not_approved: It waits for a second person/);
  expect(explained.text).toContain('reason: for the nightly job');
  expect(own.text).toContain('change_own');
  expect(list.text).toMatch(new RegExp(`^${change}  waiting  tokens  Orders  by ann.*\n1 change waits for you.\n$`));
  expect(shown.text).toContain('connection token CI');
  expect([approved.code, approved.text]).toEqual([0, expect.stringContaining('decided by ben: fine')]);
  expect(foreign.text).toMatch(/^change_not_approved: Only whoever has asked/);
  expect([collected.code, collected.text]).toEqual([
    0,
    expect.stringMatching(/^✓ CI \(tok_\w+\)\. .*\n {2}https?:\S+\/mcp\n$/),
  ]);
  expect(again.text).toMatch(/^change_not_approved: It has been collected/);
  expect(all.text).toContain(`${change}  done`);
});

test('a change is refused and another withdrawn', async () => {
  const ask = async (governance: object) =>
    (await stack.call('PATCH', `/v1/servers/${id}`, { governance })).body.context.change as string;

  const denied = await approval('second', 'deny', await ask({ mode: 'minimal' }), '--reason', 'no');
  const withdrawn = await approval('good', 'withdraw', await ask({ pii: false }));

  expect([denied.code, denied.text]).toEqual([0, expect.stringContaining('denied')]);
  expect([withdrawn.code, withdrawn.text]).toEqual([0, expect.stringContaining('withdrawn')]);
});

test.each([
  [['approval'], 'needs an action'],
  [['approval', 'show'], 'takes the id of one request'],
  [['approval', 'list', 'x'], 'takes no arguments'],
  [['approval', 'explain', 'chg_1'], 'needs --reason'],
])('%j is wrong usage', async (args, message) => {
  const err = sink();

  expect([await main(args, sink().stream, err.stream), err.text()]).toEqual([2, expect.stringContaining(message)]);
});
