/**
 * The examples, run as their README says, with the package from its tarball and one stack: each in its folder, with the addresses of this
 * machine. test/packed/library.test.ts runs the CDK app. The provider of declared servers works on the same stack.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { brought, removed } from '../../lambdas/declared-server/bring.ts';
import { requestOf } from '../../lambdas/declared-server/request.ts';
import { visitorOf } from '../../lambdas/management/http/session.ts';
import { freePort } from '../support/freePort.ts';
import { installed, MAKING_MS, madePackages, portcullis, startInstalled } from '../support/packed.ts';
import { until } from '../support/until.ts';

const root = resolve(import.meta.dirname, '..', '..');
const examples = join(root, 'examples');

let folder: string;
let stack: Awaited<ReturnType<typeof startInstalled>>;
let apiPort: number;
let hookPort: number;
let storeToken: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  const { portcullis: made } = await madePackages();
  folder = installed([made.tarball.path], ['@modelcontextprotocol/sdk', 'standardwebhooks']);
  cpSync(examples, folder, { recursive: true });
  [apiPort, hookPort] = [await freePort(), await freePort()];
  await started('agent/api.mjs', { PORT: String(apiPort) });
  stack = await startInstalled(
    folder,
    [apiPort, hookPort].flatMap((port) => ['--dev-upstream', `http://localhost:${port}`]),
  );
  storeToken = JSON.parse(readFileSync(join(folder, '.portcullis', 'local.json'), 'utf8')).demo.auth.token;
}, MAKING_MS);
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await stack.stop();
});

/** A script of an example that goes on; resolves when it listens, with what it prints from then on. */
async function started(script: string, env: Readonly<Record<string, string>>): Promise<string[]> {
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  await until(() => lines.length > 0);
  return lines;
}

/** A script of an example that ends. */
async function run(script: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [script, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  return await text(child.stdout);
}

const command = (line: string, env: Readonly<Record<string, string>> = {}) => portcullis(folder, line.split(' '), env);

test('every example has a README and depends on the packages of this version', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifests = globSync('*/package.json', { cwd: examples });

  expect(manifests.length).toBe(6);
  for (const file of manifests) {
    const { dependencies } = JSON.parse(readFileSync(join(examples, file), 'utf8'));
    const ours = Object.entries(dependencies).filter(([name]) => name.startsWith('portcullis'));
    expect([file, ours.map(([, range]) => range)]).toEqual([file, [`^${version}`]]);
    expect(existsSync(join(examples, file, '..', 'README.md'))).toBe(true);
  }
});

test('an agent does its job at an API whose key it never has, and a changed surface stops the pipeline', async () => {
  const url = `https://dev-${apiPort}.portcullis.example/openapi.json`;

  const { out, err } = await command(`server create ${url} --credential agent/credential.json --json`);
  expect(err).not.toContain('portcullis:');
  const { mcpUrl } = JSON.parse(out) as { mcpUrl: string };
  const said = await run('agent/agent.mjs', mcpUrl);

  // Two orders are open, one of them is late; the name is redacted like every person's.
  expect(said).toMatch(/^ord_1 was due on 2026-01-12: call \S.*\n$/);
  expect(said).not.toContain('Byron');

  const before = await command('lock check');
  const description = join(folder, 'agent', 'openapi.json');
  writeFileSync(
    description,
    readFileSync(description, 'utf8').replace('Only orders in this state', 'Orders to cancel'),
  );
  const after = await command('lock check');

  expect([before.code, after.code]).toEqual([0, 1]);
  expect(after.out).toContain('Orders');
});

test('servers in Git: what differs is told, applied once, and then nothing differs', async () => {
  const env = { STORE_TOKEN: storeToken };

  const validated = await command('validate servers-in-git/servers');
  const differs = await command('diff -f servers-in-git/servers', env);
  const applied = await command('apply -f servers-in-git/servers', env);
  const same = await command('diff -f servers-in-git/servers', env);

  expect([validated.code, differs.code, applied.code, same.code]).toEqual([0, 1, 0, 0]);
  expect((await command('server list')).out).toContain('Store');
});

