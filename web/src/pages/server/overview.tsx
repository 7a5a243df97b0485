/** How a server is doing: figures of a day or a week, their course, the busiest tools, and the calls as they come in. */
import Alert from '@cloudscape-design/components/alert';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { PERIODS, type Period, statsQuery, tokensQuery } from '../../api/queries.ts';
import { Bars } from '../../components/bars.tsx';
import { Problem } from '../../components/problem.tsx';
import { Stats } from '../../components/stats.tsx';
import { count, duration, percent, plural, short } from '../../lib/format.ts';
import { endingSoon, onDay, SOON_DAYS } from '../../lib/token-life.ts';
import { figures } from '../servers/servers-page.tsx';
import { Feed } from './feed.tsx';
import type { TabProps } from './tab.ts';

/** What was taken out of answers. */
const CLEANING = [
  ['redactions', 'Redacted fields'],
  ['truncations', 'Arrays truncated'],
] as const;

export default function Overview({ server }: TabProps) {
  const [period, setPeriod] = useState<Period>('day');
  const { bucket } = PERIODS[period];
  const stats = useQuery(statsQuery(period, server.id));
  const bars = (value: 'calls' | 'p95Ms' | 'redactions' | 'truncations') =>
    stats.data?.series.map((one) => ({
      at: one.at,
      value: one[value],
      ...(value === 'calls' ? { part: one.errors } : {}),
    })) ?? [];
  const totals = stats.data?.totals;
  const tools = stats.data?.tools.slice(0, 8) ?? [];
  return (
    <div className="stack">
      <EndingTokens server={server} />
      <div className="row spread">
        <h2 className="section-title">Activity</h2>
        <SegmentedControl
          label="Period"
          selectedId={period}
          options={Object.entries(PERIODS).map(([id, { text }]) => ({ id, text }))}
          onChange={({ detail }) => setPeriod(detail.selectedId as Period)}
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
        <Feed server={server} />
        <section className="card" aria-label="Busiest tools">
          <h2>Busiest tools</h2>
          {tools.length === 0 ? (
            <p className="muted">{stats.data === undefined ? '–' : 'Nothing was called in this period.'}</p>
          ) : (
            <table className="list plain">
              <thead>
                <tr>
                  <th scope="col">Tool</th>
                  <th scope="col" className="num">
                    Calls
                  </th>
                  <th scope="col" className="num">
                    Errors
                  </th>
                  <th scope="col" className="num">
                    P95 latency
                  </th>
                </tr>
              </thead>
              <tbody>
                {tools.map((tool) => (
                  <tr key={tool.tool}>
                    <td className="mono break">
                      <Link to={`/servers/${server.id}/tools?q=${encodeURIComponent(tool.tool)}`}>{tool.tool}</Link>
                    </td>
                    <td className="num">
                      <Link
                        to={`/servers/${server.id}/audit?class=call&tool=${encodeURIComponent(tool.tool)}`}
                        aria-label={`${plural(tool.calls, 'call')} of ${tool.tool} in the audit log`}
                      >
                        {count(tool.calls)}
                      </Link>
                    </td>
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

/** Clients that will be refused before long. */
function EndingTokens({ server }: TabProps) {
  const { data } = useQuery(tokensQuery(server.id));
  const ending = endingSoon(data?.items ?? []);
  const [first] = ending;
  if (first === undefined) return null;
  const text =
    ending.length === 1
      ? `The token “${first.label}” expires ${onDay(first.expiresAt)}.`
      : `${count(ending.length)} tokens expire within ${SOON_DAYS} days, the first ${onDay(first.expiresAt)}.`;
  return (
    <Alert type="warning">
      <span className="break">{text}</span> <Link to={`/servers/${server.id}/tokens`}>See the tokens</Link>
    </Alert>
  );
}
