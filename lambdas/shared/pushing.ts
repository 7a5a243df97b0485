/** The push channel only closes streams sooner than their own re-check would; when it is down, a committed change still stands. */

import { PushFailed } from '../../aws/regions/push.ts';

/** Waits for a publish; a failed one is logged and not thrown. */
export async function pushed(publish: Promise<void>): Promise<void> {
  try {
    await publish;
  } catch (error) {
    const where = error instanceof PushFailed ? { regions: error.regions } : {};
    console.warn(JSON.stringify({ event: 'push_failed', reason: (error as Error).name, ...where }));
  }
}
