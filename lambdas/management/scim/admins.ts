/** No request of SCIM leaves the installation without an admin who can log in. */
import { overlay, overlayOf } from '../../../aws/provisioned.ts';
import type { ProvisionedGroup, ProvisionedUser } from '../../../core/auth/provisioning.ts';
import { hasAdmin, lastAdmin } from '../members/memberRules.ts';

/**
 * Throws Refused `last_admin` where there is an admin and after the change there would be none. Within the lease.
 * @param users as they would be
 * @param groups likewise
 * @param gone subjects of accounts that would be locked out
 */
export async function checkAdminStays(
  users: readonly ProvisionedUser[],
  groups: readonly ProvisionedGroup[],
  gone: ReadonlySet<string> = new Set(),
): Promise<void> {
  const after = overlayOf(users, groups);
  if (await hasAdmin((user) => (gone.has(user.id) ? undefined : after(user)))) return;
  if (await hasAdmin(await overlay())) throw lastAdmin();
}
