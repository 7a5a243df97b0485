/**
 * A stack that the test files of one jest worker use one after the other, because a new one takes some six seconds of processor time until
 * all its functions have started. For files that need no flag of `npm start`, and no start, end or data folder of their own; each finds it
 * without servers. Jest may replace a worker's process, so what the next file needs to know is in the temporary folder of the run;
 * `temporaryEnd.mjs` ends the stack.
 *
 * A stack is told the addresses of upstreams when it starts, so their hosts are listed here, each with a port that is kept for it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from './certificates.ts';
import { attachStack, type LocalStack, startStack } from './stack.ts';
import { startUpstream, type Upstream, type UpstreamOptions } from './upstream.ts';

const HOSTS = [
  'api.asked.example',
  'api.conformance.example',
  'api.depot.example',
  'api.foreign.example',
  'api.hiding.example',
  'api.home.example',
  'api.limits.example',
  'api.mirror.example',
  'api.orders.example',
  'api.payments.example',
  'api.people.example',
  'api.pseudonyms.example',
  'api.search.example',
  'api.shop.example',
  'api.things.example',
  'api.tried.example',
  'files.depot.example',
  'login.home.example',
  'login.mirror.example',
] as const;
type Host = (typeof HOSTS)[number];

export interface SharedStack extends Omit<LocalStack, 'kill'> {
  /** An upstream at a host that the stack knows. One at a time for each host. */
  upstream(options: SharedUpstream): Promise<Upstream>;
  /** Deletes the servers that the file made; the stack goes on. */
  stop(): Promise<void>;
}

type SharedUpstream = Omit<UpstreamOptions, 'host' | 'port' | 'address' | 'addressPort' | 'authority'> & {
  readonly host: Host;
};

/** What is written down for the next file. */
interface Kept {
  readonly data: string;
  readonly pid: number;
  readonly ca: string;
  readonly hosts: Readonly<Record<Host, { readonly port: number; readonly cert: string; readonly key: string }>>;
}

export async function sharedStack(): Promise<SharedStack> {
  // `temporaryEnd.mjs` looks for this name.
  const file = join(tmpdir(), `shared-stack-${process.env['JEST_WORKER_ID'] ?? 'alone'}.json`);
  const found = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : undefined;
  const kept = found !== undefined && isRunning(found.pid) ? found : await start(file);
  const stack = await attachStack(kept.data, kept.pid);
  return {
    ...stack,
    upstream: ({ host, ...options }) => {
      const { port, ...tls } = kept.hosts[host];
      return startUpstream({ ...options, host, addressPort: port, issued: { ca: kept.ca, ...tls } });
    },
    async stop() {
      const { items } = await stack.api<{ items: Array<{ id: string }> }>('GET', '/v1/servers');
      // One after the other: what is asked for at once may be refused as too much on a busy machine.
      for (const { id } of items) await stack.api('DELETE', `/v1/servers/${id}`);
    },
  };
}

async function start(file: string): Promise<Kept> {
  const authority = await createAuthority();
  const ports = await freePorts(HOSTS.length);
  const known = await Promise.all(
    HOSTS.map(async (host, at) => [host, { port: ports[at], ...(await authority.issue([host])) }] as const),
  );
  const pinned = HOSTS.map((host, at) => ({
    host,
    port: 443,
    address: '127.0.0.1',
    addressPort: ports[at] as number,
  }));
  const { data, pid } = await startStack({ demo: true, upstreams: [{ pinned, ca: authority.ca }], outlives: true });
  const kept = { data, pid, ca: authority.ca, hosts: Object.fromEntries(known) } as Kept;
  writeFileSync(file, JSON.stringify(kept));
  return kept;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Below those that systems give to connections, so that nothing takes one while no upstream listens there. */
const PORTS = { from: 15_000, count: 15_000 };

async function freePorts(count: number): Promise<number[]> {
  const free: number[] = [];
  let port = PORTS.from + Math.floor(Math.random() * PORTS.count);
  while (free.length < count) {
    if (await isFree(port)) free.push(port);
    port = port + 1 < PORTS.from + PORTS.count ? port + 1 : PORTS.from;
  }
  return free;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
