/**
 * Spreads what one push sets off in every stream that a process holds: one stream a turn of the event loop, in the order in which
 * they asked, so that requests which arrive meanwhile are served in between. On Lambda a process holds one stream and waits for nobody.
 */
const waiting: Array<() => void> = [];

/** Resolves in a turn of the event loop of its own, after all who asked earlier. */
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
