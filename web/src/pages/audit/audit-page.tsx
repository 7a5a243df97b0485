/** The audit log of all servers, including deleted ones; for admins also entries that belong to no server. */
import { useEffect } from 'react';
import { useSession } from '../../state/session.tsx';
import { AuditLog } from './audit-log.tsx';
import '../../styles/server.css';

export default function AuditPage() {
  const { isAdmin } = useSession();
  useEffect(() => {
    document.title = 'Audit Log · Portcullis';
  }, []);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Audit Log</h1>
          <p>
            Calls and changes on all servers, including deleted ones
            {isAdmin ? '; also sign-ins and changes of the global settings.' : '.'}
          </p>
        </div>
      </div>
      <AuditLog />
    </>
  );
}
