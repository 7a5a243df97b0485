/** The calls of a server as they come in, newest first; it can be halted, so that it does not move while it is read. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { auditQuery } from '../../api/queries.ts';
import type { AuditEntry } from '../../api/types.ts';
import { Loading } from '../../app/shell.tsx';
import { Empty } from '../../components/empty.tsx';
import { Problem } from '../../components/problem.tsx';
import { clock, duration } from '../../lib/format.ts';
import { entryOf, Outcome } from './audit-entry.tsx';
import type { TabProps } from './server-page.tsx';

/** Entries read for the feed, which shows the calls among them. */
const READ = 60;
const SHOWN = 12;

/** The newest calls of both lists, each once; both begin with the newest. */
function merged(recent: readonly AuditEntry[], older: readonly AuditEntry[]): readonly AuditEntry[] {
  const known = new Set(recent.map((item) => item.entryId));
  return [...recent, ...older.filter((item) => !known.has(item.entryId))].slice(0, SHOWN);
}

export function Feed({ server }: TabProps) {
  const [halted, setHalted] = useState(false);
  const feed = useQuery({ ...auditQuery(server.id, {}, READ), enabled: !halted, refetchInterval: 2_000 });
  const recent = feed.data?.items.filter((item) => item.kind === 'call');
  // Clients that ask much and call little push the calls out of what is read; those are looked for, but not every time.
  const isShort = recent !== undefined && recent.length < SHOWN && feed.data?.cursor !== undefined;
  const older = useQuery({
    ...auditQuery(server.id, { class: 'call' }, SHOWN),
    enabled: isShort && !halted,
    refetchInterval: 60_000,
  });
  const calls = recent && (!isShort || older.data !== undefined) ? merged(recent, older.data?.items ?? []) : undefined;
  const error = feed.error ?? (isShort ? older.error : null);
  return (
    <section className="card" aria-label="Live feed">
      <div className="row spread">
        <h2>
          {!halted && <span className="pulse" aria-hidden="true" />}
          {halted ? 'Live feed, paused' : 'Live feed'}
        </h2>
        <span className="row">
          <Button variant="inline-link" onClick={() => setHalted(!halted)}>
            {halted ? 'Resume' : 'Pause'}
          </Button>
          <Link to={`/servers/${server.id}/audit`}>Audit log</Link>
        </span>
      </div>
      {error !== null && calls === undefined && <Problem error={error} retry={() => void feed.refetch()} />}
      {calls === undefined ? (
        error === null && <Loading what="the calls" />
      ) : calls.length === 0 ? (
        <Empty level={3} title="No calls yet" action={<Link to={`/servers/${server.id}/tokens`}>Set up a client</Link>}>
          Connect an AI client and ask it something; calls appear here as they happen.
        </Empty>
      ) : (
        <ul className="feed">
          {calls.map((item) => (
            <Row key={item.entryId} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ item }: { readonly item: AuditEntry }) {
  const entry = entryOf(item);
  return (
    <li>
      <span className="mono muted">{clock(item.at)}</span>
      <span className="mono break grow">{entry.tool ?? entry.method}</span>
      <span className="muted small clip">{entry.tokenLabel}</span>
      <span className="muted num">{entry.durationMs === undefined ? '' : duration(entry.durationMs)}</span>
      <Outcome entry={entry} />
    </li>
  );
}
