/** Connection tokens: who holds one, making and revoking them, closing live streams, and setting clients up. */
import Button from '@cloudscape-design/components/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { clientsQuery, tokensQuery } from '../../api/queries.ts';
import type { CreatedToken, Token } from '../../api/types.ts';
import { useNotify } from '../../app/notices.tsx';
import { useSession } from '../../app/session.tsx';
import { Loading } from '../../app/shell.tsx';
import { ClientGuide } from '../../components/client-guide.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Empty } from '../../components/empty.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { type Column, ListTable } from '../../components/list-table.tsx';
import { Problem } from '../../components/problem.tsx';
import { ShownToken } from '../../components/shown-token.tsx';
import { Ago } from '../../components/time.tsx';
import { NewToken } from './new-token.tsx';
import type { TabProps } from './server-page.tsx';
import { TokenScope } from './token-scope.tsx';

const COLUMNS: readonly Column[] = [
  'Label',
  'Hint',
  'Opens',
  'Created',
  'Last used',
  'State',
  { name: 'Actions', as: 'hidden' },
];

export default function Tokens({ server }: TabProps) {
  const { canEdit } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const query = useQuery(tokensQuery(server.id));
  const clients = useQuery(clientsQuery(server.id));
  const [making, setMaking] = useState(false);
  const [shown, setShown] = useState<CreatedToken>();
  const [asked, setAsked] = useState<Token | 'kill'>();
  const [pending, setPending] = useState(false);

  const fresh = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shown !== undefined) fresh.current?.focus();
  }, [shown]);

  const confirm = async () => {
    if (asked === undefined) return;
    setPending(true);
    try {
      if (asked === 'kill') {
        await call('killConnections', { path: { id: server.id } });
        notify.success('All live streams were closed. Tokens stay valid.');
      } else {
        await call('revokeToken', { path: { id: server.id, tokenId: asked.id } });
        notify.success(`“${asked.label}” is revoked. Its requests are refused from now on.`);
      }
      setAsked(undefined);
    } catch (error) {
      notify.failure(error);
    } finally {
      // Also after a failure: a revocation may have been taken by some regions and not by others.
      await queries.invalidateQueries({ queryKey: ['server', server.id, 'tokens'] });
      setPending(false);
    }
  };

  if (query.isError && query.data === undefined)
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading what="the tokens" />;
  const { items, active, limit } = query.data;
  const full = active >= limit;
  return (
    <div className="stack">
      <div className="row spread">
        <span>
          <strong>
            {active} of {limit}
          </strong>{' '}
          <span className="muted">tokens in use. Give each client its own, so that one can be revoked alone.</span>
        </span>
        {canEdit && (
          <span className="row">
            <Button onClick={() => setAsked('kill')}>Close all streams</Button>
            <Button
              variant="primary"
              disabled={full || shown !== undefined}
              disabledReason={
                shown === undefined
                  ? `A server has ${limit} active tokens at most; revoke one first.`
                  : 'Store the token below first: it is shown this once.'
              }
              onClick={() => startTransition(() => setMaking(true))}
            >
              Generate token
            </Button>
          </span>
        )}
      </div>
      {shown !== undefined && (
        <section className="card stack" aria-label="New token">
          <div className="row spread">
            <h2 ref={fresh} tabIndex={-1} className="break">
              Token “{shown.token.label}”
            </h2>
            <Button iconName="close" onClick={() => setShown(undefined)}>
              I have stored it
            </Button>
          </div>
          {shown.token.scopes !== undefined && (
            <div className="row">
              <span className="muted">Opens</span> <TokenScope serverId={server.id} scopes={shown.token.scopes} />
            </div>
          )}
          <ShownToken shown={shown} />
          <LeaveGuard what="the connection token" />
        </section>
      )}
      {items.length === 0 ? (
        <div className="card">
          <Empty title="No tokens yet">Generate one for each AI client that may use this server.</Empty>
        </div>
      ) : (
        <ListTable columns={COLUMNS}>
          {items.map((token) => (
            <tr key={token.id} className={token.status === 'active' ? '' : 'off'}>
              <td className="wide break">
                <strong>{token.label}</strong>
              </td>
              <td className="mono">••••{token.hint}</td>
              <td data-label="Opens">
                <TokenScope serverId={server.id} scopes={token.scopes} />
              </td>
              <td data-label="Created">
                <Ago at={token.createdAt} /> <span className="muted small">by {token.createdBy}</span>
              </td>
              <td data-label="Last used">
                <Ago at={token.lastUsedAt} />
              </td>
              <td>
                <State token={token} />
              </td>
              <td className="num actions">
                {canEdit && (token.status === 'active' || token.status === 'revoking') && (
                  <Button variant="inline-link" ariaLabel={`Revoke ${token.label}`} onClick={() => setAsked(token)}>
                    Revoke
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      {clients.data !== undefined && shown === undefined && (
        <section className="card stack">
          <div>
            <h2>Set up a client</h2>
            <span className="muted">Put a token where the placeholder stands.</span>
          </div>
          <ClientGuide clients={clients.data.clients} />
        </section>
      )}
      {making && (
        <NewToken
          serverId={server.id}
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setShown(made);
            void queries.invalidateQueries({ queryKey: ['server', server.id, 'tokens'] });
          }}
        />
      )}
      {asked !== undefined && (
        <Confirm
          title={asked === 'kill' ? 'Close all live streams?' : `Revoke “${asked.label}”?`}
          action={asked === 'kill' ? 'Close streams' : 'Revoke'}
          pending={pending}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(undefined)}
        >
          {asked === 'kill'
            ? 'Every connected client loses its stream and may connect again; tokens stay valid.'
            : 'Its next request is refused and its live streams are closed at once. This cannot be undone; the audit log keeps its name.'}
        </Confirm>
      )}
    </div>
  );
}

function State({ token }: { readonly token: Token }) {
  if (token.status === 'revoked')
    return (
      <span className="bad">
        Revoked <Ago at={token.revokedAt} />
      </span>
    );
  if (token.status === 'revoking')
    return (
      <span className="warn">
        Being revoked: {token.unconfirmed?.join(', ')} did not confirm. <span className="small">Revoke it again.</span>
      </span>
    );
  if (token.status === 'expired') return <span className="warn">Expired</span>;
  return (
    <span className="good">
      Active
      {token.expiresAt !== undefined && (
        <span className="muted small">
          , expires <Ago at={token.expiresAt} />
        </span>
      )}
    </span>
  );
}
