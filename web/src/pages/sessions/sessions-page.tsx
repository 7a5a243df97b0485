/** The clients that the person who is logged in has signed in with, on all servers, for them to see and to end. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownSessionsQuery } from '../../api/queries/access.ts';
import { Problem } from '../../components/problem.tsx';
import { SessionList } from '../../components/session-list.tsx';
import { Loading } from '../../components/shell.tsx';
import '../../styles/server.css';

export default function SessionsPage() {
  const query = useQuery(ownSessionsQuery());
  useEffect(() => {
    document.title = 'Your sessions · Portcullis';
  }, []);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Your sessions</h1>
          <p>MCP clients that you have signed in to. End sessions that you do not recognize, or on lost devices.</p>
        </div>
      </div>
      {query.data === undefined ? (
        query.isError ? (
          <Problem error={query.error} retry={() => void query.refetch()} />
        ) : (
          <Loading what="your sessions" />
        )
      ) : query.data.items.length === 0 ? (
        <p className="muted">You have not signed in from any client.</p>
      ) : (
        <SessionList sessions={query.data.items} withServer isOwn />
      )}
    </>
  );
}
