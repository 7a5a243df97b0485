/** One tool, token, client or person: its calls over time, errors by code, redactions by kind, and by what it was used or what it used. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Grouping } from '../../../../../core/audit/callGroups.ts';
import { callGroupsQuery, USE_PERIODS, type UsePeriod } from '../../../api/queries/audit.ts';
import { Bars } from '../../../components/bars.tsx';
import { ListTable } from '../../../components/list-table.tsx';
import { Problem } from '../../../components/problem.tsx';
import { Loading } from '../../../components/shell.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { count, duration, short } from '../../../lib/format.ts';
import { auditPath, GROUPINGS, type Group, nameOf, sessionPath } from './groups.ts';

/** Beside it, the other side of its calls. */
const OTHER: Readonly<Record<Grouping, Grouping>> = { tool: 'client', token: 'tool', client: 'tool', person: 'tool' };
const SHOWN = 20;

interface UseDetailsProps {
  readonly serverId: string;
  readonly by: Grouping;
  readonly period: UsePeriod;
  readonly group: Group;
  /** From when on the figures are complete. */
  readonly since: string;
  readonly onClose: () => void;
}

export function UseDetails({ serverId, by, period, group, since, onClose }: UseDetailsProps) {
  const other = OTHER[by];
  const query = useQuery(callGroupsQuery(serverId, { period, by: other, [by]: group.key }));
  return (
    <SidePanel
      title={<span className={by === 'tool' ? 'mono' : undefined}>{nameOf(by, group)}</span>}
      onClose={onClose}
    >
      <div className="stack">
        <p className="row">
          <Link to={auditPath(serverId, by, group.key, period)}>Its calls in the audit log</Link>
          {(by === 'token' || by === 'client') && (
            <Link to={sessionPath(serverId, by, group.key, since)}>Show in order</Link>
          )}
        </p>
        {query.isError && <Problem error={query.error} retry={() => void query.refetch()} />}
        {query.data === undefined && !query.isError && <Loading what="the calls" />}
        {query.data !== undefined && (
          <>
            <Charts series={query.data.series} group={group} period={period} />
            <Counts title="Errors by code" rows={group.errorCodes.map(({ code, calls }) => [code, calls])} />
            <Counts title="Redactions by kind" rows={group.redacted.map(({ kind, count: hits }) => [kind, hits])} />
            <section>
              <h3>{GROUPINGS[other].text}</h3>
              <ListTable
                columns={[
                  GROUPINGS[other].head,
                  { name: 'Calls', as: 'num' },
                  { name: 'Errors', as: 'num' },
                  { name: 'P95', as: 'num' },
                ]}
              >
                {query.data.groups.slice(0, SHOWN).map((one) => (
                  <tr key={one.key}>
                    <td className="break wide">{nameOf(other, one)}</td>
                    <td className="num" data-label="Calls">
                      {count(one.calls)}
                    </td>
                    <td className={one.errors > 0 ? 'num bad' : 'num'} data-label="Errors">
                      {count(one.errors)}
                    </td>
                    <td className="num" data-label="P95">
                      {duration(one.p95Ms)}
                    </td>
                  </tr>
                ))}
              </ListTable>
            </section>
          </>
        )}
      </div>
    </SidePanel>
  );
}

interface ChartsProps {
  readonly series: readonly {
    readonly at: string;
    readonly calls: number;
    readonly errors: number;
    readonly p95Ms: number;
  }[];
  readonly group: Group;
  readonly period: UsePeriod;
}

function Charts({ series, group, period }: ChartsProps) {
  const { bucket } = USE_PERIODS[period];
  return (
    <div className="charts">
      <Bars
        title="Calls"
        total={`${short(group.calls)}, ${short(group.errors)} failed`}
        bars={series.map(({ at, calls, errors }) => ({ at, value: calls, part: errors }))}
        partName="failed"
        format={count}
        bucket={bucket}
      />
      <Bars
        title="P95 latency"
        total={`${duration(group.p95Ms)}, median ${duration(group.p50Ms)}`}
        bars={series.map(({ at, p95Ms }) => ({ at, value: p95Ms }))}
        format={duration}
        bucket={bucket}
      />
    </div>
  );
}

function Counts({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, hits: number])[];
}) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <dl className="facts">
        {rows.map(([name, hits]) => (
          <div key={name} className="contents">
            <dt className="mono">{name || 'unnamed'}</dt>
            <dd>{count(hits)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
