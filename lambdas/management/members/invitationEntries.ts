/** Stores invitations together with their entries in the audit trail. */
import { auditItem, type ManagementAction } from '../../../aws/audit.ts';
import { writeConflict } from '../../../aws/lib/errors.ts';
import { storeInvitation } from '../../../aws/tables/invitations.ts';
import type { Person } from '../../../core/lib/person.ts';
import type { InvitationRow } from '../../../core/model/invitations.ts';

/** Returns the row as stored. Throws `write_conflict`. */
export async function stored(row: InvitationRow, deed: ManagementAction): Promise<InvitationRow> {
  if (!(await storeInvitation(row, auditItem(deed)))) throw writeConflict('The invitation');
  return { ...row, version: row.version + 1 };
}

/** The entry for something done to an invitation. */
export const deedOf = (action: string, row: InvitationRow, actor: Person): ManagementAction => ({
  actor,
  action,
  detail: { email: row.email, role: row.role, ...(row.rights.length > 0 && { rights: [...row.rights] }) },
});
