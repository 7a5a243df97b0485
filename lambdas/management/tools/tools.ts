/** Tools: list, read, add by hand, edit, delete; many at once: manyTools.ts. Each edit is resealed at once (toolEdits.ts). */
import type { ManagementAction } from '../../../aws/audit.ts';
import { listTools, listToolsAgain, type ReadTools } from '../../../aws/tables/tools.ts';
import { bounded } from '../../../core/audit/fieldChanges.ts';
import { toolChanges } from '../../../core/audit/rowChanges.ts';
import { isoNow, newToolId } from '../../../core/lib/ids.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { ToolRedaction } from '../../../core/model/governance/marked.ts';
import { otherHosts, unapprovedOrigin } from '../../../core/model/hosts.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { Tool, ToolDraft } from '../../../core/model/tool.ts';
import { changedTool } from '../../../core/tools/edit.ts';
import { findTools } from '../../../core/tools/find.ts';
import { manualDraft } from '../../../core/tools/manual.ts';
import { originalsOf } from '../../../core/tools/merge.ts';
import type { ManualTool } from '../../../core/tools/schemas/tools.ts';
import { compactTokens, groupCost, searchTokens } from '../../../core/tools/tokenCost.ts';
import { Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import type { Actor } from '../http/session.ts';
import { knownServer, knownTool } from '../serverRow/load.ts';
import { toolSummary, toolView } from '../serverRow/views.ts';
import { checkCredentialPlaces, checkFreeName, type Edit, editOne, type Progress, toolOf } from './toolEdits.ts';
import { readTools } from './unread.ts';

/** Of the server whose tools this instance has listed last: whoever looks at a list looks at it again. */
const lastListed: ReadTools = new Map();
const summaries = new WeakMap<Tool, ReturnType<typeof toolSummary>>();

/** The summary of a tool as it was read, made once: of 20,000 tools it takes two seconds. */
function summaryOf(tool: Tool): ReturnType<typeof toolSummary> {
  let summary = summaries.get(tool);
  if (!summary) {
    summary = toolSummary(tool);
    summaries.set(tool, summary);
  }
  return summary;
}

/** Handlers of the tools' routes. */
export const tools: HandlersOf<'listTools' | 'getTool' | 'createTool' | 'replaceTool' | 'changeTool' | 'deleteTool'> = {
  listTools: async ({ params, query }) => {
    const [rows, server] = await Promise.all([listToolsAgain(params.id, lastListed), knownServer(params.id)]);
    const all = rows.map(summaryOf).sort((a, b) => (a.name < b.name ? -1 : 1));
    const enabled = all.filter((tool) => tool.enabled);
    const sealed = rows.filter((tool) => tool.enabled && unapprovedOrigin(tool, server) === undefined);
    const items = findTools(all, query.q ?? '').filter(
      (tool) =>
        (query.tag === undefined || tool.tag === query.tag) &&
        (query.enabled === undefined || String(tool.enabled) === query.enabled),
    );
    return {
      items: [...items],
      total: all.length,
      enabled: enabled.length,
      tokens: sealed.reduce((sum, tool) => sum + summaryOf(tool).tokens, 0),
      compact: compactTokens(sealed),
      search: searchTokens(sealed),
      grouped: groupCost(sealed),
      tags: tagsOf(all),
      otherHosts: otherHosts(rows, server.baseUrl).map((host) => ({
        ...host,
        approved: Object.hasOwn(server.hosts ?? {}, host.origin),
      })),
    };
  },

  getTool: async ({ params }) => toolView(await knownTool(params.id, params.toolId)),

  createTool: async ({ params, body, actor }) => {
    const draft = manualDraft(body);
    const deed = deedOf(actor, 'tool.create');
    const result = await editOne(params.id, deed, async (server) => {
      const present = await listTools(params.id);
      if (present.length >= LIMITS.toolsPerServer) {
        throw new Refused(
          'too_many_tools',
          `The server has ${present.length} tools; ${LIMITS.toolsPerServer} is the limit (toolsPerServer).`,
          { context: { limit: LIMITS.toolsPerServer } },
        );
      }
      checkFreeName(draft.name, present);
      checkCredentialPlaces(draft, server);
      return { create: stored(server, draft, body) };
    });
    return answered(result);
  },

  replaceTool: async ({ params, body, actor }) => {
    const draft = manualDraft(body);
    const deed = deedOf(actor, 'tool.replace');
    const result = await editOne(params.id, deed, async (server) => {
      const [old, present] = await Promise.all([knownTool(params.id, params.toolId), listTools(params.id)]);
      if (old.origin === 'import') {
        throw new Refused(
          'tool_imported',
          'The tool was imported from an API description. Edit its fields with PATCH.',
        );
      }
      checkFreeName(draft.name, present, old.toolId);
      checkCredentialPlaces(draft, server);
      const { toolId, createdAt, version } = old;
      return { replace: { ...stored(server, draft, body), toolId, createdAt, version }, before: old };
    });
    return answered(result);
  },

  changeTool: async ({ params, body, actor }) => {
    const deed = deedOf(actor, 'tool.change');
    const { approvedWords, ...change } = body;
    const result = await editOne(params.id, deed, async (server) => {
      const old = await knownTool(params.id, params.toolId);
      const edited = changedTool(old, change, isoNow());
      const isLetOut = edited.enabled && (!old.enabled || change.reset !== undefined);
      const [tool = edited] = isLetOut ? readTools([edited], server, approvedWords) : [];
      if (body.parameters) checkCredentialPlaces(tool, server);
      if (tool.name !== old.name) checkFreeName(tool.name, await listTools(params.id), old.toolId);
      return { replace: tool, before: old };
    });
    return answered(result);
  },

  deleteTool: async ({ params, actor }) => {
    const remove = async () => ({ remove: await knownTool(params.id, params.toolId) });
    await editOne(params.id, deedOf(actor, 'tool.delete'), remove);
  },
};

const deedOf =
  (actor: Actor, action: string) =>
  (edit: Edit, { name: serverName }: ServerRow): ManagementAction => {
    const { serverId, toolId, name, verb, path } = toolOf(edit);
    const [before, after] = 'remove' in edit ? [edit.remove, {}] : [edit.before ?? {}, toolOf(edit)];
    const detail = { toolId, name, verb, path, ...bounded(toolChanges(before, after)) };
    return { serverId, serverName, actor, action, detail };
  };

const answered = ({ tool, ...progress }: Progress & { tool: Tool }) => ({ ...toolView(tool), ...progress });

function stored({ serverId }: ServerRow, draft: ToolDraft, form: ManualTool): Tool {
  const now = isoNow();
  return {
    ...draft,
    serverId,
    toolId: newToolId(),
    origin: 'manual',
    cacheHint: form.cacheHint ?? 'none',
    ...(form.maxItems !== undefined && { maxItems: form.maxItems }),
    ...(form.fields !== undefined && { fields: form.fields }),
    ...(form.redaction !== undefined && { redaction: form.redaction as ToolRedaction }),
    originals: {
      ...originalsOf(draft),
      cacheHint: form.cacheHint ?? 'none',
      ...(form.maxItems !== undefined && { maxItems: form.maxItems }),
      ...(form.fields !== undefined && { fields: form.fields }),
      ...(form.redaction !== undefined && { redaction: form.redaction }),
    },
    edited: [],
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

function tagsOf(all: readonly { readonly tag: string; readonly enabled: boolean }[]) {
  const tags = new Map<string, { name: string; count: number; enabled: number }>();
  for (const { tag, enabled } of all) {
    const entry = tags.get(tag) ?? { name: tag, count: 0, enabled: 0 };
    entry.count++;
    if (enabled) entry.enabled++;
    tags.set(tag, entry);
  }
  return [...tags.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
