/** The audit log of one server. */
import { AuditLog } from '../audit/audit-log.tsx';
import type { TabProps } from './tab.ts';

export default function Audit({ server }: TabProps) {
  return <AuditLog server={server} />;
}
