/**
 * Calls that a person has to approve: one row for each server lists those that were asked for, and how each stands. Every write is conditional
 * on the revision that was read, so an approved call is made once, and of two people who decide one does. An approval is for one caller, one tool and exactly the arguments that
 * were shown. Pure.
 */
import { sha256 } from '../lib/json/canonical.ts';
import type { Person } from '../lib/person.ts';

/** How long a request waits for a decision, how long an approved one may be made, and how long others are shown. */
export const APPROVAL_MS = { waits: 86_400_000, isGood: 900_000, isShown: 3_600_000 } as const;
/** Requests of a server, and of one caller, that wait at the same time; and the longest arguments, as JSON text. */
export const APPROVAL_LIMITS = { server: 20, caller: 5, characters: 12_000 } as const;

/** `approved` ones may be made once; `used` ones were. */
export type ApprovalStatus = 'waiting' | 'approved' | 'denied' | 'used';

/** What an approval is for. */
export interface ApprovalSubject {
  /** By the name that its caller knows. */
  readonly tool: string;
  /** Exactly as they are sent, as JSON text. */
  readonly arguments: string;
  /** Digest of what the tool makes of them: another request under the same name is not approved. */
  readonly request: string;
  readonly caller: {
    readonly tokenId: string;
    readonly tokenLabel: string;
    readonly person?: string;
    readonly personName?: string;
    readonly clientId?: string;
  };
}

/** A request, as it is stored. Times in milliseconds since 1970. */
export interface Approval extends ApprovalSubject {
  readonly approvalId: string;
  /** Of what it is for. */
  readonly digest: string;
  /** The policies that ask for it. */
  readonly policies: readonly string[];
  readonly askedAt: number;
  readonly status: ApprovalStatus;
  readonly decidedBy?: Person;
  /** Why it was denied. */
  readonly reason?: string;
  /** Until when it waits, is good, or is shown. */
  readonly until: number;
}

/** All requests of one server, as stored. */
export interface ApprovalRow {
  /** Key of the sessions table. */
  readonly sessionId: string;
  readonly revision: number;
  readonly approvals: readonly Approval[];
  /** When the last of them is over, in epoch seconds, for the table's TTL. */
  readonly expiresAt: number;
}

/** The page of the dashboard on which a request is decided, by somebody who signs in there. */
export const approvalPage = (edgeUrl: string, serverId: string, approvalId: string): string =>
  `${edgeUrl}/servers/${serverId}/approvals?request=${approvalId}`;

/** Key of a server's row in the sessions table. */
export const approvalRowId = (serverId: string): string => `approvals.${serverId}`;

/** Names exactly one call of one caller. People and clients may have several sessions; a call is theirs in each. */
export const approvalDigest = ({ tool, arguments: args, request, caller }: ApprovalSubject): string => {
  const { person = '', clientId, tokenId } = caller;
  return sha256(JSON.stringify([tool, args, request, clientId === undefined ? tokenId : [person, clientId]]));
};

/** Whose calls count together: a person's from all their sessions and clients, a client's that acts for itself, or a token's. */
const whoIs = ({ person, clientId, tokenId }: ApprovalSubject['caller']): string => person ?? clientId ?? tokenId;

/** The requests that there are still, the oldest first. */
export const approvalsIn = (row: ApprovalRow | undefined, now: number): readonly Approval[] =>
  (row?.approvals ?? []).filter(({ until }) => until > now);

/** How the call stands; undefined where nobody has asked for it, or it has been made. */
export const approvalFor = (row: ApprovalRow | undefined, digest: string, now: number): Approval | undefined =>
  approvalsIn(row, now).find((each) => each.digest === digest && each.status !== 'used');

/** Those that wait for a decision, the oldest first. */
export const waitingIn = (row: ApprovalRow | undefined, now: number): readonly Approval[] =>
  approvalsIn(row, now).filter(({ status }) => status === 'waiting');

function rowOf(row: ApprovalRow | undefined, sessionId: string, approvals: readonly Approval[]): ApprovalRow {
  const expiresAt = Math.ceil(Math.max(0, ...approvals.map(({ until }) => until)) / 1_000);
  return { sessionId, revision: (row?.revision ?? 0) + 1, approvals, expiresAt };
}

/** With one more that waits; undefined where as many wait as may. */
export function withApproval(
  row: ApprovalRow | undefined,
  serverId: string,
  asked: ApprovalSubject & Pick<Approval, 'approvalId' | 'policies'>,
  now: number,
): ApprovalRow | undefined {
  const approvals = approvalsIn(row, now);
  const waiting = approvals.filter(({ status }) => status === 'waiting' || status === 'approved');
  const own = waiting.filter(({ caller }) => whoIs(caller) === whoIs(asked.caller));
  if (waiting.length >= APPROVAL_LIMITS.server || own.length >= APPROVAL_LIMITS.caller) return undefined;
  const over = approvals.filter((each) => !waiting.includes(each)).slice(-APPROVAL_LIMITS.server / 2);
  const more: Approval = {
    ...asked,
    digest: approvalDigest(asked),
    askedAt: now,
    status: 'waiting',
    until: now + APPROVAL_MS.waits,
  };
  return rowOf(row, approvalRowId(serverId), [...over, ...waiting, more]);
}

function changed(
  row: ApprovalRow | undefined,
  { approvalId, status, now }: { readonly approvalId: string; readonly status: ApprovalStatus; readonly now: number },
  change: Partial<Approval>,
): ApprovalRow | undefined {
  const approvals = approvalsIn(row, now);
  const found = approvals.find((each) => each.approvalId === approvalId && each.status === status);
  if (!row || !found) return undefined;
  return rowOf(
    row,
    row.sessionId,
    approvals.map((each) => (each === found ? { ...each, ...change } : each)),
  );
}

/** With a decision about one that waits; undefined where it does not wait any more. */
export const decided = (
  row: ApprovalRow | undefined,
  approvalId: string,
  decision: Pick<Approval, 'decidedBy' | 'reason'> & { readonly status: 'approved' | 'denied' },
  now: number,
): ApprovalRow | undefined =>
  changed(
    row,
    { approvalId, status: 'waiting', now },
    { ...decision, until: now + (decision.status === 'approved' ? APPROVAL_MS.isGood : APPROVAL_MS.isShown) },
  );

/** With one used up by its call; undefined where it is not approved, or not any more. */
export const used = (row: ApprovalRow | undefined, approvalId: string, now: number): ApprovalRow | undefined =>
  changed(row, { approvalId, status: 'approved', now }, { status: 'used', until: now + APPROVAL_MS.isShown });
