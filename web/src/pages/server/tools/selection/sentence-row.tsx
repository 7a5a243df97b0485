/** A sentence with its tool and the place of the tool in each way of listing, and what the place was before. */
import Button from '@cloudscape-design/components/button';
import { memo } from 'react';
import { Link } from 'react-router';
import { EXPOSED, type Exposed } from '../../../../../../core/model/exposition.ts';
import type { SelectionItem } from '../../../../api/types.ts';
import { toolsPath } from '../../../../lib/tool-views.ts';

/** The ways of listing, in a word. */
export const WAY_NAMES: Readonly<Record<Exposed, string>> = {
  flat: 'Full list',
  compact: 'Short list',
  grouped: 'Groups',
  search: 'Search',
};

interface SentenceRowProps {
  readonly serverId: string;
  readonly item: SelectionItem;
  readonly canEdit: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

export const SentenceRow = memo(function SentenceRow({ serverId, item, canEdit, onEdit, onRemove }: SentenceRowProps) {
  const { sentence, tool, ranks, was } = item;
  return (
    <tr>
      <td className="wide break">{sentence}</td>
      <td className="wide break">
        {tool.id === undefined ? (
          tool.name
        ) : (
          <Link to={`${toolsPath(serverId, 'selection')}?tool=${tool.id}`}>{tool.name}</Link>
        )}{' '}
        {tool.state === 'gone' && <span className="chip bad">no such tool</span>}
        {tool.state === 'off' && <span className="chip warn">not listed</span>}
      </td>
      {EXPOSED.map((way) => (
        <td key={way} className="num" data-label={WAY_NAMES[way]}>
          <Rank rank={ranks[way]} before={was?.[way]} />
        </td>
      ))}
      <td className="num actions">
        {canEdit && (
          <span className="sentence-actions">
            <Button variant="inline-link" ariaLabel={`Edit “${sentence}”`} onClick={onEdit}>
              Edit
            </Button>
            <Button variant="inline-link" ariaLabel={`Remove “${sentence}”`} onClick={onRemove}>
              Remove
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
});

interface RankProps {
  readonly rank: number | null;
  /** Undefined where there is nothing to compare with. */
  readonly before: number | null | undefined;
}

function Rank({ rank, before }: RankProps) {
  const tone = rank === null ? 'bad' : rank === 1 ? 'good' : rank <= 5 ? '' : 'warn';
  return (
    <>
      <span className={`chip ${tone}`}>{rank ?? 'not found'}</span>
      {before !== undefined && before !== rank && <span className="small muted"> was {before ?? 'not found'}</span>}
    </>
  );
}
