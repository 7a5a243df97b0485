/**
 * Runs the code of CloudFront Functions, each in a context of its own, within a number of steps. Functions that await a key-value store
 * are over when the next request comes, because their promises are settled at once.
 */
import { createContext, Script } from 'node:vm';
import { unsupported } from '../template/strict.ts';
import { checkedCode, STEP } from './function-code.ts';
import type { KeyValues } from './key-values.ts';

/** A function failed, or returned what CloudFront does not take. */
export class EdgeFunctionFailed extends Error {
  /** What the viewer gets. */
  readonly status: 502 | 503;
  /** As in CloudFront's header X-Cache. */
  readonly kind: 'FunctionExecutionError' | 'FunctionValidationError' | 'FunctionThrottledError';

  constructor(kind: EdgeFunctionFailed['kind'], message: string) {
    super(message);
    this.kind = kind;
    this.status = kind === 'FunctionValidationError' ? 502 : 503;
  }
}

/** Steps of one run. CloudFront limits the time, to less than a millisecond; ours take under ten. */
const STEPS = 10_000;
type Handler = (event: object) => unknown;

/**
 * Made inside of a function's context, whose promises are settled when a script has run there, and not later. So a run is over before the
 * next begins, also of a function that awaits a key-value store.
 */
const CLOUDFRONT = new Script(`(selectRequestOriginById, read) => ({
  selectRequestOriginById,
  kvs: () => {
    read();
    return {
      get: async (key) => {
        const value = read(String(key));
        if (value === undefined) throw new Error('KeyNotFound');
        return value;
      },
    };
  },
})`);
const SETTLED = new Script(`(promise) => {
  const state = {};
  promise.then((value) => { state.value = value; }, (error) => { state.error = error; state.hasFailed = true; });
  return state;
}`);
const SETTLE = new Script('undefined');

interface Settled {
  readonly value?: unknown;
  readonly error?: unknown;
  readonly hasFailed?: true;
}

/** What a function is compiled with. */
interface Surroundings {
  readonly selectOrigin: (id: string) => void;
  /** Entries of its key-value store, if it has one. */
  readonly store?: KeyValues | undefined;
}

/** Compiles a function; the result runs it within its steps, with the error that CloudFront would report. */
export function compiled(name: string, code: string, { selectOrigin, store }: Surroundings): (event: object) => object {
  let left = 0;
  const { text, cloudfront } = checkedCode(name, code);
  const context = createContext(
    {
      Buffer,
      console: { log: (line: unknown) => console.log(`${name}: ${String(line)}`) },
      [STEP]: () => {
        if (--left < 0) throw new RangeError(`${name} took more than ${STEPS} steps.`);
      },
    },
    { microtaskMode: 'afterEvaluate' },
  );
  const read = (key?: string) => {
    if (!store) throw unsupported(`${name} reads a key-value store, and none is associated with it.`);
    return key === undefined ? undefined : store.get(key);
  };
  if (cloudfront !== undefined) context[cloudfront] = CLOUDFRONT.runInContext(context)(selectOrigin, read);
  left = STEPS;
  new Script(text, { filename: name }).runInContext(context);
  const handler = context['handler'] as Handler;
  const settled = SETTLED.runInContext(context) as (promise: object) => Settled;
  const outcome = (result: unknown): unknown => {
    if (typeof result !== 'object' || result === null || !('then' in result)) return result;
    const state = settled(result);
    SETTLE.runInContext(context);
    if (state.hasFailed) throw state.error;
    return state.value;
  };
  return (event) => {
    left = STEPS;
    let result: unknown;
    try {
      result = outcome(handler(event));
    } catch (error) {
      if (left >= 0) throw new EdgeFunctionFailed('FunctionExecutionError', `${name} failed: ${String(error)}`);
    }
    if (left < 0) throw new EdgeFunctionFailed('FunctionThrottledError', `${name} took more than ${STEPS} steps.`);
    if (typeof result !== 'object' || result === null) throw invalid(`${name} returned no request and no response.`);
    return result;
  };
}

/** The error of a result that CloudFront does not take. */
export const invalid = (message: string) => new EdgeFunctionFailed('FunctionValidationError', message);
