/**
 * Whether a word of a text may begin with one of many short strings: a look at every few bytes, so that an answer with nothing to take
 * out costs a fraction of reading it. May say yes wrongly, never no (Wu and Manber, "A fast algorithm for multi-pattern searching", 1994).
 */
import { beginsWord } from './matcher.ts';

const GRAM = 3;
const TABLE_SIZE = 1 << 15;
const MASK = TABLE_SIZE - 1;

/** @param heads of at least three characters; capital and small letters of ASCII are alike */
export function mayContainAny(text: string, prefixes: ReadonlySet<string>): boolean {
  let shortest = Number.POSITIVE_INFINITY;
  for (const prefix of prefixes) shortest = Math.min(shortest, prefix.length);
  if (shortest < GRAM || prefixes.size === 0) return prefixes.size > 0;
  // Any three characters at one of so many places in a head, of which a step over the text meets one.
  const step = shortest - GRAM + 1;
  const grams = new Uint8Array(TABLE_SIZE);
  const beginnings = new Uint8Array(TABLE_SIZE);
  for (const prefix of prefixes) {
    for (let at = 0; at < step; at++) grams[gramAt(prefix, at)] = 1;
    beginnings[hashOf(prefix, 0, shortest)] = 1;
  }
  // Bytes are read faster than characters; of a wide one the low byte will do.
  const bytes = Buffer.from(text, 'latin1');
  for (let at = step - 1; at + GRAM <= bytes.length; at += step) {
    const gram = ((bytes[at]! | 32) << 10) ^ ((bytes[at + 1]! | 32) << 5) ^ (bytes[at + 2]! | 32);
    if (grams[gram & MASK] === 0) continue;
    for (let start = at; start > at - step; start--) {
      if (beginnings[hashOf(text, start, shortest)] !== 1) continue;
      // Some scripts write without blanks.
      if (text.charCodeAt(start) > 127 || beginsWord(text, start)) return true;
    }
  }
  return false;
}

function gramAt(text: string, at: number): number {
  return ((byteAt(text, at) << 10) ^ (byteAt(text, at + 1) << 5) ^ byteAt(text, at + 2)) & MASK;
}

function hashOf(text: string, from: number, length: number): number {
  let hash = 0;
  for (let at = from; at < from + length; at++) hash = ((hash << 3) ^ (hash >> 12) ^ byteAt(text, at)) & MASK;
  return hash;
}

function byteAt(text: string, at: number): number {
  return (text.charCodeAt(at) & 255) | 32;
}
