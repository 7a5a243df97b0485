/** Says that the data may be out of date while the service cannot be reached; it is requested again automatically. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from '../api/client.ts';
import { messageOf } from './notices.tsx';

/** An error response is shown by the page that made the request. */
const isOutage = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

export function Freshness() {
  const cache = useQueryClient().getQueryCache();
  const message = useSyncExternalStore(
    useCallback((changed) => cache.subscribe(changed), [cache]),
    () => {
      const stale = cache.getAll().find((one) => {
        const { status, data, error } = one.state;
        return status === 'error' && data !== undefined && one.isActive() && isOutage(error);
      });
      return stale && messageOf(stale.state.error);
    },
  );
  return (
    <div role="status" className="freshness">
      {message !== undefined && <div className="stale">This data may be out of date. {message}</div>}
    </div>
  );
}
