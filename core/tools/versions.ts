/**
 * Versions of a server's tools: compares two versions, and computes the tools after restoring one. Pure. Tools are matched
 * by id, then by verb and path, because a tool that was deleted and created again has a new id.
 */
import { PortcullisError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { originOf } from '../lib/url/baseUrl.ts';
import type { Tool } from '../model/tool.ts';
import { isSameContent } from './content.ts';
import type { MergeResult } from './merge.ts';
import { changesOf, type ToolChangeView } from './reimport.ts';

/** Maximum number of listed changes: whoever approves them has to see each, so as many as a server may have tools, twice. */
export const MAX_CHANGES = 2 * LIMITS.toolsPerServer;
const MAX_REASONS = 20;
const MAX_REASON_LENGTH = 200;

/** The differences between two versions. */
export interface Comparison {
  readonly diff: MergeResult['diff'];
  /** The most severe first, at most `MAX_CHANGES`. */
  readonly changes: readonly ToolChangeView[];
  /** Number of changes that are not listed. */
  readonly more: number;
}

/** Compares the tools of two versions. */
export function compareTools(before: readonly Tool[], after: readonly Tool[]): Comparison {
  const partners = partnersOf(before, after);
  const added = after.filter((tool) => !partners.has(tool));
  const paired = new Set(partners.values());
  const removed = before.filter((tool) => !paired.has(tool));
  const changed = [...partners]
    .map(([now, old]) => ({ before: old, after: now }))
    .filter((pair) => !isSameContent(pair.before, { ...pair.after, toolId: pair.before.toolId }));
  const all = changesOf({ added, removed, changed });
  const changes = all.slice(0, MAX_CHANGES).map((change) => ({
    ...change,
    reasons: change.reasons.slice(0, MAX_REASONS).map((reason) => reason.slice(0, MAX_REASON_LENGTH).toWellFormed()),
  }));
  const unchanged = partners.size - changed.length;
  const diff = { added: added.length, changed: changed.length, removed: removed.length, unchanged };
  return { diff, changes, more: all.length - changes.length };
}

/** The earlier tools by later tool. */
function partnersOf(before: readonly Tool[], after: readonly Tool[]): Map<Tool, Tool> {
  const partners = new Map<Tool, Tool>();
  const free = new Map(before.map((tool) => [tool.toolId, tool]));
  for (const tool of after) {
    const same = free.get(tool.toolId);
    if (!same) continue;
    partners.set(tool, same);
    free.delete(tool.toolId);
  }
  const endpointOf = ({ verb, path, baseUrl }: Tool) => JSON.stringify([verb, path, baseUrl]);
  const byEndpoint = new Map([...free.values()].map((tool) => [endpointOf(tool), tool]));
  for (const tool of after) {
    const same = partners.has(tool) ? undefined : byEndpoint.get(endpointOf(tool));
    if (!same) continue;
    partners.set(tool, same);
    byEndpoint.delete(endpointOf(tool));
  }
  return partners;
}

/**
 * Checks that a version has the same origin as the server. Restoring must not change the host, because the credential and
 * approvals are those of the current one.
 * @throws PortcullisError `version_elsewhere`
 */
export function checkSameOrigin(then: string, now: string): void {
  if (originOf(then) === originOf(now)) return;
  throw new PortcullisError(
    'version_elsewhere',
    `This version called ${originOf(then)}, but the server calls ${originOf(now)} now. Change the base URL in the settings first, with the credential for that host; then roll back.`,
  );
}

/**
 * The tools of a server after restoring a version, and those that are removed.
 * @param stored the current tools
 * @param kept the tools of the version
 */
export function restoredTools(
  stored: readonly Tool[],
  kept: readonly Tool[],
  now: string,
): { readonly tools: Tool[]; readonly removed: Tool[] } {
  const known = new Map(stored.map((tool) => [tool.toolId, tool]));
  const tools = kept.map((tool) => {
    const current = known.get(tool.toolId);
    if (current && isSameContent(current, tool)) return current;
    // A higher version than any stored one, so that an edit based on an earlier row is refused.
    return { ...tool, updatedAt: now, version: Math.max(tool.version, current?.version ?? 0) + 1 };
  });
  const ids = new Set(kept.map(({ toolId }) => toolId));
  return { tools, removed: stored.filter(({ toolId }) => !ids.has(toolId)) };
}
