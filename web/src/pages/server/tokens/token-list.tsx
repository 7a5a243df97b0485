/** A table of connection tokens: label, scope, state and expiry. */
import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Token } from '../../../api/types.ts';
import { type Column, ListTable } from '../../../components/list-table.tsx';
import { Ago, OnDay } from '../../../components/time.tsx';
import { endsSoon } from '../../../lib/token-life.ts';
import { TokenScope } from './token-scope.tsx';

const COLUMNS: readonly Column[] = [
  'Label',
  'Hint',
  'Access',
  'Created',
  'Last used',
  'State',
  { name: 'Actions', as: 'hidden' },
];

/** Actions that are left out are not offered. */
interface Offers {
  readonly onLimit?: ((token: Token) => void) | undefined;
  readonly onReplace?: ((token: Token) => void) | undefined;
  readonly onRevoke?: ((token: Token) => void) | undefined;
}

interface TokenListProps extends Offers {
  readonly serverId: string;
  readonly tokens: readonly Token[];
}

const isOver = ({ status }: Token): boolean => status !== 'active';

export const TokenList = ({ serverId, tokens, onLimit, onReplace, onRevoke }: TokenListProps) => (
  <ListTable columns={COLUMNS}>
    {/* Those that work first. */}
    {tokens
      .toSorted((one, other) => Number(isOver(one)) - Number(isOver(other)))
      .map((token) => (
        <tr key={token.id} className={token.status === 'active' ? '' : 'off'}>
          <td className="wide break">
            <strong>{token.label}</strong>
          </td>
          <td className="mono">••••{token.hint}</td>
          <td data-label="Access">
            <TokenScope serverId={serverId} scopes={token.scopes} />
            {token.limits !== undefined && <div className="small muted">own limits</div>}
          </td>
          <td data-label="Created">
            <Ago at={token.createdAt} />{' '}
            <span className="muted small">by {token.createdByName ?? token.createdBy}</span>
          </td>
          <td data-label="Last used">
            <Ago at={token.lastUsedAt} />
          </td>
          <td>
            <TokenState token={token} />
          </td>
          <td className="num actions">
            <Actions token={token} onLimit={onLimit} onReplace={onReplace} onRevoke={onRevoke} />
          </td>
        </tr>
      ))}
  </ListTable>
);

/** Named with their last characters, because a token and its replacement have the same label. */
function Actions({ token, onLimit, onReplace, onRevoke }: { readonly token: Token } & Offers) {
  const name = `${token.label}, ending in ${token.hint}`;
  const { status } = token;
  const replace = status === 'active' || status === 'expired' ? onReplace : undefined;
  const revoke = status === 'active' || status === 'revoking' ? onRevoke : undefined;
  const limit = status === 'active' ? onLimit : undefined;
  if (limit === undefined && replace === undefined && revoke === undefined) return null;
  return (
    <span className="row">
      {limit !== undefined && (
        <Button variant="inline-link" ariaLabel={`Limits of ${name}`} onClick={() => limit(token)}>
          Limits
        </Button>
      )}
      {replace !== undefined && (
        <Button variant="inline-link" ariaLabel={`Replace ${name}`} onClick={() => replace(token)}>
          Replace
        </Button>
      )}
      {revoke !== undefined && (
        <span className="danger-button">
          <Button variant="inline-link" ariaLabel={`Revoke ${name}`} onClick={() => revoke(token)}>
            Revoke
          </Button>
        </span>
      )}
    </span>
  );
}

export function TokenState({ token }: { readonly token: Token }) {
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
  if (token.status === 'expired')
    return <span className="warn">Expired {token.expiresAt !== undefined && <OnDay at={token.expiresAt} />}</span>;
  if (endsSoon(token))
    return (
      <>
        <span className="good">Active</span>{' '}
        <StatusIndicator type="warning">
          expires <OnDay at={token.expiresAt} />
        </StatusIndicator>
      </>
    );
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
