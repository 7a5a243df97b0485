/**
 * Canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers and strings as ECMAScript writes
 * them. Equal values give equal bytes, so a digest identifies a value.
 */
import { hash } from 'node:crypto';

/**
 * The canonical JSON text of a value. Undefined members are left out, as JSON.stringify does.
 * @throws TypeError for a value that JSON cannot hold
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') {
    const text = JSON.stringify(value);
    if (text === undefined) throw new TypeError(`A ${typeof value} has no JSON form.`);
    return text;
  }
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalJson(item === undefined ? null : item)).join(',')}]`;
  const members: string[] = [];
  const record = value as Record<string, unknown>;
  for (const key of Object.keys(record).sort()) {
    if (record[key] !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(record[key])}`);
  }
  return `{${members.join(',')}}`;
}

/** SHA-256 of text (as UTF-8) or bytes, as lower-case hex. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

/** Whether two values are equal as JSON, regardless of the order of members; undefined counts as null. */
export const isSameJson = (one: unknown, other: unknown): boolean => isSame(one ?? null, other ?? null);

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, at) => isSame(item ?? null, other[at] ?? null));
  }
  const [mine, theirs] = [one, other] as Record<string, unknown>[] as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  let members = 0;
  for (const key of Object.keys(mine)) {
    if (mine[key] === undefined) continue;
    members++;
    if (!Object.hasOwn(theirs, key) || !isSame(mine[key], theirs[key])) return false;
  }
  for (const key of Object.keys(theirs)) if (theirs[key] !== undefined) members--;
  return members === 0;
}
