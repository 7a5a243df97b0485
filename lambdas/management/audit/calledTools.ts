/** Which tools of a server were called lately, from its trail. A tool without a call there is known as such only if all was read. */
import { UNUSED_DAYS } from '../../../core/model/toolPresets.ts';
import { Refused } from '../http/errors.ts';
import { callParts } from './callParts.ts';
import { DAY } from './period.ts';
import { callsOf } from './serverCalls.ts';

/**
 * The names of the tools with a call in the last {@link UNUSED_DAYS} days.
 * @throws Refused `usage_incomplete` when there are more calls than one request reads; the next one reads on
 */
export async function calledTools(serverId: string): Promise<Set<string>> {
  const to = Date.now();
  const from = to - UNUSED_DAYS * DAY;
  const { calls, since } = await callsOf(callParts, serverId, { from, to });
  if (since > from) {
    const days = Math.floor((to - since) / DAY);
    throw new Refused(
      'usage_incomplete',
      `There are so many calls that only the last ${days} of ${UNUSED_DAYS} days were read; which tools were not called is not known yet. Send it again: it reads on from there.`,
      { context: { days } },
    );
  }
  return new Set(calls.map(({ tool }) => tool));
}
