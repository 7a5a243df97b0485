/** The settings of a server, in sections that have an address each. A section is mounted alone, so unsaved edits are asked about when it is left. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { settingsQuery } from '../../../api/queries/installation.ts';
import { Advanced } from '../../../components/advanced.tsx';
import { GovernanceSettings } from '../../../components/governance-settings.tsx';
import { Problem } from '../../../components/problem.tsx';
import type { SectionProps, TabProps } from '../../../components/server-tab.ts';
import { Loading } from '../../../components/shell.tsx';
import { useServerChange } from '../../../components/use-server-change.ts';
import { type SettingsSection, sectionOf } from '../../../lib/settings-sections.ts';
import { toolsPath } from '../../../lib/tool-views.ts';
import { useNotify } from '../../../state/notices.tsx';
import { useSession } from '../../../state/session.tsx';
import { AccessSettings } from '../access/access-settings.tsx';
import { ConnectionSettings } from './connection-settings.tsx';
import { CopySettings } from './copy-settings.tsx';
import { CredentialSettings } from './credential-settings.tsx';
import { DeleteServer } from './delete-server.tsx';
import { ExpositionSettings } from './exposition-settings.tsx';
import { HeaderSettings } from './header-settings.tsx';
import { HostSettings, useOtherHosts } from './host-settings.tsx';
import { LimitSettings } from './limit-settings.tsx';
import { PolicySettings } from './policies/policy-settings.tsx';
import { PrivateHostSettings } from './private-host-settings.tsx';
import { ProjectSettings } from './project-settings.tsx';
import { RepairSettings } from './repair-settings.tsx';
import { SettingsNav } from './settings-nav.tsx';
import { StatusSettings } from './status-settings.tsx';

export default function Settings({ server }: TabProps) {
  const { canEdit } = useSession();
  const { section } = useParams();
  const { id = 'connection', title = '' } = sectionOf(section) ?? {};
  const Section = server.source.kind === 'toolset' ? (OF_TOOLSETS[id] ?? SECTIONS[id]) : SECTIONS[id];
  return (
    <div className="settings-layout">
      <SettingsNav serverId={server.id} current={id} />
      <div className="settings-stack">
        <h2 className="visually-hidden">{title}</h2>
        <Section key={id} server={server} disabled={!canEdit} />
      </div>
    </div>
  );
}

const SECTIONS: Readonly<Record<SettingsSection, (props: SectionProps) => ReactNode>> = {
  connection: Connection,
  'sign-in': (props) => <CredentialSettings {...props} />,
  access: (props) => (
    <>
      <AccessSettings {...props} />
      <LimitSettings {...props} />
    </>
  ),
  policies: (props) => <PolicySettings {...props} />,
  governance: (props) => (
    <>
      <Governance {...props} />
      <ConnectionSettings {...props} part="questions" />
    </>
  ),
  listing: (props) => <ExpositionSettings {...props} />,
  lifecycle: Lifecycle,
};

/** What a toolset has in place of settings that its servers have. */
const OF_TOOLSETS: Partial<typeof SECTIONS> = {
  connection: (props) => <ConnectionSettings {...props} part="connection" />,
  'sign-in': (props) => <AtItsServers {...props} what="Credentials" />,
  governance: (props) => <AtItsServers {...props} what="Governance" />,
  lifecycle: ({ server, disabled }) => (
    <>
      {!disabled && <StatusSettings server={server} />}
      <ProjectSettings key={server.project} server={server} />
      <Deletion server={server} />
    </>
  ),
};

function AtItsServers({ server, what }: SectionProps & { readonly what: string }) {
  return (
    <section className="card">
      <h2>{what}</h2>
      <p>
        A call through this toolset has the credential and the rules of the server that its tool is of. Change them
        there: <Link to={`/servers/${server.id}/tools`}>servers of this toolset</Link>
      </p>
    </section>
  );
}

function Deletion({ server }: TabProps) {
  const { isAdmin } = useSession();
  return isAdmin ? <DeleteServer server={server} /> : null;
}

function Connection({ server, disabled }: SectionProps) {
  const hosts = useOtherHosts(server);
  const props = { server, disabled };
  return (
    <>
      <ConnectionSettings {...props} part="connection" />
      {server.source.kind === 'openapi' && <RepairSettings {...props} />}
      <PrivateHostSettings {...props} />
      {/* Which hosts there are is known once the tools are. */}
      {hosts !== undefined && (
        <Advanced
          title="Headers and other hosts"
          settings={[
            {
              id: 'headers',
              name: 'headers of all requests',
              isChanged: server.headers.length > 0,
              content: <HeaderSettings {...props} />,
            },
            {
              id: 'hosts',
              name: 'further hosts',
              isChanged: hosts.length > 0,
              content: <HostSettings {...props} />,
            },
          ]}
        />
      )}
    </>
  );
}

function Lifecycle({ server, disabled }: SectionProps) {
  return (
    <>
      <ConnectionSettings server={server} disabled={disabled} part="approval" />
      {!disabled && <StatusSettings server={server} />}
      <CopySettings server={server} canEdit={!disabled} />
      <ProjectSettings key={server.project} server={server} />
      <Deletion server={server} />
    </>
  );
}

function Governance({ server, disabled }: SectionProps) {
  const notify = useNotify();
  const { change, refetch } = useServerChange(server);
  const global = useQuery(settingsQuery());
  return (
    <section className="card">
      <h2>Governance</h2>
      <p className="muted">
        Settings made here apply to this server only. Everything else follows the global settings. What they do to each
        field of recorded answers, and single fields that they are wrong about:{' '}
        <Link to={toolsPath(server.id, 'fields')}>redaction by field</Link>
      </p>
      {global.isError && <Problem error={global.error} retry={() => void global.refetch()} />}
      {global.data === undefined ? (
        <Loading what="the global settings" />
      ) : (
        <GovernanceSettings
          governance={server.governance}
          inherited={global.data.governance.effective}
          serverId={server.id}
          disabled={disabled}
          withoutRedaction={
            <p>
              Clients and models that use {server.name} get names, addresses, card numbers and keys unredacted, from the
              next answer on.
            </p>
          }
          refresh={async () => (await refetch()).governance}
          onSave={async (governance) => {
            await change({ governance });
            notify.success('Saved. The new rules apply from the next answer on.');
          }}
        />
      )}
    </section>
  );
}
