/**
 * Publishing after a committed change. The push channel only makes streams notice it sooner than their own check would, so a failed
 * publish does not fail the change.
 */
import { logWarning, reasonOf } from '../../aws/lib/log.ts';
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
