/**
 * Hostile code inside a real sandbox process: once started as the local host does (with Node's permission model), once as on
 * AWS (the lock-down and NODE_OPTIONS alone). Each attack must be denied, and the listener it aims at must see nothing.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { SANDBOX_NODE_OPTIONS, sandboxNodeFlags } from '../../../../core/sandbox/flags.ts';
import { defined } from '../../../support/defined.ts';

const SECRET = 'another-server-secret-5b1f';
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'breakout-')));
const asset = join(folder, 'asset');
const outside = join(folder, 'outside');
let listener: Server;
let local: Server;
let touched = 0;
let aim: object;

interface Finding {
  readonly denied: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly value?: string;
}

const environment = { PATH: '/usr/bin:/bin', AWS_REGION: 'eu-central-1', BUCKET_BUNDLES: 'bundles' };
const modes = {
  locally: {
    flags: sandboxNodeFlags({ readable: [asset], memoryMb: 512 }),
    env: environment,
  },
  'on AWS': { flags: [] as string[], env: { ...environment, NODE_OPTIONS: SANDBOX_NODE_OPTIONS } },
  'with the lock-down alone': { flags: [] as string[], env: environment },
};
type Mode = keyof typeof modes;

const start = (mode: Mode, name: string, extraFlags: string[] = []): ChildProcess =>
  spawn(process.execPath, [...modes[mode].flags, ...extraFlags, join(asset, 'index.mjs'), name, JSON.stringify(aim)], {
    env: modes[mode].env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const outputOf = async (child: ChildProcess): Promise<string> => {
  let text = '';
  let errors = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  await new Promise((done) => child.on('close', done));
  return text === '' ? errors : text;
};

/** Bundles the attacks as CDK bundles the function; `unlocked` leaves the lock-down out, as a control. */
const bundle = (outfile: string, unlocked = false) =>
  build({
    entryPoints: [join(import.meta.dirname, 'attacks.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    banner: {
      js: "import { createRequire as makeRequire__ } from 'node:module'; const require = makeRequire__(import.meta.url);",
    },
    plugins: unlocked
      ? [
          {
            name: 'no-lock-down',
            setup(run) {
              run.onLoad({ filter: /sandbox\/lockdown\.ts$/ }, () => ({ contents: '' }));
            },
          },
        ]
      : [],
    logLevel: 'silent',
  });

const findings: Partial<Record<Mode, Record<string, Finding>>> = {};

beforeAll(async () => {
  mkdirSync(asset);
  mkdirSync(outside);
  writeFileSync(join(outside, 'bundle-of-another-server.json'), SECRET);
  const listen = async (where: { port: number; host: string } | { path: string }): Promise<Server> => {
    const server = createServer((socket) => {
      touched++;
      socket.destroy();
    });
    await new Promise<void>((done) => server.listen(where, done));
    return server;
  };
  listener = await listen({ port: 0, host: '127.0.0.1' });
  local = await listen({ path: join(folder, 'local.sock') });
  aim = {
    secretFile: join(outside, 'bundle-of-another-server.json'),
    writableDir: outside,
    port: (listener.address() as AddressInfo).port,
    socketPath: join(folder, 'local.sock'),
  };
  // As it is deployed: the first module changes flags of V8 while the others are loaded.
  copyFileSync(join(import.meta.dirname, '../../../../lambdas/start.js'), join(asset, 'index.mjs'));
  await build({
    entryPoints: [join(import.meta.dirname, 'attacks.ts')],
    outfile: join(asset, 'main.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    banner: {
      js: "import { createRequire as makeRequire__ } from 'node:module'; const require = makeRequire__(import.meta.url);",
    },
    logLevel: 'silent',
  });
  for (const mode of Object.keys(modes) as Mode[]) {
    const text = await outputOf(start(mode, 'all'));
    findings[mode] = JSON.parse(text) as Record<string, Finding>;
  }
});

afterAll(async () => {
  listener?.close();
  local?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The titles, read from the source so that every attack is a test of its own. */
const { ATTACK_TITLES } = await import('./attackTitles.ts');

for (const mode of Object.keys(modes) as Mode[]) {
  describe(`hostile code in a sandbox process, ${mode}`, () => {
    test('has what the sandbox itself needs', async () => {
      // Act
      const text = await outputOf(start(mode, 'harmless'));
      // Assess
      expect(JSON.parse(text)).toEqual({ own: true, refused: 'private' });
    });

    test.each(ATTACK_TITLES)('is denied: %s', (title) => {
      // Assess
      expect(defined(findings[mode])[title]).toMatchObject({ denied: true });
      expect(String(defined(defined(findings[mode])[title]).message)).not.toContain(SECRET);
    });

    test('gave no attack a title that is not tested', () => {
      // Assess
      expect(Object.keys(defined(findings[mode])).sort()).toEqual([...ATTACK_TITLES].sort());
    });
  });
}

describe('the same hostile code without the lock-down', () => {
  test('does what it wants, so the attacks are real', async () => {
    // Prepare
    const control = join(folder, 'control');
    mkdirSync(control);
    await bundle(join(control, 'index.mjs'), true);
    const titles = [
      'read a file',
      'read the environment of the process',
      'list a folder',
      'write a heap snapshot',
      'spawn a process synchronously',
      'use internal bindings',
      'indirect eval',
      'the constructor of a function',
      'vm.runInNewContext',
      'importing a data URL',
      'connect to an address',
      'listen on a port',
    ];
    const own = join(control, 'out');
    mkdirSync(own);
    const before = touched;
    const child = spawn(
      process.execPath,
      [join(control, 'index.mjs'), 'some', JSON.stringify({ ...aim, writableDir: own, titles })],
      { env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
    );

    // Act
    const results = JSON.parse(await outputOf(child)) as Record<string, Finding>;

    // Assess
    const denied = Object.entries(results).filter(([, finding]) => finding.denied);
    expect(denied).toEqual([]);
    expect(touched).toBe(before + 1);
    touched = before;
  });
});

describe('the surroundings of a sandbox process', () => {
  test('saw no connection, no file written and none removed', () => {
    // Assess
    expect(touched).toBe(0);
    expect(readdirSync(outside)).toEqual(['bundle-of-another-server.json']);
    expect(readdirSync(asset)).toEqual(['index.mjs', 'main.mjs']);
    expect(existsSync(join(outside, 'bundle-of-another-server.json'))).toBe(true);
  });

  test('lose only that process when it exhausts its memory', async () => {
    // Prepare
    const child = start('locally', 'exhaust the heap', ['--max-old-space-size=64']);

    // Act
    const [code, signal] = await new Promise<[number | null, string | null]>((done) =>
      child.on('close', (...ends) => done(ends)),
    );

    // Assess
    expect(code === 0).toBe(false);
    expect(signal === 'SIGABRT' || (code ?? 0) > 0).toBe(true);
  });

  test('end a process that loops for ever', async () => {
    // Prepare
    const child = start('locally', 'loop for ever');
    await new Promise((done) => child.stdout?.once('data', done));

    // Act
    child.kill('SIGKILL');
    const [, signal] = await new Promise<[number | null, string | null]>((done) =>
      child.on('close', (...ends) => done(ends)),
    );

    // Assess
    expect(signal).toBe('SIGKILL');
  });

  test('deny by themselves what the lock-down denies, where the permission model can', () => {
    // Act
    const probe = (code: string) =>
      spawnSync(process.execPath, [...modes.locally.flags, '--input-type=module', '-e', code], {
        env: environment,
        encoding: 'utf8',
      }).stderr;

    // Assess
    const file = JSON.stringify((aim as { secretFile: string }).secretFile);
    expect(probe(`import fs from 'node:fs'; fs.readFileSync(${file})`)).toContain('ERR_ACCESS_DENIED');
    expect(probe(`import fs from 'node:fs'; fs.writeFileSync(${JSON.stringify(join(outside, 'y'))}, '')`)).toContain(
      'ERR_ACCESS_DENIED',
    );
    expect(probe(`import c from 'node:child_process'; c.spawnSync('/bin/true')`)).toContain('ERR_ACCESS_DENIED');
    expect(probe(`import { Worker } from 'node:worker_threads'; new Worker('1', { eval: true })`)).toContain(
      'ERR_ACCESS_DENIED',
    );
    expect(probe(`(0, eval)('1')`)).toContain('Code generation from strings disallowed');
  });
});
