/** A new token, shown once, and beside it the token that it replaces, until that is revoked. */
import Button from '@cloudscape-design/components/button';
import { useEffect, useRef, useState } from 'react';
import type { CreatedToken, Token } from '../../../api/types.ts';
import { LeaveGuard } from '../../../components/leave-guard.tsx';
import { ShownToken } from '../../../components/shown-token.tsx';
import { Ago } from '../../../components/time.tsx';
import { TokenState } from './token-list.tsx';
import { TokenScope } from './token-scope.tsx';

interface MadeTokenProps {
  readonly serverId: string;
  readonly shown: CreatedToken;
  /** It is on the clipboard already. */
  readonly isCopied?: boolean | undefined;
  /** Its present row in the list. */
  readonly made?: Token | undefined;
  /** The token that it replaces, as in the list. */
  readonly old?: Token | undefined;
  readonly onRevoke: (token: Token) => void;
  readonly onStored: () => void;
}

export function MadeToken({ serverId, shown, isCopied = false, made, old, onRevoke, onStored }: MadeTokenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  /** Id of the token that was copied. */
  const [copied, setCopied] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another token is another thing to read
  useEffect(() => heading.current?.focus(), [shown]);
  return (
    <section className="card stack" aria-label="New token">
      <div className="row spread">
        <h2 ref={heading} tabIndex={-1} className="break">
          Token “{shown.token.label}”
        </h2>
        <Button iconName="close" onClick={onStored}>
          I have stored it
        </Button>
      </div>
      {shown.token.scopes !== undefined && (
        <div className="row">
          <span className="muted">Access</span> <TokenScope serverId={serverId} scopes={shown.token.scopes} />
        </div>
      )}
      <ShownToken shown={shown} onCopied={() => setCopied(shown.token.id)}>
        {old !== undefined && <OldToken old={old} made={made} onRevoke={() => onRevoke(old)} />}
      </ShownToken>
      <LeaveGuard what="connection token" text={shown.token.value} isCopied={isCopied || copied === shown.token.id} />
    </section>
  );
}

interface OldTokenProps {
  readonly old: Token;
  readonly made: Token | undefined;
  readonly onRevoke: () => void;
}

function OldToken({ old, made, onRevoke }: OldTokenProps) {
  const works = old.status === 'active';
  return (
    <section className="card stack tight" aria-label="The old token">
      <h2>
        The old token, ••••{old.hint}, {works ? 'still works' : 'has ended'}
      </h2>
      {works && (
        <div className="muted">
          Give the client the new MCP URL, check that it uses it, then revoke the old token. Both work until then.
        </div>
      )}
      <dl className="facts">
        <dt>Old token</dt>
        <dd>
          <TokenState token={old} />
        </dd>
        <dt>Last used</dt>
        <dd>
          <Ago at={old.lastUsedAt} />
        </dd>
        <dt>New token used</dt>
        <dd>
          <Ago at={made?.lastUsedAt} never="Not yet" />
        </dd>
      </dl>
      {(works || old.status === 'revoking') && (
        <div className="danger-button">
          <Button onClick={onRevoke}>Revoke the old token</Button>
        </div>
      )}
    </section>
  );
}
