/**
 * The selection check: the owner's sentences, stored beside the settings, and the place at which the words of each way of listing find the
 * tool that a sentence is for. Ranked when asked for, over the tools that clients see, so that an edit shows at once.
 */
import { auditItem } from '../../../aws/audit.ts';
import { readSelection, writeSelection } from '../../../aws/tables/selections.ts';
import { briefTools } from '../../../aws/tables/toolBriefs.ts';
import { listTools } from '../../../aws/tables/tools.ts';
import type { BodyOf } from '../../../core/api/routes/index.ts';
import type { Selection } from '../../../core/api/selection.ts';
import { bounded, fieldChanges } from '../../../core/audit/fieldChanges.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { refusal } from '../../../core/lib/zod/faults.ts';
import { exposedAs } from '../../../core/model/exposition.ts';
import type { SelectionRow, StoredSentence } from '../../../core/model/selection.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import { isTool, type Tool } from '../../../core/model/tool.ts';
import { type Ranks, ranksOf } from '../../../core/tools/selection/ranks.ts';
import { Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { isReading, type Making, preparedOf, readingReplaced } from '../serverRow/prepared.ts';
import { judgedTools } from './checks.ts';

/** A sentence and its tool, which may be gone. */
interface Wanted {
  readonly sentence: string;
  readonly name: string;
  readonly tool?: Named | undefined;
  readonly toolId?: string | undefined;
  readonly was?: Ranks | undefined;
}

type Named = Pick<Tool, 'toolId' | 'name'>;

/** Handlers of the selection check. */
export const selection: HandlersOf<'getSelection' | 'changeSelection' | 'runSelection'> = {
  getSelection: async ({ params, query }) => {
    const [server, row] = await Promise.all([knownServer(params.id), readSelection(params.id)]);
    return preparedOf('getSelection', server, { query, details: askedOf(row.sentences, row) }, makeSelection);
  },

  changeSelection: async ({ params, query, body, actor }) => {
    const [server, tools, row] = await Promise.all([
      knownServer(params.id),
      briefTools(params.id),
      readSelection(params.id),
    ]);
    if (server.status === 'deleting') throw new Refused('server_deleting', 'The server is being deleted.');
    if (body.version !== undefined && body.version !== row.version) {
      throw new Refused('selection_changed', 'Somebody else has saved sentences meanwhile. Read them again.', {
        context: { version: row.version },
      });
    }
    const wanted = resolved(body.sentences, tools, row);
    const ranked = await preparedOf('changeSelection', server, { query, details: askedOf(wanted, row) }, makeSelection);
    if (isReading(ranked)) return ranked;
    if (!isAbout(ranked, wanted)) throw readingReplaced();
    const sentences = wanted.map(({ sentence, name, toolId = '', was }, at): StoredSentence => {
      const now = ranked.items[at]?.ranks as Ranks;
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
    const { version, updatedAt } = stored;
    const items = ranked.items.map((item, at) => ({ ...item, was: { ...(sentences[at]?.was as Ranks) } }));
    return { ...ranked, items, ...(updatedAt && { updatedAt }), version };
  },

  runSelection: async ({ params, query, body }) => {
    const server = await knownServer(params.id);
    const sentences = body.sentences.map(({ sentence, tool }) => ({ sentence, name: tool }));
    return preparedOf('runSelection', server, { query, details: askedOf(sentences, { version: 0 }) }, makeSelection);
  },
};

/** The ranks of a reading may be those of other sentences: whoever asks names it. */
const isAbout = ({ items }: Selection, wanted: readonly Wanted[]): boolean =>
  items.length === wanted.length &&
  wanted.every(({ sentence, name }, at) => items[at]?.sentence === sentence && items[at]?.tool.name === name);

/** Sentences to rank, and of which version they are. */
interface Asked {
  readonly sentences: ReadonlyArray<Pick<Wanted, 'sentence' | 'name' | 'toolId' | 'was'>>;
  readonly version: number;
  readonly updatedAt?: string | undefined;
}

const askedOf = (
  sentences: Asked['sentences'],
  { version, updatedAt }: Pick<SelectionRow, 'version'> & Partial<SelectionRow>,
): Asked => ({
  sentences: sentences.map(({ sentence, name, toolId, was }) => ({
    sentence,
    name,
    ...(toolId !== undefined && { toolId }),
    ...(was && { was }),
  })),
  version,
  ...(updatedAt && { updatedAt }),
});

/** The answer of all three, over the tools that clients see now. */
export async function makeSelection(
  server: ServerRow,
  { details: { sentences, version, updatedAt }, tell }: Making<unknown, Asked>,
): Promise<Selection> {
  const tools = await listTools(server.serverId);
  await tell(1);
  const wanted = sentences.map(wantedIn(toolsBy(tools)));
  const seen = judgedTools(tools, server).filter(isTool);
  const ranks = ranksOf(
    seen,
    wanted.map(({ sentence, tool }) => ({ sentence, toolId: tool?.toolId ?? '' })),
  );
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

const textsOf = (sentences: readonly StoredSentence[]) => ({
  sentences: sentences.map(({ sentence, name }) => `${sentence} → ${name}`),
});

/** Finds a tool by its id or its name, whatever the case. */
function toolsBy<T extends Named>(tools: readonly T[]): (key: string) => T | undefined {
  const by = new Map(
    tools.flatMap((tool) => [[tool.name.toLowerCase(), tool] as const, [tool.toolId.toLowerCase(), tool] as const]),
  );
  return (key) => by.get(key.toLowerCase());
}

/** A tool that an import has replaced has another id and often its old name. */
const wantedIn =
  (by: (key: string) => Named | undefined) =>
  ({ sentence, toolId, name, was }: Asked['sentences'][number]): Wanted => {
    const tool = (toolId === undefined ? undefined : by(toolId)) ?? by(name);
    return { sentence, name: tool?.name ?? name, tool, toolId: tool?.toolId ?? toolId, was };
  };

/** Throws InvalidInput for a tool that is none, unless the sentence was stored for it. */
function resolved(given: BodyOf<'changeSelection'>['sentences'], tools: readonly Named[], row: SelectionRow): Wanted[] {
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
