/**
 * A test environment with the globals of the worker itself: a test and what it calls share them with Node's own modules, as in production,
 * so that an error of Node is an `Error`. What a test file leaves behind in them, in `process.env` or among the listeners of the process
 * is undone behind it.
 */
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const require = createRequire(import.meta.url);

/**
 * Stacks and commands start some hundred times: what Node has compiled for one is there for the next. Set once this process runs, which
 * therefore has no such cache: to write its own at its end takes longer than Jest waits.
 */
process.env.NODE_COMPILE_CACHE = join(tmpdir(), 'compiled');

/** The folder of the module that holds a file's tests. */
export const CIRCUS = `${dirname(require.resolve('jest-circus/package.json'))}${sep}`;

/** Symbols of globals that do not outlast a test file: those of this project, and those behind which Jest keeps the tests. */
const OWN_SYMBOLS =
  /^(?:portcullis\.|JEST_STATE_SYMBOL|EVENT_HANDLERS|RETRY_|TEST_TIMEOUT_SYMBOL|LOG_ERRORS_BEFORE_RETRY|WAIT_BEFORE_RETRY)/;

/** Addresses of modules with the number of their test file, in stacks. */
const NUMBERED = /file:\/\/([^\s()]*?)\?test=[\d.]+/g;

export default class WorkerEnvironment {
  global = globalThis;
  fakeTimers = null;

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.before = snapshot();
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    restoreStubs();
    restore(this.before);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }

  handleTestEvent({ name, error, test }) {
    if (name === 'test_fn_failure' || name === 'hook_failure' || name === 'error') shorten(error);
    if (name === 'test_done') for (const found of test.errors.flat()) shorten(found);
  }
}

/** Plain paths in the stack of an error, as editors and Jest expect them. */
function shorten(error) {
  if (typeof error?.stack !== 'string') return;
  try {
    error.stack = error.stack.replace(NUMBERED, '$1');
  } catch {
    // A frozen error keeps its addresses.
  }
}

/** Stubs in clients of AWS (aws-sdk-client-mock), whose classes the test files of a worker share. */
function restoreStubs() {
  const path = require.resolve('sinon');
  require.cache[path]?.exports.restore();
}

/** Whether a global is a test's. Packages, which stay, name theirs by symbols or with two underscores (CDK keeps its tokens there). */
const isLeft = (key) => (typeof key === 'string' ? !key.startsWith('__') : OWN_SYMBOLS.test(key.description));

const snapshot = () => ({
  globals: new Map(Reflect.ownKeys(globalThis).map((key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)])),
  env: { ...process.env },
  exit: process.exit,
  folder: process.cwd(),
  listeners: new Map(process.eventNames().map((name) => [name, process.rawListeners(name)])),
});

function restore({ globals, env, exit, folder, listeners }) {
  for (const key of Reflect.ownKeys(globalThis)) {
    const before = globals.get(key);
    const now = Object.getOwnPropertyDescriptor(globalThis, key);
    if (before === undefined) {
      if (isLeft(key)) delete globalThis[key];
    } else if (now.value !== before.value || now.get !== before.get) Object.defineProperty(globalThis, key, before);
  }
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exit = exit;
  process.chdir(folder);
  for (const name of process.eventNames()) {
    const before = listeners.get(name) ?? [];
    for (const listener of process.rawListeners(name)) {
      if (!before.includes(listener)) process.removeListener(name, listener.listener ?? listener);
    }
  }
}
