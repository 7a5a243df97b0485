/**
 * `portcullis server create`, `portcullis credential` and `portcullis limits` against the management function itself, behind a small HTTP
 * server.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { credentialCommand } from '../../../cli/credential.ts';
import { floorCommand } from '../../../cli/floor.ts';
import { limitsCommand } from '../../../cli/limits.ts';
import { main } from '../../../cli/main.ts';
import { serverCommand } from '../../../cli/server.ts';
import { serveManagement } from '../../support/managementServer.ts';
import { importResult, type ManagementStack, managementStack } from '../../support/managementStack.ts';
import { until } from '../../support/until.ts';

const SECRET = 'planted-secret-5e81';
const CONSENTING = {
  type: 'oauth2',
  grant: 'authorizationCode',
  tokenUrl: 'https://login.example.com/token',
  authorizationUrl: 'https://login.example.com/auth',
  clientId: 'orders',
  clientSecret: SECRET,
};
let stack: ManagementStack;
let server: Awaited<ReturnType<typeof serveManagement>>;
let folder: string;
let id: string;

beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    jest.spyOn(console, method).mockImplementation(() => {});
  stack = await managementStack();
  server = await serveManagement(stack);
  folder = mkdtempSync(join(tmpdir(), 'portcullis-credential-'));
  id = (await stack.liveServer()).server.id;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
  await stack.close();
});
beforeEach(() => {
  stack.state.imported = importResult();
});

const fileOf = (text: string, name = 'credential.json') => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

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

const environment = { PORTCULLIS_TOKEN: 'good' };

/** What was printed and how it ended; the message of an error as well. */
async function credential(args: string[], given?: object | string) {
  const out = sink();
  const input = Readable.from([typeof given === 'string' ? given : JSON.stringify(given ?? {})]);
  try {
    const code = await credentialCommand([...args, '--url', server.url], out.stream, { environment, input });
    return { code, text: out.text() };
  } catch (error) {
    const { name, code, message } = error as Error & { code: string };
    return { code: name === 'UsageError' ? 2 : 1, text: `${code}: ${message}` };
  }
}

