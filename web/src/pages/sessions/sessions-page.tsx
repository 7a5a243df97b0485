/** The clients that the person who is logged in has signed in with, on all servers, for them to see and to end; and their own logins, to be ended all at once. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { ownSessionsQuery } from '../../api/queries/access.ts';
import { signOut } from '../../auth/login.ts';
import { Problem } from '../../components/problem.tsx';
import { SessionList } from '../../components/session-list.tsx';
import { Loading } from '../../components/shell.tsx';
import { Confirm } from '../../state/confirm.tsx';
import { useNotify } from '../../state/notices.tsx';
import '../../styles/server.css';

function LogOutEverywhere() {
  const notify = useNotify();
  const [isAsked, setAsked] = useState(false);
  const [pending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    try {
      await call('endOwnLogins', { path: {} });
      signOut();
    } catch (error) {
      notify.failure(error);
      setPending(false);
      setAsked(false);
    }
  };
  return (
    <>
      <Button onClick={() => setAsked(true)}>Log out everywhere</Button>
      {isAsked && (
        <Confirm
          title="Log out everywhere?"
          action="Log out"
          danger
          pending={pending}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(false)}
        >
          All your logins of the dashboard end, on every device, this one too. Sessions of MCP clients stay until you
          end them.
        </Confirm>
      )}
    </>
  );
}

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
        <LogOutEverywhere />
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
