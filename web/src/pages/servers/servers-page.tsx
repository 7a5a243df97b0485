/** The first page: figures of the last day, the first steps while there is no traffic, and all servers. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { statsQuery } from '../../api/queries/audit.ts';
import { serversQuery } from '../../api/queries/servers.ts';
import type { Server, Stats } from '../../api/types.ts';
import { Empty } from '../../components/empty.tsx';
import { FirstSteps } from '../../components/first-steps.tsx';
import { Problem } from '../../components/problem.tsx';
import { Loading } from '../../components/shell.tsx';
import { type Stat, Stats as StatsRow } from '../../components/stats.tsx';
import { ServerStatus } from '../../components/status.tsx';
import { Ago } from '../../components/time.tsx';
import { count, duration, percent, plural, short } from '../../lib/format.ts';
import { useProjectName, useSession } from '../../state/session.tsx';
import { AttentionBadge, NeedsAttention } from './attention.tsx';
import { ImportDefinition } from './import-definition.tsx';
import { findServers, NoneFound, ServerFilter, useServerFilter } from './server-filter.tsx';
import { TryDemo } from './try-demo.tsx';
import '../../styles/servers.css';

const SHOWN = 50;

/** The figures that this page and a server's overview share. */
export function figures(stats: Stats | undefined): Stat[] {
  if (stats === undefined)
    return ['Calls, 24 h', 'Errors', 'P95 latency', 'Redacted fields', 'Arrays truncated'].map((name) => ({
      name,
      value: '–',
    }));
  const { calls, errors, p95Ms, p50Ms, redactions, truncations } = stats.totals;
  const rate = calls === 0 ? 0 : errors / calls;
  return [
    { name: 'Calls, 24 h', value: short(calls), sub: stats.sampled ? 'from a sample' : undefined },
    {
      name: 'Errors',
      value: percent(errors, calls),
      sub: plural(errors, 'call'),
      tone: rate > 0.05 ? 'bad' : rate > 0 ? 'warn' : undefined,
    },
    {
      name: 'P95 latency',
      value: calls === 0 ? '–' : duration(p95Ms),
      sub: calls === 0 ? undefined : `median ${duration(p50Ms)}`,
    },
    { name: 'Redacted fields', value: short(redactions) },
    { name: 'Arrays truncated', value: short(truncations) },
  ];
}

