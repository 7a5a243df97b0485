/**
 * Asks before a page, a panel or the tab is left that holds something which would be lost: edits that are not saved, a
 * token that is shown once. One guard for the whole app, because the router takes one blocker at a time.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { Confirm } from '../components/confirm.tsx';

export interface Reason {
  readonly title: string;
  readonly text: string;
}

export const UNSAVED: Reason = {
  title: 'Leave without saving?',
  text: 'What you changed here is not saved yet. Stay and save it, or leave and lose it.',
};

interface Leaving {
  /** Holds the page until the function that it returns is called. */
  readonly hold: (reason: Reason) => () => void;
  /** Goes at once, or after the question when something is held. */
  readonly leave: (go: () => void) => void;
}

const Context = createContext<Leaving>({ hold: () => () => undefined, leave: (go) => go() });

/** Holds the page while `active`. */
export function useHold(active: boolean, reason: Reason = UNSAVED): void {
  const { hold } = useContext(Context);
  useEffect(() => (active ? hold(reason) : undefined), [active, reason, hold]);
}

export const useLeave = (): Leaving['leave'] => useContext(Context).leave;

/** The panel that an address opens. */
const panelOf = (search: string): string | null => new URLSearchParams(search).get('tool');

export function LeavingProvider({ children }: { readonly children: ReactNode }) {
  const held = useRef<readonly Reason[]>([]);
  const [asking, setAsking] = useState<{ readonly reason: Reason; readonly go: () => void }>();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      held.current.length > 0 &&
      (currentLocation.pathname !== nextLocation.pathname ||
        // Back closes a panel, which has asked already when it closes otherwise.
        (historyAction === 'POP' && panelOf(currentLocation.search) !== panelOf(nextLocation.search))),
  );
  const hold = useCallback((reason: Reason) => {
    const own = { ...reason };
    held.current = [...held.current, own];
    return () => {
      held.current = held.current.filter((one) => one !== own);
    };
  }, []);
  const leave = useCallback((go: () => void) => {
    const reason = held.current.at(-1);
    if (reason === undefined) go();
    else setAsking({ reason, go });
  }, []);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (held.current.length > 0) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);

  const blocked = blocker.state === 'blocked';
  const reason = blocked ? (held.current.at(-1) ?? UNSAVED) : asking?.reason;
  return (
    <Context value={useMemo(() => ({ hold, leave }), [hold, leave])}>
      {children}
      {reason !== undefined && (
        <Confirm
          title={reason.title}
          action="Leave"
          onConfirm={() => {
            setAsking(undefined);
            if (blocked) blocker.proceed();
            else asking?.go();
          }}
          onClose={() => {
            setAsking(undefined);
            if (blocked) blocker.reset();
          }}
        >
          {reason.text}
        </Confirm>
      )}
    </Context>
  );
}
