/** A relative time such as '3 min. ago', with the exact time on hover and in the `datetime` attribute. */
import { useEffect, useState } from 'react';
import { ago, moment } from '../lib/format.ts';
import { onDay } from '../lib/token-life.ts';

/** Rerenders regularly, because relative times go out of date. */
function useTick(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 15_000);
    return () => clearInterval(timer);
  }, []);
}

export function Ago({ at, never = 'Never' }: { readonly at?: string; readonly never?: string }) {
  useTick();
  if (at === undefined) return <span className="muted">{never}</span>;
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(at)}
    </time>
  );
}

/** By day: 'today at 16:05', 'in 3 days'. */
export function OnDay({ at }: { readonly at: string }) {
  useTick();
  return (
    <time dateTime={at} title={moment(at)}>
      {onDay(at)}
    </time>
  );
}
