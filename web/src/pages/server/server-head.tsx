/** A server's name, state and figures, and its actions: copy the URL, take it offline, connect a client. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { serverQuery, tokensQuery } from '../../api/queries.ts';
import type { TabProps } from '../../components/server-tab.ts';
import { ServerStatus } from '../../components/status.tsx';
import { plural } from '../../lib/format.ts';
import { Confirm } from '../../state/confirm.tsx';
import { useNotify } from '../../state/notices.tsx';
import { useSession } from '../../state/session.tsx';
import { CopyAddress } from './overview/copy-address.tsx';

export function ServerHead({ server }: TabProps) {
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
      // After a failure too, because some regions may have applied the change.
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
          <CopyAddress serverId={server.id} />
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
