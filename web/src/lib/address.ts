/** What a page shows, kept in its address, so that Back and a reload find the same again. None of it is a step in the history. */
import { useSearchParams } from 'react-router';

export interface Address {
  readonly parameters: URLSearchParams;
  /** An empty value takes the parameter out. */
  set(key: string, value: string): void;
  clear(): void;
}

export function useAddress(): Address {
  const [parameters, change] = useSearchParams();
  return {
    parameters,
    set: (key, value) =>
      change(
        (old) => {
          const next = new URLSearchParams(old);
          if (value === '') next.delete(key);
          else next.set(key, value);
          return next;
        },
        { replace: true },
      ),
    clear: () => change({}, { replace: true }),
  };
}
