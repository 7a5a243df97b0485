/** The change of a server by a section of its settings. */
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { serverQuery, showServer } from '../api/queries/servers.ts';
import type { Server, ServerChange } from '../api/types.ts';

export function useServerChange({ id }: Pick<Server, 'id'>) {
  const queries = useQueryClient();
  return {
    /** The server as it is now: another tab or person may have saved since the page was loaded; their values are shown before they are replaced. */
    refetch: () => queries.fetchQuery({ ...serverQuery(id), staleTime: 0 }),
    change: async (body: ServerChange) => showServer(queries, await call('changeServer', { path: { id }, body })),
  };
}
