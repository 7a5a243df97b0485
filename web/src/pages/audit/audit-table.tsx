/**
 * Audit entries as rows below the day that they are of. A row is a link to its entry. Each is rendered once, however often the page polls
 * for newer ones.
 */
import { Fragment, memo } from 'react';
import { Link, useLocation } from 'react-router';
import type { AnswerOf } from '../../../../core/api/routes/index.ts';
import type { AuditEntry } from '../../api/types.ts';
import { type Column, ListTable } from '../../components/list-table.tsx';
import { namesOf } from '../../lib/actor-names.ts';
import { bytes, dayName, duration, moment, timeOfDay } from '../../lib/format.ts';
import {
  CLASS_TONE,
  type Entry,
  entryOf,
  entrySearch,
  Outcome,
  TYPE_NAMES,
  What,
  Who,
  withoutEntry,
} from './audit-entry.tsx';

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
}

export function AuditTable({ items, servers, hints }: AuditTableProps) {
  const search = withoutEntry(useLocation().search);
  const columns = servers === undefined ? COLUMNS : OVER_ALL;
  const days = items.map(({ at }) => dayName(at));
  const names = namesOf(items.map(entryOf));
  return (
    <ListTable columns={columns}>
      {items.map((item, at) => (
        <Fragment key={item.entryId}>
          {days[at] !== days[at - 1] && (
            <tr className="day">
              <th scope="rowgroup" colSpan={columns.length}>
                {days[at]}
              </th>
            </tr>
          )}
          <EntryRow
            item={item}
            server={servers && (servers.find(({ serverId }) => serverId === item.serverId) ?? NONE)}
            hint={hints.get(entryOf(item).tokenId ?? '')}
            name={names.get(entryOf(item).actor ?? '')}
            search={search}
          />
        </Fragment>
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
  /** Of the person who changed something. */
  readonly name: string | undefined;
  /** The filters of the log. */
  readonly search: string;
}

/** An entry never changes. */
const isSame = (before: EntryRowProps, after: EntryRowProps): boolean =>
  before.item.entryId === after.item.entryId &&
  before.hint === after.hint &&
  before.name === after.name &&
  before.server?.name === after.server?.name &&
  before.search === after.search;

const EntryRow = memo(function EntryRow({ item, server, hint, name, search }: EntryRowProps) {
  const entry: Entry = { ...entryOf(item), ...(name !== undefined && { actorName: name }) };
  return (
    <tr>
      <td>
        <time dateTime={item.at} title={moment(item.at)} className="mono muted">
          {timeOfDay(item.at)}
        </time>
      </td>
      {server !== undefined && (
        <td className="break server-name" data-label="Server">
          <ServerName server={server} />
        </td>
      )}
      <td className="wide">
        <Link
          className="row-button cover break"
          to={{ search: entrySearch(search, item.entryId, server === undefined ? undefined : item.serverId) }}
        >
          <What entry={entry} />
        </Link>
      </td>
      <td>
        {entry.class === undefined ? (
          <span className="muted small">{entry.kind}</span>
        ) : (
          <span className={`small ${CLASS_TONE[entry.class]}`}>{TYPE_NAMES[entry.class]}</span>
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
        <Who entry={entry} hint={hint} />
      </td>
    </tr>
  );
}, isSame);

function ServerName({ server: { serverId, name, deleted } }: { readonly server: Named }) {
  if (serverId === '') return null;
  if (deleted) return <Link to={`/audit?server=${serverId}`}>{name || serverId} (deleted)</Link>;
  return <Link to={`/servers/${serverId}/audit`}>{name || 'Unnamed server'}</Link>;
}
