/** Hosts of tools and redirects other than that of the base URL: approved one by one, each with a credential of its own. */
import Button from '@cloudscape-design/components/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/client.ts';
import { showServer } from '../../../api/queries/servers.ts';
import { toolsQuery } from '../../../api/queries/tools.ts';
import type { Server } from '../../../api/types.ts';
import { RoleTrust } from '../../../components/aws-fields.tsx';
import { ConsentState } from '../../../components/consent-state.tsx';
import { TextField } from '../../../components/form-fields.tsx';
import { Info } from '../../../components/info.tsx';
import type { SectionProps } from '../../../components/server-tab.ts';
import { Ago } from '../../../components/time.tsx';
import { useSave } from '../../../components/use-save.ts';
import { useServerChange } from '../../../components/use-server-change.ts';
import { AUTH_TYPES } from '../../../lib/auth-types.ts';
import { shapeText } from '../../../lib/credentials.ts';
import { plural } from '../../../lib/format.ts';
import { Confirm } from '../../../state/confirm.tsx';
import { useSaving } from '../../../state/leaving.tsx';
import { useNotify } from '../../../state/notices.tsx';
import { useAction } from '../../../state/use-action.ts';
import { ReplaceCredential } from './credential-settings.tsx';

interface Host {
  readonly origin: string;
  readonly tools: number;
  readonly approval?: Server['hosts'][number];
}

/** Hosts of tools, and those that are approved without any; undefined until the tools are known. */
export function useOtherHosts(server: Server): Host[] | undefined {
  const tools = useQuery(toolsQuery(server.id));
  if (tools.data === undefined && !tools.isError) return undefined;
  const used = tools.data?.otherHosts ?? [];
  const unused = server.hosts.filter(({ origin }) => !used.some((one) => one.origin === origin));
  return [...used, ...unused.map(({ origin }) => ({ origin, tools: 0 }))].map(({ origin, tools: count }) => ({
    origin,
    tools: count,
    approval: server.hosts.find((one) => one.origin === origin),
  }));
}

export function HostSettings({ server, disabled }: SectionProps) {
  const hosts = useOtherHosts(server) ?? [];
  return (
    <section className="card stack" aria-label="Other hosts">
      <div>
        <div className="row tight">
          <h2>Other hosts</h2> <Info about="hosts" />
        </div>
        <span className="muted">
          Further hosts that tools call, and hosts to which the API redirects downloads. Until a host is approved, its
          tools are left out and redirects to it are refused. Each host gets only its own credential.
        </span>
      </div>
      {hosts.length > 0 && (
        <ul className="stack">
          {hosts.map((host) => (
            <HostRow key={host.origin} host={host} server={server} disabled={disabled} />
          ))}
        </ul>
      )}
      {!disabled && <AnotherHost server={server} />}
    </section>
  );
}

/** For a host that no tool names: the storage to which the API redirects downloads. */
function AnotherHost({ server }: Pick<SectionProps, 'server'>) {
  const notify = useNotify();
  const { change } = useServerChange(server);
  const { pending, refused, run } = useSave<'host'>();
  const [origin, setOrigin] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run('host', event.currentTarget as HTMLFormElement, async () => {
      await change({ hosts: [{ origin: origin?.trim() ?? '', approved: true }] });
      setOrigin(undefined);
      notify.success('The host is approved.');
    });
  };
  if (origin === undefined) {
    return (
      <div>
        <Button iconName="add-plus" onClick={() => setOrigin('')}>
          Approve another host
        </Button>
      </div>
    );
  }
  return (
    <form className="stack tight" onSubmit={submit} noValidate>
      <TextField
        label="Origin"
        constraintText="Redirected GET requests are followed to this host, without the credential."
        errorText={refused?.faults[0]?.message}
        value={origin}
        type="url"
        inputMode="url"
        placeholder="https://files.example.com"
        autoFocus
        ariaRequired
        spellcheck={false}
        autoComplete={false}
        onChange={setOrigin}
      />
      <div className="row">
        <Button variant="primary" loading={pending === 'host'}>
          Approve
        </Button>
        <Button formAction="none" onClick={() => setOrigin(undefined)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function HostRow({ host, server, disabled }: SectionProps & { readonly host: Host }) {
  const { origin, tools, approval } = host;
  const notify = useNotify();
  const saving = useSaving();
  const queries = useQueryClient();
  const { pending, run } = useAction();
  const [open, setOpen] = useState<'credential' | 'removal'>();
  const change = ({ approved }: { readonly approved: boolean }) =>
    run(async () => {
      const body = { hosts: [{ origin, approved }] };
      showServer(queries, await saving(() => call('changeServer', { path: { id: server.id }, body })));
      await queries.invalidateQueries({ queryKey: toolsQuery(server.id).queryKey });
      setOpen(undefined);
      notify.success(approved ? `${origin} is approved.` : `${origin} is no longer approved.`);
    });
  const auth = approval?.auth;
  return (
    <li className="stack tight">
      <div className="row spread">
        <div>
          <span className="mono break">{origin}</span> <span className="muted">{plural(tools, 'tool')}</span>
          <div className="small muted">
            {approval === undefined ? (
              'Not approved'
            ) : (
              <>
                Approved <Ago at={approval.approvedAt} />
                {approval.approvedByName && ` by ${approval.approvedByName}`}. Credential:{' '}
                {AUTH_TYPES.find((one) => one.value === auth?.type)?.label}
                {auth !== undefined && <span className="mono"> {shapeText(auth)}</span>}
              </>
            )}
          </div>
        </div>
        {!disabled && (
          <div className="row">
            {approval === undefined ? (
              <Button loading={pending} ariaLabel={`Approve ${origin}`} onClick={() => void change({ approved: true })}>
                Approve
              </Button>
            ) : (
              <>
                <Button ariaLabel={`Credential of ${origin}`} onClick={() => setOpen('credential')}>
                  Credential
                </Button>
                <span className="danger-button">
                  <Button ariaLabel={`Remove ${origin}`} onClick={() => setOpen('removal')}>
                    Remove
                  </Button>
                </span>
              </>
            )}
          </div>
        )}
      </div>
      <ConsentState server={server} origin={origin} />
      {auth !== undefined && <RoleTrust serverId={server.id} auth={auth} />}
      {open === 'credential' && auth !== undefined && (
        <ReplaceCredential server={server} origin={origin} auth={auth} onClose={() => setOpen(undefined)} />
      )}
      {open === 'removal' && (
        <Confirm
          title={`Remove ${origin}?`}
          action="Remove"
          danger
          pending={pending}
          onConfirm={() => void change({ approved: false })}
          onClose={() => setOpen(undefined)}
        >
          {plural(tools, 'tool')} on it will no longer be available
          {auth?.type === 'none' ? '.' : ', and its credential is deleted.'}
        </Confirm>
      )}
    </li>
  );
}
