/**
 * The one button by which a client is connected. The MCP URL works only with a token in it, so it asks for one, copies the URL and leads to the
 * steps, or to a link for another person's client; while that token is on show it copies the URL. Who may make no token, or where clients sign in, is led to the steps alone.
 */
import Button from '@cloudscape-design/components/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { tokensQuery } from '../../api/queries/access.ts';
import type { CreatedToken } from '../../api/types.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import type { TabProps } from '../../components/server-tab.ts';
import { useNotify } from '../../state/notices.tsx';
import { useSession } from '../../state/session.tsx';
import { useFreshToken } from './tokens/fresh-token.tsx';
import { NewToken } from './tokens/new-token.tsx';

const LABEL = 'Connect a client';

export function ConnectClient({ server }: TabProps) {
  const { canEdit } = useSession();
  const { fresh, setFresh, addLink } = useFreshToken();
  const tokens = useQuery(tokensQuery(server.id)).data?.items ?? [];
  const notify = useNotify();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'token' | 'link'>();
  const steps = `/servers/${server.id}/tokens`;
  const { pathname } = useLocation();

  if (fresh !== undefined) {
    // There the token itself is on show.
    if (pathname === steps) return null;
    const { label } = fresh.made.token;
    return (
      <CopyButton
        text={fresh.made.mcpUrl}
        label="Copy MCP URL"
        variant="primary"
        onCopied={() => notify.success(`Copied, with the token “${label}” in it.`)}
      />
    );
  }
  if (!canEdit || server.access === 'sign-in') {
    return (
      <Link className="button-link primary" to={steps}>
        {LABEL}
      </Link>
    );
  }
  const made = (token: CreatedToken) => {
    setAsking(undefined);
    setFresh({ made: token });
    void queries.invalidateQueries({ queryKey: ['server', server.id, 'tokens'] });
    // Some browsers refuse to copy after a request; the page that opens offers the same text.
    navigator.clipboard.writeText(token.mcpUrl).then(
      () => {
        setFresh({ made: token, isCopied: true });
        notify.success(`MCP URL copied, with the token “${token.token.label}” in it.`);
      },
      () => undefined,
    );
    navigate(steps);
  };
  return (
    <>
      <Button variant="primary" onClick={() => startTransition(() => setAsking('token'))}>
        {LABEL}
      </Button>
      {asking === 'token' && (
        <NewToken serverId={server.id} onClose={() => setAsking(undefined)} onMade={made}>
          Each client gets its own token as part of its MCP URL. The next page shows the URL and the steps. Is it
          another person’s client?{' '}
          <button type="button" className="text-button" onClick={() => setAsking('link')}>
            Share a link instead
          </button>
        </NewToken>
      )}
      {asking === 'link' && (
        <NewToken
          serverId={server.id}
          onClose={() => setAsking(undefined)}
          onMade={made}
          onLinked={(link, label) => {
            setAsking(undefined);
            addLink(link, label, tokens);
            navigate(steps);
          }}
        />
      )}
    </>
  );
}
