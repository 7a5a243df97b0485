/** What scripts do with servers that exist: `server list | show`, `tool`, `token`, `deploy`, `reimport`, `audit tail`, `attention`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { writeAudit } from '../../../aws/audit.ts';
import { attentionCommand } from '../../../cli/attention.ts';
import { tailAudit } from '../../../cli/auditTail.ts';
import { callUsageCommand } from '../../../cli/callUsage.ts';
import { deployCommand } from '../../../cli/deploy.ts';
import { main } from '../../../cli/main.ts';
import { serverCommand } from '../../../cli/server.ts';
import { tokenCommand } from '../../../cli/token.ts';
import { toolCommand } from '../../../cli/tool.ts';
import { newEntry } from '../../../core/audit/entry.ts';
import { serveManagement } from '../../support/managementServer.ts';
import { importResult, type ManagementStack, managementStack } from '../../support/managementStack.ts';

let stack: ManagementStack;
let server: Awaited<ReturnType<typeof serveManagement>>;
let id: string;

beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    jest.spyOn(console, method).mockImplementation(() => {});
  stack = await managementStack();
  server = await serveManagement(stack);
});
afterAll(async () => {
  await server.close();
  await stack.close();
});
beforeEach(async () => {
  await stack.empty();
  stack.state.imported = importResult();
  const made = await stack.call('POST', '/v1/servers', {
    name: 'Orders',
    source: { kind: 'openapi', url: 'https://docs.example.com/openapi.json' },
    auth: { type: 'none' },
    signed: true,
  });
  id = made.body.server.id;
  await stack.runPipeline(made.body.deployment.id);
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

const at = () => ['--url', server.url];
const surroundings = { environment: { PORTCULLIS_TOKEN: 'good' } };

/** Runs a command with an output alone. */
async function run(
  command: (args: readonly string[], out: NodeJS.WritableStream, more: typeof surroundings) => Promise<number>,
  ...args: string[]
) {
  const out = sink();
  const code = await command([...args, ...at()], out.stream, surroundings);
  return { code, text: out.text() };
}

test('servers are listed and shown, with what their last deployment waits for', async () => {
  const list = (...args: string[]) => {
    const out = sink();
    return serverCommand([...args, ...at()], out.stream, sink().stream, surroundings).then(() => out.text());
  };

  const all = await list('list');
  const one = await list('show', id);
  const json = JSON.parse(await list('list', '--json')) as { items: { id: string }[] };

  expect(all).toMatch(new RegExp(`^${id}  live +Orders  3 tools  https://api.example.com/v1\n$`));
  expect(one).toContain('changes need approval');
  expect(json.items.map((each) => each.id)).toEqual([id]);
  await expect(list('show')).rejects.toThrow('server show needs one server id.');
});

