/** `portcullis lock check` against the management function itself, behind a small HTTP server with a token. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { UsageError } from '../../../cli/errors.ts';
import { lockCommand } from '../../../cli/lock.ts';
import { main } from '../../../cli/main.ts';
import { serveManagement } from '../../support/managementServer.ts';
import { importResult, type ManagementStack, managementStack } from '../../support/managementStack.ts';
import { until } from '../../support/until.ts';

let stack: ManagementStack;
let server: Awaited<ReturnType<typeof serveManagement>>;
let folder: string;
let url: string;
let id: string;
const stackFile = () => join(folder, 'local.json');

beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    jest.spyOn(console, method).mockImplementation(() => {});
  stack = await managementStack();
  server = await serveManagement(stack);
  ({ url } = server);
  folder = mkdtempSync(join(tmpdir(), 'portcullis-lock-'));
  writeFileSync(stackFile(), JSON.stringify({ apiUrl: url, accessToken: 'good' }));
  stack.state.imported = importResult('GET /orders', 'GET /pets');
  const made = await stack.call('POST', '/v1/servers', {
    source: { kind: 'openapi', url: 'https://api.example.com/openapi.json' },
    auth: { type: 'none' },
  });
  await stack.runPipeline(made.body.deployment.id);
  await stack.liveServer('By hand');
  id = made.body.server.id;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
  await stack.close();
});
beforeEach(() => {
  stack.state.imported = importResult('GET /orders', 'GET /pets');
});

function collected() {
  const texts: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      texts.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => texts.join('') };
}

async function run(args: string[], environment: Record<string, string> = {}) {
  const [out, err] = [collected(), collected()];
  const code = await lockCommand(args, out.stream, err.stream, environment);
  return { code, out: out.text(), err: err.text() };
}

describe('portcullis lock check', () => {
  test('ends with 0 while the description gives the locked surface', async () => {
    const { code, out } = await run(['check', '--stack', stackFile()]);

    expect(out).toMatch(new RegExp(`^✓ Imported API \\(${id}\\): as locked, [0-9a-f]{12}\n$`));
    expect(code).toBe(0);
  });

  test('ends with 1 when it differs, and says how much each change matters and what would be approved', async () => {
    stack.state.imported = importResult('GET /orders', 'POST /orders');

    const { code, out } = await run(['check', id, '--url', `${url}/`], { PORTCULLIS_TOKEN: 'good' });
    const json = await run(['check', '--json', '--stack', stackFile()]);

    expect(code).toBe(1);
    expect(out).toContain(
      '  new_power, new_words: added POST /orders (post_orders): is a new tool that changes data\n',
    );
    expect(out).toContain('      /description\n      + POST /orders\n');
    expect(out).toMatch(/ {2}breaks_callers: removed GET \/pets .*: is removed\n/);
    expect(json.code).toBe(1);
    const [report, ...others] = JSON.parse(json.out);
    expect(others).toEqual([]);
    expect(report).toMatchObject({
      server: id,
      ok: false,
      changes: [{ severities: ['new_power', 'new_words'] }, { severities: ['breaks_callers'] }],
    });
    expect(out).toContain(`to approve: ${report.surface}`);
  });

  test('says where it is this version that makes other tools of the same description', async () => {
    stack.state.imported = { ...importResult('GET /cows'), readDigest: 'a' };
    const made = await stack.call('POST', '/v1/servers', {
      source: { kind: 'openapi', url: 'https://api.example.com/openapi.json' },
      auth: { type: 'none' },
    });
    await stack.runPipeline(made.body.deployment.id);
    stack.state.imported = { ...importResult('GET /cows', 'GET /hens'), readDigest: 'a' };

    const { out } = await run(['check', made.body.server.id, '--stack', stackFile()]);

    await stack.call('DELETE', `/v1/servers/${made.body.server.id}`);
    expect(out).toContain('  The description is the same; this version of Portcullis makes other tools of it.\n');
  });

  test('says how far it is where reading takes longer than a request, and goes on asking', async () => {
    const [out, err] = [collected(), collected()];
    const read = new Promise<void>((done) => {
      stack.state.whileReading = () => until(() => err.text() !== '').finally(done);
    });
    const began = stack.state.prepared;
    const realNow = Date.now.bind(Date);

    const asked = lockCommand(['check', id, '--stack', stackFile()], out.stream, err.stream);
    await until(() => stack.state.prepared > began);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => realNow() + 9_000);
    await read;
    clock.mockRestore();
    const code = await asked;

    stack.state.whileReading = undefined;
    expect(out.text()).toContain('as locked');
    expect(err.text()).toMatch(/^Reading the API description \(step 1 of 5, \d+ s\) …\n/);
    expect(code).toBe(0);
  });

  test.each([
    ['a description that cannot be read', [] as string[], 'good', 'spec_unreachable'],
    ['a server that is not there', ['srv_000000000000'], 'good', 'server_not_found'],
    ['a token that is not good', ['srv_000000000000'], 'bad', 'http_401'],
  ])('ends with 2 for %s', async (_, ids, token, code) => {
    stack.state.imported = undefined;
    const result = await run(['check', ...ids, '--json', '--url', url], { PORTCULLIS_TOKEN: token });

    expect(result.code).toBe(2);
    expect(JSON.parse(result.out)).toEqual([
      expect.objectContaining({ ok: false, error: expect.objectContaining({ code }) }),
    ]);
    expect(result.out).not.toContain('"good"');
  });

  test.each([
    [['check', '--url', 'http://portcullis.example'], '--url must be'],
    [['check', '--url', 'http://localhost.portcullis.example'], '--url must be'],
    [['check', '--url', 'http://127.0.0.1:80@portcullis.example'], '--url must be'],
    [['check', '--url', 'https://portcullis.example', '--stack', 'x'], 'either --stack or --url'],
    [['check', '--stack', '/nowhere/local.json'], 'names no running local stack'],
    [['verify'], 'lock check'],
    [['check', '--bogus'], '--bogus'],
  ])('refuses %j as a wrong command line', async (args, message) => {
    const refused = run(args, { PORTCULLIS_TOKEN: 'good' });

    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(message);
  });

  test('never asks without a token, and is named in the help', async () => {
    await expect(run(['check', '--url', url])).rejects.toThrow('PORTCULLIS_TOKEN');

    const texts: string[] = [];
    const sink = new Writable({
      write(chunk, _, done) {
        texts.push(String(chunk));
        done();
      },
    });
    expect(await main(['--help'], sink, sink)).toBe(0);
    expect(texts.join('')).toContain('lock check');
  });
});
