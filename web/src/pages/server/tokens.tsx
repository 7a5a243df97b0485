/** Connection tokens: creating, replacing and revoking them, closing live streams, and setting up clients. */
import Button from '@cloudscape-design/components/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useState } from 'react';
import { call } from '../../api/client.ts';
import { clientsQuery, tokensQuery } from '../../api/queries.ts';
import type { CreatedToken, Token } from '../../api/types.ts';
import { useNotify } from '../../app/notices.tsx';
import { useSession } from '../../app/session.tsx';
import { Loading } from '../../app/shell.tsx';
import { AccountAddress } from '../../components/account-address.tsx';
import { ClientGuide } from '../../components/client-guide.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { hasConsent } from '../../components/consent-state.tsx';
import { Empty } from '../../components/empty.tsx';
import { Problem } from '../../components/problem.tsx';
import { Ago } from '../../components/time.tsx';
import { isUsedSince } from '../../lib/token-life.ts';
import { useFreshToken } from './fresh-token.tsx';
import { MadeToken } from './made-token.tsx';
import { NewToken } from './new-token.tsx';
import { ReplaceToken } from './replace-token.tsx';
import { SignedIn } from './signed-in.tsx';
import type { TabProps } from './tab.ts';
import { TokenList } from './token-list.tsx';

export default function Tokens({ server }: TabProps) {
  const { canEdit, isAdmin } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const query = useQuery(tokensQuery(server.id));
  const clients = useQuery(clientsQuery(server.id));
  const [making, setMaking] = useState<'new' | Token>();
  const { fresh: shown, setFresh: setShown } = useFreshToken();
  const [asked, setAsked] = useState<Token | 'kill'>();
  const [pending, setPending] = useState(false);

  const confirm = async () => {
    if (asked === undefined) return;
    setPending(true);
    try {
      if (asked === 'kill') {
        await call('killConnections', { path: { id: server.id } });
        notify.success('All live streams were closed. Tokens stay valid.');
      } else {
        await call('revokeToken', { path: { id: server.id, tokenId: asked.id } });
        notify.success(`${nameOf(asked)} is revoked. Its requests are refused from now on.`);
      }
      setAsked(undefined);
    } catch (error) {
      notify.failure(error);
    } finally {
      // After a failure too, because some regions may have applied the revocation.
      await queries.invalidateQueries({ queryKey: ['server', server.id, 'tokens'] });
      setPending(false);
    }
  };
  const show = (made: CreatedToken) => {
    setShown({ made, oldId: making === 'new' ? undefined : making?.id });
    setMaking(undefined);
    void queries.invalidateQueries({ queryKey: ['server', server.id, 'tokens'] });
  };

  if (query.isError && query.data === undefined)
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading what="the tokens" />;
  const { items, active, limit } = query.data;
  const full = active >= limit ? `A server has ${limit} active tokens at most; revoke one first.` : undefined;
  const made = items.find(({ id }) => id === shown?.made.token.id);
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
            <span className="danger-button">
              <Button onClick={() => setAsked('kill')}>Close all streams</Button>
            </span>
            <Button
              variant="primary"
              disabled={full !== undefined || shown !== undefined}
              disabledReason={shown === undefined ? full : 'Store the token below first: it is shown only once.'}
              onClick={() => startTransition(() => setMaking('new'))}
            >
              Generate token
            </Button>
          </span>
        )}
      </div>
      {server.credentials === 'per-token' && hasConsent(server) && (
        <section className="card stack tight" aria-label="Own accounts">
          <h2>Each token needs its own account at the API</h2>
          <AccountAddress serverId={server.id} />
        </section>
      )}
      {shown !== undefined && (
        <MadeToken
          serverId={server.id}
          shown={shown.made}
          made={made}
          old={items.find(({ id }) => id === shown.oldId)}
          onRevoke={setAsked}
          onStored={() => setShown(undefined)}
        />
      )}
      {items.length === 0 ? (
        <div className="card">
          <Empty title="No tokens yet">Generate one for each AI client that may use this server.</Empty>
        </div>
      ) : (
        <TokenList
          serverId={server.id}
          tokens={items}
          onReplace={canEdit && shown === undefined ? setMaking : undefined}
          onRevoke={canEdit ? setAsked : undefined}
        />
      )}
      {isAdmin && server.access !== 'tokens' && <SignedIn serverId={server.id} />}
      {clients.data?.signIn !== undefined && shown === undefined && (
        <section className="card stack">
          <div>
            <h2>Sign in from a client</h2>
            <span className="muted">One address for everybody; each person signs in with their own account.</span>
          </div>
          <ClientGuide clients={clients.data.signIn.clients} />
        </section>
      )}
      {clients.data !== undefined && server.access !== 'sign-in' && shown === undefined && (
        <section className="card stack">
          <div>
            <h2>Set up a client with a token</h2>
            <span className="muted">Replace YOUR_TOKEN with your token.</span>
          </div>
          <ClientGuide clients={clients.data.clients} />
        </section>
      )}
      {making === 'new' && <NewToken serverId={server.id} onClose={() => setMaking(undefined)} onMade={show} />}
      {making !== undefined && making !== 'new' && (
        <ReplaceToken
          serverId={server.id}
          old={making}
          refused={full}
          onClose={() => setMaking(undefined)}
          onMade={show}
        />
      )}
      {asked !== undefined && (
        <Confirm
          title={asked === 'kill' ? 'Close all live streams?' : `Revoke ${nameOf(asked)}?`}
          action={asked === 'kill' ? 'Close streams' : 'Revoke'}
          danger
          pending={pending}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(undefined)}
        >
          {asked === 'kill' ? (
            'Every connected client loses its stream and can connect again; tokens stay valid.'
          ) : (
            <>
              Its next request is refused and its live streams are closed at once. This cannot be undone; the audit log
              keeps its name.
              {asked.id === shown?.oldId && isUsedSince(asked, made?.createdAt) && (
                <p className="warn">
                  A client used it <Ago at={asked.lastUsedAt} />, after the new one was made.
                </p>
              )}
            </>
          )}
        </Confirm>
      )}
    </div>
  );
}

/** The label is not unique. */
const nameOf = ({ label, hint }: Token): string => `“${label}” (••••${hint})`;
