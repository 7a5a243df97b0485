/**
 * Set-up links that nobody has opened yet: rows of the table of sign-ins, which has what is good for a few minutes and once. The secret of a
 * link is stored as a hash. A row is taken by deleting it, so that a link opens once.
 */
import type { Person } from '../../core/lib/person.ts';
import type { LimitSet } from '../../core/limiting/limits.ts';
import type { TokenScopes } from '../../core/model/scope.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { createRow, readRow, type TransactItem, writtenTogether } from './versioned.ts';

/** A link, with the token that it creates. */
export interface SetupLinkRow {
  readonly linkId: string;
  /** Of the link's secret. */
  readonly secretHash: string;
  readonly serverId: string;
  readonly label: string;
  /** ISO 8601 UTC: the end of the token. */
  readonly expiresAt?: string;
  readonly scopes?: TokenScopes;
  readonly limits?: LimitSet;
  /** Who made the link; `issuedAt`: when their login began, in seconds since 1970. */
  readonly by: Person & { readonly issuedAt: number };
  /** The groups of that login; absent for an automation key. */
  readonly groups?: readonly string[];
  /** A second person has approved that its token has no end. */
  readonly isEndlessAllowed?: true;
  /** When the link expires, in milliseconds since 1970. */
  readonly until: number;
}

/** Seconds after its expiry until DynamoDB may delete a row. */
const KEPT_S = 3_600;

const table = () => requireEnvironment('TABLE_SIGN_INS');
const keyOf = (linkId: string) => ({ id: `setup:${linkId}`, part: 'link' });

/** Stores a link together with another write. */
export const putSetupLink = (row: SetupLinkRow, beside?: TransactItem): Promise<void> =>
  createRow(table(), keyOf(row.linkId), { ...row, goneAt: Math.ceil(row.until / 1_000) + KEPT_S }, 'The link', beside);

/** Reads a link, strongly consistent. It may have expired. */
export const readSetupLink = (linkId: string) => readRow<SetupLinkRow>(table(), keyOf(linkId));

/**
 * Deletes a link that has not expired, together with another write. False when there is none: of several who try at once, one gets it. A
 * transaction, because a delete whose answer was lost would be repeated by the SDK, and look like a link that somebody else has taken.
 */
export function takeSetupLink(linkId: string, now: number, beside?: TransactItem): Promise<boolean> {
  const Delete = {
    TableName: table(),
    Key: keyOf(linkId),
    ConditionExpression: '#until > :now',
    ExpressionAttributeNames: { '#until': 'until' },
    ExpressionAttributeValues: { ':now': now },
  };
  return writtenTogether([{ Delete }, ...(beside ? [beside] : [])]);
}
