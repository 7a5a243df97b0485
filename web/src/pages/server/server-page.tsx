/** One server: its head, its tabs with an address each, and a running deployment if there is one. */
import Alert from '@cloudscape-design/components/alert';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, NavLink, useParams } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { changeRequestsQuery } from '../../api/queries/access.ts';
import { deploymentQuery } from '../../api/queries/deployments.ts';
import { serverQuery } from '../../api/queries/servers.ts';
import type { Server } from '../../api/types.ts';
import { isConsented, NotConnected } from '../../components/consent-state.tsx';
import { NotFound } from '../../components/crashed.tsx';
import { InstanceNotice } from '../../components/instance-notice.tsx';
import { Phases } from '../../components/phases.tsx';
import { Problem } from '../../components/problem.tsx';
import type { TabProps } from '../../components/server-tab.ts';
import { Loading } from '../../components/shell.tsx';
import { sectionOf, settingsPath } from '../../lib/settings-sections.ts';
import { toolViewOf } from '../../lib/tool-views.ts';
import { AtProject } from '../../state/session.tsx';
import { ServerHead } from './server-head.tsx';
import { FreshTokenProvider } from './tokens/fresh-token.tsx';
import { ToolViews } from './tools/tool-views.tsx';
import '../../styles/server.css';

const TABS = [
  { id: 'overview', title: 'Overview', page: lazy(() => import('./overview/overview.tsx')) },
  { id: 'tools', title: 'Tools', page: lazy(() => import('./tools/tools.tsx')) },
  { id: 'view', title: 'Client View', page: lazy(() => import('./overview/client-view.tsx')) },
  { id: 'use', title: 'Use', page: lazy(() => import('./use/use.tsx')) },
  { id: 'tokens', title: 'Connection Tokens', page: lazy(() => import('./tokens/tokens.tsx')) },
  { id: 'approvals', title: 'Approvals', page: lazy(() => import('./approvals/approvals.tsx')) },
  { id: 'deployments', title: 'Deployments', page: lazy(() => import('./deployments/deployments.tsx')) },
  { id: 'audit', title: 'Audit Log', page: lazy(() => import('./audit.tsx')) },
  { id: 'settings', title: 'Settings', page: lazy(() => import('./settings/settings.tsx')) },
] as const;

/** The tab of the tools in another view than that of its list. */
const TOOL_PAGES = {
  check: lazy(() => import('./tools/check/check.tsx')),
  selection: lazy(() => import('./tools/selection/selection.tsx')),
  fields: lazy(() => import('./tools/fields/fields.tsx')),
} as const;

export default function ServerPage() {
  const { serverId = '', tab = 'overview', section } = useParams();
  const query = useQuery(serverQuery(serverId));
  const changes = useQuery(changeRequestsQuery());
  const isAskedFor = changes.data?.items.some((one) => one.serverId === serverId) ?? false;
  const current = TABS.find((one) => one.id === tab);
  const tabs = useRef<HTMLElement>(null);
  const name = query.data?.name;
  const inSettings = tab === 'settings' ? sectionOf(section) : undefined;
  const view = tab === 'tools' ? toolViewOf(section) : undefined;
  const part = inSettings ?? (view?.id === 'list' ? undefined : view);
  const title = part === undefined ? current?.title : `${part.title} · ${current?.title}`;
  useEffect(() => {
    if (title !== undefined) document.title = `${name || 'Server'} · ${title} · Portcullis`;
  }, [name, title]);

  const shown = query.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the chosen tab may lie outside of the row's window
  useEffect(() => {
    const row = tabs.current;
    const active = row?.querySelector<HTMLElement>('.active');
    // Scrolls the row of tabs only: scrollIntoView would scroll a low window past the head of the page.
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
  const isSession = tab === 'audit' && section === 'session';
  if (current === undefined || (section !== undefined && part === undefined && !isSession)) return <NotFound />;
  const Page = view === undefined || view.id === 'list' ? current.page : TOOL_PAGES[view.id];
  return (
    <AtProject project={query.data.project}>
      <FreshTokenProvider key={serverId}>
        <ServerHead server={query.data} />
        <nav ref={tabs} className="tabs" aria-label="Sections of the server">
          {TABS.filter(({ id }) => id !== 'approvals' || tab === id || hasApprovals(query.data) || isAskedFor).map(
            (one) => (
              <NavLink
                key={one.id}
                to={one.id === 'overview' ? `/servers/${serverId}` : `/servers/${serverId}/${one.id}`}
                end
                aria-current={one.id === tab ? 'page' : undefined}
                className={one.id === tab ? 'active' : ''}
              >
                {one.title}
              </NavLink>
            ),
          )}
        </nav>
        <Running server={query.data} quiet={tab === 'deployments'} />
        {tab !== 'deployments' && <NotLive server={query.data} />}
        <NotSignedIn server={query.data} />
        {inSettings?.id !== 'sign-in' && <NotConnected server={query.data} />}
        {inSettings?.id !== 'sign-in' && <Elsewhere server={query.data} />}
        {view !== undefined && query.data.source.kind !== 'toolset' && (
          <ToolViews serverId={serverId} current={view.id} />
        )}
        <Suspense fallback={<Loading what={current.title.toLowerCase()} />}>
          <Page server={query.data} />
        </Suspense>
      </FreshTokenProvider>
    </AtProject>
  );
}

/** Whether a policy has a person approve calls. */
const hasApprovals = ({ policies = [] }: Server): boolean => policies.some(({ mode }) => mode === 'approve');

/** Says why clients get no answer, where the rest of a page looks as if they did. */
function NotLive({ server }: TabProps) {
  if (server.status === 'offline')
    return (
      <div className="not-live">
        <Alert type="info">This server is offline. Calls are refused until you bring it online.</Alert>
      </div>
    );
  if (server.status !== 'failed') return null;
  return (
    <div className="not-live">
      <Alert type="error" header="The first deployment failed, so this server does not answer">
        <Link to={`/servers/${server.id}/deployments`}>See why, and deploy again</Link>
      </Alert>
    </div>
  );
}

/** Why the API gets no access token: calls are refused until somebody has done something about it. */
function NotSignedIn({ server }: TabProps) {
  // Consent that has ended has a button of its own.
  const failures = (server.signInFailures ?? []).filter(
    ({ code }) => code !== 'oauth_consent_ended' || !isConsented(server),
  );
  return failures.map(({ origin, host, code, message, wayOut }) => (
    <div key={origin} className="not-live">
      <Alert type="error" header={`No access token from ${host}`}>
        {message} {wayOut} <Link to={settingsPath(server.id, 'sign-in')}>Open the settings</Link>{' '}
        <span className="mono">{code}</span>
      </Alert>
    </div>
  ));
}

/** The base URL may be wrong for this account. */
function Elsewhere({ server: { id, baseUrl, instance } }: TabProps) {
  if (instance === undefined) return null;
  return (
    <div className="not-live">
      <InstanceNotice host={instance.host} instance={instance.origin} origin={new URL(baseUrl).origin}>
        <Link to={settingsPath(id, 'sign-in')}>Open the settings</Link>
      </InstanceNotice>
    </div>
  );
}

interface RunningProps extends TabProps {
  /** The page shows the phases itself. */
  readonly quiet: boolean;
}

/** The phases of a running deployment, on every tab; its end is announced to screen readers. */
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
