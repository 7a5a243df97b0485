/** Connection tokens: creating, replacing and revoking them, closing live streams, and setting up clients. */
import Button from '@cloudscape-design/components/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useState } from 'react';
import { call } from '../../../api/client.ts';
import type { Answer } from '../../../api/operations.ts';
import { tokensQuery } from '../../../api/queries/access.ts';
import { clientsQuery } from '../../../api/queries/servers.ts';
import type { CreatedToken, TokenList as Listed, Token } from '../../../api/types.ts';
import { AccountAddress } from '../../../components/account-address.tsx';
import { ClientGuide } from '../../../components/client-guide.tsx';
import { hasConsent } from '../../../components/consent-state.tsx';
import { Empty } from '../../../components/empty.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import type { TabProps } from '../../../components/server-tab.ts';
import { Ago } from '../../../components/time.tsx';
import { isUsedSince } from '../../../lib/token-life.ts';
import { Confirm } from '../../../state/confirm.tsx';
import { useNotify } from '../../../state/notices.tsx';
import { useSession } from '../../../state/session.tsx';
import { useAction } from '../../../state/use-action.ts';
import { useFreshToken } from './fresh-token.tsx';
import { MadeToken } from './made-token.tsx';
import { NewToken } from './new-token.tsx';
import { ReplaceToken } from './replace-token.tsx';
import { SharedLink } from './shared-link.tsx';
import { SignedIn } from './signed-in.tsx';
import { TokenLimits } from './token-limits.tsx';
import { TokenList } from './token-list.tsx';

