/** The page to which an API's provider sends a person back after consent or refusal: sends the answer on, once, and shows the result. */
import Alert from '@cloudscape-design/components/alert';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import type { ConsentAnswer, ConsentGiven } from '../../api/types.ts';
import { Gate } from '../../components/shell.tsx';
import { accountPage, type Begun } from '../../lib/account-page.ts';
import { Failure } from './failure.tsx';
import '../../styles/server.css';

type Outcome = { readonly given: ConsentGiven } | { readonly error: unknown } | undefined;

const SERVER = /^srv_[0-9A-Za-z]{12}(?=\.)/;

interface ConsentPageProps {
  readonly answer: ConsentAnswer | undefined;
  /** For a person's own account. */
  readonly begun: Begun | undefined;
}

export function ConsentPage({ answer, begun }: ConsentPageProps) {
  const binding = begun?.binding;
  const [outcome, setOutcome] = useState<Outcome>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = 'Connect an API · Portcullis';
    if (answer === undefined) return;
    const finished =
      binding === undefined
        ? call('finishConsent', { path: {}, body: answer })
        : call('finishTokenAccount', { path: {}, body: { ...answer, binding }, bearer: null });
    finished.then(
      (given) => setOutcome({ given }),
      (error: unknown) => setOutcome({ error }),
    );
  }, [answer, binding]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: screen readers read the new heading
  useEffect(() => heading.current?.focus(), [outcome]);
  const serverId = SERVER.exec(answer?.state ?? '')?.[0];
  const isOwn = begun !== undefined;
  const back = (label: string) =>
    serverId !== undefined && (
      <div className="row">
        <a
          className="button-link"
          href={isOwn ? accountPage(serverId, binding === undefined ? 'person' : undefined) : `/servers/${serverId}`}
        >
          {label}
        </a>
      </div>
    );
  return (
    <main className="sign-in">
      <div className="stack">
        <div className="row brand">
          <Gate size={34} /> <strong>Portcullis</strong>
        </div>
        {answer === undefined ? (
          <>
            <h1>No sign-in in progress</h1>
            <Alert type="info">
              Sign-ins at an API’s provider end on this page. Start one with “Connect” on a server’s page.
            </Alert>
            <div className="row">
              <a className="button-link" href="/">
                All servers
              </a>
            </div>
          </>
        ) : outcome === undefined ? (
          <p role="status">Fetching the first access token …</p>
        ) : 'given' in outcome ? (
          <>
            <h1 ref={heading} tabIndex={-1} className="break">
              {isOwn && 'Your account for '}
              {outcome.given.server.name || 'The server'} is connected
            </h1>
            <p>
              {isOwn ? 'Your' : 'Its'} calls to {new URL(outcome.given.origin).host} are made with this account from now
              on.
              {isOwn && ' No other client uses it. Close this window and continue in your client.'}
            </p>
            <Missing scopes={outcome.given.missingScopes} />
            {back(isOwn ? 'Your account' : 'Open the server')}
          </>
        ) : (
          <>
            <h1 ref={heading} tabIndex={-1}>
              Not connected
            </h1>
            <Failure error={outcome.error} />
            {back(isOwn ? 'Try again' : 'Back to the server')}
          </>
        )}
      </div>
    </main>
  );
}

function Missing({ scopes }: { readonly scopes: readonly string[] }) {
  if (scopes.length === 0) return null;
  return (
    <Alert type="warning" header="Not everything was allowed">
      Operations that need <span className="mono break">{scopes.join(', ')}</span> will be refused by the API. Connect
      again and allow it, or remove the scope from the credential.
    </Alert>
  );
}
