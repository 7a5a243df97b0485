/** Ends the logins of whoever asks, on every device: a lost laptop needs no admin. Tokens of before count no more, and none is renewed. */
import { recordManagementAction } from '../../../aws/audit.ts';
import { signOutUser } from '../../../aws/directoryChanges.ts';
import { endLogins } from '../../../aws/tables/invitations.ts';
import type { HandlersOf } from '../http/request.ts';
import { checkManaged } from './memberRules.ts';

/** Handler of `endOwnLogins`. */
export const ownLogins: HandlersOf<'endOwnLogins'> = {
  endOwnLogins: async ({ actor }) => {
    checkManaged();
    await recordManagementAction({ actor, action: 'session.end.all' });
    // First, so that no token is renewed after the time from which they count.
    await signOutUser(actor.username);
    await endLogins(actor.id);
  },
};
