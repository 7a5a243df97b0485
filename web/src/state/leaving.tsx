/**
 * Asks before the person leaves a page, a panel or the tab with something that would be lost: unsaved edits, or a token that is shown
 * once. There is one guard for the whole app, because the router accepts one blocker at a time. If a save finishes meanwhile and nothing
 * would be lost any more, the dialog closes and the person leaves.
 */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useBlocker } from 'react-router';
import { Confirm } from './confirm.tsx';
import { useNotify } from './notices.tsx';

export interface Reason {
  readonly title: string;
  readonly text: string;
  /** A button that saves what would be lost, and then calls `leave`. */
  readonly rescue?: (leave: () => void) => ReactNode;
}

export const UNSAVED: Reason = {
  title: 'Leave without saving?',
  text: 'Your changes are not saved yet. Stay to save them, or leave and lose them.',
};

const SAVING =
  'Your changes are being saved; this page is left as soon as they are. If you leave now, you will not see whether it worked.';

interface Leaving {
  /** Blocks leaving until the returned function is called. */
  readonly hold: (reason: Reason) => () => void;
  /** Calls `go` at once, or after the person has confirmed. */
  readonly leave: (go: () => void) => void;
  /** Runs a save. If it fails while the dialog covers the page's own message, the dialog shows the reason. */
  readonly saving: <Result>(save: () => Promise<Result>) => Promise<Result>;
}

const Context = createContext<Leaving>({
  hold: () => () => undefined,
  leave: (go) => go(),
  saving: (save) => save(),
});

/** Blocks leaving while `active`. */
export function useHold(active: boolean, reason: Reason = UNSAVED): void {
  const { hold } = useContext(Context);
  useEffect(() => (active ? hold(reason) : undefined), [active, reason, hold]);
}

export const useLeave = (): Leaving['leave'] => useContext(Context).leave;
export const useSaving = (): Leaving['saving'] => useContext(Context).saving;

/** The panel in an address. */
const panelOf = (search: string): string | null => new URLSearchParams(search).get('tool');

export function LeavingProvider({ children }: { readonly children: ReactNode }) {
  const { failure } = useNotify();
  const held = useRef<readonly Reason[]>([]);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const [saves, setSaves] = useState(0);
  const [asking, setAsking] = useState<{ readonly reason: Reason; readonly go: () => void }>();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      held.current.length > 0 &&
      (currentLocation.pathname !== nextLocation.pathname ||
        // Going back closes a panel; when a panel is closed in another way, it has asked already.
        (historyAction === 'POP' && panelOf(currentLocation.search) !== panelOf(nextLocation.search))),
  );
  const hold = useCallback((reason: Reason) => {
    const own = { ...reason };
    held.current = [...held.current, own];
    return () => {
      held.current = held.current.filter((one) => one !== own);
      drawAgain();
    };
  }, []);
  const leave = useCallback((go: () => void) => {
    const reason = held.current.at(-1);
    if (reason === undefined) go();
    else setAsking({ reason, go });
  }, []);
  const isAsking = useRef(false);
  const saving = useCallback(
    async <Result,>(save: () => Promise<Result>) => {
      setSaves((now) => now + 1);
      try {
        return await save();
      } catch (error) {
        if (isAsking.current) failure(error);
        throw error;
      } finally {
        setSaves((now) => now - 1);
      }
    },
    [failure],
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (held.current.length > 0) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);

  const blocked = blocker.state === 'blocked';
  const reason = blocked ? (held.current.at(-1) ?? UNSAVED) : asking?.reason;
  const answered = useRef<object>(undefined);
  const goOn = () => {
    const question = blocked ? blocker : asking;
    // The component may render once more before the router has navigated; the router refuses a second call.
    if (question === undefined || question === answered.current) return;
    answered.current = question;
    setAsking(undefined);
    if (blocked) blocker.proceed();
    else asking?.go();
  };
  // After every render, because an effect that releases one block may be followed by one that adds the next.
  useEffect(() => {
    isAsking.current = reason !== undefined;
    if (reason !== undefined && held.current.length === 0) goOn();
  });
  return (
    <Context value={useMemo(() => ({ hold, leave, saving }), [hold, leave, saving])}>
      {children}
      {reason !== undefined && (
        <Confirm
          title={reason.title}
          action="Leave"
          onConfirm={goOn}
          onClose={() => {
            setAsking(undefined);
            if (blocked) blocker.reset();
          }}
        >
          {saves > 0 && reason.title === UNSAVED.title ? SAVING : reason.text}
          {reason.rescue !== undefined && <div className="row">{reason.rescue(goOn)}</div>}
        </Confirm>
      )}
    </Context>
  );
}
