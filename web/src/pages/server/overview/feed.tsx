/** The latest calls of a server, newest first, each with a link to its entry; it can be paused for reading. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { auditQuery } from '../../../api/queries/audit.ts';
import type { AuditEntry } from '../../../api/types.ts';
import { Empty } from '../../../components/empty.tsx';
import { Problem } from '../../../components/problem.tsx';
import type { TabProps } from '../../../components/server-tab.ts';
import { Loading } from '../../../components/shell.tsx';
import { clock, duration } from '../../../lib/format.ts';
import { entryOf, Outcome } from '../../audit/audit-entry.tsx';
import { AuditPanel } from '../../audit/audit-panel.tsx';

const SHOWN = 12;
const OFTEN_MS = 2_000;
const SELDOM_MS = 15_000;

export function Feed({ server }: TabProps) {
  const [halted, setHalted] = useState(false);
  const [opened, setOpened] = useState<AuditEntry>();
  const feed = useQuery({
    ...auditQuery(server.id, { class: 'call' }, SHOWN),
    enabled: !halted,
    // Finding calls among many other requests is expensive, so it polls less often then.
    refetchInterval: ({ state: { data } }) =>
      data?.cursor !== undefined && data.items.length < SHOWN ? SELDOM_MS : OFTEN_MS,
  });
  const calls = feed.data?.items;
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
      {feed.isError && calls === undefined && <Problem error={feed.error} retry={() => void feed.refetch()} />}
      {calls === undefined ? (
        !feed.isError && <Loading what="the calls" />
      ) : calls.length === 0 ? (
        <NoCalls server={server} />
      ) : (
        <ul className="feed">
          {calls.map((item) => (
            <Row key={item.entryId} item={item} onOpen={setOpened} />
          ))}
        </ul>
      )}
      {opened !== undefined && <AuditPanel entry={entryOf(opened)} hasPage onClose={() => setOpened(undefined)} />}
    </section>
  );
}

/** What is needed before the first call: a tool, and a client. */
function NoCalls({ server }: TabProps) {
  if (server.status === 'live' && server.bundle?.tools === 0)
    return (
      <Empty level={3} title="No tools yet" action={<Link to={`/servers/${server.id}/tools`}>Add a tool</Link>}>
        Clients can connect, but there is nothing to call.
      </Empty>
    );
  return (
    <Empty level={3} title="No calls yet" action={<Link to={`/servers/${server.id}/tokens`}>Set up a client</Link>}>
      Connect a client and ask it something. Its calls appear here.
    </Empty>
  );
}

interface RowProps {
  readonly item: AuditEntry;
  readonly onOpen: (item: AuditEntry) => void;
}

function Row({ item, onOpen }: RowProps) {
  const entry = entryOf(item);
  return (
    <li>
      <span className="mono muted">{clock(item.at)}</span>
      <button type="button" className="row-button mono break grow" onClick={() => onOpen(item)}>
        {entry.tool ?? entry.method}
      </button>
      <span className="muted small clip">{entry.tokenLabel}</span>
      <span className="muted num">{entry.durationMs === undefined ? '' : duration(entry.durationMs)}</span>
      <Outcome entry={entry} />
    </li>
  );
}
