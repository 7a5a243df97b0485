/** One server: its head, its tabs as addresses of their own, and a running deployment wherever one is. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, NavLink, useParams } from 'react-router';
import { ApiError, call } from '../../api/client.ts';
import { deploymentQuery, serverQuery, tokensQuery } from '../../api/queries.ts';
import type { Server } from '../../api/types.ts';
import { NotFound } from '../../app/crashed.tsx';
import { useNotify } from '../../app/notices.tsx';
import { useSession } from '../../app/session.tsx';
import { Loading } from '../../app/shell.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Phases } from '../../components/phases.tsx';
import { Problem } from '../../components/problem.tsx';
import { ServerStatus } from '../../components/status.tsx';
import { plural } from '../../lib/format.ts';
import '../../styles/server.css';

const TABS = [
  { id: 'overview', title: 'Overview', page: lazy(() => import('./overview.tsx')) },
  { id: 'tools', title: 'Tools', page: lazy(() => import('./tools.tsx')) },
  { id: 'view', title: 'Client View', page: lazy(() => import('./client-view.tsx')) },
  { id: 'tokens', title: 'Connection Tokens', page: lazy(() => import('./tokens.tsx')) },
  { id: 'deployments', title: 'Deployments', page: lazy(() => import('./deployments.tsx')) },
  { id: 'audit', title: 'Audit Log', page: lazy(() => import('./audit.tsx')) },
  { id: 'settings', title: 'Settings', page: lazy(() => import('./settings.tsx')) },
] as const;

export interface TabProps {
  readonly server: Server;
}

export default function ServerPage() {
  const { serverId = '', tab = 'overview' } = useParams();
  const query = useQuery(serverQuery(serverId));
  const current = TABS.find((one) => one.id === tab);
  const tabs = useRef<HTMLElement>(null);
  const name = query.data?.name;
  useEffect(() => {
    if (current !== undefined) document.title = `${name || 'Server'} · ${current.title} · Portcullis`;
  }, [name, current]);

  const shown = query.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the chosen tab may lie outside of the row's window
  useEffect(() => {
    const row = tabs.current;
    const active = row?.querySelector<HTMLElement>('.active');
    // The row alone: bringing the tab into view would scroll a low window past the head of the page.
    if (active)
      row?.scrollTo({ left: active.offsetLeft - row.offsetLeft - (row.clientWidth - active.clientWidth) / 2 });
  }, [tab, shown]);

  if (query.error instanceof ApiError && [400, 404].includes(query.error.status)) return <NotFound />;
  if (query.isError && query.data === undefined)
    return (
      <>
        <div className="page-head">
          <h1>Server</h1>
        </div>
        <Problem error={query.error} retry={() => void query.refetch()} />
      </>
    );
  if (query.data === undefined) return <Loading what="the server" />;
  if (current === undefined) return <NotFound />;
  const Page = current.page;
  return (
    <>
      <Head server={query.data} />
      <nav ref={tabs} className="tabs" aria-label="Sections of the server">
        {TABS.map((one) => (
          <NavLink
            key={one.id}
            to={one.id === 'overview' ? `/servers/${serverId}` : `/servers/${serverId}/${one.id}`}
            end
            aria-current={one.id === tab ? 'page' : undefined}
            className={one.id === tab ? 'active' : ''}
          >
            {one.title}
          </NavLink>
        ))}
      </nav>
      <Running key={serverId} server={query.data} quiet={tab === 'deployments'} />
      {tab !== 'deployments' && <NotLive server={query.data} />}
      <Suspense fallback={<Loading what={current.title.toLowerCase()} />}>
        <Page key={serverId} server={query.data} />
      </Suspense>
    </>
  );
}

function Head({ server }: TabProps) {
  const { canEdit } = useSession();
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const query = useQuery(serverQuery(server.id));
  const tokens = useQuery(tokensQuery(server.id));
  const offline = server.status === 'offline';

  const setStatus = async (status: 'online' | 'offline') => {
    setPending(true);
    try {
      await call('setStatus', { path: { id: server.id }, body: { status } });
      notify.success(status === 'online' ? 'The server answers again.' : 'The server is offline. Calls are refused.');
    } catch (error) {
      notify.failure(error);
    } finally {
      // Also after a failure: some regions may have taken it.
      await query.refetch();
      setPending(false);
      setAsking(false);
    }
  };

  const recently = tokens.data?.items.filter(
    (one) =>
      one.status === 'active' && one.lastUsedAt !== undefined && Date.now() - Date.parse(one.lastUsedAt) < 15 * 60_000,
  ).length;
  return (
    <>
      <div className="crumbs small">
        <Link to="/">Servers</Link> <span aria-hidden="true">/</span>
      </div>
      <div className="page-head server-head">
        <div className="grow">
          <h1 className="row">
            <span className="break">{server.name || 'Unnamed server'}</span>
            <span className="head-status">
              <ServerStatus server={server} />
            </span>
          </h1>
          <div className="row small">
            <span className="mono muted break">{server.baseUrl || 'no base URL yet'}</span>
            <span className="chip">{plural(server.bundle?.tools ?? 0, 'tool')}</span>
            {tokens.data !== undefined && <span className="chip">{plural(tokens.data.active, 'token')}</span>}
            {recently !== undefined && (
              <span className={recently > 0 ? 'chip good' : 'chip'} title="Tokens used within the last 15 minutes">
                {plural(recently, 'client')} active
              </span>
            )}
            <span className={server.governance.effective.pii ? 'chip good' : 'chip warn'}>
              {server.governance.effective.pii ? 'Redaction on' : 'Redaction off'}
            </span>
          </div>
        </div>
        <div className="row">
          <CopyButton
            text={server.mcpUrl}
            label="Copy MCP address"
            variant="normal"
            // The address alone opens nothing, and is that of every server.
            onCopied={() => notify.success('Copied. A client sends a token with it: “Connect” shows how.')}
          />
          {canEdit && server.unconfirmed !== undefined && (server.status === 'live' || offline) && (
            <Button loading={pending} onClick={() => void setStatus(offline ? 'offline' : 'online')}>
              Repeat in every region
            </Button>
          )}
          {canEdit && (server.status === 'live' || offline) && (
            <span className={offline ? undefined : 'danger-button'}>
              <Button loading={pending} onClick={() => (offline ? void setStatus('online') : setAsking(true))}>
                {offline ? 'Bring online' : 'Take offline'}
              </Button>
            </span>
          )}
          <Link className="button-link primary" to={`/servers/${server.id}/tokens`}>
            Connect
          </Link>
        </div>
      </div>
      {asking && (
        <Confirm
          title={`Take ${server.name} offline?`}
          action="Take offline"
          danger
          pending={pending}
          onConfirm={() => void setStatus('offline')}
          onClose={() => setAsking(false)}
        >
          Every call is refused and every live stream is closed until it is brought online again. Tools, tokens and
          settings stay as they are.
        </Confirm>
      )}
    </>
  );
}

/** Why clients get no answer, where the rest of a page looks as if they did. */
function NotLive({ server }: TabProps) {
  if (server.status === 'offline')
    return (
      <div className="not-live">
        <Alert type="info">This server is offline: every call is refused until it is brought online again.</Alert>
      </div>
    );
  if (server.status !== 'failed') return null;
  return (
    <div className="not-live">
      <Alert type="error" header="The deployment failed, so this server does not answer yet">
        <Link to={`/servers/${server.id}/deployments`}>See why, and deploy again</Link>
      </Alert>
    </div>
  );
}

interface RunningProps extends TabProps {
  /** Leaves the phases to the page, which shows them itself. */
  readonly quiet: boolean;
}

/** The phases of a deployment that runs now, on every tab; how it ended is read out. */
function Running({ server, quiet }: RunningProps) {
  const [id, setId] = useState(server.deploying);
  if (server.deploying !== undefined && server.deploying !== id) setId(server.deploying);
  const query = useQuery({ ...deploymentQuery(server.id, id ?? ''), enabled: id !== undefined });
  const status = query.data?.status;
  return (
    <>
      <span role="status" className="visually-hidden">
        {status === 'live' ? 'The deployment is live.' : status === 'failed' ? 'The deployment failed.' : ''}
      </span>
      {query.data !== undefined && status === 'running' && !quiet && (
        <section className="running" aria-label="Running deployment">
          <Phases deployment={query.data} live />
        </section>
      )}
    </>
  );
}
