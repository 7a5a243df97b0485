/** Keeps the state of a page in its address, so that Back, a reload and a shared link show the same. */
import { useEffect, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';

type Values = Readonly<Record<string, string>>;

export interface Address {
  readonly parameters: URLSearchParams;
  /** An empty value removes its parameter. Replaces the current history entry. */
  set(values: Values): void;
  /** The same with a new history entry, which Back undoes. */
  step(values: Values): void;
  clear(): void;
}

/** Based on the present address, because the router's value is updated with the next render only. */
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
 * One parameter for a field or button that must respond at once: the router renders a changed address later, and typed letters would be
 * lost meanwhile. The address follows the value, and other changes of the address are applied to it.
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
