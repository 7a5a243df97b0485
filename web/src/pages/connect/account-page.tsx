/**
 * Where people connect their own account at an API, on servers where each client has one. Outside the frame and without a required role:
 * for the account of a connection token, the token is typed here, sent in a header and kept in the memory of this page; for that of the
 * clients in which a person signs in, they log in.
 */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import type { Account } from '../../api/types.ts';
import { TextField } from '../../components/form-fields.tsx';
import { Gate } from '../../components/shell.tsx';
import { accountPage, goAndReturn } from '../../lib/account-page.ts';
import { NOT_SAVED } from '../../lib/not-saved.ts';
import { Failure } from './failure.tsx';
import '../../styles/server.css';

interface AccountPageProps {
  readonly serverId: string | undefined;
  /** The person is logged in, and it is about their own account. */
  readonly isPerson: boolean;
}

/** The requests about one account. */
interface Ways {
  look(): Promise<Account>;
  connect(origin: string): Promise<{ readonly authorizationUrl: string; readonly binding?: string }>;
  disconnect(): Promise<unknown>;
}

const ofToken = (bearer: string): Ways => ({
  look: () => call('getTokenAccount', { path: {}, bearer }),
  connect: (origin) => call('connectTokenAccount', { path: {}, body: { origin }, bearer }),
  disconnect: () => call('disconnectTokenAccount', { path: {}, bearer }),
});

const ofPerson = (id: string): Ways => ({
  look: () => call('getOwnAccount', { path: { id } }),
  connect: (origin) => call('connectOwnAccount', { path: { id }, body: { origin } }),
  disconnect: () => call('disconnectOwnAccount', { path: { id } }),
});

export function AccountPage({ serverId, isPerson }: AccountPageProps) {
  const [found, setFound] = useState<{ readonly ways: Ways; readonly account: Account }>();
  const [failure, setFailure] = useState<unknown>();
  const [pending, setPending] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const run = useCallback(async (what: string, action: () => Promise<void>) => {
    setPending(what);
    setFailure(undefined);
    try {
      await action();
    } catch (error) {
      setFailure(error);
    }
    setPending(undefined);
  }, []);
  const look = useCallback(
    (ways: Ways) => run('look', async () => setFound({ ways, account: await ways.look() })),
    [run],
  );
  const isAsked = isPerson && serverId !== undefined;
  useEffect(() => {
    document.title = 'Your account · Portcullis';
    if (isAsked) void look(ofPerson(serverId));
  }, [isAsked, serverId, look]);
  const isFound = found !== undefined;
  // Screen readers read the new heading.
  useEffect(() => {
    if (isFound) heading.current?.focus();
  }, [isFound]);
  return (
    <main className="sign-in">
      <div className="stack">
        <div className="row brand">
          <Gate size={34} /> <strong>Portcullis</strong>
        </div>
        <h1 ref={heading} tabIndex={-1} className="break">
          {found === undefined
            ? 'Connect your account'
            : `Your account for ${found.account.server.name || 'the server'}`}
        </h1>
        {failure !== undefined && <Failure error={failure} />}
        {found !== undefined ? (
          <Found
            account={found.account}
            pending={pending}
            onConnect={(origin) => void run(origin, async () => goAndReturn(await found.ways.connect(origin)))}
            onDisconnect={() =>
              void run('disconnect', async () => {
                await found.ways.disconnect();
                setFound({ ...found, account: await found.ways.look() });
              })
            }
          />
        ) : isAsked && failure === undefined ? (
          <p role="status">Looking up your account …</p>
        ) : (
          <WhichAccount
            serverId={isPerson ? undefined : serverId}
            pending={pending !== undefined}
            onToken={(token) => void look(ofToken(token))}
          />
        )}
      </div>
    </main>
  );
}

interface WhichAccountProps {
  /** Undefined when the login is not offered. */
  readonly serverId: string | undefined;
  readonly pending: boolean;
  readonly onToken: (token: string) => void;
}