describe('portcullis credential', () => {
  test.each([
    ['bearer', { type: 'bearer', token: SECRET }],
    ['apiKeys', { type: 'apiKeys', keys: [{ in: 'query', name: 'key', value: SECRET }] }],
    ['digest', { type: 'digest', username: 'ann', password: SECRET }],
    [
      'combined',
      {
        type: 'combined',
        parts: [
          { type: 'basic', username: 'ann', password: SECRET },
          { type: 'header', name: 'x-key', value: SECRET },
        ],
      },
    ],
  ])('gives a server a credential of type %s from standard input', async (type, given) => {
    const { code, text } = await credential(['set', id, '--credential', '-'], given);
    const shown = await stack.call('GET', `/v1/servers/${id}`);

    expect({ code, text }).toEqual({ code: 0, text: `✓ Orders (${id}): ${type} for https://api.example.com\n` });
    expect(shown.body.auth.type).toBe(type);
    expect(await stack.everythingStored()).not.toContain(SECRET);
  });

  test('says where a person consents, if the credential needs it', async () => {
    const file = fileOf(JSON.stringify(CONSENTING));

    const { code, text } = await credential(['set', id, '--credential', file]);
    const json = await credential(['set', id, '--json', '--credential', file]);

    expect(code).toBe(0);
    expect(text).toContain(`press Connect:\n  ${server.url}/servers/${id}/settings/sign-in\n`);
    expect(text).toContain('https://edge.example.com/connect/callback');
    expect(JSON.parse(json.text)).toMatchObject({
      id,
      connect: [{ origin: 'https://api.example.com', page: `${server.url}/servers/${id}/settings/sign-in` }],
    });
    expect(text + json.text).not.toContain(SECRET);
  });

  test('sets another base URL together with the credential for it', async () => {
    await credential(['set', id, '--credential', '-'], { type: 'bearer', token: SECRET });

    const moved = await credential(['set', id, '--credential', '-', '--base-url', 'https://org.example.com'], {
      type: 'bearer',
      token: SECRET,
    });
    await stack.call('PATCH', `/v1/servers/${id}`, { baseUrl: 'https://api.example.com/v1', auth: { type: 'none' } });

    expect(moved).toEqual({ code: 0, text: `✓ Orders (${id}): bearer for https://org.example.com\n` });
  });

  test('removes the credential', async () => {
    await credential(['set', id, '--credential', '-'], { type: 'bearer', token: SECRET });

    const { code, text } = await credential(['remove', id]);

    expect({ code, text }).toEqual({
      code: 0,
      text: `✓ Orders (${id}): no credential for https://api.example.com/v1\n`,
    });
    expect((await stack.call('GET', `/v1/servers/${id}`)).body.auth).toEqual({ type: 'none' });
  });

  test('gives and removes the credential of an approved host alone', async () => {
    const origin = 'https://files.example.com';
    await stack.call('PATCH', `/v1/servers/${id}`, { hosts: [{ origin, approved: true }] });

    const given = await credential(['set', id, '--credential', '-', '--origin', origin], {
      type: 'bearer',
      token: SECRET,
    });
    const removed = await credential(['remove', id, '--origin', origin]);
    const elsewhere = await credential(['set', id, '--credential', '-', '--origin', 'https://other.example.com'], {
      type: 'bearer',
      token: SECRET,
    });

    expect(given).toEqual({ code: 0, text: `✓ Orders (${id}): bearer for ${origin}\n` });
    expect(removed).toEqual({ code: 0, text: `✓ Orders (${id}): no credential for ${origin}\n` });
    expect(elsewhere).toEqual({ code: 1, text: expect.stringMatching(/^base_url_changed: https:\/\/other/) });
  });

  test('checks the stored credentials, and ends with 1 if one does not work', async () => {
    await credential(['set', id, '--credential', '-'], { type: 'bearer', token: SECRET });

    const works = await credential(['check', id]);
    stack.state.sandboxFault = { code: 'credential_unavailable', message: 'It cannot be opened.' };
    const fails = await credential(['check', id]);
    const json = await credential(['check', id, '--json']);
    stack.state.sandboxFault = undefined;
    await credential(['remove', id]);
    const nothing = await credential(['check', id]);

    expect(works).toEqual({ code: 0, text: '✓ bearer for https://api.example.com\n' });
    expect(fails).toEqual({
      code: 1,
      text: '✗ bearer for https://api.example.com: credential_unavailable: It cannot be opened.\n',
    });
    expect(JSON.parse(json.text).items).toEqual([expect.objectContaining({ works: false })]);
    expect(nothing).toEqual({ code: 0, text: 'The server has no credential.\n' });
  });

  test('tries the sign-in of a credential that is not stored', async () => {
    const { authorizationUrl: _, ...rest } = CONSENTING;

    const works = await credential(['check', '--credential', '-'], { ...rest, grant: 'clientCredentials' });
    const key = await credential(['check', '--credential', '-'], { type: 'bearer', token: SECRET });

    expect(works).toEqual({ code: 0, text: '✓ the sign-in\n' });
    expect(key).toEqual({ code: 1, text: expect.stringMatching(/^credential_not_triable/) });
  });

  test.each([
    ['a field that is missing', { type: 'basic', username: 'ann' }, 1, /^invalid_request: \/password: /],
    ['a field that is wrong', { type: 'header', name: 'host', value: SECRET }, 1, /^credential_invalid: \/name: /],
    ['a kind that there is not', { type: 'kerberos', ticket: SECRET }, 1, /: \/type: /],
    ['a field of another kind', { type: 'bearer', token: SECRET, key: SECRET }, 1, /\/key: /],
    ['text that is no JSON', `{"type":"bearer","token":"${SECRET}"`, 2, /^usage: .* standard input is not JSON\.$/],
    ['no object', `"${SECRET}"`, 2, /has no object with a type/],
    ['more than any credential has', `"${SECRET.repeat(4_000)}"`, 2, /longer than 65536 bytes/],
  ])('refuses %s by its name, without showing what was given', async (_, given, code, message) => {
    const result = await credential(['set', id, '--credential', '-'], given);

    expect(result.code).toBe(code);
    expect(result.text).toMatch(message);
    expect(result.text).not.toContain(SECRET);
  });

  test.each([
    [[], /needs an action/],
    [['constructor'], /needs an action/],
    [['set', 'srv_000000000000'], /--credential/],
    [['set', '--credential', '-'], /server id/],
    [['set', 'srv_000000000000', SECRET, '--credential', '-'], /takes one server id/],
    [['remove'], /server id/],
    [['remove', 'srv_000000000000', '--credential', '-'], /nothing else/],
    [['check'], /server id, or --credential/],
    [['check', 'srv_000000000000', '--credential', '-'], /server id, or --credential/],
    [['check', 'srv_000000000000', '--origin', 'https://x.example'], /leave --origin out/],
    [['check', 'srv_000000000000', '--base-url', 'https://x.example'], /--base-url goes with/],
    [['set', 'srv_000000000000', '--token', SECRET], /--token/],
    [['set', 'srv_000000000000', '--credential', '/nowhere/credential.json'], /ENOENT/],
  ] as [string[], RegExp][])('refuses %j as a wrong command line', async (args, message) => {
    const { code, text } = await credential(args);

    expect(code).toBe(2);
    expect(text).toMatch(message);
    expect(text).not.toContain(SECRET);
  });

  test('ends with the code of the API for a server that is not there and for a token that is not good', async () => {
    const missing = await credential(['check', 'srv_000000000000']);
    const out = sink();
    process.env['PORTCULLIS_TOKEN'] = 'bad';
    const code = await main(['credential', 'check', id, '--url', server.url], out.stream, out.stream);
    delete process.env['PORTCULLIS_TOKEN'];

    expect(missing.text).toMatch(/^server_not_found/);
    expect(code).toBe(1);
    expect(out.text()).toMatch(/^portcullis: http_401: .*Get a new one/);
  });
});

