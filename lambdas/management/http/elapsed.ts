/** For how long the request that is being answered has been worked on, so that what waits at its end waits no longer than an answer may take. */
import { AsyncLocalStorage } from 'node:async_hooks';

const began = new AsyncLocalStorage<number>();

/** Answers a request, whose time begins now. */
export const answering = <T>(answer: () => Promise<T>): Promise<T> => began.run(performance.now(), answer);

/** Milliseconds; 0 outside of a request. */
export function elapsedMs(): number {
  const at = began.getStore();
  return at === undefined ? 0 : performance.now() - at;
}