export default function ServersPage() {
  const { canEdit } = useSession();
  const filter = useServerFilter();
  const [all, setAll] = useState(false);
  const [importing, setImporting] = useState(false);
  const servers = useQuery(serversQuery());
  const stats = useQuery(statsQuery('day', {}, servers.data?.items.length));
  useEffect(() => {
    document.title = 'Servers · Portcullis';
  }, []);
  if (servers.isError && servers.data === undefined)
    return (
      <>
        <div className="page-head">
          <h1>Servers</h1>
        </div>
        <Problem error={servers.error} retry={() => void servers.refetch()} />
      </>
    );
  if (servers.data === undefined) return <Loading what="the servers" />;

  const { items } = servers.data;
  const byServer = new Map(stats.data?.servers.map((one) => [one.serverId, one]));
  const found = findServers(items, filter, byServer);
  const shown = all ? found : found.slice(0, SHOWN);
  const create = canEdit && <Create project={filter.project} onImport={() => setImporting(true)} />;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Servers</h1>
          <p>{items.length === 0 ? 'Each server gives one API a governed MCP URL.' : plural(items.length, 'server')}</p>
        </div>
        {items.length > 0 && create}
      </div>
      {importing && <ImportDefinition onClose={() => setImporting(false)} />}
      <div className="stack">
        {items.length > 0 && <NeedsAttention />}
        {(canEdit || items.length > 0) && <FirstSteps servers={items} calls={stats.data?.totals.calls} />}
        {items.length > 0 && <Figures servers={items} stats={stats.data} />}
        {items.length === 0 && !canEdit ? (
          <div className="card">
            <Empty title="There is no server that you can see">
              Servers are listed here once there is one in which you have a role. Ask an admin for a role if you
              expected one.
            </Empty>
          </div>
        ) : items.length === 0 ? (
          <div className="card">
            <Empty
              title="Turn an API into an MCP server"
              action={
                <>
                  {create}
                  <TryDemo />
                </>
              }
            >
              Enter the URL of an OpenAPI document. In a few seconds you get an MCP URL whose answers are redacted,
              limited in size and recorded in the audit log.
            </Empty>
          </div>
        ) : (
          <>
            <ServerFilter filter={filter} servers={items} found={found.length} />
            <ul className="server-list">
              {shown.map((one) => (
                <ServerCard
                  key={one.id}
                  server={one}
                  counted={stats.data !== undefined}
                  figures={byServer.get(one.id)}
                />
              ))}
            </ul>
            {found.length === 0 && <NoneFound filter={filter} servers={items} />}
            {found.length > shown.length && (
              <button type="button" className="text-button" onClick={() => setAll(true)}>
                Show all {count(found.length)}
              </button>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** The ways to a new server. */
function Create(props: { readonly project: string | undefined; readonly onImport: () => void }) {
  const { project, onImport } = props;
  const there = project === undefined ? '' : `&project=${project}`;
  return (
    <span className="row">
      <Button variant="link" onClick={onImport}>
        Import a definition
      </Button>
      <Link className="button-link" to={`/servers/new?way=mcp${there}`}>
        Govern an MCP server
      </Link>
      <Link className="button-link" to={`/servers/new?way=manual${there}`}>
        Add manually
      </Link>
      <Link className="button-link primary" to={`/servers/new?way=openapi${there}`}>
        Import an API
      </Link>
    </span>
  );
}

function Figures({ servers, stats }: { readonly servers: readonly Server[]; readonly stats: Stats | undefined }) {
  return (
    <StatsRow
      items={[
        {
          name: 'Live',
          value: `${servers.filter((one) => one.status === 'live').length} of ${servers.length}`,
          sub: plural(
            servers.reduce((sum, one) => sum + (one.bundle?.tools ?? 0), 0),
            'tool',
          ),
        },
        ...figures(stats),
      ]}
    />
  );
}

function ServerCard({
  server,
  counted,
  figures: own,
}: {
  readonly server: Server;
  /** False until the calls are counted, because unknown is not zero. */
  readonly counted: boolean;
  readonly figures?: Stats['servers'][number];
}) {
  const { effective } = server.governance;
  // Its servers have their own.
  const isToolset = server.source.kind === 'toolset';
  const project = useProjectName(server);
  return (
    <li className="card server-card">
      <div className="row spread">
        <h2 className="grow break">
          <Link className="cover" to={`/servers/${server.id}`}>
            {server.name || 'Unnamed server'}
          </Link>
        </h2>
        <ServerStatus server={server} />
      </div>
      {server.source.members === undefined ? (
        <div className="mono muted clip">{server.baseUrl || 'no base URL yet'}</div>
      ) : (
        <div className="muted">Tools of {plural(server.source.members.length, 'server')}</div>
      )}
      <div className="row chips">
        {project !== undefined && <span className="chip">Project {project}</span>}
        <span className="chip">{plural(server.bundle?.tools ?? 0, 'tool')}</span>
        {server.bundle?.exposition === 'grouped' && <span className="chip">Grouped</span>}
        {server.bundle?.exposition === 'search' && <span className="chip">Search</span>}
        {server.bundle?.exposition === 'compact' && <span className="chip">Short tools</span>}
        {!isToolset && (
          <span className={effective.pii ? 'chip good' : 'chip warn'}>
            {effective.pii ? 'Redaction on' : 'Redaction off'}
          </span>
        )}
        {!isToolset && effective.truncation && <span className="chip">Arrays ≤ {effective.maxItems}</span>}
        {server.signed && <span className="chip accent">Locked tool list</span>}
        <AttentionBadge serverId={server.id} />
      </div>
      <div className="row spread small muted">
        <span>
          {own === undefined || own.calls === 0
            ? counted && 'No calls in 24 h'
            : `${plural(own.calls, 'call')}, ${percent(own.errors, own.calls)} errors, p95 ${duration(own.p95Ms)}`}
        </span>
        <span>
          changed <Ago at={server.updatedAt} />
        </span>
      </div>
    </li>
  );
}
