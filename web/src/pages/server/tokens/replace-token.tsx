/**
 * The panel that creates a replacement for a token: same label, scope and lifetime. The old token stays valid, because its client must
 * get the new URL first. The new token is passed to the parent and not kept here.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/client.ts';
import { toolsQuery } from '../../../api/queries/tools.ts';
import type { CreatedToken, Token, TokenScopes } from '../../../api/types.ts';
import { PanelActions } from '../../../components/panel-actions.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { plural } from '../../../lib/format.ts';
import { endOf, lifeOf } from '../../../lib/token-life.ts';
import { useAction } from '../../../state/use-action.ts';
import { LifeChoice } from './life-choice.tsx';
import { TokenScope } from './token-scope.tsx';

interface ReplaceTokenProps {
  readonly serverId: string;
  readonly old: Token;
  /** Why no token can be created now. */
  readonly refused?: string | undefined;
  readonly onClose: () => void;
  readonly onMade: (made: CreatedToken) => void;
}

/** The scope without tools that were deleted since, which the API does not accept. */
const leftOf = (scopes: TokenScopes | undefined, there: ReadonlySet<string>): TokenScopes | undefined =>
  scopes?.tools === undefined ? scopes : { ...scopes, tools: scopes.tools.filter((id) => there.has(id)) };

export function ReplaceToken({ serverId, old, refused, onClose, onMade }: ReplaceTokenProps) {
  const queries = useQueryClient();
  const [life, setLife] = useState(lifeOf(old));
  const { pending, run } = useAction();
  const chosen = old.scopes?.tools;
  const tools = useQuery({ ...toolsQuery(serverId), enabled: chosen !== undefined }).data?.items;
  const left = tools && leftOf(old.scopes, new Set(tools.map(({ id }) => id)))?.tools;
  const gone = left === undefined ? 0 : (chosen?.length ?? 0) - left.length;
  const reason = left?.length === 0 ? 'All its tools were deleted. Generate a new token instead.' : refused;

  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (reason !== undefined || pending) return;
    await run(async () => {
      const { items } =
        chosen === undefined ? { items: [] } : await queries.fetchQuery({ ...toolsQuery(serverId), staleTime: 0 });
      const scopes = leftOf(old.scopes, new Set(items.map(({ id }) => id)));
      const body = { label: old.label, expiresAt: endOf(life), scopes, limits: old.limits };
      onMade(await call('createToken', { path: { id: serverId }, body }));
    });
  };
  return (
    <SidePanel title={`Replace “${old.label}”`} onClose={onClose}>
      <form className="stack" onSubmit={(event) => void make(event)}>
        <div>
          Creates a second token with the same label and access. The old token, ••••{old.hint}, works until you revoke
          it. Give its client the new MCP URL first.
        </div>
        <dl className="facts">
          <dt>Label</dt>
          <dd>{old.label}</dd>
          <dt>Access</dt>
          <dd>
            <TokenScope serverId={serverId} scopes={old.scopes} />
            {gone > 0 && (
              <div className="small warn">
                {plural(gone, 'tool was', 'tools were')} deleted; the new token leaves out deleted tools.
              </div>
            )}
          </dd>
        </dl>
        <LifeChoice old={old} value={life} onChange={setLife} />
        {reason !== undefined && <div className="warn">{reason}</div>}
        <PanelActions action="Generate" pending={pending} refused={reason} onClose={onClose} />
      </form>
    </SidePanel>
  );
}
