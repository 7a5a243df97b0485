/**
 * The host itself, from outside: how it starts and ends, what it refuses to start with, what its edge lets through, and how a
 * person signs in. `mainJob.test.ts` has what it is for.
 */
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { main } from '../../cli/main.ts';
import host from '../../local/process.json' with { type: 'json' };
import { CHECKS } from '../../verify/checks/index.ts';
import { closeClients, connect } from '../support/mcpClients.ts';
import { type LocalStack, startStack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** `KILL_ROUNDS=50 node scripts/jest.mjs test/local/host.test.ts -t killed` is the long form. */
const KILLS = Number(process.env['KILL_ROUNDS'] ?? 3);
const root = resolve(import.meta.dirname, '..', '..');
let stack: LocalStack;
const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-host-'));
  folders.push(folder);
  return folder;
};
/** `npm run verify` over the stack; it waits more than it computes, so it runs beside the other tests. */
const report = join(newFolder(), 'report.html');
let verified: ReturnType<typeof spawnVerify>['ended'];
function spawnVerify(file: string, ...args: string[]) {
  const child = spawn(process.execPath, ['verify/main.ts', '--stack', file, '--report', report, '--json', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<{ code: number | null; out: string }>((done) => {
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += String(chunk);
    });
    child.on('close', (code) => done({ code, out }));
  });
  return { child, ended };
}
beforeAll(async () => {
  stack = await startStack({ demo: true, warm: true });
  verified = spawnVerify(join(stack.data, 'state', 'local.json')).ended;
}, 180_000);
afterAll(async () => {
  await closeClients();
  await stack?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const runHost = (...args: string[]): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [...host.options, 'local/main.ts', '--no-open', '--no-demo', ...args], {
    cwd: root,
    encoding: 'utf8',
    timeout: 110_000,
  });
/** A request with headers that fetch does not let anybody set. */
const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: string }>(
    (done, fail) => {
      const { hostname, port } = new URL(stack.edgeUrl);
      const sent = request({ hostname, port, path, method, headers }, (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body }));
      });
      sent.on('error', fail);
      sent.end();
    },
  );

