/**
 * Invitations, and what else guards changes of people, in the table of sign-ins: the lease that lets one admin at a time change people,
 * and the time since when logins of a person no longer count.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { isoNow } from '../../core/lib/ids.ts';
import { goneAfter, type InvitationRow } from '../../core/model/invitations.ts';
import { numbered, upgraded } from '../../core/model/migrations.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { documents } from '../services/clients.ts';
import { itemsUnder } from './query.ts';
import { personKey } from './signIns.ts';
import { creation, isWritten, readRow, replacement, type TransactItem, writtenTogether } from './versioned.ts';

const table = () => requireEnvironment('TABLE_SIGN_INS');
const ID = 'invitations';
const LEASE = { id: 'members', part: 'lease' } as const;
/** Longer than a request may take. */
const LEASE_MS = 35_000;
/** Logins last an hour; a little longer, for clocks that differ. */
const LOGIN_SECONDS = 2 * 3_600;

/** An invitation as it is stored; undefined when there is none. */
export const readInvitation = (invitationId: string): Promise<InvitationRow | undefined> =>
  readRow<InvitationRow>(table(), { id: ID, part: invitationId }, 'invitation');

/** All invitations. */
export async function listInvitations(): Promise<InvitationRow[]> {
  const rows = await itemsUnder<object>(table(), { id: ID });
  return rows.map((row) => upgraded<InvitationRow>('invitation', row));
}

/**
 * Stores an invitation together with `beside`. `row.version` is the version that was read, 0 for an address without a row. False when
 * somebody else wrote it meanwhile.
 */
export async function storeInvitation(row: InvitationRow, beside?: TransactItem): Promise<boolean> {
  const keyed = { ...row, id: ID, part: row.invitationId, goneAt: goneAfter(row.expiresAt) };
  const stored = numbered('invitation', keyed);
  const put = row.version === 0 ? creation(table(), 'id', { ...stored, version: 1 }) : replacement(table(), stored);
  return writtenTogether([{ Put: put }, ...(beside ? [beside] : [])]);
}

/** Takes the lease for `holder`; false while somebody else has it. */
export function takeLease(holder: string, now = Date.now()): Promise<boolean> {
  const put = new PutCommand({
    TableName: table(),
    Item: { ...LEASE, holder, until: now + LEASE_MS },
    ConditionExpression: 'attribute_not_exists(id) OR #until < :now OR holder = :holder',
    ExpressionAttributeNames: { '#until': 'until' },
    ExpressionAttributeValues: { ':now': now, ':holder': holder },
  });
  return isWritten(documents().send(put));
}

/** Gives the lease back, if `holder` still has it. */
export async function returnLease(holder: string): Promise<void> {
  const put = new PutCommand({
    TableName: table(),
    Item: { ...LEASE, holder, until: 0 },
    ConditionExpression: 'holder = :holder',
    ExpressionAttributeValues: { ':holder': holder },
  });
  await isWritten(documents().send(put));
}

const loginKey = (person: string) => ({ id: personKey(person), part: 'login' });

/**
 * Logins of the person that began before now no longer count. Resolves to what takes this back, unless they were ended again meanwhile:
 * for a change that was refused, so that nothing has changed.
 */
export async function endLogins(person: string, now = Date.now()): Promise<() => Promise<void>> {
  const goneAt = Math.ceil(now / 1_000) + LOGIN_SECONDS;
  const Item = { ...loginKey(person), endedAt: isoNow(now), goneAt };
  const put = new PutCommand({ TableName: table(), Item, ReturnValues: 'ALL_OLD' });
  const { Attributes: before = { ...Item, endedAt: isoNow(0) } } = await documents().send(put);
  return async () => {
    const back = new PutCommand({
      TableName: table(),
      Item: before,
      ConditionExpression: 'endedAt = :ours',
      ExpressionAttributeValues: { ':ours': Item.endedAt },
    });
    await isWritten(documents().send(back));
  };
}

/** Since when earlier logins of the person do not count, in milliseconds since 1970; undefined when all count. */
export async function loginsEndedAt(person: string): Promise<number | undefined> {
  const row = await readRow<{ readonly endedAt: string }>(table(), loginKey(person));
  return row && Date.parse(row.endedAt);
}
