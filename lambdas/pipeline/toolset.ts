/**
 * Reads what a toolset is composed of: the rows and sealed bundles of its members, and its own live bundle, whose names stay. No member is
 * called, so one that hangs holds nobody up; one whose bundle cannot be read is left out and said to be.
 *
 * Members are counted by their rows before any of their tools is read, and of each only what a toolset lists is kept while the next one is
 * read: so there is never more in memory than one member's bundle beside what the list may have.
 */
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { logWarning, reasonOf } from '../../aws/lib/log.ts';
import { loadHead, loadTools } from '../../aws/services/bundles.ts';
import { verifySignature } from '../../aws/services/keys.ts';
import { readJson } from '../../aws/services/objects.ts';
import { readServer } from '../../aws/tables/servers.ts';
import { readSettings } from '../../aws/tables/settings.ts';
import { listTools } from '../../aws/tables/tools.ts';
import type { Bundle, BundleRef, BundleTool } from '../../core/model/bundle.ts';
import { floorAt, heldGovernance } from '../../core/model/floor.ts';
import { effectiveGovernance } from '../../core/model/governance/settings.ts';
import { membersOf, type ServerRow } from '../../core/model/server.ts';
import type { ToolsetMember } from '../../core/model/toolset.ts';
import { type Lockfile, lockfileText } from '../../core/tools/bundle/lockfile.ts';
import {
  beforeOf,
  type Composed,
  composeToolset,
  keptOf,
  type PresentMember,
  type ReadMember,
} from '../../core/tools/toolset/compose.ts';
import type { Before } from '../../core/tools/toolset/names.ts';
import { Room } from '../../core/tools/toolset/room.ts';

/** Composes the toolset of a row. Throws what {@link composeToolset} does, and `toolset_too_large`. */
export async function composed(row: ServerRow): Promise<Composed> {
  const members = membersOf(row) ?? [];
  const rows = await Promise.all(members.map(({ serverId }) => memberRow(serverId, row.project)));
  const room = new Room();
  room.expect(members.map((member, at) => (isWhole(member) ? (liveBundle(rows[at])?.tools ?? 0) : 0)));
  const read: ReadMember[] = [];
  // One after the other: each may have 90 MB.
  for (const [at, member] of members.entries()) read.push(await readMember(member, rows[at], room));
  const [settings, before] = await Promise.all([readSettings(), namesBefore(row)]);
  const own = heldGovernance(effectiveGovernance(settings.governance, row.governance), floorAt(settings, row.project));
  return composeToolset(row, read, own, before);
}

/** One that is moved while it becomes a member is none. */
async function memberRow(serverId: string, project: string | undefined): Promise<ServerRow | undefined> {
  const row = await readServer(serverId);
  return row?.project === project ? row : undefined;
}

const isWhole = ({ tags, tools }: ToolsetMember): boolean => tags === undefined && tools === undefined;

const liveBundle = (row: ServerRow | undefined) =>
  row && row.status === 'live' && !membersOf(row) ? row.bundle : undefined;

async function readMember(member: ToolsetMember, row: ServerRow | undefined, room: Room): Promise<ReadMember> {
  const name = row?.name || member.prefix;
  if (!row || row.status === 'deleting') return { member, name, absent: 'missing' };
  if (membersOf(row)) return { member, name, absent: 'toolset' };
  if (!row.bundle) return { member, name, absent: 'not_deployed' };
  if (row.status !== 'live') return { member, name, absent: 'offline' };
  let present: PresentMember;
  try {
    const [bundle, rows] = await Promise.all([wholeBundle(member.serverId, row.bundle), listTools(member.serverId)]);
    present = keptOf({ member, name, bundleId: row.bundle.id, bundle, tools: bundle.tools, rows });
  } catch (error) {
    logWarning('member_unreadable', { serverId: member.serverId, reason: reasonOf(error) });
    return { member, name, absent: 'unreadable' };
  }
  room.take(present.tools);
  return present;
}

/**
 * The names of the live list. Where its bundle cannot be read, they are taken from its lockfile, which is signed too: it has all names but
 * those that members had earlier. Where that cannot be read either, the toolset is composed as a new one, which its owner is better served
 * by than by none.
 */
async function namesBefore({ serverId, bundle, lockfileKey }: ServerRow): Promise<Before | undefined> {
  if (!bundle) return undefined;
  try {
    return beforeOf(await wholeBundle(serverId, bundle));
  } catch (error) {
    logWarning('toolset_unreadable', { serverId, reason: reasonOf(error) });
  }
  const lockfile = lockfileKey && (await readJson<Lockfile>(requireEnvironment('BUCKET_BUNDLES'), lockfileKey));
  if (!lockfile || !(await verifySignature(lockfileText(serverId, lockfile.surface), lockfile.mac))) return undefined;
  return beforeOf({
    tools: lockfile.entries.flatMap(({ toolId, name, member }) => (toolId && member ? [{ toolId, name, member }] : [])),
  });
}

/** A bundle with its tools, whole, also those that are in parts; resources and prompts are among them. */
async function wholeBundle(serverId: string, ref: BundleRef): Promise<Bundle> {
  const head = await loadHead(serverId, ref);
  const tools: BundleTool[] = [...(head.resourcesAndPrompts ?? [])];
  for await (const part of loadTools(head, ref)) tools.push(...part);
  return { ...head, tools };
}
