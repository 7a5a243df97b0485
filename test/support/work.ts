/**
 * Counts what a piece of code does, without a clock: texts parsed and written as JSON, copies, patterns and functions compiled, timers,
 * promises, lines of a log. Counts are the same in each run once everything that is cached was made.
 */
import { createHook } from 'node:async_hooks';

/** What was done, by name. */
export type Work = Readonly<Record<string, number>>;

/** Runs `act` and returns what it did in this process; a second one must not run at the same time. */
export async function workOf(act: () => Promise<unknown>): Promise<Work> {
  const work: Record<string, number> = {};
  const add = (name: string, count = 1) => {
    work[name] = (work[name] ?? 0) + count;
  };
  const restore: (() => void)[] = [];
  const replace = <Owner extends object, Name extends keyof Owner>(
    owner: Owner,
    name: Name,
    wrap: (original: Owner[Name]) => Owner[Name],
  ) => {
    const original = owner[name];
    owner[name] = wrap(original);
    restore.push(() => {
      owner[name] = original;
    });
  };
  const counted = (name: string) =>
    ((original: object) =>
      new Proxy(original, {
        apply(target, self, args) {
          add(name);
          return Reflect.apply(target as () => unknown, self, args);
        },
        construct(target, args, as) {
          add(name);
          return Reflect.construct(target as new () => object, args, as);
        },
      })) as never;
  replace(JSON, 'parse', ((parse: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      add('texts parsed');
      add('characters parsed', String(args[0]).length);
      return parse(...args);
    }) as never);
  replace(JSON, 'stringify', ((stringify: (...args: unknown[]) => string | undefined) =>
    (...args: unknown[]) => {
      const text = stringify(...args);
      add('texts written');
      add('characters written', text?.length ?? 0);
      return text;
    }) as never);
  replace(globalThis, 'structuredClone', counted('copies'));
  replace(globalThis, 'RegExp', counted('patterns compiled'));
  replace(globalThis, 'Function', counted('functions compiled'));
  for (const name of ['setTimeout', 'setInterval', 'setImmediate'] as const)
    replace(globalThis, name, counted('timers'));
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const)
    replace(console, name, counted('lines logged'));
  const hook = createHook({ init: (_id, type) => type === 'PROMISE' && add('promises') }).enable();
  try {
    await act();
  } finally {
    hook.disable();
    for (const each of restore) each();
  }
  return work;
}

/** Of a number of characters: a time of ten milliseconds has one more than one of nine. */
const SLACK = 1.02;

/** What is more than the budget, with both counts; a kind of work that the budget does not name has none. */
export const beyond = (work: Work, budget: Work): string[] =>
  Object.entries(work)
    .filter(([name, count]) => count > (budget[name] ?? 0) * (name.startsWith('characters') ? SLACK : 1))
    .map(([name, count]) => `${name}: ${count}, budget ${budget[name] ?? 0}`);

/**
 * What of the work is beyond a budget in each of three measurements. On a loaded machine a connection that the other side has closed meanwhile is
 * opened anew within one of them; work that grew is in all three.
 */
export async function steadilyBeyond(measure: () => Promise<Work>, budget: Work): Promise<string[]> {
  let more: string[] = [];
  for (let turn = 0; turn < 3; turn++) {
    more = beyond(await measure(), budget);
    if (more.length === 0) break;
  }
  return more;
}
