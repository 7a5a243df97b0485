/** The clients that a person has connected, on all servers. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { sessionsQuery } from '../../api/queries/access.ts';
import type { Member } from '../../api/types.ts';
import { QueryState } from '../../components/query-state.tsx';
import { SessionList } from '../../components/session-list.tsx';

interface MemberSessionsProps {
  readonly member: Member;
  readonly onClose: () => void;
}

export function MemberSessions({ member, onClose }: MemberSessionsProps) {
  const query = useQuery(sessionsQuery({ person: member.id }));
  const who = member.name ?? member.email ?? member.id;
  return (
    <section className="card stack" aria-label={`Clients of ${who}`}>
      <div className="row spread">
        <h2 className="break">Clients of {who}</h2>
        <Button variant="icon" iconName="close" ariaLabel="Close" onClick={onClose} />
      </div>
      <span className="muted">
        Subject for access rules: <span className="mono break">{member.id}</span>
      </span>
      {query.data === undefined ? (
        <QueryState query={query} what="the clients" />
      ) : query.data.items.length === 0 ? (
        <p className="muted">No signed-in clients.</p>
      ) : (
        <SessionList sessions={query.data.items} withServer />
      )}
    </section>
  );
}
