/**
 * Something that a person has the service do: whether it runs, and a notice when it fails. The given queries are read anew afterwards,
 * after a failure too, because a part may have been done.
 */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from './notices.tsx';

export interface Action {
  readonly pending: boolean;
  /** Runs `work` and never rejects; resolves to whether it succeeded. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
}

export function useAction(...stale: readonly QueryKey[]): Action {
  const notify = useNotify();
  const queries = useQueryClient();
  const [pending, setPending] = useState(false);
  return {
    pending,
    run: async (work) => {
      setPending(true);
      try {
        await work();
        return true;
      } catch (error) {
        notify.failure(error);
        return false;
      } finally {
        for (const queryKey of stale) await queries.invalidateQueries({ queryKey });
        setPending(false);
      }
    },
  };
}
