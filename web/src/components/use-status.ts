/** Takes a server offline or brings it online, and says what became of it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { serverQuery } from '../api/queries/servers.ts';
import { useNotify } from '../state/notices.tsx';

export function useStatus(serverId: string) {
  const notify = useNotify();
  const query = useQuery(serverQuery(serverId));
  const [pending, setPending] = useState(false);
  return {
    pending,
    /** Never rejects. */
    setStatus: async (status: 'online' | 'offline'): Promise<void> => {
      setPending(true);
      try {
        await call('setStatus', { path: { id: serverId }, body: { status } });
        notify.success(status === 'online' ? 'The server answers again.' : 'The server is offline. Calls are refused.');
      } catch (error) {
        notify.failure(error);
      } finally {
        // After a failure too, because some regions may have applied the change.
        await query.refetch();
        setPending(false);
      }
    },
  };
}
