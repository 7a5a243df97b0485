/**
 * Reads what a toolset is composed of: the rows and sealed bundles of its members, and its own live bundle, whose names stay. No member is
 * called, so one that hangs holds nobody up; one whose bundle cannot be read is left out and said to be.
 */
import { logWarning, reasonOf } from '../../aws/lib/log.ts';
import { loadHead, loadTools } from '../../aws/services/bundles.ts';
import { readServer } from '../../aws/tables/servers.ts';
import { readSettings } from '../../aws/tables/settings.ts';
import { listTools } from '../../aws/tables/tools.ts';
import type { Bundle, BundleRef, BundleTool } from '../../core/model/bundle.ts';
import { heldGovernance } from '../../core/model/floor.ts';
import { effectiveGovernance } from '../../core/model/governance/settings.ts';
import { membersOf, type ServerRow } from '../../core/model/server.ts';
import type { ToolsetMember } from '../../core/model/toolset.ts';
import { type Composed, composeToolset, type ReadMember } from '../../core/tools/toolset/compose.ts';

/** Composes the toolset of a row. Throws what {@link composeToolset} does, and `bundle_unavailable` if its own live bundle was altered. */
export async function composed(row: ServerRow): Promise<Composed> {
  const members: ReadMember[] = [];
  // One after the other: each may have 90 MB.
  for (const member of membersOf(row) ?? []) members.push(await readMember(member, row.project));
  const [settings, before] = await Promise.all([readSettings(), row.bundle && wholeBundle(row.serverId, row.bundle)]);
  const own = heldGovernance(effectiveGovernance(settings.governance, row.governance), settings.floor?.rules);
  return composeToolset(row, members, own, before);
}

async function readMember(member: ToolsetMember, project: string | undefined): Promise<ReadMember> {
  const row = await readServer(member.serverId);
  const name = row?.name || member.prefix;
  // One that is moved while it becomes a member is none.
  if (!row || row.status === 'deleting' || row.project !== project) return { member, name, absent: 'missing' };
  if (membersOf(row)) return { member, name, absent: 'toolset' };
  if (!row.bundle) return { member, name, absent: 'not_deployed' };
  if (row.status !== 'live') return { member, name, absent: 'offline' };
  try {
    const [bundle, rows] = await Promise.all([wholeBundle(member.serverId, row.bundle), listTools(member.serverId)]);
    return { member, name, bundleId: row.bundle.id, bundle, tools: bundle.tools, rows };
  } catch (error) {
    logWarning('member_unreadable', { serverId: member.serverId, reason: reasonOf(error) });
    return { member, name, absent: 'unreadable' };
  }
}

/** A bundle with its tools, whole, also those that are in parts. */
async function wholeBundle(serverId: string, ref: BundleRef): Promise<Bundle> {
  const head = await loadHead(serverId, ref);
  const tools: BundleTool[] = [];
  for await (const part of loadTools(head, ref)) tools.push(...part);
  return { ...head, tools };
}
