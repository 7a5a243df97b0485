/**
 * Invitations: an admin invites an e-mail address with a role. There is one row for each address, so that two people cannot invite the
 * same one at once. It is accepted by the first login of that person, and only by its verified address.
 */
import { hash } from 'node:crypto';
import type { Right, Role } from './roles.ts';

/** How the invited person logs in: with a password of the user pool, or through the owner's identity provider. */
export type InvitationWay = 'password' | 'provider';

/** How long an invitation is good, in days; as long as the temporary password in its mail. */
export const INVITATION_DAYS = 7;
/** How long the row is kept after that. */
const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** An invitation; times in ISO 8601 UTC. */
export interface InvitationRow {
  readonly invitationId: string;
  /** In small letters. */
  readonly email: string;
  readonly role: Role;
  readonly rights: readonly Right[];
  readonly way: InvitationWay;
  readonly state: 'pending' | 'accepted' | 'withdrawn';
  readonly createdAt: string;
  readonly createdBy: string;
  readonly createdByName?: string;
  readonly expiresAt: string;
  readonly acceptedAt?: string;
  /** Subject of the person who accepted. */
  readonly acceptedBy?: string;
  /** Whether its groups were given, or an admin has decided about the person's groups since. */
  readonly isGiven?: boolean;
  readonly version: number;
}

/** State of an invitation at a time; `expired` is not stored. */
export type InvitationState = InvitationRow['state'] | 'expired';

/** The state at `now`, in milliseconds since 1970. */
export const stateOf = ({ state, expiresAt }: InvitationRow, now: number): InvitationState =>
  state === 'pending' && Date.parse(expiresAt) <= now ? 'expired' : state;

/** When an invitation that is sent at `now` ends, in milliseconds since 1970. */
export const expiryFrom = (now: number): number => now + INVITATION_DAYS * DAY_MS;

/** When its row may be deleted, in seconds since 1970. */
export const goneAfter = (expiresAt: string): number => Math.ceil((Date.parse(expiresAt) + KEPT_DAYS * DAY_MS) / 1_000);

/** An address as it is stored and compared. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** The id of the invitation of an address, which is in addresses of the API and in logs where the e-mail address should not be. */
export const invitationIdOf = (email: string): string => `inv_${hash('sha256', normalEmail(email)).slice(0, 32)}`;

/** Form of an invitation's id. */
export const INVITATION_ID = /^inv_[0-9a-f]{32}$/;
