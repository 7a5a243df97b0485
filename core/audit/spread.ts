/**
 * Partitions of the audit table. A server's day is one partition, which takes some 1,000 entries a second (DynamoDB, "Best practices for
 * designing partition keys"); that items come in rising order keeps DynamoDB from splitting it. So the day of a server with more calls is
 * spread: its further entries go to several partitions, and a mark in a partition of its own, one for all servers of a month, tells readers.
 * Ids sort by time, so the entries of all partitions together have one order.
 */
import { hash } from 'node:crypto';
import { SYSTEM } from '../lib/person.ts';
import { type AuditEntry, entryOnce } from './entry.ts';

/** Partitions of a day that is spread, the first one included. */
export const SPREAD_PARTITIONS = 16;

/**
 * The keys of all partitions of a server's day.
 * @param serverDay the key of the first one
 */
export const partitionsOf = (serverDay: string, isSpread: boolean): readonly string[] =>
  isSpread ? Array.from({ length: SPREAD_PARTITIONS }, (_, at) => partitionAt(serverDay, at)) : [serverDay];

/** @param at below {@link SPREAD_PARTITIONS} */
export const partitionAt = (serverDay: string, at: number): string => (at === 0 ? serverDay : `${serverDay}#${at}`);

/**
 * Key of the partition with the marks of a month; no server has this id.
 * @param at ISO 8601
 */
export const marksOf = (at: string): string => `spread#${at.slice(0, 'YYYY-MM'.length)}`;

/** The mark that the day of an entry is spread: its time is the beginning of that day. Each writer makes the same one. */
export function spreadMark({ serverId, serverDay }: Pick<AuditEntry, 'serverId' | 'serverDay'>): AuditEntry {
  const day = serverDay.slice(-'YYYY-MM-DD'.length);
  const detail = { partitions: SPREAD_PARTITIONS };
  const entry = { kind: 'management', serverId, actor: SYSTEM.id, action: 'audit.spread', detail } as const;
  // Hexadecimal digits are valid characters of a ULID.
  const id = hash('sha256', serverId).toUpperCase();
  return { ...entryOnce(entry, `${day}T00:00:00.000Z`, id), serverDay: marksOf(day) };
}
