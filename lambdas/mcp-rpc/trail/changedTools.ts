/**
 * Notes calls that were refused because the MCP server behind a server has changed a tool, for the list of what needs a person. An instance
 * writes once a minute for each version, however often a client calls.
 */
import { logFailure } from '../../../aws/lib/log.ts';
import { noteChangedTool } from '../../../aws/tables/changedTools.ts';
import { firstOfMinute } from '../../shared/firstOfMinute.ts';

/** Versions that an instance remembers. */
const REMEMBERED = 500;
const isFirst = firstOfMinute(REMEMBERED);

/** Notes one. Never rejects: the entry of the call has the code in any case. */
export async function noteChanged(bundleId: string): Promise<void> {
  if (!isFirst(bundleId, Date.now())) return;
  await noteChangedTool(bundleId).catch((error: unknown) => logFailure('changed_tool_not_noted', error));
}
