/** Tools: read, add by hand, edit, delete; the list: toolPages.ts; many at once: manyTools.ts. Each edit is resealed at once (toolEdits.ts). */
import type { ManagementAction } from '../../../aws/audit.ts';
import { briefTools } from '../../../aws/tables/toolBriefs.ts';
import { bounded } from '../../../core/audit/fieldChanges.ts';
import { toolChanges } from '../../../core/audit/rowChanges.ts';
import { isoNow, newToolId } from '../../../core/lib/ids.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { ToolRedaction } from '../../../core/model/governance/marked.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { Tool, ToolDraft } from '../../../core/model/tool.ts';
import { changedTool } from '../../../core/tools/edit.ts';
import { manualDraft } from '../../../core/tools/manual.ts';
import { originalsOf } from '../../../core/tools/merge.ts';
import type { ManualTool } from '../../../core/tools/schemas/tools.ts';
import { Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import type { Actor } from '../http/session.ts';
import { checkOwnTools, knownTool } from '../serverRow/load.ts';
import { toolView } from '../serverRow/views.ts';
import { checkCredentialPlaces, checkFreeName, type Edit, editOne, type Progress, toolOf } from './toolEdits.ts';
import { readTools } from './unread.ts';

/** Handlers of the tools' routes. */
export const tools: HandlersOf<'getTool' | 'createTool' | 'replaceTool' | 'changeTool' | 'deleteTool'> = {
  getTool: async ({ params }) => toolView(await knownTool(params.id, params.toolId)),

  createTool: async ({ params, body, actor }) => {
    const draft = manualDraft(body);
    const deed = deedOf(actor, 'tool.create');
    const result = await editOne(params.id, deed, async (server) => {
      checkOwnTools(server);
      const present = await briefTools(params.id);
      if (present.length >= LIMITS.toolsPerServer) {
        throw new Refused(
          'too_many_tools',
          `The server has ${present.length} tools; ${LIMITS.toolsPerServer} is the limit (toolsPerServer).`,
          { context: { limit: LIMITS.toolsPerServer } },
        );
      }
      await checkFreeName(params.id, draft.name, present);
      checkCredentialPlaces(draft, server);
      return { create: stored(server, draft, body) };
    });
    return answered(result);
  },

  replaceTool: async ({ params, body, actor }) => {
    const draft = manualDraft(body);
    const deed = deedOf(actor, 'tool.replace');
    const result = await editOne(params.id, deed, async (server) => {
      const [old, present] = await Promise.all([knownTool(params.id, params.toolId), briefTools(params.id)]);
      if (old.origin === 'import') {
        throw new Refused(
          'tool_imported',
          'The tool was imported from an API description. Edit its fields with PATCH.',
        );
      }
      await checkFreeName(params.id, draft.name, present, old.toolId);
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
      if (tool.name !== old.name) await checkFreeName(params.id, tool.name, await briefTools(params.id), old.toolId);
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
    ...(form.longMs !== undefined && { longMs: form.longMs }),
    originals: {
      ...originalsOf(draft),
      cacheHint: form.cacheHint ?? 'none',
      ...(form.maxItems !== undefined && { maxItems: form.maxItems }),
      ...(form.fields !== undefined && { fields: form.fields }),
      ...(form.redaction !== undefined && { redaction: form.redaction }),
      ...(form.longMs !== undefined && { longMs: form.longMs }),
    },
    edited: [],
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}
