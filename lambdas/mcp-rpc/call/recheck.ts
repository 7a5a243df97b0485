/** Reads the token again once there is an answer: nothing is sent after a revocation, however quick the call was. */
import { logFailure } from '../../../aws/lib/log.ts';
import { withheld } from './finished.ts';
import type { CallContext, Stage } from './stage.ts';

/** Withholds the answer if the token was revoked or its connection was closed meanwhile. */
export const recheckStage: Stage = {
  name: 'recheck',
  does: 'reads the token again, and withholds the answer if it is not valid any more',
  refuses: ['answer_withheld'],
  async run({ context }, next) {
    const finished = await next();
    return (await isOpen(context)) ? finished : withheld(finished);
  },
};

/** Whether an answer may still be sent; not if that cannot be read. */
export async function isOpen(context: Pick<CallContext, 'isStillOpen'>): Promise<boolean> {
  try {
    return await context.isStillOpen();
  } catch (error) {
    logFailure('recheck_failed_answer_withheld', error);
    return false;
  }
}
