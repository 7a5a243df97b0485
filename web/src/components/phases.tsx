/** The four phases of a deployment, one per line: state, result, and where it stopped. */
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Deployment, Phase } from '../api/types.ts';
import { duration } from '../lib/format.ts';

const TYPE: Record<Phase['status'], StatusIndicatorProps.Type> = {
  pending: 'pending',
  running: 'loading',
  done: 'success',
  failed: 'error',
};
const WORD: Record<Phase['status'], string> = {
  pending: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'failed',
};

const took = ({ startedAt, finishedAt }: Phase): string | undefined =>
  startedAt === undefined || finishedAt === undefined
    ? undefined
    : duration(Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)));

interface PhasesProps {
  readonly deployment: Pick<Deployment, 'phases' | 'error'>;
  /** Announce changes to screen readers; only at one place of a page. */
  readonly live?: boolean;
}

export function Phases({ deployment, live = false }: PhasesProps) {
  return (
    <ol className="phases" aria-live={live ? 'polite' : undefined}>
      {deployment.phases.map((phase) => (
        <li key={phase.name} className={`phase ${phase.status}`}>
          <StatusIndicator type={TYPE[phase.status]} iconAriaLabel={WORD[phase.status]}>
            <strong>{phase.label}</strong>
          </StatusIndicator>
          {phase.detail !== undefined && <span className="muted grow break">{phase.detail}</span>}
          <span className="muted small mono">{took(phase)}</span>
        </li>
      ))}
    </ol>
  );
}
