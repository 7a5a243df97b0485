/** The hosts of a server that are in the network of the deployment's owner, each with the certificate authorities that are trusted there. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { settingsQuery } from '../../../api/queries/installation.ts';
import type { Server, ServerChange } from '../../../api/types.ts';
import { AuthoritiesField } from '../../../components/authorities-field.tsx';
import { Info } from '../../../components/info.tsx';
import type { SectionProps } from '../../../components/server-tab.ts';
import { useSave } from '../../../components/use-save.ts';
import { useServerChange } from '../../../components/use-server-change.ts';
import { day } from '../../../lib/format.ts';
import { privateOrigins } from '../../../lib/private-hosts.ts';
import { useNotify } from '../../../state/notices.tsx';

/** Renders nothing where neither the deployment lists a host of the server nor the server names one. */
export function PrivateHostSettings({ server, disabled }: SectionProps) {
  const listed = useQuery(settingsQuery()).data?.privateHosts ?? [];
  const origins = privateOrigins(server, listed);
  if (origins.length === 0) return null;
  return (
    <section className="card stack" aria-label="Private hosts">
      <div>
        <div className="row tight">
          <h2>Private hosts</h2> <Info about="privateHosts" />
        </div>
        <span className="muted">
          The deployment lists these hosts. A server reaches one only if it is switched on here.
        </span>
      </div>
      <ul className="stack">
        {origins.map((origin) => (
          <HostRow key={origin} origin={origin} server={server} disabled={disabled} />
        ))}
      </ul>
    </section>
  );
}

function HostRow({ origin, server, disabled }: SectionProps & { readonly origin: string }) {
  const notify = useNotify();
  const { change } = useServerChange(server);
  const { pending, refused, run } = useSave<'on' | 'off' | 'authorities'>();
  const [pem, setPem] = useState<string>();
  const entry = server.privateHosts.find((one) => one.origin === origin);
  type Change = NonNullable<ServerChange['privateHosts']>[number];
  const save = (what: 'on' | 'off' | 'authorities', form: HTMLFormElement | null, host: Omit<Change, 'origin'>) =>
    run(what, form, async () => {
      await change({ privateHosts: [{ origin, ...host }] });
      setPem(undefined);
      notify.success('Saved. It applies from the next call on.');
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const certificateAuthorities = pem?.trim() ? pem : null;
    void save('authorities', event.currentTarget as HTMLFormElement, { private: true, certificateAuthorities });
  };
  return (
    <li className="stack tight">
      <div className="row spread">
        <div>
          <span className="mono break">{origin}</span>
          <div className="small muted">
            {entry === undefined ? 'Off: its addresses are private' : <Authorities entry={entry} />}
          </div>
        </div>
        {!disabled && (
          <div className="row">
            {entry !== undefined && pem === undefined && (
              <Button ariaLabel={`Certificate authority of ${origin}`} onClick={() => setPem('')}>
                Certificate authority
              </Button>
            )}
            <Button
              loading={pending === 'on' || pending === 'off'}
              ariaLabel={`${entry === undefined ? 'Switch on' : 'Switch off'} ${origin}`}
              onClick={() => void save(entry ? 'off' : 'on', null, { private: entry === undefined })}
            >
              {entry === undefined ? 'Switch on' : 'Switch off'}
            </Button>
          </div>
        )}
      </div>
      {pem !== undefined && (
        <form className="stack tight" onSubmit={submit} noValidate>
          <AuthoritiesField
            value={pem}
            fault={refused?.faultOf('privateHosts.0.certificateAuthorities')}
            onChange={setPem}
          />
          <div className="row">
            <Button variant="primary" loading={pending === 'authorities'}>
              Save
            </Button>
            <Button formAction="none" onClick={() => setPem(undefined)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </li>
  );
}

function Authorities({ entry }: { readonly entry: Server['privateHosts'][number] }) {
  const { certificateAuthorities } = entry;
  if (certificateAuthorities.length === 0) return 'Switched on; the public certificate authorities are trusted';
  return (
    <>
      Switched on; trusted are only:
      {certificateAuthorities.map(({ subject, fingerprint, expiresAt }) => (
        <div key={fingerprint} className="break" title={fingerprint}>
          {subject}, until {day(expiresAt)}
        </div>
      ))}
    </>
  );
}
