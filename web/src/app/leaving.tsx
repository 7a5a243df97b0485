/**
 * Asks before a page, a panel or the tab is left that holds something which would be lost: edits that are not saved, a
 * token that is shown once. One guard for the whole app, because the router takes one blocker at a time. When a save that was
 * under way leaves nothing to lose, the question is answered by that.
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
import { Confirm } from '../components/confirm.tsx';
import { useNotify } from './notices.tsx';

export interface Reason {
  readonly title: string;
  readonly text: string;
}

export const UNSAVED: Reason = {
  title: 'Leave without saving?',
  text: 'What you changed here is not saved yet. Stay and save it, or leave and lose it.',
};

const SAVING =
  'What you changed here is being saved; once it is, you are taken on without another press. If you leave now, you will not see whether it worked.';

interface Leaving {
  /** Holds the page until the function that it returns is called. */
  readonly hold: (reason: Reason) => () => void;
  /** Goes at once, or after the question when something is held. */
  readonly leave: (go: () => void) => void;
  /** Does what saves, and tells why it failed where a question covers the place at which the page says so. */
  readonly saving: <Result>(save: () => Promise<Result>) => Promise<Result>;
}

const Context = createContext<Leaving>({
  hold: () => () => undefined,
  leave: (go) => go(),
  saving: (save) => save(),
});

/** Holds the page while `active`. */
export function useHold(active: boolean, reason: Reason = UNSAVED): void {
  const { hold } = useContext(Context);
  useEffect(() => (active ? hold(reason) : undefined), [active, reason, hold]);
}

export const useLeave = (): Leaving['leave'] => useContext(Context).leave;
export const useSaving = (): Leaving['saving'] => useContext(Context).saving;

/** The panel that an address opens. */
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
        // Back closes a panel, which has asked already when it closes otherwise.
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
    // The page may be drawn once more before the router goes, which refuses to be told twice.
    if (question === undefined || question === answered.current) return;
    answered.current = question;
    setAsking(undefined);
    if (blocked) blocker.proceed();
    else asking?.go();
  };
  // After every drawing, because an effect of a page that lets go of one thing may hold the next.
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
        </Confirm>
      )}
    </Context>
  );
}
