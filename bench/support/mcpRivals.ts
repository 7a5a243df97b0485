/**
 * Starts the other gateways of the MCP benchmark with the same API description, each as its authors recommend and in a
 * process of its own.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ensurePackages } from './install.ts';
import { type LoadTarget, legacyRequest } from './mcpLoad.ts';
import { type ThingsUpstream, thingsApi } from './thingsApi.ts';

export interface Rival {
  readonly name: string;
  readonly tool: string;
  readonly target: LoadTarget;
  readonly process: ChildProcess;
}

export async function startRivals(upstream: ThingsUpstream): Promise<Rival[]> {
  const modules = ensurePackages('rivals');
  ensurePackages('rivals/generated');
  const cache = join(modules, '..', 'generated', '.cache');
  mkdirSync(cache, { recursive: true });
  const base = `https://localhost:${upstream.port}`;
  const authority = join(cache, 'authority.pem');
  writeFileSync(authority, upstream.ca);
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority };
  const spec = join(cache, 'things.json');
  writeFileSync(spec, JSON.stringify(thingsApi(base)));
  const rivals: Rival[] = [];
  const add = async (name: string, tool: string, args: (port: number) => string[], more: Partial<LoadTarget> = {}) => {
    const port = await freePort();
    const child = spawn(process.execPath, args(port), { cwd: join(modules, '..'), env, stdio: 'ignore' });
    const url = new URL(`http://127.0.0.1:${port}/mcp`);
    await answers(url);
    rivals.push({ name, tool, process: child, target: { url, request: legacyRequest, sessions: 'each', ...more } });
  };

  const generated = join(cache, 'server');
  const generator = join(modules, '.bin', 'openapi-mcp-generator');
  const generatedPort = await freePort();
  const options = ['-i', spec, '-o', generated, '-t', 'streamable-http', '-p', String(generatedPort), '--force'];
  execFileSync(process.execPath, [generator, ...options], { stdio: 'ignore' });
  const outfile = join(cache, 'server.mjs');
  const entryPoints = [join(generated, 'src', 'index.ts')];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  const child = spawn(process.execPath, [outfile, '--transport=streamable-http'], {
    cwd: join(modules, '..'),
    env,
    stdio: 'ignore',
  });
  const url = new URL(`http://127.0.0.1:${generatedPort}/mcp`);
  await answers(url);
  rivals.push({
    name: 'openapi-mcp-generator 4.0.1',
    tool: 'getThing007',
    process: child,
    // This server supports only one session; calls of the first hang once there is a second.
    target: { url, request: legacyRequest, sessions: 'shared' },
  });

  const ivotoby = join(modules, '.bin', 'openapi-mcp-server');
  const common = [
    '-t',
    'http',
    '--host',
    '127.0.0.1',
    '--path',
    '/mcp',
    '-u',
    base,
    '-s',
    spec,
    '-n',
    'things',
    '-v',
    '1',
  ];
  await add('@ivotoby/openapi-mcp-server 1.16.1', 'get-thing-007', (port) => [ivotoby, ...common, '-p', String(port)], {
    answersOnStream: true,
  });

  const fastmcp = join(modules, '..', 'fastmcp.mjs');
  await add('fastmcp 4.20.16', 'getThing007', (port) => [fastmcp, spec, String(port)]);
  return rivals;
}

async function answers(url: URL): Promise<void> {
  for (const until = Date.now() + 30_000; ; ) {
    const reached = await fetch(url, { method: 'OPTIONS' }).then(
      () => true,
      () => false,
    );
    if (reached) return;
    if (Date.now() > until) throw new Error(`${url} did not start.`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