function WhichAccount({ serverId, pending, onToken }: WhichAccountProps) {
  const [token, setToken] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (token.trim() !== '') onToken(tokenIn(token));
  };
  return (
    <>
      <p>
        Your MCP client calls the API with your own account. Connect it once. Only your calls use it, and its tokens are
        never shown.
      </p>
      <form className="stack" onSubmit={submit} noValidate autoComplete="off">
        <TextField
          label="Connection token of your client"
          description="It is in the client’s configuration and begins with pcl_. You can also paste the whole MCP URL. It is not stored here."
          value={token}
          type="password"
          autoComplete="off"
          spellcheck={false}
          nativeInputAttributes={NOT_SAVED}
          onChange={setToken}
        />
        <div className="row">
          <Button
            variant="primary"
            formAction="submit"
            disabled={token.trim() === ''}
            disabledReason="Paste the token first."
            loading={pending}
          >
            Continue
          </Button>
        </div>
      </form>
      {serverId !== undefined && (
        <>
          <p>If your client signs you in with a browser instead of a token, log in here:</p>
          <div className="row">
            <a className="button-link" href={accountPage(serverId, 'person')}>
              Log in
            </a>
          </div>
        </>
      )}
    </>
  );
}

/** The token of a pasted text, which may be the MCP URL with the token in it. */
const tokenIn = (text: string): string => /pcl_[0-9A-Za-z]{61}/.exec(text)?.[0] ?? text.trim();

interface FoundProps {
  readonly account: Account;
  /** The origin that is being connected, or what else runs. */
  readonly pending: string | undefined;
  readonly onConnect: (origin: string) => void;
  readonly onDisconnect: () => void;
}

const STATES = {
  missing: 'Not connected yet',
  given: 'Connected',
  ended: 'The API no longer accepts the sign-in',
  changed: 'Ended: the sign-in was changed',
};

function Found({ account, pending, onConnect, onDisconnect }: FoundProps) {
  const { label, items } = account;
  return (
    <>
      <p>
        {label === undefined ? 'For the clients in which you sign in.' : <>For the client with the token “{label}”.</>}
        {items.some(({ state }) => state !== 'given') && ' Calls are refused until the account is connected.'}
      </p>
      {items.map(({ origin, host, tokenHost, state, at, missingScopes }) => (
        <section key={origin} className="card stack" aria-label={`Account at ${host}`}>
          <dl className="facts">
            <dt>You sign in at</dt>
            <dd className="break">{host}</dd>
            <dt>Access goes to</dt>
            <dd className="break">{tokenHost}</dd>
            <dt>Used for</dt>
            <dd className="break">{new URL(origin).host}</dd>
            <dt>State</dt>
            <dd>
              <span className={`chip ${state === 'given' ? 'good' : 'bad'}`}>{STATES[state]}</span>{' '}
              {at !== undefined && `since ${new Date(at).toLocaleDateString()}`}
            </dd>
            {missingScopes.length > 0 && (
              <>
                <dt>Not allowed</dt>
                <dd className="mono break">{missingScopes.join(', ')}</dd>
              </>
            )}
          </dl>
          {state === 'changed' && (
            <Alert type="warning">
              The owner of the server changed the sign-in, so your consent has ended. Check both hosts before you
              connect again.
            </Alert>
          )}
          <div className="row">
            <Button
              variant={state === 'given' ? 'normal' : 'primary'}
              loading={pending === origin}
              ariaLabel={`${state === 'missing' ? 'Connect' : 'Reconnect'} at ${host}`}
              onClick={() => onConnect(origin)}
            >
              {state === 'missing' ? 'Connect' : 'Reconnect'}
            </Button>
          </div>
        </section>
      ))}
      {items.some(({ state }) => state !== 'missing') && (
        <div className="row danger-button">
          <Button loading={pending === 'disconnect'} onClick={onDisconnect}>
            Disconnect
          </Button>
        </div>
      )}
      <p className="muted small">Only your calls use it, and its tokens are never shown.</p>
    </>
  );
}
