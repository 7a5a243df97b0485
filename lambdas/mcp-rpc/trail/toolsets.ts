/**
 * The two entries of a call through a toolset: one in the trail of the member, whose API was called, and one in that of the toolset, whose
 * token it was. Each names the other, and both have the id of the call. The member's owner answers for what its API was asked, whoever asked,
 * so the second write is worth its price; only calls through toolsets pay it.
 */
import { writeAudit } from '../../../aws/audit.ts';
import { type AuditEntry, type CallHead, serverDay } from '../../../core/audit/entry.ts';
import type { LiveServer } from '../../../core/auth/tokens/check.ts';
import type { BundleTool } from '../../../core/model/bundle.ts';

interface Through {
  readonly toolset?: LiveServer;
}

type Named = Pick<BundleTool, 'name' | 'member'>;

/** Writes an entry, of a call through a toolset into the trails of both. No promise more than the write itself where there is one entry. */
export function writeTrails(through: Through, entry: AuditEntry, tool: Named): Promise<void> {
  const both = trailsOf(through, entry, tool);
  return both ? Promise.all(both.map(writeAudit)).then(() => {}) : writeAudit(entry);
}

/** Both entries, made from that of the call, which names the tool as the toolset does; undefined for a call of a server itself. */
export function trailsOf(
  { toolset }: Through,
  entry: AuditEntry,
  { name, member }: Named,
): readonly [AuditEntry, AuditEntry] | undefined {
  if (!toolset || !member) return undefined;
  // A kept answer is the member's.
  const { keptAnswer: _, ...rest } = entry as AuditEntry & { readonly keptAnswer?: unknown };
  const { serverId, bundle } = toolset;
  return [
    { ...entry, tool: member.name, toolset: serverId } as AuditEntry,
    {
      ...rest,
      serverId,
      serverDay: serverDay(serverId, entry.at),
      bundleId: bundle.id,
      tool: name,
      member: { serverId: member.serverId, tool: member.name },
    } as AuditEntry,
  ];
}

/** What all entries of a call have in common, for the toolset's trail; undefined as above. */
export function headAtToolset({ toolset }: Through, head: CallHead, { member }: Named): CallHead | undefined {
  if (!toolset || !member) return undefined;
  const { serverId, bundle } = toolset;
  return { ...head, serverId, bundleId: bundle.id, member: { serverId: member.serverId, tool: member.name } };
}
