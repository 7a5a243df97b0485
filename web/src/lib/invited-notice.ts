/** What is said after somebody was invited. */
import type { InvitationWay } from '../api/types.ts';

/** Says what happens next. `isLocal`: on one machine no mail is sent. */
export function invitedNotice(address: string, way: InvitationWay, isLocal: boolean): string {
  if (way === 'provider') return `${address} is invited. Tell them to sign in here through your identity provider.`;
  if (isLocal) return `${address} is invited. Local stacks send no mail: see the outbox below.`;
  return `${address} is invited. The mail is being sent. Also tell them the URL of this page.`;
}
