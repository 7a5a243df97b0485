/**
 * One change of many tools: those that are named, of a tag or of a preset, or what fields of single tools are. All of it is decided before anything is written, so a tool that
 * does not exist or cannot have the change refuses all. At most `LIMITS.toolsPerEdit` are changed by one request; the answer says how many
 * are left, and whoever asked sends it again.
 */
import type { ManagementAction } from '../../../aws/audit.ts';
import { readTools as toolsById } from '../../../aws/tables/toolBriefs.ts';
import { listTools } from '../../../aws/tables/tools.ts';
import { bounded } from '../../../core/audit/fieldChanges.ts';
import { namedToolChanges, sharedToolChanges } from '../../../core/audit/rowChanges.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { refusal } from '../../../core/lib/zod/faults.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { Tool } from '../../../core/model/tool.ts';
import { isInPreset } from '../../../core/model/toolPresets.ts';
import { changedBy, differing } from '../../../core/tools/bulkEdit.ts';
import type { ToolsChange } from '../../../core/tools/schemas/manyTools.ts';
import { calledTools } from '../audit/calledTools.ts';
import type { HandlersOf } from '../http/request.ts';
import type { Actor } from '../http/session.ts';
import { knownServer } from '../serverRow/load.ts';
import { type Edit, editMany, toolOf } from './toolEdits.ts';
import { readTools } from './unread.ts';

/** Of the tools of one change, how many the audit entry names; it tells the number of all. */
const NAMED = 300;
/** Of the ids that a server does not have, how many are told. */
const TOLD = 10;

/** Handler of `changeTools`. */
export const manyTools: HandlersOf<'changeTools'> = {
  changeTools: async ({ params: { id }, body, actor }) => {
    // Of the trail, which a retry need not read again.
    const called = body.preset === 'unused' ? await calledTools(id) : new Set<string>();
    let selected = 0;
    let wanted = 0;
    const choose = async (): Promise<Tool[]> => {
      const picked = await pick(id, body, called);
      const tools = differing(picked, body);
      selected = picked.length;
      // What an earlier attempt of this request has changed does not differ any more.
      wanted = Math.max(wanted, tools.length);
      return tools.slice(0, LIMITS.toolsPerEdit);
    };
    if (body.preview) {
      const [{ version }] = await Promise.all([knownServer(id), choose()]);
      return { changed: wanted, selected, left: 0, resealed: false, revision: version };
    }
    const progress = await editMany(id, deedOf(actor, body), async (server) => {
      const now = isoNow();
      const changes = (await choose()).map((before) => ({ before, replace: changedBy(body, before, now) }));
      return approved(changes, server, body.approvedWords);
    });
    return { ...progress, selected, left: Math.max(0, wanted - progress.changed) };
  },
};

interface Replacement {
  readonly before: Tool;
  readonly replace: Tool;
}

/** Throws InvalidInput `tool_unknown` that names each id which the server does not have. */
async function pick(serverId: string, choice: ToolsChange, called: ReadonlySet<string>): Promise<Tool[]> {
  const { tag, preset, marks } = choice;
  const toolIds = marks ? Object.keys(marks) : choice.toolIds;
  const placeOf = (id: string) => (marks ? `/marks/${id}` : `/toolIds/${toolIds?.indexOf(id)}`);
  if (!toolIds) {
    const isChosen = (tool: Tool) => (preset ? isInPreset(tool, preset, called) : tool.tag === tag);
    return (await listTools(serverId)).filter(isChosen);
  }
  const ids = [...new Set(toolIds)];
  const found = ids.length <= LIMITS.toolsPerEdit ? await toolsById(serverId, ids) : await listTools(serverId);
  const byId = new Map(found.map((tool) => [tool.toolId, tool]));
  const unknown = ids.filter((id) => !byId.has(id));
  if (unknown.length > 0) {
    throw refusal(
      unknown.slice(0, TOLD).map((id) => ({
        field: placeOf(id),
        rule: 'tool_unknown',
        message: 'names no tool of this server; it may have been deleted. Read the list again. Nothing was changed.',
      })),
    );
  }
  return ids.map((id) => byId.get(id) as Tool);
}

/** What the change lets out of a signed server is approved by its words. Throws Refused `words_unapproved`. */
function approved(changes: readonly Replacement[], server: ServerRow, words: string | undefined): Replacement[] {
  const isLetOut = ({ before, replace }: Replacement) => replace.enabled && !before.enabled;
  const read = readTools(
    changes.filter(isLetOut).map(({ replace }) => replace),
    server,
    words,
  );
  const byId = new Map(read.map((tool) => [tool.toolId, tool]));
  return changes.map(({ before, replace }) => ({ before, replace: byId.get(replace.toolId) ?? replace }));
}

/** A switch has a name and a member of its own in the trail, as it had before there was anything else. */
const deedOf =
  (actor: Actor, { enabled, set, tag, preset, marks }: ToolsChange) =>
  (edits: readonly Edit[], { serverId, name }: ServerRow): ManagementAction => {
    const pairs = edits.map((edit) => ({ before: edit.before ?? {}, after: toolOf(edit) }));
    return {
      serverId,
      serverName: name,
      actor,
      action: set || marks ? 'tools.change' : 'tools.switch',
      detail: {
        ...(enabled !== undefined && { enabled }),
        changed: edits.length,
        ...(tag !== undefined && { tag }),
        ...(preset !== undefined && { preset }),
        tools: edits.slice(0, NAMED).map((edit) => ({ id: toolOf(edit).toolId, name: toolOf(edit).name })),
        ...(edits.length > NAMED && { more: edits.length - NAMED }),
        ...bounded(marks ? namedToolChanges(pairs) : sharedToolChanges(pairs)),
      },
    };
  };
