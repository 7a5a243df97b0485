/** Says that what is shown may be out of date, while the service cannot be asked; it is asked again by itself. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from '../api/client.ts';
import { messageOf } from './notices.tsx';

/** A refusal of what a page asked is that page's to explain. */
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
      {message !== undefined && <div className="stale">What is shown may be out of date. {message}</div>}
    </div>
  );
}
