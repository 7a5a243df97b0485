/** A function that stays the same and calls the latest `act`: for rows that are drawn again only when something of theirs changes. */
import { useCallback, useEffect, useRef } from 'react';

export function useSteady<Args extends readonly unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
