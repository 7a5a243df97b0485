/** The settings of a server: connection, credential (by replacement only), other hosts, exposition, limits, governance, copies, deletion. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { serverQuery, settingsQuery, showServer } from '../../../api/queries.ts';
import { GovernanceSettings } from '../../../components/governance-settings.tsx';
import { Problem } from '../../../components/problem.tsx';
import type { TabProps } from '../../../components/server-tab.ts';
import { Loading } from '../../../components/shell.tsx';
import { useNotify } from '../../../state/notices.tsx';
import { useSession } from '../../../state/session.tsx';
import { AccessSettings } from '../access/access-settings.tsx';
import { ConnectionSettings } from './connection-settings.tsx';
import { CopySettings } from './copy-settings.tsx';
import { CredentialSettings } from './credential-settings.tsx';
import { DeleteServer } from './delete-server.tsx';
import { ExpositionSettings } from './exposition-settings.tsx';
import { HeaderSettings } from './header-settings.tsx';
import { HostSettings } from './host-settings.tsx';
import { LimitSettings } from './limit-settings.tsx';
import { PrivateHostSettings } from './private-host-settings.tsx';
import { RepairSettings } from './repair-settings.tsx';

export default function Settings({ server }: TabProps) {
  const { canEdit, isAdmin } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const global = useQuery(settingsQuery());
  return (
    <div className="settings-stack">
      <ConnectionSettings server={server} disabled={!canEdit} />
      {server.source.kind === 'openapi' && <RepairSettings server={server} disabled={!canEdit} />}
      <CredentialSettings server={server} disabled={!canEdit} />
      <HeaderSettings server={server} disabled={!canEdit} />
      <HostSettings server={server} disabled={!canEdit} />
      <PrivateHostSettings server={server} disabled={!canEdit} />
      <AccessSettings server={server} disabled={!canEdit} />
      <ExpositionSettings server={server} disabled={!canEdit} />
      <LimitSettings server={server} disabled={!canEdit} />
      <section className="card">
        <h2>Governance</h2>
        <p className="muted">
          What is set here applies to this server only; everything else follows the global settings.
        </p>
        {global.isError && <Problem error={global.error} retry={() => void global.refetch()} />}
        {global.data === undefined ? (
          <Loading what="the global settings" />
        ) : (
          <GovernanceSettings
            governance={server.governance}
            inherited={global.data.governance.effective}
            follows="follows the global settings"
            serverId={server.id}
            disabled={!canEdit}
            withoutRedaction={
              <p>
                Clients and models that use {server.name} get names, addresses, card numbers and keys as the API sends
                them, from the next answer on.
              </p>
            }
            refresh={async () => (await queries.fetchQuery({ ...serverQuery(server.id), staleTime: 0 })).governance}
            onSave={async (governance) => {
              showServer(queries, await call('changeServer', { path: { id: server.id }, body: { governance } }));
              notify.success('Saved. The new rules apply from the next answer on.');
            }}
          />
        )}
      </section>
      <CopySettings server={server} canEdit={canEdit} />
      {isAdmin && <DeleteServer server={server} />}
    </div>
  );
}
