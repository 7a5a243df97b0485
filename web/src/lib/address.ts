/** What a page shows, kept in its address, so that Back, a reload and a shared link find the same again. */
import { useEffect, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';

type Values = Readonly<Record<string, string>>;

export interface Address {
  readonly parameters: URLSearchParams;
  /** An empty value takes its parameter out. This is no step in the history. */
  set(values: Values): void;
  /** The same as a step in the history, which Back takes back. */
  step(values: Values): void;
  clear(): void;
}

/** From the address as it is now: what the router says of it comes with the next drawing. */
function withValues(values: Values): URLSearchParams {
  const next = new URLSearchParams(window.location.search);
  for (const [key, value] of Object.entries(values)) {
    if (value === '') next.delete(key);
    else next.set(key, value);
  }
  return next;
}

export function useAddress(): Address {
  const [parameters, change] = useSearchParams();
  return {
    parameters,
    set: (values) => change(withValues(values), { replace: true }),
    step: (values) => change(withValues(values)),
    clear: () => change({}, { replace: true }),
  };
}

/**
 * One parameter for a field or button that has to answer at once: the router draws a changed address when there is time for it,
 * and letters that are typed meanwhile would be lost. The address follows; whatever else changes it is taken over.
 */
export function useAddressed(key: string): readonly [value: string, change: (value: string) => void] {
  const [parameters, change] = useSearchParams();
  const location = useLocation();
  const kind = useNavigationType();
  const kept = parameters.get(key) ?? '';
  const [value, setValue] = useState(kept);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when an entry of the history is shown or replaced
  useEffect(() => {
    const isOwn = kind !== 'POP' && (location.state as { typed?: string } | null)?.typed === key;
    if (!isOwn) setValue(kept);
  }, [location.key]);
  return [
    value,
    (next) => {
      setValue(next);
      change(withValues({ [key]: next }), { replace: true, state: { typed: key } });
    },
  ];
}
