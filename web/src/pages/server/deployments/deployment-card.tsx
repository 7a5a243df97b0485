/** One run of the pipeline: how it ended, what it changed, how long each phase took, and what to do when it failed. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { changesQuery } from '../../../api/queries/deployments.ts';
import type { Deployment } from '../../../api/types.ts';
import { Phases } from '../../../components/phases.tsx';
import { Problem } from '../../../components/problem.tsx';
import { Loading } from '../../../components/shell.tsx';
import { Ago } from '../../../components/time.tsx';
import { ChangeList, DiffChips } from '../../../components/tool-changes.tsx';
import { ImportErrors, ImportWarnings } from '../../../components/warnings.tsx';
import { remedyOf, sectionOfFailure, withoutInstruction } from '../../../lib/failures.ts';
import { duration, moment } from '../../../lib/format.ts';
import { settingsPath } from '../../../lib/settings-sections.ts';

interface DeploymentCardProps {
  readonly item: Deployment;
  readonly isNewest: boolean;
  /** Set for the deployment whose version is live: whether tools were edited since. */
  readonly live?: 'as deployed' | 'edited';
  /** The deployment that this one rolled back to, if it is listed. */
  readonly restored?: Deployment | undefined;
  /** Set for people who may roll back. */
  readonly onRollBack?: (() => void) | undefined;
  readonly onApprove?: (() => void) | undefined;
}

export function DeploymentCard({ item, isNewest, live, restored, onRollBack, onApprove }: DeploymentCardProps) {
  const { error, rollbackTo } = item;
  const section = error && sectionOfFailure(error.code);
  return (
    <li className="card">
      <div className="row spread">
        <Summary item={item} live={live} />
        {onRollBack !== undefined && (
          <Button
            ariaLabel={`${live === 'edited' ? 'Undo edits since' : 'Roll back to'} ${moment(item.createdAt)}`}
            onClick={onRollBack}
          >
            {live === 'edited' ? 'Undo edits' : 'Roll back'}
          </Button>
        )}
      </div>
      {rollbackTo !== undefined && (
        <div className="muted">
          Rolled back to the version of {restored ? <Ago at={restored.createdAt} /> : 'an older deployment'}.
        </div>
      )}
      {error !== undefined && (
        <Alert
          type="error"
          action={onApprove && <Button onClick={onApprove}>Approve the change</Button>}
          header={remedyOf(error.code)}
        >
          <div className="break">{onApprove ? withoutInstruction(error.message) : error.message}</div>
          {section !== undefined && (
            <div>
              <Link to={settingsPath(item.serverId, section)}>Open the settings</Link>
            </div>
          )}
          <div className="small muted">
            {item.phases.find(({ name }) => name === error.phase)?.label ?? error.phase} failed:{' '}
            <span className="mono">{error.code}</span>
          </div>
        </Alert>
      )}
      <ImportErrors warnings={item.warnings} />
      {item.restorable && <Changes item={item} />}
      <ExpandableSection headerText="Phases" defaultExpanded={isNewest || item.status === 'failed'}>
        <Phases deployment={item} live={isNewest} />
      </ExpandableSection>
      <ImportWarnings warnings={item.warnings} />
    </li>
  );
}

function Summary({ item, live }: Pick<DeploymentCardProps, 'item' | 'live'>) {
  const type = item.status === 'live' ? 'success' : item.status === 'failed' ? 'error' : 'in-progress';
  const word =
    item.status === 'live' ? (live ? 'Live now' : 'Went live') : item.status === 'failed' ? 'Failed' : 'Running';
  return (
    <div className="row">
      <strong>
        <StatusIndicator type={type}>{word}</StatusIndicator>
      </strong>
      {live === 'edited' && <span className="chip accent">edited since</span>}
      <Ago at={item.createdAt} />
      {item.finishedAt !== undefined && (
        <span className="muted">took {duration(Date.parse(item.finishedAt) - Date.parse(item.createdAt))}</span>
      )}
      <span className="muted">by {item.createdByName ?? item.createdBy}</span>
      {item.diff !== undefined && <DiffChips diff={item.diff} />}
      {item.bundleId !== undefined && (
        <span className="mono muted" title={item.bundleId}>
          {item.bundleId.slice(0, 12)}
        </span>
      )}
    </div>
  );
}

/** Fetched when it is opened. */
function Changes({ item }: { readonly item: Deployment }) {
  const [opened, setOpened] = useState(false);
  const query = useQuery({ ...changesQuery(item.serverId, item.id), enabled: opened });
  return (
    <ExpandableSection
      headerText="What changed"
      expanded={opened}
      onChange={({ detail }) => setOpened(detail.expanded)}
    >
      {opened && query.isError && <Problem error={query.error} retry={() => void query.refetch()} />}
      {opened && query.isPending && <Loading what="the changes" />}
      {query.data?.changes.length === 0 && <p className="muted">No tool changed.</p>}
      {query.data !== undefined && <ChangeList changes={query.data.changes} more={query.data.more} />}
    </ExpandableSection>
  );
}