describe('portcullis server create', () => {
  const DOCUMENT = '{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{}}';

  async function create(args: string[], given: object = {}, { fails = false } = {}) {
    const [out, err] = [sink(), sink()];
    const input = Readable.from([JSON.stringify(given)]);
    const before = new Set(stack.executions.keys());
    const created = () => [...stack.executions.keys()].find((key) => !before.has(key));
    const command = serverCommand([...args, '--url', server.url], out.stream, err.stream, { environment, input });
    const ended = command.then(
      (code) => ({ code, text: out.text(), progress: err.text() }),
      (error) => ({ code: 1, text: `${error.code}: ${error.message}`, progress: err.text() }),
    );
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    await until(() => isOver || created() !== undefined);
    if (isOver) return ended;
    if (fails) stack.state.imported = undefined;
    await stack.runPipeline(created() ?? '');
    return ended;
  }

  test('makes a live server of a file with its credential, and says where to consent', async () => {
    const file = fileOf(DOCUMENT, 'openapi.json');

    const made = await create(['create', file, '--credential', '-', '--name', 'Files'], CONSENTING);
    const untitled = await create(['create', file]);
    const json = await create(['create', file, '--json', '--tags', 'sales']);

    expect(made.code).toBe(0);
    expect(made.text).toMatch(/^Files \((srv_\w+)\) is live\..*:\n {2}https:\/\/edge\.example\.com\/\S+\n/);
    expect(untitled.text).toMatch(/^Imported API \(srv_/);
    expect(made.text).toContain('press Connect:');
    expect(made.progress).toMatch(/^✓ /);
    expect(made.text + made.progress).not.toContain(SECRET);
    const { serverId, ...printed } = JSON.parse(json.text);
    expect(printed).toEqual({ mcpUrl: expect.any(String), config: expect.any(Object), connect: [] });
    expect((await stack.call('GET', `/v1/servers/${serverId}`)).body).toMatchObject({
      auth: { type: 'none' },
      source: { tags: ['sales'] },
    });
  });

  test('makes a server of an address with the base URL that is given', async () => {
    const address = 'https://api.example.com/openapi.json';

    const { text } = await create(['create', address, '--base-url', 'https://eu.example.com', '--json']);

    const { body } = await stack.call('GET', `/v1/servers/${JSON.parse(text).serverId}`);
    expect(body).toMatchObject({ baseUrl: 'https://eu.example.com', source: { url: address } });
  });

  test('names the field that is refused, and the server that did not go live', async () => {
    const file = fileOf(DOCUMENT, 'openapi.json');

    const refused = await create(['create', file, '--credential', '-'], { type: 'digest', username: 'ann' });
    const failed = await create(['create', file], {}, { fails: true });

    expect(refused.text).toMatch(/^invalid_request: \/auth\/password: /);
    expect(failed.text).toMatch(/^spec_unreachable: .* The server srv_\w+ exists and is not live\.$/);
  });

  test.each([
    [['import', 'a.json'], 'create, list, show or set'],
    [['create'], 'one file or url'],
    [['create', 'a.json', 'b.json'], 'one file or url'],
    [['create', '/nowhere/a.json'], 'cannot be read: there is no such file (ENOENT)'],
    [['create', 'https://a.example/a.json', '--tags', ','], '--tags names no tag'],
  ])('refuses %j as a wrong command line', async (args, message) => {
    const { code, text } = await create(args);

    expect(code).toBe(1);
    expect(text).toMatch(/^usage: /);
    expect(text).toContain(message);
  });
});

describe('limits', () => {
  async function limits(...args: string[]) {
    const out = sink();
    const code = await limitsCommand([...args, '--url', server.url], out.stream, { environment });
    return { code, text: out.text() };
  }

  test('are set on a server, on each token, on one token and as a circuit breaker, shown, and taken back', async () => {
    const made = await stack.call('POST', `/v1/servers/${id}/tokens`, { label: 'agent' });
    const token = made.body.token.id as string;

    const answers = [
      await limits('set', id, 'server', 'callsPerSecond=50', 'callsPerDay=9000'),
      await limits('set', id, 'token', 'streams=2'),
      await limits('set', id, token, 'concurrentCalls=3'),
      await limits('set', id, 'breaker', 'failurePercent=50', 'sameCalls=20'),
    ];
    const shown = await limits('show', id);
    const resumed = await limits('resume', id);
    await limits('set', id, 'server', 'none');
    await limits('set', id, token, 'inherited');
    const after = await limits('show', id, '--json');

    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(shown.text).toContain('  server: callsPerSecond=50 callsPerDay=9000\n  token: streams=2\n  person: none\n');
    expect(shown.text).toContain('  breaker: failurePercent=50 sameCalls=20\n');
    expect(shown.text).toContain(`  ${token} (agent): concurrentCalls=3\n  used today: 0 calls\n`);
    expect(resumed).toEqual({ code: 0, text: '✓ Calls pass again.\n' });
    expect(JSON.parse(after.text)).toMatchObject({ limits: { token: { streams: 2 } }, tokens: [] });
  });

  test.each([
    [['set', 'srv_1'], 'needs a server id, whom to limit'],
    [['set', 'srv_1', 'token', 'callsPerSecond'], 'is not name=number'],
    [['set', 'srv_1', 'everybody', 'streams=1'], 'are set on server, token, person, breaker or the id of a token'],
    [['drop', 'srv_1'], 'needs an action'],
    [['show'], 'needs a server id'],
  ])('are refused as %j with what is wrong', async (args, message) => {
    await expect(limits(...args)).rejects.toThrow(message);
  });
});

describe('floor', () => {
  async function floor(...args: string[]) {
    const out = sink();
    const code = await floorCommand([...args, '--url', server.url], out.stream, { environment });
    return { code, text: out.text() };
  }

  test('is looked at, set, shown and taken back', async () => {
    await stack.call('PATCH', `/v1/servers/${id}`, { governance: { mode: 'minimal' } });

    const previewed = await floor('preview', 'redactionMode=strict');
    const set = await floor(
      'set',
      'redactionMode=strict',
      'hosts=api.example.com,*.corp.example',
      'tokenDays=90',
      'limits.server.callsPerDay=9',
      'limits.token.callsPerDay=5',
      'lockedTools=on',
    );
    const shown = await floor('show', '--json');
    await floor('set', 'redactionMode=none', 'hosts=none', 'tokenDays=none', 'limits=none', 'lockedTools=none');
    const after = await floor('show');
    await stack.call('PATCH', `/v1/servers/${id}`, { governance: { mode: null } });

    expect(previewed.text).toContain('/governance/mode (redactionMode)');
    expect(set).toMatchObject({ code: 0, text: expect.stringContaining('needs the mode closed or strict') });
    expect(JSON.parse(shown.text).rules).toEqual({
      redactionMode: 'strict',
      hosts: ['api.example.com', '*.corp.example'],
      tokenDays: 90,
      limits: { server: { callsPerDay: 9 }, token: { callsPerDay: 5 } },
      lockedTools: true,
    });
    expect(after.text.trim()).toBe('No rule is set.');
  });

  test.each([
    [['set'], 'needs rules'],
    [['set', 'colour=red'], 'the rules are redaction, '],
    [['set', 'redaction=yes'], 'redaction is on or none'],
    [['set', 'tokenDays=soon'], 'tokenDays is a number'],
    [['set', 'limits.all.callsPerDay=1'], 'limits.server.callsPerDay=number'],
    [['show', 'all'], 'no arguments'],
  ])('refuses %j as a wrong command line', async (args, message) => {
    await expect(floor(...args)).rejects.toThrow(message);
  });
});
