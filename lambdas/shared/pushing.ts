/** The push channel only closes streams sooner than their own re-check would; when it is down, a committed change still stands. */
import { logWarning, reasonOf } from '../../aws/log.ts';
import { PushFailed } from '../../aws/regions/push.ts';

/** Waits for a publish; a failed one is logged and not thrown. */
export async function pushed(publish: Promise<void>): Promise<void> {
  try {
    await publish;
  } catch (error) {
    const region = error instanceof PushFailed ? { region: error.regions.join(' ') } : {};
    logWarning('push_failed', { reason: reasonOf(error), ...region });
  }
}
