/**
 * The consent page for an MCP client: which client asks, from where, what it would reach, and two buttons. Outside the frame and without
 * a required role, because everybody who can sign in may decide for themselves.
 */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import RadioGroup from '@cloudscape-design/components/radio-group';
import { useEffect, useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import type { Authorization } from '../../api/types.ts';
import { Gate } from '../../components/shell.tsx';
import { accountPage } from '../../lib/account-page.ts';
import { plural } from '../../lib/format.ts';
import { messageOf } from '../../state/notices.tsx';
import '../../styles/server.css';

type Asked = { readonly request: Authorization } | { readonly error: unknown } | undefined;
type Access = 'read' | 'all';

export function ConnectPage({ id }: { readonly id: string }) {
  const [asked, setAsked] = useState<Asked>();
  const [pending, setPending] = useState<'allow' | 'deny'>();
  const [failure, setFailure] = useState<unknown>();
  const [access, setAccess] = useState<Access>('all');
  // To an application, the browser goes without leaving the page.
  const [back, setBack] = useState<string>();
  useEffect(() => {
    document.title = 'Connect a client · Portcullis';
    call('getAuthorization', { path: { authorizationId: id } }).then(
      (request) => setAsked({ request }),
      (error: unknown) => setAsked({ error }),
    );
  }, [id]);
  const decide = async (decision: 'allow' | 'deny') => {
    setPending(decision);
    setFailure(undefined);
    try {
      const body = { decision, ...(decision === 'allow' && { access }) };
      const { redirect } = await call('decideAuthorization', { path: { authorizationId: id }, body });
      if (!/^https?:/.test(redirect)) setBack(redirect);
      location.assign(redirect);
    } catch (error) {
      setFailure(error);
      setPending(undefined);
    }
  };
  return (
    <main className="sign-in">
      <div className="stack">
        <div className="row brand">
          <Gate size={34} /> <strong>Portcullis</strong>
        </div>
        {asked === undefined ? (
          <p role="status">Loading the request of the client …</p>
        ) : 'error' in asked ? (
          <Over error={asked.error} />
        ) : back !== undefined ? (
          <Returned request={asked.request} back={back} />
        ) : (
          <>
            <Question request={asked.request} access={access} onAccess={setAccess} />
            {failure !== undefined && <Alert type="error">{messageOf(failure)}</Alert>}
            <div className="row">
              {asked.request.opens !== 'nothing' && (
                <Button
                  variant="primary"
                  loading={pending === 'allow'}
                  disabled={pending !== undefined}
                  onClick={() => void decide('allow')}
                >
                  Allow
                </Button>
              )}
              <Button loading={pending === 'deny'} disabled={pending !== undefined} onClick={() => void decide('deny')}>
                {asked.request.opens === 'nothing' ? 'Back to the client' : 'Deny'}
              </Button>
            </div>
          </>
        )}
      </div>
    </main>
  );
}

/** The request was decided, and the browser has asked the person whether it may open the application. */
function Returned({ request, back }: { readonly request: Authorization; readonly back: string }) {
  return (
    <>
      <h1 className="break">Back to “{request.client.name}”</h1>
      <p role="status">Returning to {request.redirectHost}. Let the browser open it, then close this page.</p>
      <div className="row">
        <a className="button-link" href={back}>
          Open the application
        </a>
      </div>
    </>
  );
}

function Over({ error }: { readonly error: unknown }) {
  const isOver = error instanceof ApiError && error.status === 404;
  return (
    <Alert type={isOver ? 'info' : 'error'} header={isOver ? 'This request is no longer open' : 'This did not work'}>
      {isOver
        ? 'The request was answered, or is older than ten minutes. Connect again from the client.'
        : messageOf(error)}
    </Alert>
  );
}

interface QuestionProps {
  readonly request: Authorization;
  readonly access: Access;
  readonly onAccess: (access: Access) => void;
}

function Question({ request, access, onAccess }: QuestionProps) {
  const { client, server, person, redirectHost, opens, tools, accounts = [] } = request;
  return (
    <>
      <h1 className="break">
        Let “{client.name}” use {server.name || server.id}?
      </h1>
      <dl className="facts">
        <dt>Client</dt>
        <dd className="break">
          {client.host ??
            (client.known ? 'Registered by an administrator' : 'Registered itself; its name is not verified')}
        </dd>
        <dt>Returns to</dt>
        <dd className="break">{redirectHost}</dd>
        <dt>Acts as</dt>
        <dd className="break">{person.name ?? person.id}</dd>
        {client.since !== undefined && (
          <>
            <dt>Known</dt>
            <dd>You have connected it before, on {new Date(client.since).toLocaleDateString()}.</dd>
          </>
        )}
      </dl>
      {client.registered && (
        <Alert type="warning" header="Did you start this?">
          Anybody can register a client under any name. Allow it only if you have just started this in that client.
        </Alert>
      )}
      {opens === 'nothing' ? (
        <Alert type="error" header="You have no access">
          The access rules of this server do not allow you with this client. Ask an administrator.
        </Alert>
      ) : (
        <>
          <Reach tools={tools} opens={opens} access={access} onAccess={onAccess} />
          <OwnAccount serverId={server.id} accounts={accounts} />
        </>
      )}
    </>
  );
}

interface OwnAccountProps {
  readonly serverId: string;
  readonly accounts: NonNullable<Authorization['accounts']>;
}

/** In a window of its own, because the client waits for the answer of this page. */
function OwnAccount({ serverId, accounts }: OwnAccountProps) {
  const waiting = accounts.filter(({ state }) => state !== 'given');
  const servers = [...Map.groupBy(waiting, ({ server }) => server?.id ?? serverId)];
  return servers.map(([id, own]) => (
    <Alert key={id} type="info" header="Your own account is needed">
      Calls {own[0]?.server && `of the tools of ${own[0].server.name || id} `}use your own account at{' '}
      {own.map(({ host }) => host).join(' and ')}. They are refused until you connect it.{' '}
      <a href={accountPage(id, 'person')} target="_blank" rel="noreferrer">
        Connect it in a new window
      </a>
    </Alert>
  ));
}

interface ReachProps extends Pick<QuestionProps, 'access' | 'onAccess'> {
  readonly tools: Authorization['tools'];
  readonly opens: Access;
}

function Reach({ tools, opens, access, onAccess }: ReachProps) {
  const { total, reading, names } = tools;
  return (
    <>
      {opens === 'all' && reading < total ? (
        <RadioGroup
          ariaLabel="What it may do"
          value={access}
          onChange={({ detail }) => onAccess(detail.value as Access)}
          items={[
            { value: 'all', label: `Use ${plural(total, 'tool')}`, description: 'Some of them change data.' },
            { value: 'read', label: `Only read, with ${plural(reading, 'tool')}` },
          ]}
        />
      ) : (
        <p>
          It may use {plural(total, 'tool')}
          {reading === total && total > 0 && ', all read-only'}.
        </p>
      )}
      {names.length > 0 && (
        <details>
          <summary>Which tools</summary>
          <p className="mono small break">
            {names.join(', ')}
            {total > names.length && ` and ${total - names.length} more`}
          </p>
        </details>
      )}
      <p className="muted small">
        Its calls are recorded in the audit log under your name. An administrator can end its access at any time.
      </p>
    </>
  );
}
