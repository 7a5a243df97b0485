/**
 * Changes that wait for a second person (core/model/secondPerson.ts): rows of the table of sign-ins under one id. Every write is conditional on the
 * version that was read, so of two who decide, and of two who use an approval, one does. The table's time to live removes what is over.
 */
import { CHANGE_REQUEST_MS, type ChangeRequestRow } from '../../core/model/secondPerson.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { itemsUnder } from './query.ts';
import { creation, readRow, replacement, type TransactItem, writtenTogether } from './versioned.ts';

const ID = 'change-requests';
const table = () => requireEnvironment('TABLE_SIGN_INS');
const keyOf = (changeId: string) => ({ id: ID, part: changeId });

/** All requests that there still are, strongly consistent. */
export const listChangeRequests = (): Promise<ChangeRequestRow[]> => itemsUnder(table(), { id: ID });

/** Strongly consistent; undefined when there is none. */
export const readChangeRequest = (changeId: string): Promise<ChangeRequestRow | undefined> =>
  readRow<ChangeRequestRow>(table(), keyOf(changeId));

/**
 * Writes a request in place of the version that was read, together with `beside`. Resolves to the row as stored; undefined when another writer was
 * faster.
 * @param read undefined for a new one
 */
export async function writeChangeRequest(
  row: ChangeRequestRow,
  read: ChangeRequestRow | undefined,
  beside: readonly TransactItem[],
): Promise<ChangeRequestRow | undefined> {
  const goneAt = Math.ceil((row.until + CHANGE_REQUEST_MS.isShown) / 1_000);
  const item = { ...row, ...keyOf(row.changeId), goneAt };
  const version = (read?.version ?? 0) + 1;
  const Put = read
    ? replacement(table(), { ...item, version: read.version })
    : creation(table(), 'id', { ...item, version });
  return (await writtenTogether([{ Put }, ...beside])) ? { ...row, version } : undefined;
}
