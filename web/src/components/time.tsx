/** A point in time as people say it, with the exact moment on hover and for machines. */
import { useEffect, useState } from 'react';
import { ago, moment } from '../lib/format.ts';

export function Ago({ at, never = 'Never' }: { readonly at?: string; readonly never?: string }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 15_000);
    return () => clearInterval(timer);
  }, []);
  if (at === undefined) return <span className="muted">{never}</span>;
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(at)}
    </time>
  );
}
