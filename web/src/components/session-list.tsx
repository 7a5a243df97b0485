/** A table of the clients that people have signed in with, and since when; each can be disconnected, or all of a person or client. */
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { call } from '../api/client.ts';
import type { ClientSession } from '../api/types.ts';
import { plural } from '../lib/format.ts';
import { Confirm } from '../state/confirm.tsx';
import { useNotify } from '../state/notices.tsx';
import { useAction } from '../state/use-action.ts';
import { type Column, ListTable } from './list-table.tsx';
import { Ago } from './time.tsx';

type End = 'one' | 'person' | 'client';

const personOf = ({ person }: ClientSession): string => person.name ?? person.id;
const COLUMNS: readonly Column[] = [
  'Person',
  'Client',
  'Access',
  'Since',
  'Last used',
  'State',
  { name: 'Actions', as: 'hidden' },
];
const STATES = {
  active: ['success', 'Connected'],
  ending: ['warning', 'Ending: some regions have not confirmed'],
  ended: ['stopped', 'Ended'],
} as const;

interface SessionListProps {
  readonly sessions: readonly ClientSession[];
  /** Shows the server's name, for a list over several servers. */
  readonly withServer?: boolean;
  /** They are the person's own, who ends them without a role. */
  readonly isOwn?: boolean;
}

export function SessionList({ sessions, withServer = false, isOwn = false }: SessionListProps) {
  const notify = useNotify();
  const [asked, setAsked] = useState<{ readonly session: ClientSession; readonly end: End }>();
  const { pending, run } = useAction(['sessions']);
  const confirm = async () => {
    if (asked === undefined) return;
    const { session, end } = asked;
    await run(async () => {
      if (end === 'one') {
        if (isOwn) await call('endOwnSession', { path: { tokenId: session.id } });
        else await call('revokeToken', { path: { id: session.server.id, tokenId: session.id } });
        notify.success('Session ended. Its requests are refused.');
      } else {
        const query = end === 'person' ? { person: session.person.id } : { client: session.client.id };
        const { ended } = isOwn
          ? await call('endOwnSessions', { path: {} })
          : await call('endSessions', { path: {}, query });
        notify.success(`${plural(ended, 'session')} ended. Their requests are refused.`);
      }
      setAsked(undefined);
    });
  };
  return (
    <>
      <ListTable columns={COLUMNS}>
        {sessions.map((session) => {
          const [type, text] = STATES[session.status];
          return (
            <tr key={session.id} className={session.status === 'ended' ? 'off' : ''}>
              <td className="wide break">
                <strong>{session.isMachine ? 'No person (machine client)' : personOf(session)}</strong>
                {withServer && <span className="muted small"> at {session.server.name ?? session.server.id}</span>}
              </td>
              <td className="break" data-label="Client" title={session.client.id}>
                {session.client.name}
              </td>
              <td data-label="Access">{session.access === 'read' ? 'Read-only tools' : 'Full'}</td>
              <td data-label="Since">
                <Ago at={session.createdAt} />
              </td>
              <td data-label="Last used">
                <Ago at={session.lastUsedAt} />
              </td>
              <td className="nowrap">
                <StatusIndicator type={type}>{text}</StatusIndicator>
              </td>
              <td className="num actions">
                {session.status !== 'ended' && (
                  <ButtonDropdown
                    variant="inline-icon"
                    expandToViewport={false}
                    ariaLabel={`End sessions of ${personOf(session)} with ${session.client.name}`}
                    items={[
                      { id: 'one', text: 'End this session' },
                      ...(session.isMachine
                        ? []
                        : [{ id: 'person', text: isOwn ? 'End all of yours' : `End all of ${personOf(session)}` }]),
                      ...(isOwn ? [] : [{ id: 'client', text: `End all with ${session.client.name}` }]),
                    ]}
                    onItemClick={({ detail }) => setAsked({ session, end: detail.id as End })}
                  />
                )}
              </td>
            </tr>
          );
        })}
      </ListTable>
      {asked !== undefined && (
        <Confirm
          title={titleOf(asked.session, asked.end)}
          action="End"
          danger
          pending={pending}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(undefined)}
        >
          {asked.end === 'one' ? 'Its next request is refused' : 'At every server, the next request is refused'} and
          live streams are closed at once.{' '}
          {isOwn
            ? 'You can sign in again with that client. If somebody else may know your password, change it too.'
            : 'People with access can sign in again. To keep a person out, also lock them out on the page Members, or where their account is managed.'}
        </Confirm>
      )}
    </>
  );
}

function titleOf(session: ClientSession, end: End): string {
  if (end === 'person') return `End all sessions of ${personOf(session)}?`;
  if (end === 'client') return `End all sessions with “${session.client.name}”?`;
  return `End the session of ${personOf(session)} with “${session.client.name}”?`;
}
