/**
 * Copies an MCP URL that works. Without a token the URL gives no access and is the same for every server, so if no token was just
 * created, one is created first; people without that right are told whom to ask.
 */
import Button from '@cloudscape-design/components/button';
import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CreatedToken } from '../../../api/types.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { useNotify } from '../../../state/notices.tsx';
import { useSession } from '../../../state/session.tsx';
import { useFreshToken } from '../tokens/fresh-token.tsx';
import { NewToken } from '../tokens/new-token.tsx';

const LABEL = 'Copy MCP address';

export function CopyAddress({ serverId }: { readonly serverId: string }) {
  const { canEdit } = useSession();
  const { fresh, setFresh } = useFreshToken();
  const notify = useNotify();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);

  if (fresh !== undefined) {
    const { label } = fresh.made.token;
    return (
      <CopyButton
        text={fresh.made.mcpUrl}
        label={LABEL}
        variant="normal"
        onCopied={() => notify.success(`Copied, with the token “${label}” in it.`)}
      />
    );
  }
  const made = (token: CreatedToken) => {
    setAsking(false);
    setFresh({ made: token });
    void queries.invalidateQueries({ queryKey: ['server', serverId, 'tokens'] });
    // Some browsers refuse to copy after a request; the page that opens offers the same text.
    navigator.clipboard.writeText(token.mcpUrl).then(
      () => notify.success(`Copied, with the token “${token.token.label}” in it.`),
      () => undefined,
    );
    navigate(`/servers/${serverId}/tokens`);
  };
  return (
    <>
      <Button
        iconName="copy"
        disabled={!canEdit}
        disabledReason="The address works only with a token in it. Ask an editor to generate one for your client."
        onClick={() => startTransition(() => setAsking(true))}
      >
        {LABEL}
      </Button>
      {asking && (
        <NewToken serverId={serverId} onClose={() => setAsking(false)} onMade={made}>
          The address works only with a token in it. Generate one for the client that will use it: the address to copy
          comes with it.
        </NewToken>
      )}
    </>
  );
}
