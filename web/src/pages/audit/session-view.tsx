/**
 * What one client did, read from top to bottom: its session where it has one, else all that its token and name asked for from a time on. The
 * first message, lists, and calls with their arguments, results and durations.
 */
import Button from '@cloudscape-design/components/button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { sessionTrailQuery } from '../../api/queries/audit.ts';
import type { AuditEntry } from '../../api/types.ts';
import { Empty } from '../../components/empty.tsx';
import { Problem } from '../../components/problem.tsx';
import type { TabProps } from '../../components/server-tab.ts';
import { Loading } from '../../components/shell.tsx';
import { useAddress } from '../../lib/address.ts';
import { bytes, dayName, duration, moment, plural, timeOfDay } from '../../lib/format.ts';
import { knownMoment } from '../../lib/range.ts';
import { type Entry, entryOf, entrySearch, Outcome, subject } from './audit-entry.tsx';

const DAY = 86_400_000;
/** Longer arguments are read in their entry. */
const SHOWN_CHARACTERS = 500;

export function SessionView({ server }: TabProps) {
  const { parameters, set } = useAddress();
  const value = (name: string) => parameters.get(name) ?? '';
  const from = knownMoment(value('from'));
  const filter = { token: value('token'), session: value('session'), client: value('client'), from };
  const isNamed = [filter.token, filter.session, filter.client].some((text) => text !== '');
  const query = useInfiniteQuery({ ...sessionTrailQuery(server.id, filter), enabled: isNamed });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const entries = steps(items);
  const calls = entries.filter(({ tool }) => tool !== undefined).length;
  const log = new URLSearchParams(Object.entries(filter).filter(([name, text]) => name !== 'from' && text !== ''));
  return (
    <section className="stack" aria-label="What one client did">
      <div className="row spread">
        <div>
          <h2 className="section-title">{filter.session === '' ? 'One client, in order' : 'One session, in order'}</h2>
          <p className="small muted">
            <Named entries={entries} /> {query.data !== undefined && `${plural(calls, 'call')} so far.`}
          </p>
        </div>
        <Link to={`/servers/${server.id}/audit?${log}`}>In the audit log</Link>
      </div>
      {!isNamed && <Empty title="No client is named">Open an entry of the audit log, and follow its link.</Empty>}
      {query.isError && items.length === 0 && <Problem error={query.error} retry={() => void query.refetch()} />}
      {isNamed && query.data === undefined && !query.isError && <Loading what="the session" />}
      {from !== '' && (
        <div className="row">
          <Button iconName="angle-up" onClick={() => set({ from: new Date(Date.parse(from) - DAY).toISOString() })}>
            Begin a day earlier
          </Button>
          <span className="small muted">Begins {moment(from)}.</span>
        </div>
      )}
      {query.data !== undefined && entries.length === 0 && !query.hasNextPage && (
        <Empty title="Nothing here">This client sent no requests from that time on.</Empty>
      )}
      <ol className="session">
        {entries.map((entry, at) => (
          <Step
            key={entry.entryId}
            entry={entry}
            day={dayName(entry.at) === dayName(entries[at - 1]?.at ?? '1970-01-01') ? undefined : dayName(entry.at)}
            to={`/servers/${server.id}/audit${entrySearch(log.toString(), entry.entryId)}`}
          />
        ))}
      </ol>
      {query.hasNextPage ? (
        <div>
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Read on
          </Button>
        </div>
      ) : (
        entries.length > 0 && <p className="small muted">This is the last entry.</p>
      )}
    </section>
  );
}

/** A call that has ended is one step; the entry of its beginning is shown where no end followed. */
function steps(items: readonly AuditEntry[]): Entry[] {
  const entries = items.map(entryOf);
  const ended = new Set(entries.flatMap(({ kind, callId }) => (kind === 'call' && callId ? [callId] : [])));
  return entries.filter(({ kind, callId }) => kind !== 'call-started' || !ended.has(callId ?? ''));
}

/** Who it is, from what the entries say. */
function Named({ entries }: { readonly entries: readonly Entry[] }) {
  const client = entries.find((entry) => entry.client !== undefined)?.client;
  const [first] = entries;
  if (first === undefined) return null;
  const who = [first.personName, first.tokenLabel].filter(Boolean).join(', ');
  return (
    <>
      {client === undefined ? 'A client that does not name itself' : <bdi>{client}</bdi>}, with <bdi>{who}</bdi>.
    </>
  );
}

interface StepProps {
  readonly entry: Entry;
  /** Heading of the day that begins with it. */
  readonly day: string | undefined;
  readonly to: string;
}

function Step({ entry, day, to }: StepProps) {
  const text = entry.arguments ?? '';
  return (
    <li>
      {day !== undefined && <h3 className="small">{day}</h3>}
      <div className="row">
        <time className="mono muted small" dateTime={entry.at} title={moment(entry.at)}>
          {timeOfDay(entry.at)}
        </time>
        <Link className="mono break grow" to={to}>
          {subject(entry)}
        </Link>
        <Outcome entry={entry} />
        {entry.errorCode !== undefined && entry.status !== undefined && (
          <span className="small muted mono">{entry.errorCode}</span>
        )}
        <span className="small muted num">
          {entry.durationMs === undefined ? '' : duration(entry.durationMs)}
          {(entry.bytesOut ?? 0) > 0 && `, ${bytes(entry.bytesOut ?? 0)}`}
        </span>
      </div>
      {text !== '' && text !== '{}' && (
        <pre className="code small">
          {text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)} …` : text}
        </pre>
      )}
    </li>
  );
}
