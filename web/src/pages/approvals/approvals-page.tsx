/** Changes of all projects of the person that wait for a second one. Calls that wait are on the pages of their servers. */
import { useEffect } from 'react';
import { ChangeRequests } from '../../components/change-requests.tsx';
import { Empty } from '../../components/empty.tsx';

export default function ApprovalsPage() {
  useEffect(() => {
    document.title = 'Approvals · Portcullis';
  }, []);
  return (
    <>
      <div className="page-head">
        <h1>Approvals</h1>
      </div>
      <ChangeRequests
        empty={
          <Empty title="No change waits">
            Where the floor has a rule for it, some changes wait here until a second person has approved them.
          </Empty>
        }
      />
    </>
  );
}