describe('tools', () => {
  test('are listed by words, and switched by name and by tag', async () => {
    const before = await run(toolCommand, 'list', id, '--find', 'orders');
    await run(toolCommand, 'set', id, 'off', 'get_pets');
    await run(toolCommand, 'set', id, 'off', '--tag', 'sales');
    const after = await run(toolCommand, 'list', id);

    expect(before.text.split('\n').filter((line) => line.startsWith('on '))).toHaveLength(2);
    expect(after.text.split('\n').filter((line) => line.startsWith('off'))).toHaveLength(3);
  });

  test('are changed by preset and by flags, after a preview that changes none', async () => {
    const set = async (...args: string[]) => JSON.parse((await run(toolCommand, 'set', id, ...args, '--json')).text);

    const preview = await set('off', '--preset', 'changing', '--preview');
    const untouched = await run(toolCommand, 'list', id);
    const applied = await set('off', '--preset', 'changing');
    const marked = await run(
      toolCommand,
      'set',
      id,
      'get_orders',
      'get_pets',
      '--effect',
      'destructive',
      '--redaction',
      'strict',
      '--prose',
      'on',
      '--new-tag',
      'mine',
    );
    const after = JSON.parse((await run(toolCommand, 'list', id, '--tag', 'mine', '--json')).text);

    expect([preview.changed, applied.changed]).toEqual([1, 1]);
    expect(untouched.text).not.toContain('off');
    expect(marked).toEqual({ code: 0, text: '✓ get_orders, get_pets: 2 of 2 tools changed\n' });
    expect(after.items).toHaveLength(2);
    for (const tool of after.items) {
      expect(tool.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
      expect(tool.redaction).toEqual({ mode: 'strict', prose: true });
    }
  });

  test.each([
    [['on'], 'needs names of tools, --tag or --preset'],
    [['get_pets'], 'needs on or off'],
    [['off', '--preset', 'all'], '--preset is one of changing, deprecated, unused.'],
    [['off', 'get_pets', '--tag', 'x'], 'one of the three'],
    [['get_pets', '--effect', 'harmless'], '--effect is one of'],
  ])('refuse the command line %j', async (args, message) => {
    await expect(run(toolCommand, 'set', id, ...args)).rejects.toThrow(message);
  });

  test('that are not there are named, and nothing is switched', async () => {
    await expect(run(toolCommand, 'set', id, 'off', 'get_pets', 'nowhere')).rejects.toThrow('no tool "nowhere"');

    expect((await run(toolCommand, 'list', id)).text).not.toContain('off');
  });
});

test('a token is made for some days, listed without its value, and revoked', async () => {
  // Act
  const made = await run(tokenCommand, 'create', id, '--label', 'Nightly', '--days', '30', '--read-only', '--json');
  const { token } = JSON.parse(made.text) as { token: { id: string; value: string; scopes: object } };
  const listed = await run(tokenCommand, 'list', id);
  await run(tokenCommand, 'revoke', id, token.id);
  const after = await run(tokenCommand, 'list', id);

  // Assess
  expect(token.scopes).toEqual({ access: 'read' });
  expect(listed.text).toContain(`${token.id}  active`);
  expect(listed.text).not.toContain(token.value);
  expect(after.text).toContain(`${token.id}  revoked`);
  await expect(run(tokenCommand, 'create', id)).rejects.toThrow('needs --label');
});

test('a re-import stops where a signed surface would change, needs attention, and goes on once it is approved', async () => {
  // Prepare
  const reimport = async (...args: string[]) => {
    const out = sink();
    const ended = deployCommand([id, ...args, ...at()], out.stream, sink().stream, { reimport: true, ...surroundings });
    const started = () => [...stack.executions].find(([, { status }]) => status === 'RUNNING')?.[0];
    while (started() === undefined) await new Promise((done) => setImmediate(done));
    await stack.runPipeline(started() ?? '');
    await ended;
    return out.text();
  };
  const quiet = await run(attentionCommand);
  stack.state.imported = importResult('GET /orders', 'DELETE /everything');

  // Act
  const stopped = await reimport().catch(({ message }: Error) => message);
  const waiting = await run(attentionCommand);
  const { surface } = (await stack.call('POST', `/v1/servers/${id}/reimport/preview`, {})).body as { surface: string };
  const approved = await reimport('--approve', surface);
  const over = await run(attentionCommand, '--least', 'warning');

  // Assess
  expect(stopped).toContain(`run portcullis reimport ${id} --approve ${surface}`);
  expect(stopped).not.toContain('approvedSurface');
  expect([quiet.code, quiet.text]).toEqual([0, '✓ Nothing needs attention (1 server).\n']);
  expect([waiting.code, waiting.text]).toEqual([1, expect.stringContaining('A changed API waits for approval')]);
  expect(approved).toContain('1 added, 1 changed, 2 removed');
  expect(over.code).toBe(0);
  await expect(run(attentionCommand, '--least', 'much')).rejects.toThrow('critical, warning, notice');
});

test('the calls of a server are told by what they have in common, and the tools without any', async () => {
  // Prepare
  const common = {
    kind: 'call',
    serverId: id,
    era: '2026-07-28',
    method: 'tools/call',
    class: 'query',
    bundleId: 'b',
  } as const;
  const figures = {
    upstreamMs: 1,
    bytesIn: 1,
    bytesOut: 310,
    redactedFields: 1,
    redactedPointers: [],
    truncations: [],
  };
  const call = {
    ...common,
    ...figures,
    arguments: '{}',
    answerDigest: 'd',
    durationMs: 12,
    tokenLabel: 'CI',
    tokenId: 'tok_1',
  };
  const [used, idle] = (await stack.call('GET', `/v1/servers/${id}/tools`)).body.items as { name: string }[];
  const tool = used?.name ?? '';
  await writeAudit(
    newEntry({
      ...call,
      callId: '1',
      tool,
      outcome: 'ok',
      client: 'cursor 2.0',
      redactedBy: [{ type: 'email', rule: 'value', count: 1 }],
    }),
  );
  await writeAudit(newEntry({ ...call, callId: '2', tool, outcome: 'error', errorCode: 'upstream_4xx' }));

  // Act
  const byTool = await run(callUsageCommand, id);
  const byClient = await run(callUsageCommand, id, '--by', 'client', '--days', '30');
  const json = JSON.parse((await run(callUsageCommand, id, '--by', 'token', '--json')).text);
  const young = JSON.parse((await run(callUsageCommand, id, '--unused', '--json')).text);

  // Assess
  expect(byTool.text).toMatch(new RegExp(`^${tool} +2 +1 +12 ms +12 ms +200 +0 +2$`, 'm'));
  expect(byTool.text).toMatch(/errors: 1 upstream_4xx\n {2}redacted: 1 email\n$/);
  expect(byClient.text).toMatch(/^cursor 2\.0 +1 .*\n?/m);
  expect(byClient.text).toMatch(/^\(not named\) +1 /m);
  expect(json.groups).toMatchObject([{ key: 'tok_1', label: 'CI', calls: 2 }]);
  // All were made a moment ago.
  expect([young.unused, young.young.map(({ name }: { name: string }) => name)]).toEqual([
    [],
    expect.arrayContaining([idle?.name]),
  ]);
  await expect(run(callUsageCommand, id, '--by', 'colour')).rejects.toThrow('tool, token, client, person');
  await expect(run(callUsageCommand, id, '--days', '93')).rejects.toThrow('1 to 92');
  await expect(run(callUsageCommand)).rejects.toThrow('needs one server id');
});

test.each([
  { isComplete: false, moreGroups: 0 },
  { isComplete: true, moreGroups: 1 },
])('tools that nobody called are not listed where not all calls are known: %j', async (reach) => {
  const answering = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...reach, since: '2026-11-01T00:00:00.000Z', groups: [], items: [] }));
  });
  await new Promise<void>((listening) => answering.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(answering.address() as AddressInfo).port}`;
  const out = sink();

  const asked = callUsageCommand(['srv_1', '--unused', '--json', '--url', url], out.stream, surroundings);

  await expect(asked).rejects.toMatchObject({ code: 'usage_incomplete' });
  answering.close();
});

test('the trail is told from its end, in sentences, and goes on with what comes', async () => {
  // Prepare
  const looks = { left: 2 };
  const out = sink();

  // Act
  await tailAudit(['--server', id, '--lines', '1', '--follow', ...at()], out.stream, surroundings, async () => {
    if (looks.left === 2) await stack.call('PATCH', `/v1/servers/${id}`, { name: 'Renamed' });
    return looks.left-- > 0;
  });

  // Assess
  const lines = out.text().trim().split('\n');
  expect(lines.at(-1)).toMatch(/^20\S+Z {2}ann .*Renamed/);
  expect(new Set(lines).size).toBe(lines.length);
  await expect(tailAudit(['--lines', '0', ...at()], out.stream, surroundings)).rejects.toThrow('1 to 200');
});

test('the trail without --server has what was done with each server', async () => {
  await stack.call('PATCH', `/v1/servers/${id}`, { name: 'Renamed' });
  const out = sink();

  await tailAudit(['--lines', '1', ...at()], out.stream, surroundings);

  expect(out.text()).toMatch(/^20\S+Z {2}ann .*Renamed.*\n$/);
});

test('a set-up link is printed, and makes the token when it is opened', async () => {
  // Act
  const made = await run(tokenCommand, 'link', id, '--label', 'Bob', '--read-only');
  const before = await run(tokenCommand, 'list', id);
  const link = /#(\S+)/.exec(made.text)?.[1];
  const opened = await stack.call('POST', '/v1/setup', { link });

  // Assess
  expect(before.text).not.toContain('Bob');
  expect(opened).toMatchObject({ status: 201, body: { token: { label: 'Bob', scopes: { access: 'read' } } } });
  await expect(run(tokenCommand, 'link', id)).rejects.toThrow('needs --label');
});

test.each(['attention', 'usage', 'tool', 'token', 'deploy', 'audit'])('%s explains itself', async (command) => {
  const out = sink();

  const code = await main([command, '--help'], out.stream, sink().stream);

  expect([code, out.text()]).toEqual([0, expect.stringContaining(`-- ${command}`)]);
});
