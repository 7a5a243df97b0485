/** The upstream credential: its kind and age are shown, and it is changed only by replacing it. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { shapeWithin } from '../../../../../core/model/credential.ts';
import { ApiError, call } from '../../../api/client.ts';
import { consentsQuery, scopesQuery, serverQuery, showServer } from '../../../api/queries/servers.ts';
import type { AuthType, Server } from '../../../api/types.ts';
import { RoleTrust } from '../../../components/aws-fields.tsx';
import { ConsentState, hasConsent } from '../../../components/consent-state.tsx';
import { CredentialFields } from '../../../components/credential-fields.tsx';
import { ChoiceField } from '../../../components/form-fields.tsx';
import { Info } from '../../../components/info.tsx';
import { baseUrlAt, InstanceNotice } from '../../../components/instance-notice.tsx';
import type { SectionProps } from '../../../components/server-tab.ts';
import { Ago } from '../../../components/time.tsx';
import { AUTH_TYPES } from '../../../lib/auth-types.ts';
import {
  authOf,
  credentialFaults,
  credentialsFor,
  fieldOfFault,
  secretsIn,
  shapeText,
} from '../../../lib/credentials.ts';
import { focusFault } from '../../../lib/fault-focus.ts';
import { useHold, useSaving } from '../../../state/leaving.tsx';
import { useNotify } from '../../../state/notices.tsx';
import { useAction } from '../../../state/use-action.ts';
import { AccountSettings } from '../access/account-settings.tsx';

export function CredentialSettings({ server, disabled }: SectionProps) {
  const [open, setOpen] = useState<'replace' | 'move'>();
  const [failed, setFailed] = useState<string>();
  const { auth, baseUrl, instance } = server;
  const origin = baseUrl === '' ? undefined : new URL(baseUrl).origin;
  const role = shapeWithin(auth, 'awsSigV4')?.roleArn;
  const moveTo = instance === undefined ? undefined : baseUrlAt(instance.origin, baseUrl);
  return (
    <section className="card stack">
      <div className="row spread">
        <div>
          <div className="row tight">
            <h2>API credentials</h2> <Info about="credentials" />
          </div>
          <span className="muted">Encrypted and never shown. A replacement applies from the next call on.</span>
        </div>
        {!disabled && open === undefined && (
          <div className="row tight">
            {(shapeWithin(auth, 'oauth2') !== undefined || role !== undefined) && server.bundle !== undefined && (
              <CheckCredential server={server} onDone={setFailed} />
            )}
            <Button onClick={() => setOpen('replace')}>Replace</Button>
          </div>
        )}
      </div>
      <ConsentState server={server} origin={auth.origin} />
      {instance !== undefined && origin !== undefined && (
        <InstanceNotice
          host={instance.host}
          instance={instance.origin}
          origin={origin}
          action={
            !disabled && open === undefined && <Button onClick={() => setOpen('move')}>Use it as base URL</Button>
          }
        >
          The stored credential works for the current host only. Enter it again for the new one.
        </InstanceNotice>
      )}
      {hasConsent(server) && <AccountSettings server={server} disabled={disabled} />}
      {failed !== undefined && (
        <Alert type="error" header={role === undefined ? 'No access token' : 'The sign-in does not work'}>
          {failed}
        </Alert>
      )}
      <dl className="facts">
        <dt>Type</dt>
        <dd>
          {AUTH_TYPES.find((one) => one.value === auth.type)?.label}
          <span className="mono"> {shapeText(auth)}</span>
        </dd>
        {auth.storedAt !== undefined && (
          <>
            <dt>Stored</dt>
            <dd>
              <Ago at={auth.storedAt} />
            </dd>
          </>
        )}
        {auth.origin !== undefined && (
          <>
            <dt>Bound to</dt>
            <dd>
              <span className="mono break">{auth.origin}</span>{' '}
              <span className="muted">the only origin that it is sent to</span>
            </dd>
          </>
        )}
        {auth.missing && (
          <>
            <dt>State</dt>
            <dd>
              {auth.type === 'none'
                ? 'Missing: a copy does not include the original’s credential. Enter it, or choose “None” if the API needs none.'
                : 'Enter it again: the import that should have found the base URL failed. Choose “None”, set the base URL, then enter it.'}
            </dd>
          </>
        )}
      </dl>
      <RoleTrust serverId={server.id} auth={auth} />
      {open !== undefined && (
        <ReplaceCredential
          key={open}
          server={server}
          origin={origin}
          auth={auth}
          moveTo={open === 'move' ? moveTo : undefined}
          onClose={() => {
            setFailed(undefined);
            setOpen(undefined);
          }}
        />
      )}
    </section>
  );
}

interface CheckCredentialProps {
  readonly server: Server;
  /** Called with the error, or undefined if it succeeded. */
  readonly onDone: (failed: string | undefined) => void;
}

