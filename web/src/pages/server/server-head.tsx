/** A server's name, state and figures, and its actions: bring it online, connect a client. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { tokensQuery } from '../../api/queries/access.ts';
import type { TabProps } from '../../components/server-tab.ts';
import { ServerStatus } from '../../components/status.tsx';
import { useStatus } from '../../components/use-status.ts';
import { devOriginOf, underItsName, useDevUpstreams } from '../../lib/dev-upstream.ts';
import { plural } from '../../lib/format.ts';
import { useProjectName, useSession } from '../../state/session.tsx';
import { ConnectClient } from './connect-client.tsx';

export function ServerHead({ server }: TabProps) {
  const { canEdit } = useSession();
  const { pending, setStatus } = useStatus(server.id);
  const tokens = useQuery(tokensQuery(server.id));
  const devOrigin = devOriginOf(server.baseUrl ?? '');
  const upstreams = useDevUpstreams();
  const offline = server.status === 'offline';
  const project = useProjectName(server);

  const recently = tokens.data?.items.filter(
    (one) =>
      one.status === 'active' && one.lastUsedAt !== undefined && Date.now() - Date.parse(one.lastUsedAt) < 15 * 60_000,
  ).length;
  return (
    <>
      <div className="crumbs small">
        <Link to="/">Servers</Link>
      </div>
      <div className="page-head server-head">
        <div className="grow">
          <h1 className="row">
            <span className="break">{server.name || 'Unnamed server'}</span>
            <span className="head-status">
              <ServerStatus server={server} />
            </span>
          </h1>
          {devOrigin !== undefined && (
            <div className="small warn">
              Calls {devOrigin} on this machine. It works only with this local stack
              {underItsName(devOrigin, upstreams) !== devOrigin
                ? '.'
                : `, and only if you start it with --dev-upstream ${devOrigin}.`}
            </div>
          )}
          <div className="row small">
            {server.source.members === undefined ? (
              <span className="mono muted break">{server.baseUrl || 'no base URL yet'}</span>
            ) : (
              <span className="muted">Tools of {plural(server.source.members.length, 'server')}</span>
            )}
            {project !== undefined && <span className="chip">Project {project}</span>}
            <span className="chip" title="Seen by clients: enabled, and on a host that is approved">
              {plural(server.bundle?.tools ?? 0, 'tool')}
            </span>
            {tokens.data !== undefined && <span className="chip">{plural(tokens.data.active, 'token')}</span>}
            {recently !== undefined && (
              <span className={recently > 0 ? 'chip good' : 'chip'} title="Tokens used within the last 15 minutes">
                {plural(recently, 'client')} active
              </span>
            )}
            {server.source.kind !== 'toolset' && (
              <span className={server.governance.effective.pii ? 'chip good' : 'chip warn'}>
                {server.governance.effective.pii ? 'Redaction on' : 'Redaction off'}
              </span>
            )}
          </div>
        </div>
        <div className="row">
          {canEdit && server.unconfirmed !== undefined && (server.status === 'live' || offline) && (
            <Button loading={pending} onClick={() => void setStatus(offline ? 'offline' : 'online')}>
              Repeat in every region
            </Button>
          )}
          {canEdit && offline && (
            <Button loading={pending} onClick={() => void setStatus('online')}>
              Bring online
            </Button>
          )}
          <ConnectClient server={server} />
        </div>
      </div>
    </>
  );
}
