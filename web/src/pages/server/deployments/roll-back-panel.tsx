/** Previews a rollback: what it changes compared with the present tools, what stays, and what prevents it. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { comparisonQuery } from '../../../api/queries/deployments.ts';
import type { Deployment, Server } from '../../../api/types.ts';
import { Making } from '../../../components/elapsed.tsx';
import { Problem } from '../../../components/problem.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { moment } from '../../../lib/format.ts';
import { Compared } from './compared.tsx';

interface RollBackPanelProps {
  readonly server: Server;
  readonly to: Deployment;
  readonly pending: boolean;
  readonly onRollBack: (approvedSurface: string | undefined) => void;
  readonly onClose: () => void;
}

export function RollBackPanel({ server, to, pending, onRollBack, onClose }: RollBackPanelProps) {
  const query = useQuery(comparisonQuery(server.id, { to: to.id }));
  const comparison = query.data;
  const rollback = comparison?.rollback;
  const approves = server.signed && rollback?.surface !== undefined && rollback.surface !== rollback.liveSurface;
  return (
    <SidePanel
      title={`Roll back to ${moment(to.createdAt)}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="link" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={comparison === undefined || rollback?.obstacle !== undefined}
            loading={pending}
            onClick={() => onRollBack(approves ? rollback?.surface : undefined)}
          >
            {approves ? 'Approve and roll back' : 'Roll back'}
          </Button>
        </>
      }
    >
      {query.isError && <Problem error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && (
        <Making doing="Comparing" what="the versions" of={comparisonQuery(server.id, { to: to.id }).queryKey} />
      )}
      {comparison !== undefined && (
        <div className="stack">
          {rollback?.obstacle !== undefined && (
            <Alert type="error" header="This version cannot be restored now">
              <div className="break">{rollback.obstacle.message}</div>
            </Alert>
          )}
          {approves && (
            <Alert type="warning" header="The tool list is locked">
              Rolling back approves exactly the changes listed here.
            </Alert>
          )}
          <p>
            A new deployment restores the tools of this version. The credential, approved hosts, governance and all
            other settings stay as they are.
          </p>
          <Compared comparison={comparison} />
        </div>
      )}
    </SidePanel>
  );
}