/** Obtains an access token now, so that a failure is noticed before a call. */
function CheckCredential({ server, onDone }: CheckCredentialProps) {
  const notify = useNotify();
  const queries = useQueryClient();
  const { pending, run } = useAction();
  const check = () =>
    run(async () => {
      onDone(undefined);
      const { items } = await call('checkCredentials', { path: { id: server.id } });
      const failed = items.find(({ origin, works }) => origin === server.auth.origin && !works);
      onDone(failed?.message);
      // The response may say where the API of the account is.
      void queries.invalidateQueries({ queryKey: serverQuery(server.id).queryKey });
      if (failed === undefined) {
        notify.success(
          shapeWithin(server.auth, 'oauth2') === undefined
            ? 'The sign-in works: the role was assumed.'
            : 'The sign-in works: an access token was obtained.',
        );
      }
    });
  return (
    <Button loading={pending} onClick={() => void check()}>
      Check the sign-in
    </Button>
  );
}

interface ReplaceCredentialProps {
  readonly server: Server;
  /**
   * The origin that the credential is for, as shown here: somebody may have changed the server meanwhile. Undefined while it is unknown.
   */
  readonly origin: string | undefined;
  readonly auth: Server['auth'];
  /** Another base URL, which is set together with the credential for it. */
  readonly moveTo?: string | undefined;
  readonly onClose: () => void;
}

/** Also for hosts other than that of the base URL. */
export function ReplaceCredential({ server, origin, auth: stored, moveTo, onClose }: ReplaceCredentialProps) {
  const notify = useNotify();
  const saving = useSaving();
  const queries = useQueryClient();
  const [type, setType] = useState<AuthType>(stored.type);
  const [value, setValue] = useState(() => credentialsFor(stored));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [pending, setPending] = useState(false);
  useHold(secretsIn(value).length > 0);
  const isOAuth = type === 'oauth2' || (type === 'combined' && value.parts.includes('oauth2'));
  const scopes = useQuery({
    ...scopesQuery(server.id),
    enabled: isOAuth && server.source.kind === 'openapi' && server.bundle !== undefined,
  });
  const save = async (event: FormEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    const found = credentialFaults(type, value);
    setFaults(found);
    if (Object.keys(found).length > 0) return focusFault(form);
    setPending(true);
    try {
      const auth = authOf(type, value);
      const body = origin === undefined ? auth : { ...auth, origin };
      const path = { id: server.id };
      const change =
        moveTo === undefined
          ? () => call('replaceCredentials', { path, body })
          : () => call('changeServer', { path, body: { baseUrl: moveTo, auth } });
      showServer(queries, await saving(change));
      onClose();
      void queries.invalidateQueries({ queryKey: consentsQuery(server.id).queryKey });
      notify.success(
        moveTo === undefined
          ? 'The credential was replaced.'
          : `The base URL is ${moveTo}, with the credential for it.`,
      );
    } catch (error) {
      if (error instanceof ApiError)
        setFaults(Object.fromEntries(error.faults.map((one) => [fieldOfFault(one.field), one.message])));
      notify.failure(error);
      focusFault(form);
      setPending(false);
    }
  };
  return (
    <form className="stack narrow" onSubmit={(event) => void save(event)} noValidate autoComplete="off">
      {moveTo !== undefined && (
        <div>
          New base URL: <span className="mono break">{moveTo}</span>
        </div>
      )}
      <ChoiceField label="Type" value={type} options={AUTH_TYPES} onChange={setType} />
      <CredentialFields type={type} value={value} faults={faults} scopes={scopes.data?.items} onChange={setValue} />
      <div className="row">
        <Button variant="primary" formAction="submit" loading={pending}>
          {moveTo === undefined ? 'Replace' : 'Set base URL and credential'}
        </Button>
        <Button formAction="none" variant="link" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
