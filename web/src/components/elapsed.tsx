/** For how long something has been going on, where it may take longer than a person expects. */
import { useEffect, useState } from 'react';

/** Of an API description. */
export const READING = 'Large documents and slow hosts take up to 90 seconds.';

/** What ends before is not counted. */
const AFTER_S = 3;

export function Elapsed({ children }: { readonly children: string }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - began) / 1_000)), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (seconds < AFTER_S) return null;
  // Not announced each second.
  return (
    <p className="muted small" aria-hidden="true">
      {seconds} s. {children}
    </p>
  );
}
