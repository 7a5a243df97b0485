/**
 * Places that are limited in number, such as running calls: a map attribute of a row, by id, with the time until which each entry counts.
 * The holder removes its entry at the end; if it dies, the entry expires. Every write is conditional, so the limit is exact however many
 * ask at once. A row that was just full is refused again without reading it, so that asking in a loop costs less than it could use.
 */

import { randomBytes } from 'node:crypto';
import { BoundedMap } from '../../core/lib/boundedMap.ts';
import { readRows, updateRow } from '../direct/dynamodb.ts';

/** Where places are counted. */
export interface PlaceRow {
  readonly table: string;
  readonly key: Readonly<Record<string, string>>;
  /** The map, an attribute of the row. */
  readonly attribute: string;
  /** Condition of the row's first entry, beside the missing map. */
  readonly firstIf?: string;
  /** Attributes to set with the first entry. */
  readonly firstWith?: Readonly<Record<string, string | number>>;
  /** Attributes to set with every entry. */
  readonly alwaysWith?: Readonly<Record<string, string | number>>;
}

/** A place that is held. */
export interface Place {
  /** Confirms that it is still held. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

const MAX_TRIES = 5;
/** How long a full row counts as full without being read. */
const FULL_MS = 1_000;
/** Until when a row counts as full under this limit, in milliseconds since 1970, by its key. */
const full = new BoundedMap<string, { readonly until: number; readonly most: number }>(1_000);

function rememberFull(key: string, most: number): void {
  full.set(key, { until: Date.now() + FULL_MS, most });
}

/**
 * Takes a place; undefined when there are `most` already.
 * @param leaseMs how long an entry counts without renewal
 */
export async function takePlace(row: PlaceRow, most: number, leaseMs: number): Promise<Place | undefined> {
  const { table, key, attribute, firstIf, firstWith = {}, alwaysWith = {} } = row;
  const name = JSON.stringify([table, key]);
  const known = full.get(name);
  if (known && known.until > Date.now() && known.most >= most) return undefined;
  const id = randomBytes(9).toString('base64url');
  const until = () => Date.now() + leaseMs;
  const setting = (more: Readonly<Record<string, string | number>>) => ({
    sets: Object.keys(more).map((each) => `, ${each} = :${each}`),
    values: Object.fromEntries(Object.entries(more).map(([each, value]) => [`:${each}`, value])),
  });
  const update = async (rest: Parameters<typeof updateRow>[2]) => (await updateRow(table, key, rest)) !== undefined;
  const enter = () => {
    const { sets, values } = setting(alwaysWith);
    return update({
      update: `SET ${attribute}.#id = :until${sets.join('')}`,
      condition: `attribute_exists(${attribute}) AND size(${attribute}) < :most`,
      names: { '#id': id },
      values: { ...values, ':until': until(), ':most': most },
    });
  };
  const enterFirst = () => {
    const { sets, values } = setting({ ...alwaysWith, ...firstWith });
    return update({
      update: `SET ${attribute} = :first${sets.join('')}`,
      condition: `attribute_not_exists(${attribute})${firstIf ? ` AND ${firstIf}` : ''}`,
      values: { ...values, ':first': { [id]: until() } },
    });
  };
  const remove = (ids: readonly string[]) =>
    update({
      update: `REMOVE ${ids.map((_, at) => `${attribute}.#i${at}`).join(', ')}`,
      condition: `attribute_exists(${attribute})`,
      names: Object.fromEntries(ids.map((each, at) => [`#i${at}`, each])),
    });

  for (let tries = 1; !(await enter()) && !(await enterFirst()); tries++) {
    const [found = {}] = ((await readRows({ [table]: [key] }))[table] ?? []) as Record<string, unknown>[];
    const places = (found[attribute] ?? {}) as Readonly<Record<string, number>>;
    // The write was repeated after a lost response, and the first one had been carried out.
    if (id in places) break;
    const abandoned = Object.keys(places).filter((each) => (places[each] as number) <= Date.now());
    // The conditional write may have failed because another one was first or one has ended; then there is room.
    const isFull = Object.keys(places).length - abandoned.length >= most;
    if (isFull) rememberFull(name, most);
    if (isFull || tries === MAX_TRIES) return undefined;
    if (abandoned.length > 0) await remove(abandoned);
  }
  return {
    async renew() {
      const { sets, values } = setting(alwaysWith);
      await update({
        update: `SET ${attribute}.#id = :until${sets.join('')}`,
        condition: `attribute_exists(${attribute})`,
        names: { '#id': id },
        values: { ...values, ':until': until() },
      });
    },
    async release() {
      await remove([id]);
      full.delete(name);
    },
  };
}
