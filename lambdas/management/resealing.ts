/** Seals what was just stored into a new live bundle, and takes the change back when that is refused. */
import { invokeReseal, isRefusal } from '../../aws/invoke.ts';
import { PortcullisError } from '../../core/errors.ts';
import type { ServerRow } from '../../core/records.ts';
import { Refused } from './errors.ts';

/**
 * True when clients see the change. A server that was never live has nothing to seal, and a deployment that began right
 * after the change takes it along. `undo` restores the rows; it runs before the refusal is thrown on.
 */
export async function sealed(server: ServerRow, undo: () => Promise<unknown>): Promise<boolean> {
  if (!server.bundle) return false;
  try {
    const answer = await invokeReseal(server.serverId);
    if (!isRefusal(answer)) return true;
    const { code, message } = answer.error;
    if (code === 'deployment_running') return false;
    throw new Refused(code, message);
  } catch (error) {
    await undo().catch((failure: unknown) => {
      const reason = failure instanceof PortcullisError ? failure.code : (failure as Error).name;
      console.error(JSON.stringify({ event: 'undo_failed', serverId: server.serverId, reason }));
    });
    throw error;
  }
}
