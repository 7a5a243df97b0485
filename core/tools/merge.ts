/**
 * Merges a new import into the stored tools. Tools are matched by verb and path, then by operationId; edited fields are
 * kept. Manual tools are not changed. Pure: the caller provides ids and the time.
 */
import type { JsonObject } from '../lib/json/value.ts';
import { EDITABLE_FIELDS, type EditableField, type Tool, type ToolDraft } from '../model/tool.ts';
import { isSameContent } from './content.ts';
import { withUnread } from './unread.ts';

/** The result of a merge. */
export interface MergeResult {
  /** All tools of the server after the merge, with unchanged ones. */
  readonly tools: readonly Tool[];
  readonly removed: readonly Tool[];
  readonly added: readonly Tool[];
  readonly changed: ReadonlyArray<{ readonly before: Tool; readonly after: Tool }>;
  /** Number of tools of each kind. */
  readonly diff: {
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    readonly unchanged: number;
  };
}

interface MergeContext {
  readonly serverId: string;
  readonly now: string;
  readonly newToolId: () => string;
  /** Whether clients will see a tool; all that are enabled unless given. */
  readonly isShown?: (tool: Tool) => boolean;
}

const endpointOf = (tool: Pick<ToolDraft, 'verb' | 'path'>) => `${tool.verb} ${tool.path}`;

/** The original values of the editable fields, from the description, which has no `cacheHint`, `maxItems`, `fields`, `redaction` and `longMs`. */
export function originalsOf(draft: ToolDraft): JsonObject {
  const { name, title, description, annotations, enabled, tag, inputSchema, headers } = draft;
  return {
    name,
    title,
    description,
    annotations: { ...annotations },
    enabled,
    tag,
    inputSchema,
    cacheHint: 'none',
    ...(headers && { headers: { ...headers } }),
  };
}

/** Merges drafts into the stored tools. */
export function mergeTools(stored: readonly Tool[], drafts: readonly ToolDraft[], context: MergeContext): MergeResult {
  const { isShown = ({ enabled }) => enabled } = context;
  const imported = stored.filter((tool) => tool.origin === 'import');
  const byEndpoint = new Map(imported.map((tool) => [endpointOf(tool), tool]));
  const byOperation = new Map(
    imported.flatMap((tool) => (tool.operationId ? [[tool.operationId, tool]] : [])) as [string, Tool][],
  );
  const matched = new Set<string>();

  // Verb and path first, so that a reused operationId cannot match the tool of another endpoint.
  const pairs = drafts.map((draft) => {
    const old = byEndpoint.get(endpointOf(draft));
    if (old) matched.add(old.toolId);
    return { draft, old };
  });
  for (const pair of pairs) {
    if (pair.old || !pair.draft.operationId) continue;
    const old = byOperation.get(pair.draft.operationId);
    if (!old || matched.has(old.toolId)) continue;
    matched.add(old.toolId);
    pair.old = old;
  }

  const added: Tool[] = [];
  const changed: { before: Tool; after: Tool }[] = [];
  let unchanged = 0;
  const merged: Tool[] = stored.filter((tool) => tool.origin === 'manual');
  const taken = new Set(merged.map((tool) => tool.name.toLowerCase()));
  for (const { draft, old } of pairs) {
    const tool = old ? updated(old, draft, context.now) : created(draft, context);
    const named = withFreeName(tool, taken);
    // Whoever makes a server decides on all that its document says then.
    const unique = stored.length === 0 ? named : withUnread({ old, tool: named, isShown: isShown(named) });
    taken.add(unique.name.toLowerCase());
    const isEqual = old !== undefined && isSameContent(old, unique);
    if (!old) added.push(unique);
    else if (isEqual) unchanged++;
    else changed.push({ before: old, after: unique });
    merged.push(isEqual ? old : unique);
  }
  const removed = imported.filter((tool) => !matched.has(tool.toolId));
  const diff = { added: added.length, changed: changed.length, removed: removed.length, unchanged };
  return { tools: merged, removed, added, changed, diff };
}

function created(draft: ToolDraft, { serverId, now, newToolId }: MergeContext): Tool {
  return {
    ...draft,
    serverId,
    toolId: newToolId(),
    origin: 'import',
    cacheHint: 'none',
    originals: originalsOf(draft),
    edited: [],
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

function updated(old: Tool, draft: ToolDraft, now: string): Tool {
  const edited = EDITABLE_FIELDS.filter((field) => old.edited.includes(field));
  const kept = Object.fromEntries(edited.map((field) => [field, old[field]])) as Partial<Pick<Tool, EditableField>>;
  return {
    ...draft,
    cacheHint: old.cacheHint,
    ...(old.maxItems === undefined ? {} : { maxItems: old.maxItems }),
    ...(old.fields === undefined ? {} : { fields: old.fields }),
    ...(old.redaction === undefined ? {} : { redaction: old.redaction }),
    ...(old.longMs === undefined ? {} : { longMs: old.longMs }),
    ...kept,
    serverId: old.serverId,
    toolId: old.toolId,
    origin: 'import',
    originals: originalsOf(draft),
    edited: old.edited,
    createdAt: old.createdAt,
    updatedAt: now,
    version: old.version + 1,
  };
}

/** The tool with a number appended to its name if that is taken, e.g. by an edited name. */
function withFreeName(tool: Tool, taken: ReadonlySet<string>): Tool {
  if (!taken.has(tool.name.toLowerCase())) return tool;
  for (let number = 2; ; number++) {
    const name = `${tool.name.slice(0, 56)}_${number}`;
    if (!taken.has(name.toLowerCase())) return { ...tool, name };
  }
}
