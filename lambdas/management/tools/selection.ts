/**
 * The selection check: the owner's sentences, stored beside the settings, and the place at which the words of each way of listing find the
 * tool that a sentence is for. Ranked when asked for, over the tools that clients see, so that an edit shows at once.
 */
import { auditItem } from '../../../aws/audit.ts';
import { readSelection, writeSelection } from '../../../aws/tables/selections.ts';
import { listTools } from '../../../aws/tables/tools.ts';
import type { BodyOf } from '../../../core/api/routes/index.ts';
import type { Selection } from '../../../core/api/selection.ts';
import { bounded, fieldChanges } from '../../../core/audit/fieldChanges.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { refusal } from '../../../core/lib/zod/faults.ts';
import { exposedAs } from '../../../core/model/exposition.ts';
import type { SelectionRow, StoredSentence } from '../../../core/model/selection.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { Tool } from '../../../core/model/tool.ts';
import { type Ranks, ranksOf } from '../../../core/tools/selection/ranks.ts';
import { Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { judgedTools } from './checks.ts';

/** A sentence and its tool, which may be gone. */
interface Wanted {
  readonly sentence: string;
  readonly name: string;
  readonly tool?: Tool | undefined;
  readonly toolId?: string;
  readonly was?: Ranks;
}

/** Handlers of the selection check. */
export const selection: HandlersOf<'getSelection' | 'changeSelection' | 'runSelection'> = {
  getSelection: async ({ params }) => {
    const [server, tools, row] = await Promise.all([
      knownServer(params.id),
      listTools(params.id),
      readSelection(params.id),
    ]);
    return view(server, tools, row.sentences.map(wantedIn(toolsBy(tools))), row);
  },

  changeSelection: async ({ params, body, actor }) => {
    const [server, tools, row] = await Promise.all([
      knownServer(params.id),
      listTools(params.id),
      readSelection(params.id),
    ]);
    if (server.status === 'deleting') throw new Refused('server_deleting', 'The server is being deleted.');
    if (body.version !== undefined && body.version !== row.version) {
      throw new Refused('selection_changed', 'Somebody else has saved sentences meanwhile. Read them again.', {
        context: { version: row.version },
      });
    }
    const wanted = resolved(body.sentences, tools, row);
    const ranks = ranked(server, tools, wanted);
    const sentences = wanted.map(({ sentence, name, toolId = '', was }, at): StoredSentence => {
      const now = ranks[at] as Ranks;
      return { sentence, toolId, name, was: body.compareWithNow ? now : (was ?? now) };
    });
    const stored = await writeSelection(
      { ...row, sentences, updatedAt: isoNow(), updatedBy: actor.id, ...(actor.name && { updatedByName: actor.name }) },
      auditItem({
        serverId: server.serverId,
        serverName: server.name,
        actor,
        action: 'server.selection',
        detail: {
          sentences: sentences.length,
          ...bounded(fieldChanges(textsOf(row.sentences), textsOf(sentences), ['sentences'])),
        },
      }),
    );
    return answerOf(server, tools, stored.sentences.map(wantedIn(toolsBy(tools))), ranks, stored);
  },

  runSelection: async ({ params, body }) => {
    const [server, tools] = await Promise.all([knownServer(params.id), listTools(params.id)]);
    const by = toolsBy(tools);
    const wanted = body.sentences.map(({ sentence, tool }): Wanted => {
      const found = by(tool);
      return { sentence, name: found?.name ?? tool, tool: found };
    });
    return view(server, tools, wanted, { version: 0 });
  },
};

const textsOf = (sentences: readonly StoredSentence[]) => ({
  sentences: sentences.map(({ sentence, name }) => `${sentence} → ${name}`),
});

/** Finds a tool by its id or its name, whatever the case. */
function toolsBy(tools: readonly Tool[]): (key: string) => Tool | undefined {
  const by = new Map(
    tools.flatMap((tool) => [[tool.name.toLowerCase(), tool] as const, [tool.toolId.toLowerCase(), tool] as const]),
  );
  return (key) => by.get(key.toLowerCase());
}

/** A tool that an import has replaced has another id and often its old name. */
const wantedIn =
  (by: (key: string) => Tool | undefined) =>
  ({ sentence, toolId, name, was }: StoredSentence): Wanted => {
    const tool = by(toolId) ?? by(name);
    return { sentence, name: tool?.name ?? name, tool, toolId: tool?.toolId ?? toolId, was };
  };

/** Throws InvalidInput for a tool that is none, unless the sentence was stored for it. */
function resolved(given: BodyOf<'changeSelection'>['sentences'], tools: readonly Tool[], row: SelectionRow): Wanted[] {
  const by = toolsBy(tools);
  const before = row.sentences.map(wantedIn(by));
  const wanted = given.map(({ sentence, tool: key }): Wanted | undefined => {
    const tool = by(key);
    const isSame = (one: Wanted) =>
      [one.toolId, one.name].some((id) => id?.toLowerCase() === (tool?.toolId ?? key).toLowerCase());
    const known = before.find((one) => one.sentence === sentence && isSame(one));
    if (known) return known;
    const gone = tool ? undefined : before.find(isSame);
    if (tool) return { sentence, name: tool.name, tool, toolId: tool.toolId };
    return gone?.toolId === undefined ? undefined : { sentence, name: gone.name, toolId: gone.toolId };
  });
  const faults = wanted.flatMap((one, at) =>
    one
      ? []
      : [
          {
            field: `/sentences/${at}/tool`,
            rule: 'tool_unknown',
            message: 'is no tool of this server; give its name or id.',
          },
        ],
  );
  if (faults.length > 0) throw refusal(faults);
  return wanted.filter((one) => one !== undefined);
}

function ranked(server: ServerRow, tools: readonly Tool[], wanted: readonly Wanted[]): Ranks[] {
  return ranksOf(
    judgedTools(tools, server),
    wanted.map(({ sentence, tool }) => ({ sentence, toolId: tool?.toolId ?? '' })),
  );
}

const view = (
  server: ServerRow,
  tools: readonly Tool[],
  wanted: readonly Wanted[],
  row: Pick<SelectionRow, 'version'> & Partial<SelectionRow>,
): Selection => answerOf(server, tools, wanted, ranked(server, tools, wanted), row);

function answerOf(
  server: ServerRow,
  tools: readonly Tool[],
  wanted: readonly Wanted[],
  ranks: readonly Ranks[],
  { version, updatedAt }: Pick<SelectionRow, 'version'> & Partial<SelectionRow>,
): Selection {
  const seen = judgedTools(tools, server);
  const listed = new Set(seen.map(({ toolId }) => toolId));
  return {
    exposition: exposedAs(server.exposition, seen.length),
    items: wanted.map(({ sentence, name, tool, was }, at) => ({
      sentence,
      tool: {
        ...(tool && { id: tool.toolId }),
        name,
        state: tool === undefined ? 'gone' : listed.has(tool.toolId) ? 'listed' : 'off',
      },
      ranks: { ...(ranks[at] as Ranks) },
      ...(was && { was: { ...was } }),
    })),
    ...(updatedAt && { updatedAt }),
    version,
  };
}
