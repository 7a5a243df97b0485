/**
 * `npm start`: the whole stack on this machine. Prints one ready line and writes `<data>/local.json` for scripts. Ends cleanly on SIGINT
 * and SIGTERM; a kill loses nothing that was answered.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Server } from 'node:http';
import process from 'node:process';
import { PortcullisError } from '../core/lib/errors.ts';
import { DataFolder } from './data/folder.ts';
import type { DevUpstream } from './dev-upstream.ts';
import { listenOn } from './edge/server.ts';
import { type Flags, readFlags } from './flags.ts';
import { keepCompiled } from './functions/runtime/compiled.ts';
import { ensureEntries } from './functions/runtime/entries.ts';
import { failInstance } from './functions/runtime/instance.ts';
import { ensureSynthesized } from './synth.ts';

const TOKEN_HOURS = 12;
const say = (line: string) => console.log(line);

async function main(): Promise<void> {
  const began = Date.now();
  const flags = readFlags(process.argv.slice(2));
  const server = await listen(flags.port);
  const data = new DataFolder(flags.data);
  rmSync(data.path('local.json'), { force: true });
  const outdir = await ensureSynthesized(say, flags.context);
  await ensureEntries();
  keepCompiled(outdir);
  // These modules take most of a second to load; a start that is refused is refused before.
  const [{ startDemo }, { startDevUpstream }, { documentationFiles }, { startHost }] = await Promise.all([
    import('./demo/index.ts'),
    import('./dev-upstream.ts'),
    import('./documentation.ts'),
    import('./host.ts'),
  ]);

  const demo = flags.demo ? await startDemo(data) : undefined;
  const devUpstreams: DevUpstream[] = [];
  // One after the other: each may make a certificate.
  for (const url of flags.devUpstreams) devUpstreams.push(await startDevUpstream(data, url));
  const onMachine = [...(demo ? [demo] : []), ...devUpstreams];
  const ca = [flags.ca, ...onMachine.map((one) => one.ca)].filter(Boolean).join('\n');
  // Public without a login: the token gives access to made-up data on this machine only.
  const dashboardSettings = JSON.stringify({
    ...(demo && { demo: { specUrl: demo.specUrl, auth: demo.auth } }),
    devUpstreams: devUpstreams.map(({ url }) => url),
  });
  const documentation = documentationFiles();
  const host = await startHost({
    outdir,
    data,
    server,
    port: (server.address() as { port: number }).port,
    workers: 2,
    say,
    warm: flags.warm,
    ...(flags.streamLife !== undefined && { streamLifeMs: flags.streamLife * 1_000 }),
    ...(flags.loginSecret !== undefined && { loginSecret: flags.loginSecret }),
    ...(flags.trailAge !== undefined && { trailAgeMs: flags.trailAge * 60_000 }),
    ...(flags.replicaLag !== undefined && { replicaLagMs: flags.replicaLag }),
    dashboardFiles: (key) => (key === 'local.json' ? { body: Buffer.from(dashboardSettings) } : documentation(key)),
    egress: { pinned: [...onMachine.flatMap(({ pinned }) => pinned), ...flags.pinned], ...(ca ? { ca } : {}) },
  });

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    say(`${signal}: stopping …`);
    rmSync(data.path('local.json'), { force: true });
    await host.close();
    await Promise.all(onMachine.map((one) => one.close()));
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));

  data.write('local.json', {
    edgeUrl: host.edgeUrl,
    apiUrl: host.edgeUrl,
    dashboardUrl: `${host.edgeUrl}/`,
    accessToken: await host.login.accessToken('admin', TOKEN_HOURS, host.tokenUse),
    ...(host.viewers.length > 1 && { viewers: host.viewers }),
    demo: demo ? { specUrl: demo.specUrl, baseUrl: demo.baseUrl, auth: demo.auth } : null,
  });
  if (demo) {
    say(`Demo API: open ${host.edgeUrl}/servers/new?demo`);
    say('          or, in another terminal: npm run portcullis -- demo');
  }
  for (const { url, baseUrl } of devUpstreams) say(`${url} is called as ${baseUrl} on this stack only`);
  if (host.resumed > 0) say(`Executions that were running when the last stack ended continue: ${host.resumed}`);
  for (const { region, country } of host.viewers.length > 1 ? host.viewers : []) {
    const header =
      country === undefined ? 'any other request' : `requests with the header cloudfront-viewer-country: ${country}`;
    say(`Region ${region}: ${header}`);
  }
  say(`Details for scripts: ${data.path('local.json')}`);
  say(
    `Portcullis is ready in ${((Date.now() - began) / 1_000).toFixed(1)} s: dashboard ${host.edgeUrl}/  API ${host.edgeUrl}/v1`,
  );
  openBrowser(flags, `${host.edgeUrl}/`);
}

async function listen(port: number): Promise<Server> {
  try {
    return await listenOn(port);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new PortcullisError(
        'port_taken',
        `Port ${port} is taken. Stop what listens there, or choose another port: npm start -- --port ${port + 10}`,
      );
    if (code === 'EACCES')
      throw new PortcullisError(
        'port_forbidden',
        `Port ${port} cannot be opened by this user. Choose one above 1023: npm start -- --port 8787`,
      );
    throw error;
  }
}

/** Only for a person at a terminal, not for a script or a test. */
function openBrowser({ open }: Flags, url: string): void {
  if (!open || !process.stdout.isTTY || process.env['CI']) return;
  const command = process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer' : 'xdg-open';
  spawn(command, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

function fail(error: unknown): void {
  console.error(error instanceof PortcullisError ? error.message : error);
  process.exit(1);
}

process.on('uncaughtException', (error) => {
  if (!failInstance(error)) fail(error);
});
main().catch(fail);
