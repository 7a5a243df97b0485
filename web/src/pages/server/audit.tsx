/** The audit log of one server, and what one client did, read in order. */
import { useParams } from 'react-router';
import type { TabProps } from '../../components/server-tab.ts';
import { AuditLog } from '../audit/audit-log.tsx';
import { SessionView } from '../audit/session-view.tsx';

export default function Audit({ server }: TabProps) {
  const { section } = useParams();
  return section === 'session' ? <SessionView server={server} /> : <AuditLog server={server} />;
}
