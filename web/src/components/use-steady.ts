/**
 * A function with a stable identity that calls the latest `act`, so that memoised rows are rendered again only when their own props
 * change.
 */
import { useCallback, useEffect, useRef } from 'react';

export function useSteady<Args extends readonly unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
