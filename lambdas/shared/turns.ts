/**
 * Spreads the work that one push causes in all streams of a process: one stream per turn of the event loop, in order, so that other
 * requests are served in between. On Lambda a process holds one stream and does not wait.
 */
const waiting: Array<() => void> = [];

/** Resolves in a turn of the event loop of its own, after all earlier calls. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(serveNext);
  });
}

function serveNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(serveNext);
}
