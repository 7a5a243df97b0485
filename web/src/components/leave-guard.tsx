/** Asks before the person leaves a page with something that cannot be shown again. */
import { useMemo } from 'react';
import { useHold } from '../state/leaving.tsx';

export function LeaveGuard({ what }: { readonly what: string }) {
  const reason = useMemo(
    () => ({
      title: 'Leave this page?',
      text: `This is the only place that shows ${what}. If you have not stored it, stay and copy it. If you lose it, you have to create a new one.`,
    }),
    [what],
  );
  useHold(true, reason);
  return null;
}
