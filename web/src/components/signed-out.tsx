/** Shown over everything when the session has ended. The page below stays, with everything typed on it. */
import Button from '@cloudscape-design/components/button';
import { useState, useSyncExternalStore } from 'react';
import { SignInError, signInBeside, signInEnded } from '../auth/login.ts';
import { useModal } from '../state/use-modal.ts';

export function SignedOut() {
  return useSyncExternalStore(signInEnded.watch, signInEnded.get) ? <Ended /> : null;
}

function Ended() {
  const dialog = useModal();
  const [fault, setFault] = useState<string>();
  const again = async () => {
    setFault(undefined);
    try {
      await signInBeside();
    } catch (error) {
      setFault(error instanceof SignInError ? error.message : 'The sign-in service cannot be reached. Try again.');
    }
  };
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="signed-out" aria-describedby="signed-out-text">
      <div className="stack">
        <h2 id="signed-out">Your session has ended</h2>
        <div id="signed-out-text">Sign in again in a second window. This page keeps its content and continues.</div>
        {fault !== undefined && (
          <div className="bad" role="alert">
            {fault}
          </div>
        )}
        <div className="row footer">
          <Button variant="primary" onClick={() => void again()}>
            Sign in again
          </Button>
        </div>
      </div>
    </dialog>
  );
}