describe('a start', () => {
  test('prints a ready line and writes local.json for its owner only', async () => {
    const file = join(stack.data, 'state', 'local.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      edgeUrl: stack.edgeUrl,
      apiUrl: stack.apiUrl,
      dashboardUrl: expect.stringMatching(/^http:\/\/localhost:\d+\/$/),
      accessToken: stack.accessToken,
      demo: {
        specUrl: 'https://demo.portcullis.example/openapi.json',
        baseUrl: 'https://demo.portcullis.example',
        auth: { type: 'bearer', token: expect.any(String) },
      },
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);

    // The line follows the file, and reaches the log through a pipe.
    await until(async () => (await stack.output()).includes('ready in'));
    const printed = await stack.output();
    expect(printed).toMatch(/ready in [\d.]+ s: dashboard http:\/\/localhost:\d+\/ {2}API http:\/\/localhost:\d+\/v1/);
    expect(printed).not.toContain(stack.accessToken);
  });

  test('gives an admin token that lasts for hours and works', async () => {
    const { exp = 0, ...claims } = decodeJwt(stack.accessToken);

    expect(exp - Date.now() / 1_000).toBeGreaterThan(8 * 3_600);
    expect(claims).toMatchObject({ token_use: 'access', 'cognito:groups': ['admin', 'answer-reader'] });
    expect(await stack.api('GET', '/v1/me')).toMatchObject({ role: 'admin' });
  });

  test('has a demo that one command turns into an MCP URL, whose answers are governed', async () => {
    let printed = '';
    const out = new Writable({
      write(chunk, _, done) {
        printed += String(chunk);
        done();
      },
    });

    const code = await main(
      ['demo', '--json', '--stack', join(stack.data, 'state', 'local.json')],
      out,
      new PassThrough(),
    );

    expect(code).toBe(0);
    const { mcpUrl } = JSON.parse(printed) as { mcpUrl: string };
    const client = await connect(mcpUrl);
    const answer = JSON.stringify(await client.call('getCustomer', { customerId: 'cus_000001' }));
    expect(answer).toContain('cus_000001');
    expect(answer).toContain('[REDACTED:email]');
  });

  test('keeps everything of its data folder from other users', () => {
    const state = join(stack.data, 'state');
    expect(statSync(state).mode & 0o077).toBe(0);
  });

  test('says which port is taken and the way out', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as { port: number };

    const { status, stderr } = runHost('--port', String(port), '--data', join(newFolder(), 'x'));
    server.close();

    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`Port ${port} is taken.*--port`, 's'));
    expect(stderr).not.toContain('    at ');
  });

  test('refuses a data folder that another host holds', () => {
    const { status, stderr } = runHost('--port', '0', '--data', join(stack.data, 'state'));

    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`in use by process ${stack.pid}.*--data`, 's'));
  });

  test.each([
    ['kms.json', '{"half'],
    ['tables.journal', 'deadbeef {"w":[]}\ndeadbeef {"w":[]}\n'],
    ['executions.journal', '00000000 x\n00000000 y\n'],
  ])('refuses a damaged %s, names it and the way out, and changes nothing', (name, damage) => {
    const data = join(newFolder(), 'state');
    const made = spawnSync(
      process.execPath,
      [
        '-e',
        `import('${join(root, 'local/data/folder.ts')}').then(({ DataFolder }) => new DataFolder('${data}').release())`,
      ],
      { encoding: 'utf8' },
    );
    expect(made.status).toBe(0);

    writeFileSync(join(data, name), damage);
    const { status, stderr } = runHost('--port', '0', '--data', data);
    expect(status).toBe(1);
    expect(stderr).toContain(join(data, name));
    expect(stderr).not.toContain('    at ');
    expect(readFileSync(join(data, name), 'utf8')).toBe(damage);
  });

  test.each(['kms.json', 's3'])(
    'refuses a folder that lost %s, names it and the way out, and makes none anew',
    async (lost) => {
      const own = await startStack();
      await own.kill();
      const data = join(own.data, 'state');
      rmSync(join(data, lost), { recursive: true });

      const { status, stderr } = runHost('--port', '0', '--data', data);

      rmSync(own.data, { recursive: true, force: true });
      expect(status).toBe(1);
      expect(stderr).toMatch(new RegExp(`lacks .*${lost}.*Put .* back from a copy.*--data`, 's'));
      expect(stderr).not.toContain('    at ');
      expect(existsSync(join(data, lost))).toBe(false);
    },
    120_000,
  );

  test('refuses a folder that holds something else', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'thesis.txt'), 'mine');

    const { status, stderr } = runHost('--port', '0', '--data', folder);

    expect([status, readdirSync(folder)]).toEqual([1, ['thesis.txt']]);
    expect(stderr).toContain('--data');
  });

  test.each([
    [['--port', 'many'], '--port'],
    [['--resolve', 'nonsense'], '--resolve'],
    [['--ca', '/nowhere.pem'], '--ca'],
    [['--frobnicate'], '--frobnicate'],
  ])('refuses %j with the flags it knows', (args, named) => {
    const { status, stderr } = runHost(...args);

    expect(status).toBe(1);
    expect(stderr).toContain(named);
    expect(stderr).toContain('npm start --');
  });
});

