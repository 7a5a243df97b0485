/** Every run of the pipeline, and the actions: deploy, re-import, compare versions, roll back, approve. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { comparisonQuery, deploymentsQuery } from '../../../api/queries/deployments.ts';
import type { Deployment, DeploymentRequest } from '../../../api/types.ts';
import { download } from '../../../components/client-guide.tsx';
import { Making } from '../../../components/elapsed.tsx';
import { Empty } from '../../../components/empty.tsx';
import { Problem } from '../../../components/problem.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import type { TabProps } from '../../../components/server-tab.ts';
import { SidePanel } from '../../../components/side-panel.tsx';
import { TermText } from '../../../components/term-text.tsx';
import { useNotify } from '../../../state/notices.tsx';
import { useSession } from '../../../state/session.tsx';
import { useAction } from '../../../state/use-action.ts';
import { ComparePanel } from './compare-panel.tsx';
import { Compared } from './compared.tsx';
import { DeploymentCard } from './deployment-card.tsx';
import { ReimportPanel } from './reimport-panel.tsx';
import { RollBackPanel } from './roll-back-panel.tsx';

const PAGE = 15;

export default function Deployments({ server }: TabProps) {
  const { canEdit } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const query = useQuery(deploymentsQuery(server.id));
  const { pending, run } = useAction();
  const [shown, setShown] = useState(PAGE);
  const [reading, setReading] = useState(false);
  const [comparing, setComparing] = useState(false);
  const [target, setTarget] = useState<Deployment>();
  const [approving, setApproving] = useState<Deployment>();

  const lockfile = async () => {
    try {
      const file = await call('getLockfile', { path: { id: server.id } });
      download(`lockfile-${server.id}.json`, JSON.stringify(file, null, 2));
    } catch (error) {
      notify.failure(error);
    }
  };

  const deploy = (body: DeploymentRequest) =>
    run(async () => {
      await call('createDeployment', { path: { id: server.id }, body });
      setApproving(undefined);
      setReading(false);
      setTarget(undefined);
      await queries.invalidateQueries({ queryKey: ['server', server.id] });
    });

  if (query.data === undefined) return <QueryState query={query} what="the deployments" />;
  const { items } = query.data;
  const versions = items.filter(({ restorable }) => restorable);
  const busy = pending || server.deploying !== undefined;
  /** Opens what shows every changed word, with the button that approves it. */
  const approve = (deployment: Deployment) => {
    const restored = items.find(({ id }) => id === deployment.rollbackTo);
    if (restored) setTarget(restored);
    else if (deployment.kind === 'import') setReading(true);
    else setApproving(deployment);
  };
  return (
    <div className="stack">
      <Toolbar
        server={server}
        canEdit={canEdit}
        busy={busy}
        onLockfile={() => void lockfile()}
        onCompare={versions.length > 0 ? () => setComparing(true) : undefined}
        onReimport={() => setReading(true)}
        onDeploy={() => void deploy({})}
      />
      {items.length === 0 && (
        <div className="card">
          <Empty title="No deployment yet">The first one starts when the server is created.</Empty>
        </div>
      )}
      <Runs
        server={server}
        items={items}
        shown={shown}
        canAct={canEdit && !busy}
        onRollBack={setTarget}
        onApprove={approve}
      />
      {items.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + PAGE)}>Show older</Button>
        </div>
      )}
      {reading && (
        <ReimportPanel
          server={server}
          pending={pending}
          onDeploy={(approvedSurface) => void deploy({ reimport: true, approvedSurface })}
          onClose={() => setReading(false)}
        />
      )}
      {comparing && <ComparePanel server={server} versions={versions} onClose={() => setComparing(false)} />}
      {target !== undefined && (
        <RollBackPanel
          server={server}
          to={target}
          pending={pending}
          onRollBack={(approvedSurface) => void deploy({ rollbackTo: target.id, approvedSurface })}
          onClose={() => setTarget(undefined)}
        />
      )}
      {approving !== undefined && (
        <Approval
          server={server}
          live={items.find(({ status }) => status === 'live')}
          of={approving}
          pending={pending}
          onApprove={(body) => void deploy(body)}
          onClose={() => setApproving(undefined)}
        />
      )}
    </div>
  );
}

