/** Entries of the trail as rows; each is drawn once, however often the page asks for newer ones. */
import { memo } from 'react';
import type { AuditEntry } from '../../api/types.ts';
import { type Column, ListTable } from '../../components/list-table.tsx';
import { bytes, clock, duration, moment } from '../../lib/format.ts';
import { CLASS_TONE, entryOf, Outcome, What } from './audit-entry.tsx';

const COLUMNS: readonly Column[] = [
  'Time',
  'What',
  'Class',
  'Result',
  { name: 'Took', as: 'num' },
  { name: 'Redacted', as: 'num' },
  { name: 'Out', as: 'num' },
  'Who',
];

interface AuditTableProps {
  readonly items: readonly AuditEntry[];
  /** Last characters of the tokens whose labels others have too, by token. */
  readonly hints: ReadonlyMap<string, string>;
  /** Must stay the same, or every row is drawn again. */
  readonly onOpen: (item: AuditEntry) => void;
}

export function AuditTable({ items, hints, onOpen }: AuditTableProps) {
  return (
    <ListTable columns={COLUMNS}>
      {items.map((item) => (
        <EntryRow key={item.entryId} item={item} hint={hints.get(entryOf(item).tokenId ?? '')} onOpen={onOpen} />
      ))}
    </ListTable>
  );
}

interface EntryRowProps {
  readonly item: AuditEntry;
  readonly hint: string | undefined;
  readonly onOpen: (item: AuditEntry) => void;
}

/** An entry never changes. */
const isSame = (before: EntryRowProps, after: EntryRowProps): boolean =>
  before.item.entryId === after.item.entryId && before.hint === after.hint && before.onOpen === after.onOpen;

const EntryRow = memo(function EntryRow({ item, hint, onOpen }: EntryRowProps) {
  const entry = entryOf(item);
  return (
    <tr>
      <td>
        <time dateTime={item.at} title={moment(item.at)} className="mono muted">
          {clock(item.at)}
        </time>
      </td>
      <td className="wide">
        <button type="button" className="row-button break" onClick={() => onOpen(item)}>
          <What entry={entry} />
        </button>
      </td>
      <td>
        {entry.class === undefined ? (
          <span className="muted small">{entry.kind}</span>
        ) : (
          <span className={`small ${CLASS_TONE[entry.class]}`}>{entry.class}</span>
        )}
      </td>
      <td>
        <Outcome entry={entry} />
      </td>
      <td className="num" data-label="Took">
        {entry.durationMs === undefined ? '' : duration(entry.durationMs)}
      </td>
      <td className="num" data-label="Redacted">
        {entry.redactedFields === undefined ? (
          ''
        ) : (
          <span className={entry.redactedFields > 0 ? 'warn' : 'muted'}>{entry.redactedFields}</span>
        )}
      </td>
      <td className="num muted" data-label="Out">
        {entry.bytesOut === undefined ? '' : bytes(entry.bytesOut)}
      </td>
      <td className="small break">
        {entry.tokenLabel ?? entry.actorName ?? entry.actor}
        {hint !== undefined && <span className="mono muted"> ••••{hint}</span>}
      </td>
    </tr>
  );
}, isSame);
