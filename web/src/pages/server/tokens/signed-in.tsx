/** The clients that people have signed in with at this server; for admins. */
import { useQuery } from '@tanstack/react-query';
import { sessionsQuery } from '../../../api/queries/access.ts';
import { Problem } from '../../../components/problem.tsx';
import { SessionList } from '../../../components/session-list.tsx';
import { Loading } from '../../../components/shell.tsx';

export function SignedIn({ serverId }: { readonly serverId: string }) {
  const query = useQuery(sessionsQuery({ server: serverId }));
  return (
    <section className="stack">
      <div>
        <h2>Signed-in clients</h2>
        <span className="muted">
          People and the clients they signed in with. Ending a session refuses its next request.
        </span>
      </div>
      {query.isError && query.data === undefined ? (
        <Problem error={query.error} retry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Loading what="the signed-in clients" />
      ) : query.data.items.length === 0 ? (
        <p className="muted">Nobody has signed in yet.</p>
      ) : (
        <SessionList sessions={query.data.items} />
      )}
    </section>
  );
}