export default function Tokens({ server }: TabProps) {
  const { canEdit, isAdmin } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const query = useQuery(tokensQuery(server.id));
  const clients = useQuery(clientsQuery(server.id));
  const [making, setMaking] = useState<'new' | 'link' | Token>();
  const { fresh: shown, setFresh: setShown, links, addLink, removeLink } = useFreshToken();
  const [limiting, setLimiting] = useState<Token>();
  const [asked, setAsked] = useState<Token | 'kill'>();
  // Read anew after a failure too, because some regions may have applied the revocation.
  const { pending, run } = useAction(['server', server.id, 'tokens']);

  const confirm = async () => {
    if (asked === undefined) return;
    await run(async () => {
      if (asked === 'kill') {
        await call('killConnections', { path: { id: server.id } });
        notify.success('All live streams are closed. Tokens stay valid.');
      } else {
        await call('revokeToken', { path: { id: server.id, tokenId: asked.id } });
        notify.success(`${nameOf(asked)} is revoked. Its requests are refused from now on.`);
        // What was to be copied opens nothing any more.
        if (asked.id === shown?.made.token.id) setShown(undefined);
      }
      setAsked(undefined);
    });
  };
  const show = (made: CreatedToken) => {
    setShown({ made, oldId: typeof making === 'object' ? making.id : undefined });
    setMaking(undefined);
    void queries.invalidateQueries({ queryKey: ['server', server.id, 'tokens'] });
  };

  if (query.data === undefined) return <QueryState query={query} what="the tokens" />;
  const { items, active, limit } = query.data;
  const full = active >= limit ? `A server has ${limit} active tokens at most; revoke one first.` : undefined;
  const made = items.find(({ id }) => id === shown?.made.token.id);
  return (
    <div className="stack">
      <Head
        list={query.data}
        canEdit={canEdit}
        cannotMake={shown === undefined ? full : 'Copy the token below first. It is shown only once.'}
        onKill={() => setAsked('kill')}
        onMake={() => startTransition(() => setMaking('new'))}
        cannotShare={full}
        onShare={() => startTransition(() => setMaking('link'))}
      />
      {server.credentials === 'per-token' && hasConsent(server) && <OwnAccounts serverId={server.id} />}
      {shown !== undefined && (
        <MadeToken
          serverId={server.id}
          shown={shown.made}
          isCopied={shown.isCopied}
          made={made}
          old={items.find(({ id }) => id === shown.oldId)}
          onRevoke={setAsked}
          onStored={() => setShown(undefined)}
        />
      )}
      {links.map((link) => (
        <SharedLink key={link.id} serverId={server.id} link={link} onClose={() => removeLink(link.id)} />
      ))}
      {items.length === 0 ? (
        <div className="card">
          <Empty title="No tokens yet">Generate one for each AI client that may use this server.</Empty>
        </div>
      ) : (
        <TokenList
          serverId={server.id}
          tokens={items}
          onLimit={canEdit ? setLimiting : undefined}
          onReplace={canEdit && shown === undefined ? setMaking : undefined}
          onRevoke={canEdit ? setAsked : undefined}
        />
      )}
      {isAdmin && server.access !== 'tokens' && <SignedIn serverId={server.id} />}
      {shown === undefined && <SetUp server={server} clients={clients.data} />}
      {making === 'new' && <NewToken serverId={server.id} onClose={() => setMaking(undefined)} onMade={show} />}
      {making === 'link' && (
        <NewToken
          serverId={server.id}
          onClose={() => setMaking(undefined)}
          onMade={show}
          onLinked={(made, label) => {
            addLink(made, label, items);
            setMaking(undefined);
          }}
        />
      )}
      {typeof making === 'object' && (
        <ReplaceToken
          serverId={server.id}
          old={making}
          refused={full}
          onClose={() => setMaking(undefined)}
          onMade={show}
        />
      )}
      {limiting !== undefined && (
        <TokenLimits serverId={server.id} token={limiting} onClose={() => setLimiting(undefined)} />
      )}
      {asked !== undefined && (
        <Ending
          asked={asked}
          usedSince={asked !== 'kill' && asked.id === shown?.oldId && isUsedSince(asked, made?.createdAt)}
          pending={pending}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

function OwnAccounts({ serverId }: { readonly serverId: string }) {
  return (
    <section className="card stack tight" aria-label="Own accounts">
      <h2>Each token needs its own account at the API</h2>
      <AccountAddress serverId={serverId} />
    </section>
  );
}

interface HeadProps {
  readonly list: Listed;
  readonly canEdit: boolean;
  /** Why no token can be made now. */
  readonly cannotMake: string | undefined;
  readonly onKill: () => void;
  readonly onMake: () => void;
  readonly cannotShare: string | undefined;
  readonly onShare: () => void;
}

function Head({ list: { active, limit }, canEdit, cannotMake, onKill, onMake, cannotShare, onShare }: HeadProps) {
  return (
    <div className="row spread">
      <span>
        <strong>
          {active} of {limit}
        </strong>{' '}
        <span className="muted">
          tokens in use. Give each client its own token, so that you can revoke it separately.
        </span>
      </span>
      {canEdit && (
        <span className="row">
          <span className="danger-button">
            <Button onClick={onKill}>Close all streams</Button>
          </span>
          <Button disabled={cannotShare !== undefined} disabledReason={cannotShare} onClick={onShare}>
            Share a link
          </Button>
          <Button disabled={cannotMake !== undefined} disabledReason={cannotMake} onClick={onMake}>
            Generate token
          </Button>
        </span>
      )}
    </div>
  );
}

interface SetUpProps extends Pick<TabProps, 'server'> {
  readonly clients: Answer<'listClients'> | undefined;
}

/** How clients are set up: by signing in, with a token, or either. */
function SetUp({ server, clients }: SetUpProps) {
  return (
    <>
      {clients?.signIn !== undefined && (
        <section className="card stack">
          <div>
            <h2>Sign in from a client</h2>
            <span className="muted">The same MCP URL for everybody. Each person signs in with their own account.</span>
          </div>
          <ClientGuide clients={clients.signIn.clients} />
        </section>
      )}
      {clients !== undefined && server.access !== 'sign-in' && (
        <section className="card stack">
          <div>
            <h2>Set up a client with a token</h2>
            <span className="muted">Replace YOUR_TOKEN with your token.</span>
          </div>
          <ClientGuide clients={clients.clients} />
        </section>
      )}
    </>
  );
}

interface EndingProps {
  readonly asked: Token | 'kill';
  /** Whether the token was used after the one that replaces it was made. */
  readonly usedSince: boolean;
  readonly pending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a token is revoked, or all live streams are closed. */
function Ending({ asked, usedSince, pending, onConfirm, onClose }: EndingProps) {
  return (
    <Confirm
      title={asked === 'kill' ? 'Close all live streams?' : `Revoke ${nameOf(asked)}?`}
      action={asked === 'kill' ? 'Close streams' : 'Revoke'}
      danger
      pending={pending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {asked === 'kill' ? (
        'All clients are disconnected and can reconnect. Tokens stay valid.'
      ) : (
        <>
          Its next request is refused and its live streams are closed. This cannot be undone. The audit log keeps its
          name.
          {usedSince && (
            <p className="warn">
              A client used it <Ago at={asked.lastUsedAt} />, after the new one was made.
            </p>
          )}
        </>
      )}
    </Confirm>
  );
}

/** The label is not unique. */
const nameOf = ({ label, hint }: Token): string => `“${label}” (••••${hint})`;
