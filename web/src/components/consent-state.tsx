/** Whether a person has consented at the provider of a credential that needs it, and the button that begins a consent. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { shapeWithin } from '../../../core/model/credential.ts';
import { call } from '../api/client.ts';
import { consentsQuery } from '../api/queries/servers.ts';
import type { Consent, CredentialShape, Server } from '../api/types.ts';
import { useNotify } from '../state/notices.tsx';
import { useSession } from '../state/session.tsx';
import { Ago } from './time.tsx';

const isConsent = (shape: CredentialShape): boolean => shapeWithin(shape, 'oauth2')?.grant === 'authorizationCode';

/** Whether the credential of the base URL needs a person's consent. */
export const isConsented = ({ auth }: Pick<Server, 'auth'>): boolean => isConsent(auth);

/** Whether any credential of the server needs a person's consent. */
export const hasConsent = ({ auth, hosts }: Pick<Server, 'auth' | 'hosts'>): boolean =>
  [auth, ...hosts.map((host) => host.auth)].some(isConsent);

/** Undefined while loading, and when no credential needs consent. */
function useConsents(server: Server): readonly Consent[] | undefined {
  // Where each client has its own account, none waits for the server.
  const isNeeded = server.credentials === 'shared' && hasConsent(server);
  const { data } = useQuery({ ...consentsQuery(server.id), enabled: isNeeded });
  return isNeeded ? data?.items : undefined;
}

interface ConsentStateProps {
  readonly server: Server;
  /** The origin of the credential. */
  readonly origin: string | undefined;
}

/** In the settings, beside the credential. */
export function ConsentState({ server, origin }: ConsentStateProps) {
  const consent = useConsents(server)?.find((one) => one.origin === origin);
  if (consent === undefined) return null;
  if (isWaiting(consent)) return <Waiting server={server} consent={consent} />;
  const { at, byName, by, missingScopes } = consent;
  return (
    <div className="stack tight">
      <div className="row spread">
        <span>
          <span className="chip good">Connected</span> at {hostsOf(consent)}
          {byName !== undefined || by !== undefined ? ` by ${byName ?? by}` : ''} {at !== undefined && <Ago at={at} />}
        </span>
        <Connect server={server} consent={consent} label="Reconnect" />
      </div>
      {missingScopes.length > 0 && (
        <Alert type="warning">
          Not allowed there: <span className="mono break">{missingScopes.join(', ')}</span>. Operations that need it are
          refused by the API.
        </Alert>
      )}
    </div>
  );
}

interface NotConnectedProps {
  readonly server: Server;
  /** Opens the provider in a new window, because the page has unsaved input. */
  readonly beside?: true;
}

/** On the other pages of the server: only consents that are missing or have ended, because calls are refused without them. */
export function NotConnected({ server, beside }: NotConnectedProps) {
  const consents = useConsents(server);
  const waiting = consents?.filter(isWaiting) ?? [];
  return (
    <>
      {waiting.length === 0 && lacksTools(server) && (consents !== undefined || server.credentials === 'per-token') && (
        <div className="not-live">
          <Alert type="info" header="The tools of the MCP server are not imported yet">
            They are read with {consents === undefined ? 'your own' : 'the connected'} account. Look at them and approve
            them with “Re-import” under <Link to={`/servers/${server.id}/deployments`}>Deployments</Link>.
          </Alert>
        </div>
      )}
      {waiting.map((consent) => (
        <div key={consent.origin} className="not-live">
          <Waiting server={server} consent={consent} beside={beside} />
        </div>
      ))}
    </>
  );
}

/** An MCP server at which somebody has to sign in before its tools can be read. */
const lacksTools = ({ source, auth, bundle }: Server): boolean =>
  source.kind === 'mcp' && isConsent(auth) && bundle?.tools === 0;

type WaitingConsent = Consent & { readonly state: Unconnected };
const isWaiting = (consent: Consent): consent is WaitingConsent => consent.state !== 'given';

function Waiting({ server, consent, beside }: Omit<ConnectProps, 'label'> & { readonly consent: WaitingConsent }) {
  const isOver = consent.state !== 'missing';
  const isBase = server.auth.origin === consent.origin;
  const what = isBase ? 'The server' : new URL(consent.origin).host;
  return (
    <Alert
      type={consent.state === 'ended' ? 'error' : 'warning'}
      header={HEADERS[consent.state](consent, what)}
      action={<Connect server={server} consent={consent} beside={beside} label={isOver ? 'Reconnect' : 'Connect'} />}
    >
      {TEXTS[consent.state](hostsOf(consent))}
      {lacksTools(server) ? ' Its tools can be imported then.' : ''}
    </Alert>
  );
}

/** Where people sign in, and where their code goes if that is another host. */
const hostsOf = ({ host, tokenHost }: Consent): string =>
  host === tokenHost ? host : `${host} (access goes to ${tokenHost})`;

type Unconnected = Exclude<Consent['state'], 'given'>;
const HEADERS: Readonly<Record<Unconnected, (consent: Consent, what: string) => string>> = {
  missing: (_, what) => `${what} is not connected yet`,
  ended: ({ host }) => `${host} no longer accepts the sign-in`,
  changed: () => 'The credential was replaced, so the consent has ended',
};
const TEXTS: Readonly<Record<Unconnected, (hosts: string) => string>> = {
  missing: (hosts) => `Sign in at ${hosts} once and allow access. Calls are refused until then.`,
  ended: () => 'Consent was withdrawn or has expired. Calls are refused until somebody signs in again.',
  changed: (hosts) => `Somebody has to sign in again, at ${hosts}. Calls are refused until then.`,
};

interface ConnectProps {
  readonly server: Server;
  readonly consent: Consent;
  readonly label: string;
  readonly beside?: true | undefined;
}

/** Goes to the provider's page, in this window or in a new one. */
function Connect({ server, consent, label, beside }: ConnectProps) {
  const { canEdit } = useSession();
  const notify = useNotify();
  const [pending, setPending] = useState(false);
  if (!canEdit || server.bundle === undefined) return null;
  const begin = async () => {
    setPending(true);
    // Opened before the first await, or browsers block the window. Without an opener, the provider cannot navigate this page.
    const window = beside ? open('', '_blank') : null;
    if (window !== null) window.opener = null;
    try {
      const { authorizationUrl } = await call('beginConsent', {
        path: { id: server.id },
        body: { origin: consent.origin },
      });
      (window ?? globalThis).location.assign(authorizationUrl);
      if (window !== null) setPending(false);
    } catch (error) {
      window?.close();
      notify.failure(error);
      setPending(false);
    }
  };
  return (
    <Button
      variant={label === 'Connect' ? 'primary' : 'normal'}
      loading={pending}
      ariaLabel={`${label} at ${consent.host}`}
      onClick={() => void begin()}
    >
      {label}
    </Button>
  );
}
