/** The audit log of one server. */

import type { TabProps } from '../../components/server-tab.ts';
import { AuditLog } from '../audit/audit-log.tsx';

export default function Audit({ server }: TabProps) {
  return <AuditLog server={server} />;
}
