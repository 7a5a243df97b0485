/** How a server is doing: figures of a day or a week, their course, the busiest tools, and the calls as they come in. */
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { auditQuery, statsQuery } from '../../api/queries.ts';
import type { AuditEntry } from '../../api/types.ts';
import { Loading } from '../../app/shell.tsx';
import { Bars } from '../../components/bars.tsx';
import { Empty } from '../../components/empty.tsx';
import { Problem } from '../../components/problem.tsx';
import { Stats } from '../../components/stats.tsx';
import { clock, count, duration, percent, plural, short } from '../../lib/format.ts';
import { figures } from '../servers/servers-page.tsx';
import { entryOf, Outcome } from './audit-entry.tsx';
import type { TabProps } from './server-page.tsx';

const HOUR = 3_600_000;
/** Entries read for the feed, which shows the calls among them. */
const READ = 60;
const FEED = 12;
const RANGES = {
  day: { text: '24 hours', hours: 24, bucket: 'hour' },
  week: { text: '7 days', hours: 168, bucket: 'day' },
} as const;

/** What was taken out of answers. */
const CLEANING = [
  ['redactions', 'Redacted fields'],
  ['truncations', 'Lists cut'],
] as const;

export default function Overview({ server }: TabProps) {
  const [range, setRange] = useState<keyof typeof RANGES>('day');
  const { hours, bucket } = RANGES[range];
  // A fixed start, or every render would be a new question; a quarter of an hour late is early enough for a chart.
  const from = useMemo(
    () => new Date(Math.floor(Date.now() / HOUR) * HOUR - (hours - 1) * HOUR).toISOString(),
    [hours],
  );
  const stats = useQuery(statsQuery({ server: server.id, from, bucket }));
  const feed = useQuery({ ...auditQuery(server.id, {}, READ), refetchInterval: 2_000 });
  const bars = (value: 'calls' | 'p95Ms' | 'redactions' | 'truncations') =>
    stats.data?.series.map((one) => ({
      at: one.at,
      value: one[value],
      ...(value === 'calls' ? { part: one.errors } : {}),
    })) ?? [];
  const totals = stats.data?.totals;
  const calls = feed.data?.items.filter((item) => item.kind === 'call').slice(0, FEED);
  const tools = stats.data?.tools.slice(0, 8) ?? [];
  return (
    <div className="stack">
      <div className="row spread">
        <h2 className="section-title">Activity</h2>
        <SegmentedControl
          label="Period"
          selectedId={range}
          options={Object.entries(RANGES).map(([id, { text }]) => ({ id, text }))}
          onChange={({ detail }) => setRange(detail.selectedId as keyof typeof RANGES)}
        />
      </div>
      {stats.isError && stats.data === undefined && <Problem error={stats.error} retry={() => void stats.refetch()} />}
      <Stats items={figures(stats.data).map((one) => ({ ...one, name: one.name.replace(', 24 h', '') }))} />
      {/* Without a call there is no course to show, and what to do first stands further up. */}
      {totals?.calls !== 0 && (
        <div className="charts">
          <Bars
            title="Calls"
            total={totals ? `${short(totals.calls)}, ${short(totals.errors)} failed` : ''}
            bars={bars('calls')}
            partName="failed"
            format={count}
            bucket={bucket}
          />
          <Bars
            title="P95 latency"
            total={totals && totals.calls > 0 ? duration(totals.p95Ms) : ''}
            bars={bars('p95Ms')}
            format={duration}
            bucket={bucket}
          />
          {CLEANING.map(([value, title]) => (
            <Bars
              key={value}
              title={title}
              total={totals ? short(totals[value]) : ''}
              tone="warn"
              bars={bars(value)}
              format={count}
              bucket={bucket}
            />
          ))}
        </div>
      )}
      <div className="columns">
        <section className="card" aria-label="Live feed">
          <div className="row spread">
            <h2>
              <span className="pulse" aria-hidden="true" />
              Live feed
            </h2>
            <Link to={`/servers/${server.id}/audit`}>Audit log</Link>
          </div>
          {feed.isError && calls === undefined && <Problem error={feed.error} retry={() => void feed.refetch()} />}
          {calls === undefined ? (
            !feed.isError && <Loading what="the calls" />
          ) : calls.length === 0 ? (
            <Empty title="No calls yet" action={<Link to={`/servers/${server.id}/tokens`}>Set up a client</Link>}>
              Connect an AI client and ask it something; calls appear here as they happen.
            </Empty>
          ) : (
            <Feed items={calls} />
          )}
        </section>
        <section className="card" aria-label="Busiest tools">
          <h2>Busiest tools</h2>
          {tools.length === 0 ? (
            <p className="muted">{stats.data === undefined ? '–' : 'Nothing was called in this period.'}</p>
          ) : (
            <table className="list plain">
              <tbody>
                {tools.map((tool) => (
                  <tr key={tool.tool}>
                    <td className="mono break">{tool.tool}</td>
                    <td className="num">{plural(tool.calls, 'call')}</td>
                    <td className={tool.errors > 0 ? 'num bad' : 'num muted'}>{percent(tool.errors, tool.calls)}</td>
                    <td className="num muted">{duration(tool.p95Ms)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
      </div>
    </div>
  );
}

function Feed({ items }: { readonly items: readonly AuditEntry[] }) {
  return (
    <ul className="feed">
      {items.map((item) => {
        const entry = entryOf(item);
        return (
          <li key={item.entryId}>
            <span className="mono muted">{clock(item.at)}</span>
            <span className="mono break grow">{entry.tool ?? entry.method}</span>
            <span className="muted small clip">{entry.tokenLabel}</span>
            <span className="muted num">{entry.durationMs === undefined ? '' : duration(entry.durationMs)}</span>
            <Outcome entry={entry} />
          </li>
        );
      })}
    </ul>
  );
}
