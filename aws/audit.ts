/**
 * Writes the audit table: entries are put, never changed (the roles of the writers hold PutItem only, and the table's own policy
 * denies every other write). auditTrail.ts reads it.
 */
import { type AuditEntry, entryOnce, NO_SERVER, newEntry } from '../core/audit/entry.ts';
import type { JsonObject } from '../core/json/value.ts';
import type { Person } from '../core/person.ts';
import { putOnce } from './direct/dynamodb.ts';
import { requireEnvironment } from './environment.ts';
import { creation, type TransactItem } from './tables/versioned.ts';

/** Appends one entry. An entry that is there already (a repeated write of the same one) is left as it is. */
export const writeAudit = (entry: AuditEntry): Promise<void> =>
  putOnce(requireEnvironment('TABLE_AUDIT'), 'serverDay', entry);

/** A change by a person, as the management API enters it in the audit table. */
export interface ManagementAction {
  /** Left out for what concerns no single server. */
  readonly serverId?: string;
  /** As the server is called now; '' while it has no name yet. */
  readonly serverName?: string;
  readonly actor: Person;
  readonly action: string;
  /** Names and ids only, no secret. */
  readonly detail?: JsonObject;
  /** It happens once, at this moment to the thing with this id (ending in a ULID): tried again, it is no second entry. */
  readonly once?: { readonly at: string; readonly id: string };
}

/** Puts the entry of a change. Rejects when the table does not take it. */
export const recordManagementAction = (action: ManagementAction): Promise<void> => writeAudit(entryOf(action));

/** The same as a part of the transaction that does it, so that neither is without the other. */
export const entered = (action: ManagementAction): TransactItem => ({
  Put: creation(requireEnvironment('TABLE_AUDIT'), 'serverDay', entryOf(action)),
});

/** What was entered and then refused by what had to follow, so that it was taken back. */
export const undone = (action: ManagementAction): ManagementAction => ({
  ...action,
  action: `${action.action}.undone`,
});

function entryOf({ serverId, serverName, actor, action, detail, once }: ManagementAction): AuditEntry {
  const entry = {
    kind: 'management',
    serverId: serverId ?? NO_SERVER,
    ...(serverName && { serverName }),
    actor: actor.id,
    ...(actor.name !== undefined && { actorName: actor.name }),
    action,
    detail: detail ?? {},
  } as const;
  return once ? entryOnce(entry, once.at, once.id) : newEntry(entry);
}
