/** The state of a server: figures of an hour, a day or a week, charts, the callers, and the latest calls. */
import Alert from '@cloudscape-design/components/alert';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { tokensQuery } from '../../../api/queries/access.ts';
import { PERIODS, type Period, statsQuery } from '../../../api/queries/audit.ts';
import type { Stats as StatsAnswer } from '../../../api/types.ts';
import { Bars } from '../../../components/bars.tsx';
import { FirstSteps } from '../../../components/first-steps.tsx';
import { Problem } from '../../../components/problem.tsx';
import type { TabProps } from '../../../components/server-tab.ts';
import { Stats } from '../../../components/stats.tsx';
import { useAddress } from '../../../lib/address.ts';
import { count, duration, short } from '../../../lib/format.ts';
import { endingSoon, onDay, SOON_DAYS } from '../../../lib/token-life.ts';
import { figures } from '../../servers/servers-page.tsx';
import { BusiestTokens, BusiestTools } from './busiest.tsx';
import { Feed } from './feed.tsx';
import { LimitState } from './limit-state.tsx';
import { StatsFilter } from './stats-filter.tsx';

/** What governance removed from answers. */
const CLEANING = [
  ['redactions', 'Redacted fields'],
  ['truncations', 'Arrays truncated'],
] as const;
/** A younger server starts with the last hour, because its day would be a single bar. */
const YOUNG_MS = 2 * 3_600_000;

export default function Overview({ server }: TabProps) {
  const isYoung = Date.now() - Date.parse(server.createdAt) < YOUNG_MS;
  const [period, setPeriod] = useState<Period>(isYoung ? 'hour' : 'day');
  const { parameters } = useAddress();
  const of = { tool: parameters.get('tool') || undefined, token: parameters.get('token') || undefined };
  const all = useQuery(statsQuery(period, { server: server.id }));
  const stats = useQuery(statsQuery(period, { server: server.id, ...of }));
  return (
    <div className="stack">
      <Stopped server={server} />
      <Unsealed server={server} />
      <EndingTokens server={server} />
      <LimitState server={server} />
      <FirstSteps servers={[server]} calls={all.data?.totals.calls} />
      <div className="row spread">
        <h2 className="section-title">Activity</h2>
        <div className="row">
          <StatsFilter stats={all.data} {...of} />
          <SegmentedControl
            label="Period"
            selectedId={period}
            options={Object.entries(PERIODS).map(([id, { text }]) => ({ id, text }))}
            onChange={({ detail }) => setPeriod(detail.selectedId as Period)}
          />
        </div>
      </div>
      {stats.isError && stats.data === undefined && <Problem error={stats.error} retry={() => void stats.refetch()} />}
      <Stats items={figures(stats.data).map((one) => ({ ...one, name: one.name.replace(', 24 h', '') }))} />
      {/* Without calls there is nothing to chart, and the first steps are shown above. */}
      {stats.data?.totals.calls !== 0 && <Charts period={period} stats={stats.data} />}
      <div className="columns">
        <Feed server={server} />
        <div className="stack">
          <BusiestTools serverId={server.id} stats={stats.data} />
          <BusiestTokens serverId={server.id} stats={stats.data} />
        </div>
      </div>
    </div>
  );
}

interface ChartsProps {
  readonly period: Period;
  readonly stats: StatsAnswer | undefined;
}

function Charts({ period, stats }: ChartsProps) {
  const { bucket } = PERIODS[period];
  const totals = stats?.totals;
  const bars = (value: 'calls' | 'p95Ms' | 'redactions' | 'truncations') =>
    stats?.series.map((one) => ({
      at: one.at,
      value: one[value],
      ...(value === 'calls' ? { part: one.errors } : {}),
    })) ?? [];
  return (
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
  );
}

/** A deployment that failed while an earlier version stays live. */
function Stopped({ server }: TabProps) {
  const { stopped } = server;
  if (stopped === undefined || server.deploying !== undefined) return null;
  const waits = stopped.code === 'surface_changed';
  return (
    <Alert type="warning" header={waits ? 'A changed API waits for approval' : 'The last deployment failed'}>
      Clients still use the previous version.{' '}
      <Link to={`/servers/${server.id}/deployments`}>{waits ? 'Review the changes' : 'See why'}</Link>
    </Alert>
  );
}

/** Changes that are stored, and of which no version could be made. */
function Unsealed({ server }: TabProps) {
  const { code, message } = server.unsealed ?? {};
  if (code === undefined) return null;
  return (
    <Alert type="warning" header="The last changes are saved but not live">
      Clients still use the previous version. {message}
    </Alert>
  );
}

/** Tokens whose clients will soon be refused. */
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
