/** The selection check of a server: sentences, the tool that each should find, and at which place each way of listing finds it. */
import Button from '@cloudscape-design/components/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EXPOSED } from '../../../../../../core/model/exposition.ts';
import { SELECTION_LIMITS } from '../../../../../../core/model/selection.ts';
import { call } from '../../../../api/client.ts';
import { selectionQuery, toolsQuery } from '../../../../api/queries/tools.ts';
import type { Selection, SelectionItem, Sentence } from '../../../../api/types.ts';
import { Empty } from '../../../../components/empty.tsx';
import { Info } from '../../../../components/info.tsx';
import { ListTable } from '../../../../components/list-table.tsx';
import { QueryState } from '../../../../components/query-state.tsx';
import type { TabProps } from '../../../../components/server-tab.ts';
import { useSave } from '../../../../components/use-save.ts';
import { plural } from '../../../../lib/format.ts';
import { useNotify } from '../../../../state/notices.tsx';
import { useSession } from '../../../../state/session.tsx';
import { SentenceForm } from './sentence-form.tsx';
import { SentenceRow, WAY_NAMES } from './sentence-row.tsx';

/** Places up to which a tool counts as found in the summary. */
const TOP = 5;

export default function SelectionPage({ server }: TabProps) {
  const { canEdit } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const options = selectionQuery(server.id);
  const query = useQuery(options);
  const tools = useQuery(toolsQuery(server.id));
  const [edited, setEdited] = useState<string>();
  const { pending, refused, run } = useSave<'sentences'>();
  const selection = query.data;
  if (selection === undefined) return <QueryState query={query} what="the sentences" />;
  const { items, exposition, version } = selection;

  const save = async (form: HTMLFormElement | null, next: readonly Sentence[], compareWithNow = false) => {
    let isSaved = false;
    await run('sentences', form, async () => {
      const body = { sentences: [...next], version, ...(compareWithNow && { compareWithNow }) };
      queries.setQueryData(options.queryKey, await call('changeSelection', { path: { id: server.id }, body }));
      setEdited(undefined);
      isSaved = true;
    });
    // What somebody else has saved meanwhile.
    if (!isSaved) await query.refetch();
    return isSaved;
  };
  const without = (sentence: string | undefined) => items.filter((one) => one.sentence !== sentence).map(sentenceOf);
  const current = items.find(({ sentence }) => sentence === edited);
  const isFull = items.length >= SELECTION_LIMITS.sentences && current === undefined;

  return (
    <div className="stack">
      <section className="card stack sentences" aria-label="Sentences">
        <p>
          What people will ask, and the tool that should be found for it. Portcullis ranks the tools by the words that
          each way of listing has: 1 is found first. <Info about="selection" />
        </p>
        {canEdit && !isFull && (
          <SentenceForm
            key={edited ?? `new ${version}`}
            tools={tools.data?.items ?? []}
            item={current}
            isSaving={pending !== undefined}
            refused={refused}
            onCancel={() => setEdited(undefined)}
            onSave={(form, sentence) => void save(form, replaced(items, current, sentence))}
          />
        )}
      </section>
      {items.length === 0 ? (
        <Empty title="No sentences yet">
          Add what people will ask, such as “refund an order”, and the tool that it is for.
        </Empty>
      ) : (
        <>
          <div className="row spread">
            <span className="muted small" role="status">
              {summaryOf(selection)}
            </span>
            {canEdit && items.some(hasMoved) && (
              <Button
                loading={pending !== undefined}
                onClick={() =>
                  void save(null, items.map(sentenceOf), true).then(
                    (isSaved) => isSaved && notify.success('Later ranks are compared with these.'),
                  )
                }
              >
                Compare with these from now on
              </Button>
            )}
          </div>
          <ListTable
            columns={[
              'Sentence',
              'Tool',
              ...EXPOSED.map((way) => ({
                name: way === exposition ? `${WAY_NAMES[way]} (now)` : WAY_NAMES[way],
                as: 'num' as const,
              })),
              { name: 'Change', as: 'hidden' },
            ]}
          >
            {items.map((item) => (
              <SentenceRow
                key={item.sentence}
                serverId={server.id}
                item={item}
                canEdit={canEdit}
                onEdit={() => setEdited(item.sentence)}
                onRemove={() => void save(null, without(item.sentence))}
              />
            ))}
          </ListTable>
        </>
      )}
    </div>
  );
}

const sentenceOf = ({ sentence, tool }: SelectionItem): Sentence => ({ sentence, tool: tool.id ?? tool.name });

/** The sentences with one in place of another, or behind them. */
const replaced = (
  items: readonly SelectionItem[],
  before: SelectionItem | undefined,
  sentence: Sentence,
): readonly Sentence[] =>
  before === undefined
    ? [...items.map(sentenceOf), sentence]
    : items.map((item) => (item === before ? sentence : sentenceOf(item)));

const hasMoved = ({ ranks, was }: SelectionItem): boolean =>
  was !== undefined && EXPOSED.some((way) => was[way] !== ranks[way]);

function summaryOf({ items, exposition }: Selection): string {
  const found = items.filter(({ ranks }) => (ranks[exposition] ?? Number.POSITIVE_INFINITY) <= TOP).length;
  return `${found} of ${plural(items.length, 'sentence')} ${found === 1 ? 'finds its tool' : 'find their tool'} among the first ${TOP}, as the server lists its tools now`;
}
