/** Who uses a server: its calls by tool, token, client or person, over an hour to 30 days, and which tools nobody calls. */
import Button from '@cloudscape-design/components/button';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useQuery } from '@tanstack/react-query';
import type { Grouping } from '../../../../../core/audit/callGroups.ts';
import { callGroupsQuery, USE_PERIODS, type UsePeriod } from '../../../api/queries/audit.ts';
import type { CallGroups } from '../../../api/types.ts';
import { download } from '../../../components/client-guide.tsx';
import { Empty } from '../../../components/empty.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import type { TabProps } from '../../../components/server-tab.ts';
import { Stats } from '../../../components/stats.tsx';
import { useAddress } from '../../../lib/address.ts';
import { count, duration, moment, percent, short } from '../../../lib/format.ts';
import { csvOf, GROUPINGS, sorted } from './groups.ts';
import { NeverCalled } from './never-called.tsx';
import { UseDetails } from './use-details.tsx';
import { sortOf, UseTable } from './use-table.tsx';

export default function Use({ server }: TabProps) {
  const address = useAddress();
  const get = (name: string) => address.parameters.get(name) ?? '';
  const by = (Object.hasOwn(GROUPINGS, get('by')) ? get('by') : 'tool') as Grouping;
  const period = (Object.hasOwn(USE_PERIODS, get('period')) ? get('period') : 'week') as UsePeriod;
  const query = useQuery(callGroupsQuery(server.id, { period, by }));
  const { data } = query;
  const opened = data?.groups.find(({ key }) => key !== '' && key === get('row'));
  return (
    <div className="stack">
      <div className="row spread">
        <h2 className="section-title">Use</h2>
        <div className="row">
          <SegmentedControl
            label="By"
            selectedId={by}
            options={Object.entries(GROUPINGS).map(([id, { text }]) => ({ id, text }))}
            onChange={({ detail }) => address.set({ by: detail.selectedId === 'tool' ? '' : detail.selectedId })}
          />
          <SegmentedControl
            label="Period"
            selectedId={period}
            options={Object.entries(USE_PERIODS).map(([id, { text }]) => ({ id, text }))}
            onChange={({ detail }) => address.set({ period: detail.selectedId === 'week' ? '' : detail.selectedId })}
          />
        </div>
      </div>
      {data === undefined && <QueryState query={query} what="the calls" />}
      {data !== undefined && (
        <>
          <Totals data={data} />
          <Reach data={data} onRetry={() => void query.refetch()} />
          {data.groups.length === 0 ? (
            <div className="card">
              <Empty title="Nothing was called">No client has called a tool in this period.</Empty>
            </div>
          ) : (
            <>
              <div className="row">
                <span className="small muted grow">
                  Tokens are estimated from the size of the answers. Calls refused by a limit count once a minute.
                </span>
                <Button
                  iconName="download"
                  onClick={() =>
                    download(
                      `use-${server.id}-${by}.csv`,
                      new Blob([csvOf(by, sorted(data.groups, sortOf(get('sort'))))]),
                    )
                  }
                >
                  Export as CSV
                </Button>
              </div>
              <UseTable by={by} groups={data.groups} />
            </>
          )}
          {data.moreGroups > 0 && <p className="small muted">{count(data.moreGroups)} more are not listed.</p>}
          {by === 'tool' && data.moreGroups === 0 && <NeverCalled server={server} data={data} />}
          {opened !== undefined && (
            <UseDetails
              serverId={server.id}
              by={by}
              period={period}
              group={opened}
              since={data.since}
              onClose={() => address.set({ row: '' })}
            />
          )}
        </>
      )}
    </div>
  );
}

function Totals({ data: { totals } }: { readonly data: CallGroups }) {
  const { calls, errors, p50Ms, p95Ms, tokens, redactions, truncations } = totals;
  return (
    <Stats
      items={[
        { name: 'Calls', value: short(calls) },
        {
          name: 'Errors',
          value: percent(errors, calls),
          sub: `${short(errors)} calls`,
          ...(errors > 0 && { tone: 'bad' as const }),
        },
        {
          name: 'Median',
          value: calls === 0 ? '–' : duration(p50Ms),
          sub: calls === 0 ? '' : `P95 ${duration(p95Ms)}`,
        },
        { name: '≈ Tokens returned', value: short(tokens) },
        { name: 'Redacted fields', value: short(redactions) },
        { name: 'Arrays truncated', value: short(truncations) },
      ]}
    />
  );
}

/** Where there were more calls than one answer reads. */
function Reach({ data, onRetry }: { readonly data: CallGroups; readonly onRetry: () => void }) {
  if (data.isComplete) return null;
  return (
    <p className="small warn">
      Too many calls to read at once. These figures start on {moment(data.since)}.{' '}
      <Button variant="inline-link" onClick={onRetry}>
        Load earlier calls
      </Button>
    </p>
  );
}