interface RunsProps {
  readonly server: TabProps['server'];
  /** All of them, the newest first. */
  readonly items: readonly Deployment[];
  readonly shown: number;
  readonly canAct: boolean;
  readonly onRollBack: (to: Deployment) => void;
  readonly onApprove: (deployment: Deployment) => void;
}

function Runs({ server, items, shown, canAct, onRollBack, onApprove }: RunsProps) {
  // Edits are sealed on top of the version that the last deployment made live.
  const current = server.bundle && items.find(({ status }) => status === 'live');
  return (
    <ul className="deployments">
      {items.slice(0, shown).map((item, index) => {
        const live = item === current ? (item.bundleId === server.bundle?.id ? 'as deployed' : 'edited') : undefined;
        const offersRollBack = canAct && item.restorable && live !== 'as deployed';
        const offersApproval = canAct && index === 0 && surfaceOf(item) !== undefined;
        return (
          <DeploymentCard
            key={item.id}
            item={item}
            isNewest={index === 0}
            {...(live && { live })}
            restored={items.find(({ id }) => id === item.rollbackTo)}
            onRollBack={offersRollBack ? () => onRollBack(item) : undefined}
            onApprove={offersApproval ? () => onApprove(item) : undefined}
          />
        );
      })}
    </ul>
  );
}

interface ToolbarProps {
  readonly server: TabProps['server'];
  readonly canEdit: boolean;
  readonly busy: boolean;
  readonly onLockfile: () => void;
  /** Unset while there is no version to compare with. */
  readonly onCompare: (() => void) | undefined;
  readonly onReimport: () => void;
  readonly onDeploy: () => void;
}

function Toolbar({ server, canEdit, busy, onLockfile, onCompare, onReimport, onDeploy }: ToolbarProps) {
  const { kind } = server.source;
  return (
    <div className="row spread">
      <span className="muted">A failed deployment does not change the live version.</span>
      <span className="row">
        {server.bundle !== undefined && (
          <Button variant="link" iconName="download" onClick={onLockfile}>
            Lockfile
          </Button>
        )}
        {onCompare !== undefined && kind !== 'toolset' && <Button onClick={onCompare}>Compare</Button>}
        {canEdit && kind !== 'manual' && kind !== 'toolset' && server.bundle !== undefined && (
          <Button loading={busy} onClick={onReimport}>
            Re-import
          </Button>
        )}
        {canEdit && (
          <Button loading={busy} onClick={onDeploy}>
            Deploy again
          </Button>
        )}
      </span>
    </div>
  );
}

interface ApprovalProps {
  readonly server: TabProps['server'];
  /** The last deployment that went live. */
  readonly live: Deployment | undefined;
  readonly of: Deployment;
  readonly pending: boolean;
  readonly onApprove: (body: DeploymentRequest) => void;
  readonly onClose: () => void;
}

/** Shows how the stored tools differ from the live version, asks whether that is approved, and deploys it. */
function Approval({ server, live, of: deployment, pending, onApprove, onClose }: ApprovalProps) {
  const isComparable = live?.restorable === true;
  const comparing = comparisonQuery(server.id, { from: live?.id ?? '', to: '' });
  const query = useQuery({ ...comparing, enabled: isComparable });
  return (
    <SidePanel
      title="Approve the changed tool list?"
      onClose={onClose}
      footer={
        <>
          <Button variant="link" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            loading={pending}
            disabled={isComparable && query.data === undefined}
            onClick={() => onApprove({ approvedSurface: surfaceOf(deployment) })}
          >
            Approve and deploy
          </Button>
        </>
      }
    >
      <div className="stack">
        <Alert type="warning" header="The tool list is locked">
          <TermText
            text="Clients get the changed tools, which are signed as the new lockfile. The deployment stops if they change again meanwhile."
            target="_blank"
          />
        </Alert>
        {!isComparable && (
          <p>The tools of the live version are no longer stored, so they cannot be compared. Review the tools first.</p>
        )}
        {query.isError && <Problem error={query.error} retry={() => void query.refetch()} />}
        {query.isLoading && <Making doing="Comparing" what="the versions" of={comparing.queryKey} />}
        {query.data !== undefined && <Compared comparison={query.data} />}
      </div>
    </SidePanel>
  );
}

/** The digest of the surface that a signed server needs approved, from the message of the failure. */
const surfaceOf = ({ error }: Deployment): string | undefined =>
  /approvedSurface ([0-9a-f]{64})/.exec(error?.message ?? '')?.[1];
