/** Asks before the person leaves a page with something that cannot be shown again, until they have copied it. */
import { useMemo } from 'react';
import { useHold } from '../state/leaving.tsx';

interface LeaveGuardProps {
  readonly what: string;
  readonly isCopied?: boolean;
}

export function LeaveGuard({ what, isCopied = false }: LeaveGuardProps) {
  const reason = useMemo(
    () => ({
      title: 'Leave this page?',
      text: `This is the only place that shows ${what}. Stay and copy it. If you lose it, you have to create a new one.`,
    }),
    [what],
  );
  useHold(!isCopied, reason);
  return null;
}
