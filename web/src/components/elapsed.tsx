/** For how long something has been going on, where it may take longer than a person expects. */
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { progressQuery } from '../api/queries/deployments.ts';
import { Loading } from './shell.tsx';

/** Of an API description, while nobody knows how far it is. */
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

interface MakingProps {
  readonly doing: string;
  readonly what: string;
  /** Of the query whose answer is being made. */
  readonly of: QueryKey;
}

/** An answer that is being made: what, how far it is, and for how long. */
export function Making({ doing, what, of }: MakingProps) {
  const { data: progress } = useQuery(progressQuery(of));
  return (
    <Loading doing={doing} what={what}>
      {progress !== undefined && (
        <p className="muted">
          Step {progress.done + 1} of {progress.of}: {progress.doing}
        </p>
      )}
      <Elapsed>
        {progress === undefined ? READING : 'Large servers take some minutes; it goes on when you leave.'}
      </Elapsed>
    </Loading>
  );
}
