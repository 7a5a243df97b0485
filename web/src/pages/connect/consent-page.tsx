/** The page to which an API's provider sends a person back after consent or refusal: sends the answer on, once, and shows the result. */
import Alert from '@cloudscape-design/components/alert';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import type { ConsentAnswer, ConsentGiven } from '../../api/types.ts';
import { messageOf } from '../../app/notices.tsx';
import { Gate } from '../../app/shell.tsx';
import '../../styles/server.css';

type Outcome = { readonly given: ConsentGiven } | { readonly error: unknown } | undefined;

const SERVER = /^srv_[0-9A-Za-z]{12}(?=\.)/;

export function ConsentPage({ answer }: { readonly answer: ConsentAnswer | undefined }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = 'Connect an API · Portcullis';
    if (answer === undefined) return;
    call('finishConsent', { path: {}, body: answer }).then(
      (given) => setOutcome({ given }),
      (error: unknown) => setOutcome({ error }),
    );
  }, [answer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: screen readers read the new heading
  useEffect(() => heading.current?.focus(), [outcome]);
  const serverId = SERVER.exec(answer?.state ?? '')?.[0];
  const back = (label: string) =>
    serverId !== undefined && (
      <div className="row">
        <a className="button-link" href={`/servers/${serverId}`}>
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
            <h1>Nothing waits here</h1>
            <Alert type="info">
              A sign-in at an API’s provider ends on this page. Begin it by “Connect” on a server’s page.
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
              {outcome.given.server.name || 'The server'} is connected
            </h1>
            <p>Its calls to {new URL(outcome.given.origin).host} are made with this account from now on.</p>
            <Missing scopes={outcome.given.missingScopes} />
            {back('Open the server')}
          </>
        ) : (
          <>
            <h1 ref={heading} tabIndex={-1}>
              Not connected
            </h1>
            <Alert type="error">
              <span className="break">{messageOf(outcome.error)}</span>
              {outcome.error instanceof ApiError && <div className="small mono muted">{outcome.error.code}</div>}
            </Alert>
            {back('Back to the server')}
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
      again and allow it, or take the scope out of the credential.
    </Alert>
  );
}