describe('a host that is killed again and again', () => {
  test(
    'starts each time, with all that was answered and every deployment ended',
    async () => {
      let own = await startStack();
      const made: string[] = [];
      for (let round = 0; round < KILLS; round++) {
        for (let at = 0; at < 3; at++) {
          const { server } = await own.api<{ server: { id: string } }>('POST', '/v1/servers', {
            name: `Server ${round} ${at}`,
            source: { kind: 'manual' },
            baseUrl: 'https://api.public.example',
            auth: { type: 'none' },
          });
          made.push(server.id);
        }
        await new Promise((done) => setTimeout(done, (round % 5) * 150));
        await own.kill();
        own = await startStack({ data: own.data });
      }

      const { items } = await own.api<{ items: Array<{ id: string }> }>('GET', '/v1/servers');

      expect(items.map(({ id }) => id).sort()).toEqual([...made].sort());
      for (const id of made) {
        let status = 'running';
        await until(async () => {
          // 503 asks to come again: on a busy machine a function may take longer than its gateway waits.
          const answer = await own
            .api<{ items: Array<{ status: string }> }>('GET', `/v1/servers/${id}/deployments`)
            .catch((error: Error) => (error.message.includes(': 503 ') ? undefined : Promise.reject(error)));
          if (!answer) return false;
          status = answer.items[0]?.status ?? 'missing';
          return status !== 'running';
        }, 50);
        expect(['live', 'failed']).toContain(status);
      }

      await own.stop();
    },
    180_000 + KILLS * 20_000,
  );
});

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
const isAlive = (pid: number) => {
  try {
    // A process that has ended stands there as Z until its parent asks.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

(process.platform === 'linux' ? test : test.skip)(
  'the processes of a killed host end with it, also one that does nothing any more',
  async () => {
    const own = await startStack();
    await own.api('POST', '/v1/servers', {
      name: 'Server',
      source: { kind: 'manual' },
      baseUrl: 'https://api.public.example',
      auth: { type: 'none' },
    });
    let children: number[] = [];
    // Before that it is not yet what it is to be: whoever starts it has still to ask the system for its end.
    const hasBegun = (pid: number) => {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return line.startsWith(process.execPath) && line.includes('child.');
    };
    await until(() => {
      children = childrenOf(own.pid).filter(hasBegun);
      return children.length > 0;
    });
    // It won't see its channel closing.
    for (const pid of children) process.kill(pid, 'SIGSTOP');

    await own.kill();

    await until(() => !children.some(isAlive));
    expect(children).not.toEqual([]);
    expect(children.filter(isAlive)).toEqual([]);
    await own.stop();
  },
  180_000,
);

describe('the edge', () => {
  test('answers under loopback names only', async () => {
    expect((await raw('/v1/openapi.json', { host: 'evil.example' })).status).toBe(403);
    expect((await raw('/v1/openapi.json', { host: 'localhost.evil.example:80' })).status).toBe(403);
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      expect((await raw('/v1/openapi.json', { host: `${host}:${new URL(stack.edgeUrl).port}` })).status).toBe(200);
    }
  });

  test.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/pcl_x/mcp',
    '/.well-known/oauth-authorization-server',
    '/pcl_x/mcp/.well-known/openid-configuration',
    '/register',
  ])('has nothing under %s, so no client starts a login there', async (path) => {
    const { status, body } = await raw(path);

    expect(status).toBe(404);
    expect(body).not.toContain('<html');
  });

  test('serves the dashboard for its own routes, with its security headers, and for nothing that is not GET', async () => {
    const page = await raw('/servers/new');

    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await raw('/servers/new', {}, 'POST')).status).toBe(403);
    expect((await raw('/../../package.json')).body).not.toContain('portcullis"');
    // S3 does not say that a key is missing to who may not list the bucket.
    expect((await raw('/assets/%2e%2e/%2e%2e/package.json')).status).toBe(403);
  });

  test('wants a token for the management API, of this login and unaltered', async () => {
    const [head = '', body = '', signature = ''] = stack.accessToken.split('.');
    const claims = { ...decodeJwt(stack.accessToken), 'cognito:groups': ['admin'], exp: 4_000_000_000 };
    const forged = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');

    for (const token of ['', 'x', `${head}.${forged}.${signature}`, `${none}.${body}.`]) {
      const { status, body: text } = await raw('/v1/servers', token ? { authorization: `Bearer ${token}` } : {});
      expect([status, text]).toEqual([401, '{"message":"Unauthorized"}']);
    }
  });

  test('hands the origin secret to nobody', async () => {
    const secrets = JSON.parse(readFileSync(join(stack.data, 'state', 'secrets.json'), 'utf8')) as Record<
      string,
      string
    >;
    const seen = JSON.stringify([await raw('/mcp'), await raw('/v1/config'), await raw('/'), await stack.output()]);

    for (const secret of Object.values(secrets)) expect(seen).not.toContain(secret);
    expect(Object.values(secrets)).toHaveLength(1);
  });
});

