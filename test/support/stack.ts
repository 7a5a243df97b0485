/**
 * The whole stack on this machine, started with `npm start`, for tests and benchmarks that use it from outside. It has a data folder of
 * its own, a free port, and upstreams resolved with `--resolve` and `--ca`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import host from '../../local/process.json' with { type: 'json' };
import { longer, until } from './until.ts';
import type { Upstream } from './upstream.ts';

const root = resolve(import.meta.dirname, '..', '..');
const READY_MS = 120_000;

export interface LocalStack {
  readonly data: string;
  readonly edgeUrl: string;
  readonly apiUrl: string;
  readonly accessToken: string;
  readonly demo: { readonly specUrl: string; readonly baseUrl: string; readonly auth: object } | null;
  readonly pid: number;
  /** With several regions, home first: the country whose clients get there; undefined for all that no other region serves. */
  readonly viewers?: ReadonlyArray<{ readonly region: string; readonly country?: string }>;
  /** Calls the management API; throws when the status is not 2xx. What it changed of a live server is live then, and what takes long is there. */
  api<T = Record<string, never>>(method: string, path: string, body?: unknown): Promise<T>;
  /** Ends the stack and removes its data folder, by SIGKILL; tests of a clean end send SIGTERM. */
  stop(): Promise<void>;
  /** Output of the host so far. */
  output(): Promise<string>;
  /** SIGKILL at once; the data folder stays for another start. */
  kill(): Promise<void>;
}

export interface StackOptions {
  /** The data folder of an earlier stack, to continue from. */
  readonly data?: string;
  /** Whether the demo API is started. */
  readonly demo?: boolean;
  /** Whether functions start ahead, as they do for a person: tests have often ended before they need them all. */
  readonly warm?: boolean;
  readonly upstreams?: readonly Pick<Upstream, 'pinned' | 'ca'>[];
  /** A module that the host loads before its own code, to change its environment; STACK_PRELOAD if not given. */
  readonly preload?: string;
  /** In addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Flags of `npm start`, for example `--stream-life 2`. */
  readonly flags?: readonly string[];
  /** Whether it goes on when this process ends. */
  readonly outlives?: boolean;
}

