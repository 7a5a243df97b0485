/**
 * A set-up link that was just made: to copy, with its end, and to withdraw. It is kept in memory only, and leaving without a copy asks first.
 * What became of it is asked of the list of tokens, which has the token once the link was opened.
 */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { tokensQuery } from '../../../api/queries/access.ts';
import { CodeBlock } from '../../../components/code-block.tsx';
import { LeaveGuard } from '../../../components/leave-guard.tsx';
import { useNotify } from '../../../state/notices.tsx';
import { useAction } from '../../../state/use-action.ts';
import type { SetupLink } from './fresh-token.tsx';

interface SharedLinkProps {
  readonly serverId: string;
  readonly link: SetupLink;
  readonly onClose: () => void;
}

/** Milliseconds between two looks at the list, while the link can be opened. */
const LOOK_MS = 5_000;

export function SharedLink({ serverId, link, onClose }: SharedLinkProps) {
  const notify = useNotify();
  const heading = useRef<HTMLHeadingElement>(null);
  const [copied, setCopied] = useState(false);
  const { pending, run } = useAction();
  const isOver = useIsOver(link.expiresAt);
  const tokens = useQuery({ ...tokensQuery(serverId), refetchInterval: isOver ? false : LOOK_MS });
  // Of two links with one label, whichever was opened counts for both.
  const token = tokens.data?.items.find(({ id, label }) => label === link.label && !link.known.has(id));
  useEffect(() => heading.current?.focus(), []);
  const withdraw = () =>
    run(async () => {
      await call('withdrawSetupLink', { path: { id: serverId, linkId: link.id } });
      notify.success('The link is withdrawn.');
      onClose();
    });
  const until = new Date(link.expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return (
    <section className="card stack" aria-label={`Set-up link for “${link.label}”`}>
      <div className="row spread">
        <h2 ref={heading} tabIndex={-1} className="break">
          Set-up link for “{link.label}”
        </h2>
        <Button iconName="close" onClick={onClose}>
          Done
        </Button>
      </div>
      {token === undefined ? (
        <>
          <CodeBlock
            title="Link"
            label="Set-up link"
            text={link.url}
            copyLabel="Copy link"
            onCopied={() => setCopied(true)}
          />
          <div className="muted" role="status">
            {isOver
              ? 'Expired. Nobody opened it in time, and it opens nothing any more. Share another one.'
              : `Not opened yet. It can be opened once, until ${until}. The first person who opens it gets the token.`}
          </div>
          {!isOver && (
            <div className="danger-button">
              <Button loading={pending} onClick={() => void withdraw()}>
                Withdraw
              </Button>
            </div>
          )}
          <LeaveGuard what="set-up link" text={link.url} isCopied={copied || isOver} />
        </>
      ) : (
        <div role="status">
          Opened. The token ••••{token.hint} was made with it. If the wrong person opened it, revoke that token.
        </div>
      )}
    </section>
  );
}

/** Whether the link's time has passed. A little later, so that the last look finds a token that was made just before. */
function useIsOver(expiresAt: string): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Date.parse(expiresAt) - Date.now() + 2 * LOOK_MS);
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return isOver;
}
