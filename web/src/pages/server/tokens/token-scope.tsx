/** The scope of a token in a word; chosen tools can be expanded to their names. */
import { useQuery } from '@tanstack/react-query';
import { toolsQuery } from '../../../api/queries/tools.ts';
import type { TokenScopes } from '../../../api/types.ts';
import { plural } from '../../../lib/format.ts';

export function TokenScope({
  serverId,
  scopes,
}: {
  readonly serverId: string;
  readonly scopes: TokenScopes | undefined;
}) {
  const reads = scopes?.access === 'read';
  if (scopes?.tools === undefined) return <>{reads ? 'Read-only tools' : 'All tools'}</>;
  return (
    <details>
      <summary>
        {plural(scopes.tools.length, 'chosen tool')}
        {reads && ', read-only'}
      </summary>
      <Names serverId={serverId} ids={scopes.tools} />
    </details>
  );
}

function Names({ serverId, ids }: { readonly serverId: string; readonly ids: readonly string[] }) {
  const { data } = useQuery(toolsQuery(serverId));
  if (data === undefined) return null;
  const names = new Map(data.items.map((tool) => [tool.id, tool.name]));
  const gone = ids.filter((id) => !names.has(id)).length;
  return (
    <ul className="names small">
      {ids
        .flatMap((id) => names.get(id) ?? [])
        .map((name) => (
          <li key={name} className="mono break">
            {name}
          </li>
        ))}
      {gone > 0 && <li className="muted">{gone === 1 ? 'One was' : `${gone} were`} deleted since</li>}
    </ul>
  );
}
