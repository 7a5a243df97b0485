/** The save of a form: whether it runs, and a refusal that names fields, which the form shows beside them. Everything else is a notice. */
import { useState } from 'react';
import { ApiError } from '../api/client.ts';
import { focusFault } from '../lib/fault-focus.ts';
import { useSaving } from '../state/leaving.tsx';
import { useNotify } from '../state/notices.tsx';

export interface Save<What extends string> {
  /** What is being saved; undefined while nothing is. */
  readonly pending: What | undefined;
  readonly refused: ApiError | undefined;
  /** Runs `save` and never rejects; the first refused field of `form` gets the focus. */
  readonly run: (what: What, form: HTMLFormElement | null, save: () => Promise<void>) => Promise<void>;
}

export function useSave<What extends string>(): Save<What> {
  const notify = useNotify();
  const saving = useSaving();
  const [pending, setPending] = useState<What>();
  const [refused, setRefused] = useState<ApiError>();
  return {
    pending,
    refused,
    run: async (what, form, save) => {
      setPending(what);
      setRefused(undefined);
      try {
        await saving(save);
      } catch (error) {
        if (error instanceof ApiError && error.faults.length > 0) {
          setRefused(error);
          focusFault(form);
        } else notify.failure(error);
      } finally {
        setPending(undefined);
      }
    },
  };
}
