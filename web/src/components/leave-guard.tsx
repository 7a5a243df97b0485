/** Asks before a page is left that shows something which cannot be shown again: within the app, and when the tab closes. */
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Confirm } from './confirm.tsx';

export function LeaveGuard({ what }: { readonly what: string }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return (
    <Confirm
      title="Leave this page?"
      action="Leave"
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      It is the only place that shows {what}. If you have not stored it, stay and copy it; otherwise make a new one
      later.
    </Confirm>
  );
}
