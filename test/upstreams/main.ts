/**
 * `npm run upstreams -- [flags]`: MCP servers that others wrote, each as the upstream of a Portcullis server on the local stack, in every
 * version of the protocol that it and we speak, with a client of each era. Prints a table and stores it.
 *   --only <name,…>          these servers (servers.ts)
 *   --conformance <folder>   a checkout of the conformance suite's repository, whose own server no registry has
 *   --jobs <n>               so many servers at once (2)
 *   --newest                 only in the version that is spoken by itself
 *   --store                  write bench/results/upstreams.md
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureKit, folderOf } from '../clients/kit.ts';
import { CLIENTS, type Connect, closeClients } from '../support/mcpClients.ts';
import { deploy, type LocalStack, startStack } from '../support/stack.ts';
import { CHECKS, check } from './checks.ts';
import { AUTHORIZATION, type Front, startFront } from './front.ts';
import { type Foreign, foreignServers } from './servers.ts';

const say = (line: string) => console.log(line);
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    conformance: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    newest: { type: 'boolean', default: false },
    store: { type: 'boolean', default: false },
  },
});

/** Versions with `initialize`; the one without is spoken where a server knows it. */
const OLDER = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
/** One of each era. */
const ERAS = ['v2 auto', 'v1 Streamable HTTP', 'v1 SSE'].map((wanted) => {
  const found = CLIENTS.find(([name]) => name === wanted);
  if (!found) throw new Error(`There is no client ${wanted}.`);
  return found;
});
const HEAD = ['server', 'version', 'transport', 'upstream', 'client', 'pages', ...CHECKS, 'faults'];

const only = values.only?.split(',');
const wanted = foreignServers(values.conformance).filter(({ name }) => !only || only.includes(name));
const missing: string[] = [];
const made = wanted.filter(({ name, kit }) => {
  const why = ensureKit(kit, say);
  if (why !== undefined) missing.push(`${name}: ${why}`);
  return why === undefined;
});
const fronts = await Promise.all(made.map(({ path }, at) => startFront(`mcp${at}.upstream.example`, path)));
const stack = await startStack({ upstreams: fronts });
const found: string[][][] = [];
const waiting = [...made.entries()];
const work = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [at, foreign] = next;
    found[at] = await tried(foreign, fronts[at] as Front, stack).catch((error: Error) => [
      [foreign.name, foreign.version, '', '', '', '', ...CHECKS.map(() => ''), error.message],
    ]);
  }
};
try {
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
} finally {
  await closeClients();
  await stack.stop();
  await Promise.all(fronts.map((front) => front.close()));
}
const rows = found.flat();
const cell = (value: string) => value.replaceAll(/[|\n]/g, ' ');
const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
const table = [line(HEAD), line(HEAD.map(() => '---')), ...rows.map(line)].join('\n');
say(`\n${table}`);
for (const why of missing) say(`Not there: ${why}`);
if (values.store) {
  const path = join(resolve(import.meta.dirname, '..', '..'), 'bench', 'results', 'upstreams.md');
  const absent = missing.map((why) => `\nNot there: ${why}`).join('');
  writeFileSync(
    path,
    `# MCP servers of others\n\n\`npm run upstreams -- --conformance …\`, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores. What each is asked is said in test/upstreams.\n\n${table}\n${absent}`,
  );
}
process.exit(rows.every((row) => row.at(-1) === '') ? 0 : 1);

/** The rows of one server: one for each version that it speaks and each client. */
async function tried(foreign: Foreign, front: Front, on: LocalStack): Promise<string[][]> {
  const found: string[][] = [];
  const { name } = foreign;
  front.port = await freePort();
  let child = await started(foreign, front.port);
  const stop = async () => {
    await ended(child);
  };
  const start = async () => {
    child = await started(foreign, front.port);
  };
  try {
    const spoken = new Set<string>();
    for (const speaks of [undefined, ...(values.newest || foreign.path === '/sse' ? [] : OLDER)]) {
      if (speaks !== undefined && spoken.has(speaks)) continue;
      front.speaks = speaks;
      front.sent.length = 0;
      let hosted: Awaited<ReturnType<typeof deploy>>;
      try {
        hosted = await deploy(on, {
          name: `${name} ${speaks ?? ''}`.trim(),
          source: { kind: 'mcp' },
          baseUrl: front.baseUrl,
          auth: { type: 'bearer', token: AUTHORIZATION.slice('Bearer '.length) },
        });
      } catch (error) {
        found.push([
          name,
          foreign.version,
          '',
          speaks ?? 'its own',
          '',
          '',
          ...CHECKS.map(() => ''),
          `import: ${error}`,
        ]);
        continue;
      }
      const pages = front.sent.filter(({ method }) => method === 'tools/list');
      const upstream = foreign.path === '/sse' ? '2024-11-05' : (pages.at(-1)?.version ?? '');
      // It answers with another version than it is asked for.
      if (spoken.has(upstream)) continue;
      spoken.add(upstream);
      const { tools } = await on.api<{ tools: { mcp?: { transport: string } }[] }>(
        'GET',
        `/v1/servers/${hosted.serverId}/export`,
      );
      for (const [, version, connectTo] of ERAS) {
        const client = await (connectTo as Connect)(hosted.mcpUrl, { authorization: `Bearer ${hosted.token.value}` });
        const { cells, faults } = await check({ client, front, asks: foreign.asks, stop, start });
        await client.close().catch(() => {});
        const transport = tools.at(0)?.mcp?.transport ?? '';
        found.push([
          ...[name, foreign.version, transport, upstream, version, String(pages.length)],
          ...CHECKS.map((one) => cells[one]),
          faults.join('; '),
        ]);
        say(`${name} ${upstream} with a client of ${version}: ${faults.join('; ') || 'passed'}`);
      }
      await on.api('DELETE', `/v1/servers/${hosted.serverId}`).catch(() => {});
    }
  } finally {
    await ended(child);
  }
  return found;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

/** Once it takes connections. */
async function started({ name, kit, command, env }: Foreign, port: number): Promise<ChildProcess> {
  const folder = folderOf(kit);
  const [program, ...args] = command(folder, port);
  const noise: string[] = [];
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...env?.(port) } });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      noise.push(data.toString());
      if (noise.length > 50) noise.shift();
    });
  }
  for (const end = Date.now() + 120_000; Date.now() < end && child.exitCode === null; await sleep(50)) {
    const isThere = await new Promise((done) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('connect', () => done(true));
      socket.on('error', () => done(false));
      socket.on('connect', () => socket.destroy());
    });
    if (isThere) return child;
  }
  child.kill('SIGKILL');
  throw new Error(`${name} did not start: ${noise.join('').slice(-1_000)}`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}
