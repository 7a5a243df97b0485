/**
 * Opens a set-up link: outside of the frame and without a login. The link is sent only when the button is pressed, so that a program that looks
 * at addresses in a chat does not use it up. The token is shown once and kept in the memory of this page.
 */
import Button from '@cloudscape-design/components/button';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import type { OpenedSetupLink } from '../../api/types.ts';
import { Gate } from '../../components/shell.tsx';
import { ShownToken } from '../../components/shown-token.tsx';
import { Failure } from './failure.tsx';
import '../../styles/server.css';

export function SetupPage({ link }: { readonly link: string }) {
  const [opened, setOpened] = useState<OpenedSetupLink>();
  const [failure, setFailure] = useState<unknown>();
  const [pending, setPending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const isOpened = opened !== undefined;
  useEffect(() => {
    document.title = 'Set up a client · Portcullis';
    // Screen readers read the new heading.
    if (isOpened) heading.current?.focus();
  }, [isOpened]);
  useEffect(() => {
    if (!isOpened) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isOpened]);
  const open = async () => {
    setPending(true);
    setFailure(undefined);
    try {
      setOpened(await call('openSetupLink', { path: {}, body: { link }, bearer: null }));
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  };
  const isRefused = failure instanceof ApiError && failure.code === 'setup_link_invalid';
  return (
    <main className={isOpened ? 'sign-in wide' : 'sign-in'}>
      <div className="stack">
        <div className="row brand">
          <Gate size={34} /> <strong>Portcullis</strong>
        </div>
        <h1 ref={heading} tabIndex={-1} className="break">
          {opened === undefined
            ? 'Set up your AI client'
            : `Set up your client for ${opened.server.name || 'the server'}`}
        </h1>
        {failure !== undefined && <Failure error={failure} />}
        {opened !== undefined ? (
          <ShownToken shown={opened} lost="ask whoever sent the link for another one" />
        ) : link === '' ? (
          <p>The link is incomplete. Open the whole link, including the part after #.</p>
        ) : (
          !isRefused && (
            <>
              <p>
                This link creates a connection token for you and shows the steps for your client. It can be opened once:
                open it on the computer where the client runs.
              </p>
              <div className="row">
                <Button variant="primary" loading={pending} onClick={() => void open()}>
                  Show the token and the steps
                </Button>
              </div>
            </>
          )
        )}
      </div>
    </main>
  );
}