export async function startStack(options: StackOptions = {}): Promise<LocalStack> {
  const { upstreams = [], flags = [], demo = false, warm = false, preload = process.env['STACK_PRELOAD'] } = options;
  const data = options.data ?? (await mkdtemp(join(tmpdir(), 'portcullis-')));
  const args = ['--port', '0', '--data', join(data, 'state'), '--no-open', ...(warm ? [] : ['--no-warm']), ...flags];
  if (!demo) args.push('--no-demo');
  for (const { pinned } of upstreams) {
    for (const { host, port, address, addressPort } of pinned) {
      args.push('--resolve', `${host}:${port}:${address}:${addressPort}`);
    }
  }
  if (upstreams.length > 0) {
    const ca = join(data, 'ca.pem');
    await writeFile(ca, upstreams.map((upstream) => upstream.ca).join('\n'));
    args.push('--ca', ca);
  }
  await rm(join(data, 'state', 'local.json'), { force: true });
  const log = openSync(join(data, 'log'), 'w');
  const child = spawn(
    process.execPath,
    [...(preload ? ['--import', preload] : []), ...host.options, join(root, 'local/main.ts'), ...args],
    {
      cwd: root,
      env: { ...process.env, ...host.variables, ...options.env },
      stdio: ['ignore', log, log],
    },
  );
  closeSync(log);
  if (options.outlives) child.unref();
  const exited = new Promise((done) => child.once('exit', done));
  await ready(child, join(data, 'state', 'local.json'), join(data, 'log'));
  return {
    ...(await attachStack(data, child.pid as number)),
    async stop() {
      child.kill('SIGKILL');
      await exited;
      await rm(data, { recursive: true, force: true });
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** A stack that another process has started and ends. */
export async function attachStack(data: string, pid: number): Promise<Omit<LocalStack, 'stop' | 'kill'>> {
  const local = JSON.parse(await readFile(join(data, 'state', 'local.json'), 'utf8')) as LocalJson;
  async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${local.apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${local.accessToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    const answer = (text ? JSON.parse(text) : undefined) as T;
    const { reading } = (answer ?? {}) as { reading?: string };
    // On a busy machine everything may take longer than a request.
    if (reading !== undefined && LONG.test(path)) {
      const asked = path.replace(/[?&]reading=.*$/, '');
      return api(method, `${asked}${asked.includes('?') ? '&' : '?'}reading=${reading}`, body);
    }
    const [server] = /^\/v1\/servers\/\w+/.exec(path) ?? [];
    if (method === 'PATCH' && server && (answer as { resealed?: boolean }).resealed === false)
      await sealed(api, server);
    return answer;
  }
  return { data, ...local, pid, api, output: () => readFile(join(data, 'log'), 'utf8') };
}

/** What is asked for by the name of a reading until it is there. */
const LONG = /\/(reimport\/preview|versions\/compare|scopes|tools\/check|selection(\/run)?|tool-list)(\?|$)/;

/** On a busy machine a change may be answered while it is still being sealed. */
async function sealed(api: LocalStack['api'], path: string): Promise<void> {
  await until(async () => {
    const { status, unsealed } = await api<{ status: string; unsealed?: { code?: string } }>('GET', path);
    return status !== 'live' || unsealed === undefined || unsealed.code !== undefined;
  });
}

/** The headers with which a client gets to each region, home first; of one region without any. */
export const viewerHeaders = ({ viewers = [{ region: 'the one' }] }: Pick<LocalStack, 'viewers'>) =>
  viewers.map(({ country }): Record<string, string> => (country ? { 'cloudfront-viewer-country': country } : {}));

interface LocalJson {
  readonly edgeUrl: string;
  readonly apiUrl: string;
  readonly accessToken: string;
  readonly demo: LocalStack['demo'];
  readonly viewers?: NonNullable<LocalStack['viewers']>;
}

async function ready(child: ChildProcess, file: string, log: string): Promise<void> {
  const until = Date.now() + READY_MS;
  while (Date.now() < until && child.exitCode === null) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`The stack did not start:\n${(await readFile(log, 'utf8')).slice(-4_000)}`);
}

export interface HostedServer {
  readonly serverId: string;
  readonly mcpUrl: string;
  readonly token: { readonly id: string; readonly value: string };
}

/**
 * Creates a server and waits until it is live. `source` is that of the management API; tools are listed one by one unless `exposition` is
 * set.
 */
export async function deploy(
  stack: Pick<LocalStack, 'api'>,
  body: object,
  patienceMs = 120_000,
): Promise<HostedServer> {
  const created = await stack.api<{ server: { id: string }; token: HostedServer['token']; mcpUrl: string }>(
    'POST',
    '/v1/servers',
    { exposition: 'flat', ...body },
  );
  const serverId = created.server.id;
  const end = Date.now() + patienceMs;
  for (let pause = 50; ; pause = longer(pause)) {
    const server = await stack.api<{ status: string }>('GET', `/v1/servers/${serverId}`);
    if (server.status === 'live') return { serverId, mcpUrl: created.mcpUrl, token: created.token };
    if (server.status === 'failed' || Date.now() > end) {
      const deployments = await stack.api('GET', `/v1/servers/${serverId}/deployments`);
      throw new Error(`The server is ${server.status}: ${JSON.stringify(deployments)}`);
    }
    await new Promise((done) => setTimeout(done, pause));
  }
}

/** How a re-import of the server ended, live or failed. */
export async function reimported(
  stack: Pick<LocalStack, 'api'>,
  serverId: string,
  approvedSurface?: string,
): Promise<{ status: string; error?: { code: string } }> {
  const path = `/v1/servers/${serverId}/deployments`;
  const { id } = await stack.api<{ id: string }>('POST', path, {
    reimport: true,
    ...(approvedSurface !== undefined && { approvedSurface }),
  });
  let deployment: { status: string; error?: { code: string } } = { status: 'running' };
  await until(async () => {
    deployment = await stack.api('GET', `${path}/${id}`);
    return deployment.status === 'live' || deployment.status === 'failed';
  });
  return deployment;
}

/** A further connection token of the server, for all its tools or a scope. */
export async function addToken(
  stack: Pick<LocalStack, 'api'>,
  serverId: string,
  label = 'test',
  scopes?: object,
): Promise<HostedServer['token']> {
  const made = await stack.api<{ token: HostedServer['token'] }>('POST', `/v1/servers/${serverId}/tokens`, {
    label,
    scopes,
  });
  return made.token;
}
