/** Creates a server from a file or from an existing server, then lists what the new one lacks. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import type { CopiedServer, Duplication, ServerDefinition } from '../api/types.ts';
import { NO_CREDENTIALS } from '../lib/credential-form.ts';
import { authOf, credentialFaults, credentialsFor, secretsIn, shapeText } from '../lib/credentials.ts';
import { focusFault } from '../lib/fault-focus.ts';
import { settingsPath } from '../lib/settings-sections.ts';
import { useHold, useSaving } from '../state/leaving.tsx';
import { useAction } from '../state/use-action.ts';
import { CredentialFields } from './credential-fields.tsx';
import { TextField } from './form-fields.tsx';
import { SidePanel } from './side-panel.tsx';

export type Credential = ServerDefinition['credentials'][number];

interface CopyPanelProps {
  readonly title: string;
  readonly action: string;
  readonly name: string;
  /** The credential for the base URL that the original has; it can be entered here. */
  readonly credential: Credential | undefined;
  /** Shown above the fields. */
  readonly children: ReactNode;
  /** Undefined while it is not known what to copy. */
  readonly send: ((making: Duplication) => Promise<CopiedServer>) | undefined;
  readonly onClose: () => void;
}

export function CopyPanel({ title, action, name: suggested, credential, children, send, onClose }: CopyPanelProps) {
  const saving = useSaving();
  const queries = useQueryClient();
  const form = useId();
  const [typed, setTyped] = useState<string>();
  const [value, setValue] = useState(NO_CREDENTIALS);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const { pending, run } = useAction();
  const [made, setMade] = useState<CopiedServer>();
  const name = typed ?? suggested;
  const isGiven = secretsIn(value).length > 0;
  const given = credentialsFor(credential ?? {}, value);
  useHold(made === undefined && isGiven);

  const submit = async (event: FormEvent) => {
    const element = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    if (send === undefined || pending) return;
    const found = {
      ...(name.trim() === '' && { name: 'Enter a name.' }),
      ...(isGiven && credential && credentialFaults(credential.type, given)),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return focusFault(element);
    await run(async () => {
      const auth = isGiven && credential ? { auth: authOf(credential.type, given) } : {};
      setMade(await saving(() => send({ name, ...auth })));
      setValue(NO_CREDENTIALS);
      void queries.invalidateQueries({ queryKey: ['servers'] });
    });
  };

  if (made !== undefined) return <Made copy={made} onClose={onClose} />;
  return (
    <SidePanel
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="link" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            formAction="submit"
            nativeButtonAttributes={{ form }}
            disabled={send === undefined}
            loading={pending}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id={form} className="stack" onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
        {children}
        {send !== undefined && (
          <>
            <TextField label="Name" errorText={faults['name']} value={name} onChange={setTyped} />
            {credential !== undefined && (
              <>
                <p className="muted">
                  Credentials are never copied. Enter the one for{' '}
                  <span className="mono break">{credential.origin}</span>
                  {shapeText(credential) !== '' && <span className="mono"> ({shapeText(credential)})</span>}, or enter
                  it later in the settings.
                </p>
                <CredentialFields type={credential.type} value={given} faults={faults} onChange={setValue} />
              </>
            )}
          </>
        )}
      </form>
    </SidePanel>
  );
}

function Made({ copy, onClose }: { readonly copy: CopiedServer; readonly onClose: () => void }) {
  const { server, missing } = copy;
  const at = `/servers/${server.id}`;
  return (
    <SidePanel
      title={`${server.name} is being deployed`}
      onClose={onClose}
      footer={
        <>
          <Button variant="link" onClick={onClose}>
            Close
          </Button>
          <Link className="button-link primary" to={at}>
            Open the server
          </Link>
        </>
      }
    >
      <div className="stack">
        <p>It has the original’s tools, edits and settings, but no connection token yet.</p>
        {missing.credentials.length > 0 && (
          <Alert type="warning" header="Credentials were not copied">
            Requests go without one until it is entered in{' '}
            <Link to={settingsPath(server.id, 'sign-in')}>the settings</Link>:
            <ul>
              {missing.credentials.map((one) => (
                <li key={one.origin} className="mono break">
                  {one.origin}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        {missing.hosts.length > 0 && (
          <Alert type="warning" header="Other hosts are not approved">
            Tools on these hosts are left out until you approve them in{' '}
            <Link to={settingsPath(server.id, 'connection')}>the settings</Link>:
            <ul>
              {missing.hosts.map((host) => (
                <li key={host} className="mono break">
                  {host}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        {missing.description && (
          <Alert type="info" header="The API description was not copied">
            To re-import, enter its URL or file in <Link to={settingsPath(server.id, 'connection')}>the settings</Link>.
          </Alert>
        )}
      </div>
    </SidePanel>
  );
}
