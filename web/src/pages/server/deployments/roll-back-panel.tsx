/** Previews a rollback: what it changes compared with the present tools, what stays, and what prevents it. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { comparisonQuery } from '../../../api/queries.ts';
import type { Deployment, Server } from '../../../api/types.ts';
import { Problem } from '../../../components/problem.tsx';
import { Loading } from '../../../components/shell.tsx';
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
      {query.isPending && <Loading doing="Comparing" what="the versions" />}
      {comparison !== undefined && (
        <div className="stack">
          {rollback?.obstacle !== undefined && (
            <Alert type="error" header="This version cannot be restored now">
              <div className="break">{rollback.obstacle.message}</div>
            </Alert>
          )}
          {approves && (
            <Alert type="warning" header="The surface is signed">
              It changes with this deployment. Rolling back approves exactly what is listed here.
            </Alert>
          )}
          <p>
            The tools go back to this version, in a new deployment. The credential, approved hosts, governance and all
            other settings stay as they are today.
          </p>
          <Compared comparison={comparison} />
        </div>
      )}
    </SidePanel>
  );
}
