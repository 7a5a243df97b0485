/** The clients that a person has connected, on all servers. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { sessionsQuery } from '../../api/queries/access.ts';
import type { Member } from '../../api/types.ts';
import { Problem } from '../../components/problem.tsx';
import { SessionList } from '../../components/session-list.tsx';
import { Loading } from '../../components/shell.tsx';

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
      {query.isError && query.data === undefined ? (
        <Problem error={query.error} retry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Loading what="the clients" />
      ) : query.data.items.length === 0 ? (
        <p className="muted">No signed-in clients.</p>
      ) : (
        <SessionList sessions={query.data.items} withServer />
      )}
    </section>
  );
}
