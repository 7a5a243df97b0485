/** The clients that people have signed in with at this server; for admins. */
import { useQuery } from '@tanstack/react-query';
import { sessionsQuery } from '../../../api/queries/access.ts';
import { QueryState } from '../../../components/query-state.tsx';
import { SessionList } from '../../../components/session-list.tsx';

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
      {query.data === undefined ? (
        <QueryState query={query} what="the signed-in clients" />
      ) : query.data.items.length === 0 ? (
        <p className="muted">Nobody has signed in yet.</p>
      ) : (
        <SessionList sessions={query.data.items} />
      )}
    </section>
  );
}
