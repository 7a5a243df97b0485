/** The push channel only closes streams sooner than their own re-check would; when it is down, a committed change still stands. */

/** Waits for a publish; a failed one is logged and not thrown. */
export async function pushed(publish: Promise<void>): Promise<void> {
  try {
    await publish;
  } catch (error) {
    console.warn(JSON.stringify({ event: 'push_failed', reason: (error as Error).name }));
  }
}