describe('the login', () => {
  const base64url = (bytes: Buffer) => bytes.toString('base64url');
  const jar = new Map<string, string>();
  const visit = async (url: string, options: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', ...options, headers: { ...options.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return response;
  };

  const signIns = async (role: string) => {
    const { items } = await stack.api<{ items: { action?: string; detail?: object }[] }>('GET', '/v1/audit');
    return items.filter(
      ({ action, detail }) => action === 'session.begin' && JSON.stringify(detail) === JSON.stringify({ role }),
    );
  };

  test.each(['admin', 'editor', 'viewer'])('signs a person in as %s by code with PKCE', async (role) => {
    jar.clear();
    const config = (await (await fetch(`${stack.edgeUrl}/v1/config`)).json()) as { issuer: string; clientId: string };
    const discovery = await (await fetch(`${config.issuer}/.well-known/openid-configuration`)).json();
    const { authorization_endpoint, token_endpoint } = discovery as Record<string, string>;
    const verifier = base64url(randomBytes(32));
    const redirect_uri = `${stack.edgeUrl}/`;
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: config.clientId,
      redirect_uri,
      scope: 'openid email profile',
      state: 'state',
      code_challenge: base64url(createHash('sha256').update(verifier).digest()),
      code_challenge_method: 'S256',
    });
    let next = await visit(`${authorization_endpoint}?${query}`);
    const page = new URL(next.headers.get('location') as string, config.issuer).href;
    expect(await (await visit(page)).text()).toContain('Sign in to Portcullis');

    next = await visit(page, {
      method: 'POST',
      body: new URLSearchParams({ role }),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    for (let location = ''; !location.startsWith(redirect_uri); ) {
      location = new URL(next.headers.get('location') as string, config.issuer).href;
      if (location.startsWith(redirect_uri)) query.set('code', new URL(location).searchParams.get('code') as string);
      else next = await visit(location);
    }
    const exchange = (fields: Record<string, string>) =>
      fetch(token_endpoint as string, {
        method: 'POST',
        body: new URLSearchParams({ client_id: config.clientId, ...fields }),
      });
    const byCode = {
      grant_type: 'authorization_code',
      code: query.get('code') as string,
      redirect_uri,
      code_verifier: verifier,
    };
    const tokens = (await (await exchange(byCode)).json()) as Record<
      'access_token' | 'id_token' | 'refresh_token',
      string
    >;
    const me = async (token: string) =>
      (await fetch(`${stack.apiUrl}/v1/me`, { headers: { authorization: `Bearer ${token}` } })).json();
    // The dashboard sends the ID token, which alone says whose it is, as with Cognito.
    expect(await me(tokens.id_token)).toMatchObject({ role, name: `${role}@local.portcullis.example` });
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      token_use: 'id',
      aud: config.clientId,
      'cognito:username': role,
    });
    expect(await signIns(role)).toEqual([
      expect.objectContaining({ actor: role, actorName: `${role}@local.portcullis.example` }),
    ]);

    // One sign-in has one entry, whatever tokens it gives.
    expect(await me(tokens.access_token)).toEqual({
      id: expect.any(String),
      name: role,
      role,
      rights: role === 'admin' ? ['answer-reader'] : [],
    });
    const refreshed = await exchange({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    const { id_token: later } = (await refreshed.json()) as { id_token: string };
    expect(await me(later)).toMatchObject({ role });
    expect(decodeJwt(later)['auth_time']).toBe(decodeJwt(tokens.id_token)['auth_time']);
    expect(await signIns(role)).toHaveLength(1);
    expect((await exchange(byCode)).status).toBe(400);
  });

  test('answers no page that had its name pointed here', async () => {
    const { issuer } = (await (await fetch(`${stack.edgeUrl}/v1/config`)).json()) as { issuer: string };
    const { port } = new URL(issuer);

    const status = await new Promise((done) =>
      request(
        {
          host: '127.0.0.1',
          port,
          path: '/.well-known/openid-configuration',
          headers: { host: `evil.example:${port}` },
        },
        (response) => done(response.statusCode),
      ).end(),
    );

    expect(status).toBe(403);
  });
});

