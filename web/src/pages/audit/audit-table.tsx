/** Audit entries as rows; each is rendered once, however often the page polls for newer ones. */
import { memo } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '../../../../core/api/routes/index.ts';
import type { AuditEntry } from '../../api/types.ts';
import { type Column, ListTable } from '../../components/list-table.tsx';
import { bytes, clock, duration, moment } from '../../lib/format.ts';
import { CLASS_TONE, entryOf, Outcome, What } from './audit-entry.tsx';

const COLUMNS: readonly Column[] = [
  'Time',
  'Event',
  'Type',
  'Result',
  { name: 'Duration', as: 'num' },
  { name: 'Redacted', as: 'num' },
  { name: 'Size', as: 'num' },
  'Who',
];

const OVER_ALL: readonly Column[] = ['Time', 'Server', ...COLUMNS.slice(1)];

/** The server of an entry. */
type Named = AnswerOf<'listAllAudit'>['servers'][number];

interface AuditTableProps {
  readonly items: readonly AuditEntry[];
  /** For a log of all servers: the servers of the entries. */
  readonly servers?: readonly Named[] | undefined;
  /** Last characters of tokens whose label is not unique, by token. */
  readonly hints: ReadonlyMap<string, string>;
  /** Must have a stable identity, or every row is rendered again. */
  readonly onOpen: (item: AuditEntry) => void;
}

export function AuditTable({ items, servers, hints, onOpen }: AuditTableProps) {
  return (
    <ListTable columns={servers === undefined ? COLUMNS : OVER_ALL}>
      {items.map((item) => (
        <EntryRow
          key={item.entryId}
          item={item}
          server={servers && (servers.find(({ serverId }) => serverId === item.serverId) ?? NONE)}
          hint={hints.get(entryOf(item).tokenId ?? '')}
          onOpen={onOpen}
        />
      ))}
    </ListTable>
  );
}

/** For entries that belong to no server. */
const NONE: Named = { serverId: '', name: '', deleted: false };

interface EntryRowProps {
  readonly item: AuditEntry;
  readonly server: Named | undefined;
  readonly hint: string | undefined;
  readonly onOpen: (item: AuditEntry) => void;
}

/** An entry never changes. */
const isSame = (before: EntryRowProps, after: EntryRowProps): boolean =>
  before.item.entryId === after.item.entryId &&
  before.hint === after.hint &&
  before.server?.name === after.server?.name &&
  before.onOpen === after.onOpen;

const EntryRow = memo(function EntryRow({ item, server, hint, onOpen }: EntryRowProps) {
  const entry = entryOf(item);
  return (
    <tr>
      <td>
        <time dateTime={item.at} title={moment(item.at)} className="mono muted">
          {clock(item.at)}
        </time>
      </td>
      {server !== undefined && (
        <td className="break server-name" data-label="Server">
          <ServerName server={server} />
        </td>
      )}
      <td className="wide">
        <button type="button" className="row-button cover break" onClick={() => onOpen(item)}>
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
      <td className="num" data-label="Duration">
        {entry.durationMs === undefined ? '' : duration(entry.durationMs)}
      </td>
      <td className="num" data-label="Redacted">
        {entry.redactedFields === undefined ? (
          ''
        ) : (
          <span className={entry.redactedFields > 0 ? 'warn' : 'muted'}>{entry.redactedFields}</span>
        )}
      </td>
      <td className="num muted" data-label="Size">
        {entry.bytesOut === undefined ? '' : bytes(entry.bytesOut)}
      </td>
      <td className="small break">
        {entry.tokenLabel ?? entry.actorName ?? entry.actor}
        {hint !== undefined && <span className="mono muted"> ••••{hint}</span>}
      </td>
    </tr>
  );
}, isSame);

function ServerName({ server: { serverId, name, deleted } }: { readonly server: Named }) {
  if (serverId === '') return null;
  if (deleted) return <Link to={`/audit?server=${serverId}`}>{name || serverId} (deleted)</Link>;
  return <Link to={`/servers/${serverId}/audit`}>{name || 'Unnamed server'}</Link>;
}