test('what others say in code becomes servers with the same tools', async () => {
  const { code, err } = await command('apply -f migration/servers', { STORE_TOKEN: storeToken });
  expect([code, err]).toEqual([0, expect.not.stringContaining('portcullis:')]);

  const { items } = (await api('GET', '/v1/servers')) as { items: Array<{ id: string; name: string }> };
  const toolsOf = async (name: string) => {
    const { id } = items.find((one) => one.name === name) ?? { id: '' };
    const { items: tools } = (await api('GET', `/v1/servers/${id}/tools`)) as {
      items: Array<{ name: string; verb: string; path: string; enabled: boolean }>;
    };
    return tools;
  };
  const fastmcp = await toolsOf('From FastMCP');
  const generated = await toolsOf('From openapi-mcp-generator');

  expect(fastmcp.find(({ path, verb }) => path === '/orders' && verb === 'GET')?.name).toBe('orders');
  expect(fastmcp.filter(({ enabled }) => !enabled).map(({ verb }) => verb)).toEqual(['DELETE']);
  expect(generated.filter(({ enabled }) => !enabled).map(({ verb, path }) => `${verb} ${path}`)).toEqual([
    'POST /customers',
  ]);
});

test('a webhook receiver takes what is signed with its secret, and nothing else', async () => {
  writeFileSync(join(folder, 'address'), `https://dev-${hookPort}.portcullis.example`);

  const { out } = await command('webhook add --address address --name receiver --json');
  const { webhook, secret } = JSON.parse(out) as { webhook: { id: string }; secret: string };
  const printed = await started('webhook-receiver/receiver.mjs', { PORT: String(hookPort), WEBHOOK_SECRET: secret });
  await command(`webhook test ${webhook.id}`);
  const forged = await fetch(`http://localhost:${hookPort}`, { method: 'POST', body: '{"type":"token.revoked.v1"}' });
  await until(() => printed.length > 2);

  expect(forged.status).toBe(401);
  expect(printed).toContain('refused');
  expect(printed).toContainEqual(expect.stringMatching(/^\S+\.v1 \{/));
});

describe('a server that a CDK app declares', () => {
  const declared = {
    group: 'cdk-0123456789abcdef',
    name: 'store',
    declaration: {
      name: 'Store of a stack',
      source: { kind: 'openapi', url: 'https://demo.portcullis.example/openapi.json' },
      auth: { type: 'bearer', token: { secretsManager: 'store', key: 'token' } },
    },
  };
  const way = {
    send: (body: object) => api('POST', '/v1/apply', body),
    valueOf: async () => JSON.stringify({ token: storeToken }),
    isLate: () => false,
  };

  test('is made, is the same server the second time, and is deleted alone', async () => {
    const id = await brought(declared, way);
    const again = await brought(declared, way);

    expect(again).toBe(id);
    expect(await api('GET', `/v1/servers/${id}`)).toMatchObject({ name: 'Store of a stack', status: 'live' });

    await removed(declared, way);

    const { items } = (await api('GET', '/v1/servers')) as { items: Array<{ id: string }> };
    expect(items.map((one) => one.id)).not.toContain(id);
    expect(items.length).toBeGreaterThan(3);
  });

  test('names what is wrong without the secret', async () => {
    const wrong = { ...declared, declaration: { ...declared.declaration, baseUrl: 'http://127.0.0.1' } };

    await expect(brought(wrong, way)).rejects.toThrow(/baseUrl/);
    await expect(brought(wrong, way)).rejects.not.toThrow(storeToken);
  });

  test('is asked for by the stack, with the role that the change needs', () => {
    const stackId = 'arn:aws:cloudformation:eu-west-1:123456789012:stack/Platform/0f8fad5b';
    const event = requestOf({}, { role: 'editor', StackId: stackId, RequestId: 'r1' });

    expect(visitorOf(event as Parameters<typeof visitorOf>[0])).toMatchObject({
      id: stackId,
      name: 'CloudFormation Platform',
      role: 'editor',
      rights: [],
    });
  });
});

async function api(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${stack.apiUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${stack.accessToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json().catch(() => ({}))) as { code?: string; detail?: string };
  if (!response.ok) throw new Error(`${answer.code}: ${answer.detail} ${JSON.stringify(answer)}`);
  return answer;
}
