/** Every run of the pipeline: what it did, how long each phase took, why it stopped. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { deploymentsQuery } from '../../api/queries.ts';
import type { Deployment } from '../../api/types.ts';
import { useNotify } from '../../app/notices.tsx';
import { useSession } from '../../app/session.tsx';
import { Loading } from '../../app/shell.tsx';
import { download } from '../../components/client-guide.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Empty } from '../../components/empty.tsx';
import { Phases } from '../../components/phases.tsx';
import { Problem } from '../../components/problem.tsx';
import { Ago } from '../../components/time.tsx';
import { ImportErrors, ImportWarnings } from '../../components/warnings.tsx';
import { count, duration } from '../../lib/format.ts';
import { ReimportPanel } from './reimport-panel.tsx';
import type { TabProps } from './server-page.tsx';

const PAGE = 15;

export default function Deployments({ server }: TabProps) {
  const { canEdit } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const query = useQuery(deploymentsQuery(server.id));
  const [pending, setPending] = useState(false);
  const [shown, setShown] = useState(PAGE);
  const [reading, setReading] = useState(false);
  const [approving, setApproving] = useState<Deployment>();

  const lockfile = async () => {
    try {
      const file = await call('getLockfile', { path: { id: server.id } });
      download(`lockfile-${server.id}.json`, JSON.stringify(file, null, 2));
    } catch (error) {
      notify.failure(error);
    }
  };

  const deploy = async (body: { reimport?: boolean; approvedSurface?: string }) => {
    setPending(true);
    try {
      await call('createDeployment', { path: { id: server.id }, body });
      setApproving(undefined);
      setReading(false);
      await queries.invalidateQueries({ queryKey: ['server', server.id] });
    } catch (error) {
      notify.failure(error);
    } finally {
      setPending(false);
    }
  };

  if (query.isError && query.data === undefined)
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading what="the deployments" />;
  const { items } = query.data;
  const busy = pending || server.deploying !== undefined;
  return (
    <div className="stack">
      <div className="row spread">
        <span className="muted">A failed deployment leaves the live version as it is.</span>
        <span className="row">
          {server.bundle !== undefined && (
            <Button variant="link" iconName="download" onClick={() => void lockfile()}>
              Lockfile
            </Button>
          )}
          {canEdit && server.source.kind === 'openapi' && server.bundle !== undefined && (
            <Button loading={busy} onClick={() => setReading(true)}>
              Re-import
            </Button>
          )}
          {canEdit && (
            <Button loading={busy} onClick={() => void deploy({})}>
              Deploy again
            </Button>
          )}
        </span>
      </div>
      {items.length === 0 && (
        <div className="card">
          <Empty title="No deployment yet">The first one is made together with the server.</Empty>
        </div>
      )}
      <ul className="deployments">
        {items.slice(0, shown).map((item, index) => (
          <li key={item.id} className="card">
            <Summary item={item} current={item.bundleId !== undefined && item.bundleId === server.bundle?.id} />
            {item.error !== undefined && (
              <Alert
                type="error"
                action={
                  canEdit && index === 0 && surfaceOf(item) !== undefined ? (
                    <Button disabled={busy} onClick={() => setApproving(item)}>
                      Approve the change
                    </Button>
                  ) : undefined
                }
                header={`${item.phases.find((phase) => phase.name === item.error?.phase)?.label ?? item.error.phase} failed`}
              >
                <div className="break">{item.error.message}</div>
                <div className="small mono muted">{item.error.code}</div>
              </Alert>
            )}
            <ImportErrors warnings={item.warnings} />
            <ExpandableSection headerText="Phases" defaultExpanded={index === 0 || item.status === 'failed'}>
              <Phases deployment={item} live={index === 0} />
            </ExpandableSection>
            <ImportWarnings warnings={item.warnings} />
          </li>
        ))}
      </ul>
      {items.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + PAGE)}>Show older ones</Button>
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
      {approving !== undefined && (
        <Confirm
          title="Approve the changed surface?"
          action="Approve and deploy"
          pending={pending}
          onConfirm={() =>
            void deploy({ reimport: approving.kind === 'import', approvedSurface: surfaceOf(approving) })
          }
          onClose={() => setApproving(undefined)}
        >
          <div className="break">{approving.error?.message}</div>
          <p>
            Clients get the changed tools, and the new lockfile is signed over them. It is deployed only if the API
            still offers exactly this surface.
          </p>
        </Confirm>
      )}
    </div>
  );
}

/** The digest of a surface that a signed server waits to have approved; the message of the failure names it. */
const surfaceOf = ({ error }: Deployment): string | undefined =>
  /approvedSurface ([0-9a-f]{64})/.exec(error?.message ?? '')?.[1];

function Summary({ item, current }: { readonly item: Deployment; readonly current: boolean }) {
  const type = item.status === 'live' ? 'success' : item.status === 'failed' ? 'error' : 'in-progress';
  const word =
    item.status === 'live' ? (current ? 'Live now' : 'Went live') : item.status === 'failed' ? 'Failed' : 'Running';
  return (
    <div className="row">
      <strong>
        <StatusIndicator type={type}>{word}</StatusIndicator>
      </strong>
      <Ago at={item.createdAt} />
      {item.finishedAt !== undefined && (
        <span className="muted">took {duration(Date.parse(item.finishedAt) - Date.parse(item.createdAt))}</span>
      )}
      <span className="muted">by {item.createdByName ?? item.createdBy}</span>
      {item.diff !== undefined && (
        <span className="row">
          {item.diff.added > 0 && <span className="chip good">+{count(item.diff.added)} added</span>}
          {item.diff.changed > 0 && <span className="chip warn">~{count(item.diff.changed)} changed</span>}
          {item.diff.removed > 0 && <span className="chip bad">−{count(item.diff.removed)} removed</span>}
        </span>
      )}
      {item.bundleId !== undefined && (
        <span className="mono muted" title={item.bundleId}>
          {item.bundleId.slice(0, 12)}
        </span>
      )}
    </div>
  );
}
