/** The state of a server as a word and a colour, and the regions that have not confirmed it. */
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Server } from '../api/types.ts';

export const STATES: Record<Server['status'], { type: StatusIndicatorProps.Type; text: string }> = {
  live: { type: 'success', text: 'Live' },
  deploying: { type: 'in-progress', text: 'Deploying' },
  offline: { type: 'stopped', text: 'Offline' },
  failed: { type: 'error', text: 'Failed' },
  deleting: { type: 'in-progress', text: 'Deleting' },
};

/** What the last deployment waits for, or that it failed, while an earlier version is live. */
export const stoppedText = ({ code }: NonNullable<Server['stopped']>): string =>
  code === 'surface_changed' ? 'a changed API waits for approval' : 'the last deployment failed';

export function ServerStatus({
  server,
}: {
  readonly server: Pick<Server, 'status' | 'unconfirmed' | 'stopped' | 'deploying' | 'unsealed'>;
}) {
  const { type, text } = STATES[server.status];
  if (server.unconfirmed !== undefined) {
    return (
      <StatusIndicator type="warning">{`${text}, not confirmed by ${server.unconfirmed.join(', ')}`}</StatusIndicator>
    );
  }
  if (server.stopped !== undefined && server.deploying === undefined) {
    return <StatusIndicator type="warning">{`${text}, ${stoppedText(server.stopped)}`}</StatusIndicator>;
  }
  if (server.unsealed?.code !== undefined) {
    return <StatusIndicator type="warning">{`${text}, without the last changes`}</StatusIndicator>;
  }
  return <StatusIndicator type={type}>{text}</StatusIndicator>;
}