describe('npm run verify', () => {
  const file = () => join(stack.data, 'state', 'local.json');
  const names = async () =>
    (await stack.api<{ items: { name: string }[] }>('GET', '/v1/servers')).items
      .map(({ name }) => name)
      .filter((name) => name.startsWith('portcullis-verify-'));
  const begin = (...args: string[]) => spawnVerify(file(), ...args);
  /** Judged by a time, which here depends on what else the machine does (test/unit/verify/checks.test.ts). */
  const COLD = 'call.cold';

  test('passes all checks, marks what only AWS can answer, and removes its servers', async () => {
    const { code, out } = await verified;

    const rows = JSON.parse(out) as { id: string; status: string; measured: string }[];
    const failed = rows.filter(({ status }) => status !== 'pass' && status !== 'only-on-aws');
    expect(failed.filter(({ id }) => id !== COLD)).toEqual([]);
    expect(rows.map(({ id, status }) => [id, status])).toEqual(
      CHECKS.map(({ id, onlyOnAws }) => [
        id,
        id === COLD ? expect.stringMatching(/^(only-on-aws|fail)$/) : onlyOnAws === undefined ? 'pass' : 'only-on-aws',
      ]),
    );
    expect(rows.find(({ id }) => id === COLD)?.measured).toMatch(/^first calls \d+/);
    expect(rows.find(({ id }) => id === 'sandbox.lockdown')?.measured).toMatch(/^15 of 15 denied/);
    expect(code).toBe(failed.length > 0 ? 1 : 0);
    const html = readFileSync(report, 'utf8');
    for (const { title } of CHECKS) expect(html).toContain(title);
    expect(html).not.toContain(stack.accessToken);
    expect(await names()).toEqual([]);
  });

  test('removes its servers when it is interrupted', async () => {
    const run = begin('--only', 'stream.ping');
    await until(async () => (await names()).length > 0);
    run.child.kill('SIGINT');

    expect((await run.ended).code).toBe(130);
    expect(await names()).toEqual([]);
  });

  test('removes with --clean what a killed run left', async () => {
    const run = begin('--only', 'stream.ping');
    await until(async () => (await names()).length > 0);
    run.child.kill('SIGKILL');
    await run.ended;
    expect((await names()).length).toBeGreaterThan(0);

    const { code } = await begin('--clean').ended;

    expect([code, await names()]).toEqual([0, []]);
  });
});

test('a host ends cleanly on SIGTERM and leaves no process and no local.json', async () => {
  const state = join(stack.data, 'state');
  const isGone = () => {
    try {
      process.kill(stack.pid, 0);
      return false;
    } catch {
      return true;
    }
  };
  process.kill(stack.pid, 'SIGTERM');

  await until(isGone);

  expect(isGone()).toBe(true);
  expect(existsSync(join(state, 'local.json'))).toBe(false);
  expect(existsSync(join(state, 'host.pid'))).toBe(false);
});

test('npm start ends with the host, and passes signals on', async () => {
  const data = join(newFolder(), 'state');
  const child = spawn('node', ['scripts/start.mjs', '--port', '0', '--data', data, '--no-demo', '--no-open'], {
    cwd: root,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  await new Promise<void>((done) => {
    const watch = setInterval(() => {
      if (!output.includes('is ready')) return;
      clearInterval(watch);
      done();
    }, 50);
  });
  const code = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');

  expect(await code).toBe(0);
}, 180_000);
