/**
 * Instances of handler code in the host's own thread. Each has a module graph, `process` and `console` of its own, so variables, output
 * and module state are separate as between two environments. The files of a bundle are evaluated once per instance, under their URLs with
 * `?instance=N`; their references to `process` and `console` mean the instance's.
 *
 * This separates our own code, and is no security boundary: tenants' code never runs here.
 */
import { Console } from 'node:console';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';
import { Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { LogSink } from './log.ts';

const INSTANCES = Symbol.for('portcullis.instances');
const NUMBER = /\?instance=(\d+)/;
/** Properties that an event emitter keeps about itself; they must stay with the object that is addressed. */
const OF_EMITTER = [
  'on',
  'once',
  'off',
  'emit',
  'addListener',
  'removeListener',
  'listeners',
  'listenerCount',
] as const;

interface Instance {
  readonly process: NodeJS.Process;
  readonly console: Console;
  readonly fail: (error: unknown) => void;
}

const instances = new Map<string, Instance>();
let counter = 0;

/** An open instance. */
export interface OpenInstance {
  readonly console: Console;
  urlOf(module: string): string;
  close(): void;
}

/** `fail` is called with errors that nobody handled, and when handler code asks to exit. */
export function openInstance(
  variables: Readonly<Record<string, string>>,
  log: LogSink,
  fail: (error: unknown) => void,
): OpenInstance {
  install();
  const number = String(++counter);
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.write(chunk);
      done();
    },
  });
  const own = {
    ...Object.fromEntries(OF_EMITTER.map((name) => [name, process[name].bind(process)])),
    env: { ...variables },
    stdout: output,
    stderr: output,
    exit: (code: unknown) => fail(new Error(`The function ended itself with code ${String(code)}.`)),
  };
  const instance: Instance = {
    process: Object.create(process, describe(own)) as NodeJS.Process,
    console: new Console(output, output),
    fail,
  };
  instances.set(number, instance);
  return {
    console: instance.console,
    urlOf: (module) => `${pathToFileURL(module).href}?instance=${number}`,
    close: () => void instances.delete(number),
  };
}

/** Whether an unhandled error came from an instance's code; if so, that instance's `fail` has been called. */
export function failInstance(error: unknown): boolean {
  const number = NUMBER.exec(error instanceof Error ? (error.stack ?? '') : '')?.[1];
  const instance = number === undefined ? undefined : instances.get(number);
  instance?.fail(error);
  return instance !== undefined;
}

let isInstalled = false;

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  Object.defineProperty(globalThis, INSTANCES, { value: instances });
  const numberIn = (url: string | undefined) => NUMBER.exec(url ?? '')?.[1];
  registerHooks({
    resolve(specifier, context, next) {
      const number = numberIn(context.parentURL);
      const isOwn = specifier.startsWith('./');
      if (number === undefined || !(isOwn || /^(node:)?process$/.test(specifier))) return next(specifier, context);
      if (!isOwn) return { url: `portcullis:process?instance=${number}`, format: 'module', shortCircuit: true };
      const resolved = next(specifier, context);
      return { ...resolved, url: `${resolved.url}?instance=${number}` };
    },
    load(url, context, next) {
      const number = numberIn(url);
      if (number === undefined) return next(url, context);
      const own = `globalThis[Symbol.for('portcullis.instances')].get('${number}')`;
      const source = url.startsWith('file:')
        ? `const { process, console } = ${own};${readFileSync(fileURLToPath(url), 'utf8')}`
        : processModule(own);
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

const describe = (own: object): PropertyDescriptorMap =>
  Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { value, writable: true, enumerable: true }]));

/** Exports of `node:process`: some are the instance's own, the others are shared. */
const PROCESS_EXPORTS = [
  ...['env', 'stdout', 'stderr', 'exit', ...OF_EMITTER],
  ...['arch', 'argv', 'cwd', 'emitWarning', 'hrtime', 'memoryUsage', 'nextTick', 'pid', 'platform', 'uptime'],
  ...['version', 'versions'],
];

const processModule = (own: string): string =>
  `const { process } = ${own}; export default process; export const { ${PROCESS_EXPORTS.join(', ')} } = process;`;
