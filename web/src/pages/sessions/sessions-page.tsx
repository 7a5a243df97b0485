/** The clients that the person who is logged in has signed in with, on all servers, for them to see and to end; and their own logins, to be ended all at once. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { ownSessionsQuery } from '../../api/queries/access.ts';
import { signOut } from '../../auth/login.ts';
import { QueryState } from '../../components/query-state.tsx';
import { SessionList } from '../../components/session-list.tsx';
import { Confirm } from '../../state/confirm.tsx';
import { useAction } from '../../state/use-action.ts';
import '../../styles/server.css';

function LogOutEverywhere() {
  const [isAsked, setAsked] = useState(false);
  const { pending, run } = useAction();
  const confirm = async () => {
    const isDone = await run(async () => {
      await call('endOwnLogins', { path: {} });
      signOut();
    });
    if (!isDone) setAsked(false);
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
        <QueryState query={query} what="your sessions" />
      ) : query.data.items.length === 0 ? (
        <p className="muted">You have not signed in from any client.</p>
      ) : (
        <SessionList sessions={query.data.items} withServer isOwn />
      )}
    </>
  );
}
