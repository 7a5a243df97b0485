/**
 * Servers in Git against a whole stack: the command line as a process that is killed, two of them at once, what is exported and applied again,
 * and the steps of the action for GitHub, of the template for GitLab and of the hook for pre-commit, as their files have them.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { type LocalStack, startStack } from '../support/stack.ts';

const root = resolve(import.meta.dirname, '..', '..');
const EVENTS = { flags: ['--context', 'events=true'] };
let stack: LocalStack;
let folder: string;
beforeAll(async () => {
  stack = await startStack(EVENTS);
}, 180_000);
afterAll(() => stack?.stop());
beforeEach(async () => {
  // A test that has failed leaves its own.
  await clear();
  folder = await mkdtemp(join(tmpdir(), 'declared-'));
  await mkdir(join(folder, 'servers'));
  await writeFile(join(folder, 'servers', 'shop.txt'), DOCUMENT);
});

const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.example.com/v1' }],
  paths: {
    '/orders': {
      get: { operationId: 'listOrders', summary: 'Lists orders', responses: {} },
      post: { operationId: 'createOrder', responses: {} },
    },
    '/internal': { get: { operationId: 'internal', responses: {} } },
  },
});
const SERVER = {
  source: { kind: 'openapi', file: 'shop.txt' },
  auth: { type: 'bearer', token: { env: 'SHOP_TOKEN' } },
  governance: { mode: 'strict' },
  limits: { server: { callsPerSecond: 5 } },
  tools: { 'GET /orders': { name: 'list_orders' }, 'GET /internal': { enabled: false } },
  selection: [{ sentence: 'show my orders', tool: 'GET /orders' }],
  tokens: [{ label: 'CI', scopes: { access: 'read' } }],
};
const PLAIN = { name: 'Plain', source: { kind: 'manual' }, baseUrl: 'https://api.example.com/v1', offline: true };
const several = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`shop-${at}`, { ...SERVER, name: `Shop ${at}` }]));

const declare = (servers: object, more: object = {}, place = folder) =>
  writeFile(
    join(place, 'servers', 'all.yaml'),
    JSON.stringify({ kind: 'portcullis-servers', version: 1, ...more, servers }),
  );

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const environment = () => ({ ...process.env, PORTCULLIS_TOKEN: stack.accessToken, SHOP_TOKEN: 'planted-secret' });

function begin(args: readonly string[], where = folder): ChildProcess {
  const all = [join(root, 'cli/main.ts'), ...args, '--url', stack.apiUrl];
  return spawn(process.execPath, all, { cwd: where, env: environment() });
}

async function run(args: readonly string[], where = folder): Promise<Ran> {
  const child = begin(args, where);
  const chunks = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    chunks.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    chunks.err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code: code as number | null, ...chunks };
}

const apply = (...more: string[]) => run(['apply', '-f', 'servers', '--tokens', 'made', ...more]);

// biome-ignore lint/suspicious/noExplicitAny: what the API tells is compared as a whole
type Told = Record<string, any>;

/** What owners and clients see of all servers, without ids and times. */
async function shown(): Promise<object[]> {
  const { items } = await stack.api<{ items: Told[] }>('GET', '/v1/servers');
  const views = await Promise.all(
    items.map(async ({ id, name, declared, baseUrl, governance, limits, status, auth }) => {
      const [tools, tokens, selection] = await Promise.all(
        ['tools', 'tokens', 'selection'].map(
          async (part) => (await stack.api<{ items: Told[] }>('GET', `/v1/servers/${id}/${part}`)).items,
        ),
      );
      return {
        ...{ name, declared, baseUrl, overrides: governance.overrides, limits, status, auth: auth.type },
        tools: tools?.map((tool) => [tool['name'], tool['enabled'], tool['path']]),
        tokens: tokens
          ?.filter((token) => token['status'] === 'active')
          .map((token) => [token['label'], token['scopes']]),
        selection: selection?.map((item) => [item['sentence'], item['tool'].name]),
      };
    }),
  );
  return views.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Leaves the stack without a server. */
async function clear(): Promise<void> {
  const { items } = await stack.api<{ items: Told[] }>('GET', '/v1/servers');
  for (const { id } of items) await stack.api('DELETE', `/v1/servers/${id}`);
}

describe('servers in Git', () => {
  test('are made with what they share, found as declared, exported, and made again from that', async () => {
    await declare(
      { ...several(2), plain: PLAIN },
      {
        settings: { governance: { maxItems: 40 } },
        webhooks: [{ name: 'Ops', url: 'https://ops.example.com/hook', types: ['breaker.opened.v1'] }],
      },
    );

    const first = await apply();
    const again = await apply();
    const before = await shown();
    const shared = await run(['export', '--installation']);
    const exported = await run(['export', '--to', 'exported']);
    expect([first.code, again.code, exported.err]).toEqual([0, 0, '']);
    await clear();
    const made = await run(['apply', '-f', 'exported']);
    // The description was uploaded, and nobody tells it.
    for (const at of [0, 1]) {
      const path = join(folder, 'exported', `shop-${at}.yaml`);
      const text = await readFile(path, 'utf8');
      await writeFile(
        path,
        text
          .replace('kind: openapi', 'kind: openapi\n      file: ../servers/shop.txt')
          .replace(/env: \w+/, 'env: SHOP_TOKEN'),
      );
    }
    const whole = await run(['apply', '-f', 'exported']);

    expect([first.code, first.err.match(/make the webhook Ops/)?.length]).toEqual([0, 1]);
    expect([again.code, again.out.match(/^= /gm)?.length, again.err]).toEqual([0, 4, '']);
    expect(
      (await readFile(join(folder, 'made'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => Object.keys(JSON.parse(line))),
    ).toEqual(
      expect.arrayContaining([
        ['webhook', 'secret'],
        ['server', 'label', 'mcpUrl'],
      ]),
    );
    expect(shared.out).toContain('maxItems: 40');
    expect(shared.out).toContain('env: WEBHOOK_OPS');
    expect([exported.code, made.code]).toEqual([0, 1]);
    expect([whole.code, await shown()]).toEqual([0, before]);
    for (const { out, err } of [first, again, shared, exported, made, whole])
      expect(out + err).not.toContain('planted-secret');
    await clear();
  }, 180_000);

  test('end the same when the command is killed, and when the whole stack is', async () => {
    await declare(several(4), { group: 'killed' });
    const child = begin(['apply', '-f', 'servers', '--tokens', 'made']);
    // The servers are being deployed.
    while ((await stack.api<{ items: Told[] }>('GET', '/v1/servers')).items.length < 2)
      await new Promise((done) => setTimeout(done, 50));
    child.kill('SIGKILL');
    await once(child, 'close');
    const { data } = stack;
    await stack.kill();
    stack = await startStack({ ...EVENTS, data });

    const repeated = await apply();
    const again = await apply();

    expect([repeated.code, repeated.code === 0 ? '' : repeated.out + repeated.err]).toEqual([0, '']);
    expect([again.code, again.out.match(/^= killed\//gm)?.length]).toEqual([0, 4]);
    const servers = (await shown()) as Told[];
    expect(servers.map(({ declared }) => declared)).toEqual([0, 1, 2, 3].map((at) => `killed/shop-${at}`));
    for (const server of servers)
      expect(server).toMatchObject({
        status: 'live',
        overrides: { mode: 'strict' },
        tokens: [['CI', { access: 'read' }]],
        selection: [['show my orders', 'list_orders']],
      });
    await clear();
  }, 180_000);

  test('are those of one of two that are applied at once', async () => {
    const other = await mkdtemp(join(tmpdir(), 'declared-'));
    await mkdir(join(other, 'servers'));
    await writeFile(join(other, 'servers', 'shop.txt'), DOCUMENT);
    await declare({ one: { ...SERVER, name: 'Mine' } });
    await declare(
      { one: { ...SERVER, name: 'Theirs', governance: { mode: 'minimal' }, tools: {}, selection: [] } },
      {},
      other,
    );

    const codes = (await Promise.all([apply(), run(['apply', '-f', 'servers', '--tokens', 'made'], other)])).map(
      ({ code }) => code,
    );

    expect(codes).toContain(0);
    const [one, ...more] = (await shown()) as Told[];
    expect(more).toEqual([]);
    const { name, overrides, tools } = one as Told;
    expect([
      ['Mine', 'strict', true],
      ['Theirs', 'minimal', false],
    ]).toContainEqual([name, overrides.mode, tools.some(([called]: string[]) => called === 'list_orders')]);
    await rm(other, { recursive: true });
    await clear();
  }, 180_000);
});

/** Runs a script of a pipeline. */
async function bash(script: string, env: Record<string, string | undefined>): Promise<Ran> {
  return new Promise((done) => {
    execFile('bash', ['-eo', 'pipefail', '-c', script], { cwd: folder, env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: {
    readonly steps: ReadonlyArray<{
      readonly if?: string;
      readonly env: Readonly<Record<string, string>>;
      readonly run: string;
    }>;
  };
}

/** Runs the steps of the action as GitHub does, with these inputs. */
async function action(event: string, inputs: Readonly<Record<string, string>>) {
  const place = join(root, 'ci/github');
  const { inputs: declared, runs } = load(await readFile(join(place, 'action.yml'), 'utf8')) as Action;
  const given = Object.fromEntries(
    Object.entries(declared).map(([name, input]) => [name, inputs[name] ?? input.default ?? '']),
  );
  const temporary = await mkdtemp(join(tmpdir(), 'runner-'));
  const files = { GITHUB_OUTPUT: join(temporary, 'output'), GITHUB_STEP_SUMMARY: join(temporary, 'summary') };
  for (const file of Object.values(files)) await writeFile(file, '');
  let last: Ran = { code: 0, out: '', err: '' };
  for (const { if: condition, env, run: script } of runs.steps) {
    if (condition !== undefined) {
      expect(condition).toBe("inputs.package != ''");
      if (given['package'] === '') continue;
    }
    const filled = Object.entries(env).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input: string) => given[input] ?? ''),
    ]);
    last = await bash(script, {
      ...process.env,
      ...files,
      SHOP_TOKEN: 'planted-secret',
      GITHUB_ACTION_PATH: place,
      GITHUB_EVENT_NAME: event,
      RUNNER_TEMP: temporary,
      ...Object.fromEntries(filled),
    });
    if (last.code !== 0) break;
  }
  return {
    ...last,
    output: await readFile(files.GITHUB_OUTPUT, 'utf8'),
    summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8'),
  };
}

describe('pipelines', () => {
  test('the action for GitHub shows a pull request what it would change, and applies the main branch', async () => {
    await declare({ one: SERVER });
    const inputs = { url: stack.apiUrl, token: stack.accessToken, files: 'servers\n' };

    const pull = await action('pull_request', inputs);
    const drift = await action('schedule', { ...inputs, command: 'diff', 'fail-on-difference': 'true' });
    const push = await action('push', inputs);
    const same = await action('pull_request', inputs);
    const wrong = await action('pull_request', { ...inputs, token: 'nobody' });

    expect([pull.code, pull.output]).toEqual([0, 'differs=true\n']);
    expect(pull.summary).toContain('+ main/one: make the server');
    expect(drift.code).toBe(1);
    expect([push.code, push.output]).toEqual([0, expect.stringMatching(/^made=.*\.ndjson\n$/)]);
    expect(push.summary).toContain('✓ main/one');
    expect(await readFile(push.output.trim().slice('made='.length), 'utf8')).toContain('"label":"CI"');
    expect([same.code, same.output]).toEqual([0, 'differs=false\n']);
    expect([wrong.code, wrong.summary]).toEqual([2, expect.stringContaining('The access token is invalid')]);
    // A new token would be read in the log.
    expect(push.out + push.err + push.summary).not.toMatch(/\/mcp|planted-secret/);
    await clear();
  }, 180_000);

  test('the template for GitLab does the same, and its exit codes tell a difference from a failure', async () => {
    await declare({ one: SERVER });
    const jobs = load(await readFile(join(root, 'ci/gitlab/portcullis.yml'), 'utf8')) as Record<
      string,
      { script: string[] }
    > & {
      variables: Record<string, string>;
    };
    // What npm installs there; before_script is npm's.
    const bin = await mkdtemp(join(tmpdir(), 'bin-'));
    await writeFile(
      join(bin, 'portcullis'),
      `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(join(root, 'cli/main.ts'))} "$@"\n`,
      { mode: 0o755 },
    );
    const job = (name: string) =>
      bash((jobs[name]?.script ?? []).join('\n'), {
        ...environment(),
        ...jobs.variables,
        PORTCULLIS_URL: stack.apiUrl,
        PATH: [bin, process.env['PATH']].join(delimiter),
      });

    const codes: (number | null)[] = [];
    for (const name of ['validate', 'diff', 'apply', 'drift']) codes.push((await job(`portcullis-${name}`)).code);

    expect(codes).toEqual([0, 1, 0, 0]);
    expect(await readFile(join(folder, 'portcullis-made.ndjson'), 'utf8')).toContain('"label":"CI"');
    await clear();
  }, 180_000);

  test('the hook for pre-commit takes the files that are committed, and needs no stack', async () => {
    const [hook] = load(await readFile(join(root, '.pre-commit-hooks.yaml'), 'utf8')) as {
      entry: string;
      language: string;
    }[];
    const call = (file: string) => bash(`${JSON.stringify(join(root, hook?.entry ?? ''))} ${file}`, { ...process.env });
    await declare({ one: SERVER });
    await writeFile(
      join(folder, 'wrong.yaml'),
      'kind: portcullis-servers\nversion: 1\nservers: { one: { source: { kind: manual } } }\n',
    );

    const fine = await call('servers/all.yaml');
    const wrong = await call('servers/all.yaml wrong.yaml');

    expect([hook?.language, dirname(hook?.entry ?? '')]).toEqual(['script', 'ci']);
    expect([fine.code, fine.out]).toEqual([0, '✓ 1 server is declared.\n']);
    expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining('wrong.yaml/servers/one/name is missing')]);
  }, 60_000);
});
