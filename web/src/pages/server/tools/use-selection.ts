/** Which tools of the list are chosen for one change: one by one, a range from the last one, or all that were found. */
import { useRef, useState } from 'react';
import { useSteady } from '../../../components/use-steady.ts';
import { rangeOf } from '../../../lib/tool-selection.ts';

export interface Selection {
  readonly chosen: ReadonlySet<string>;
  /** `isRange`: from the tool that was chosen last, as with Shift held. Has a stable identity. */
  readonly pick: (id: string, on: boolean, isRange: boolean) => void;
  /** Has a stable identity. */
  readonly put: (ids: readonly string[], on: boolean) => void;
  readonly clear: () => void;
}

/** @param orderNow the ids as they are shown at this moment */
export function useSelection(orderNow: () => readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const put = useSteady((ids: readonly string[], on: boolean) =>
    setChosen((now) => {
      const next = new Set(now);
      for (const id of ids) on ? next.add(id) : next.delete(id);
      return next;
    }),
  );
  const pick = useSteady((id: string, on: boolean, isRange: boolean) => {
    put(isRange ? rangeOf(orderNow(), last.current, id) : [id], on);
    last.current = id;
  });
  return { chosen, pick, put, clear: () => setChosen(new Set()) };
}
