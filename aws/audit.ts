/**
 * Writes the audit table. Entries are only put, never changed: the writers' roles hold PutItem only, and the table's resource policy
 * denies every other write. auditTrail.ts reads the table.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type AuditEntry, entryOnce, NO_SERVER, newEntry } from '../core/audit/entry.ts';
import { partitionAt, SPREAD_PARTITIONS, spreadMark } from '../core/audit/spread.ts';
import { BoundedMap } from '../core/lib/boundedMap.ts';
import type { JsonObject } from '../core/lib/json/value.ts';
import type { Person } from '../core/lib/person.ts';
import { putOnce, putWhere } from './direct/dynamodb.ts';
import { requireEnvironment } from './lib/environment.ts';
import { isThrottled } from './lib/errors.ts';
import { creation, type TransactItem } from './tables/versioned.ts';

/** Partitions that are tried for an entry of a day that is spread; each takes some 100 ms to refuse. */
const MOST_TRIES = 3;

/** Days of servers that are spread (core/audit/spread.ts), as far as this instance knows. */
const knownAsSpread = new BoundedMap<string, true>(1_000);

/**
 * Appends one entry. If it exists already (a retry of the same write), it is left unchanged. When its partition takes no more, the server's
 * day is spread over several. An entry that then stands in two of them is one for readers, because its id is the same.
 */
export async function writeAudit(entry: AuditEntry): Promise<void> {
  const { serverDay } = entry;
  if (knownAsSpread.size > 0 && knownAsSpread.has(serverDay)) return putSpread(entry);
  try {
    await put(entry);
  } catch (error) {
    if (!isThrottled(error)) throw error;
    // The mark first: what stands in a partition that no reader looks at would be lost.
    await put(spreadMark(entry));
    knownAsSpread.set(serverDay, true);
    await putSpread(entry);
  }
}

/** Puts an entry where none stands; resolves in either case. */
const put = (entry: AuditEntry): Promise<unknown> => putOnce(requireEnvironment('TABLE_AUDIT'), 'serverDay', entry);

/** Into one of the partitions by chance; into the next ones when that takes no more either. */
async function putSpread(entry: AuditEntry): Promise<void> {
  const first = Math.floor(Math.random() * SPREAD_PARTITIONS);
  for (let tries = 1; ; tries++) {
    const serverDay = partitionAt(entry.serverDay, (first + tries) % SPREAD_PARTITIONS);
    try {
      await put({ ...entry, serverDay });
      return;
    } catch (error) {
      if (tries === MOST_TRIES || !isThrottled(error)) throw error;
    }
  }
}

/** Writes an entry whose key may be taken; false when it is. Not repeated by itself, because it would find its own first attempt. */
export const writeAuditOnce = (entry: AuditEntry): Promise<boolean> =>
  putWhere(
    requireEnvironment('TABLE_AUDIT'),
    entry,
    { ConditionExpression: 'attribute_not_exists(serverDay)' },
    { isRepeatable: false },
  );

/** A change by a person through the management API. */
export interface ManagementAction {
  /** Unset when the action concerns no single server. */
  readonly serverId?: string;
  /** The server's name at this moment; '' while it has none. */
  readonly serverName?: string;
  readonly actor: Person;
  readonly action: string;
  /** Names and ids only, no secret. */
  readonly detail?: JsonObject;
  /**
   * For an action that happens exactly once to the thing with this id (which ends in a ULID), at this time: a retry writes no second
   * entry.
   */
  readonly once?: { readonly at: string; readonly id: string };
}

/** Writes the entry of a change. Rejects when DynamoDB refuses it. */
export const recordManagementAction = (action: ManagementAction): Promise<void> => writeAudit(entryOf(action));

/** The same write as an item of a transaction, so that the change and its entry are written together or not at all. */
export const auditItem = (action: ManagementAction): TransactItem => ({
  Put: creation(requireEnvironment('TABLE_AUDIT'), 'serverDay', entryOf(action)),
});

/** The entry of an action that was recorded and then reverted, because a later step was refused. */
export const revertedAction = (action: ManagementAction): ManagementAction => ({
  ...action,
  action: `${action.action}.undone`,
});

/** Of a request that a second person has approved: who that is. Its entries name both. */
export const secondPersonOf = new AsyncLocalStorage<{ person?: Person }>();

function entryOf({ serverId, serverName, actor, action, detail, once }: ManagementAction): AuditEntry {
  const second = secondPersonOf.getStore()?.person;
  const entry = {
    kind: 'management',
    serverId: serverId ?? NO_SERVER,
    ...(serverName && { serverName }),
    actor: actor.id,
    ...(actor.name !== undefined && { actorName: actor.name }),
    action,
    detail: { ...detail, ...(second && { secondPerson: second.name ?? second.id }) },
  } as const;
  return once ? entryOnce(entry, once.at, once.id) : newEntry(entry);
}
