/** What is said after somebody was invited. */
import type { InvitationWay } from '../api/types.ts';

/** Says what happens next. `isLocal`: on one machine no mail is sent. */
export function invitedNotice(address: string, way: InvitationWay, isLocal: boolean): string {
  if (way === 'provider') return `${address} is invited. Tell them to sign in here through your identity provider.`;
  if (isLocal) return `${address} is invited. No mail is sent from this machine: it is in the outbox, below.`;
  return `${address} is invited. The mail is on its way; tell them the address of this page as well.`;
}
