/**
 * Two large sets of words, as Bloom filters (Bloom 1970): given names of many countries, and the most frequent words of 44 languages. A word
 * that is in a set is always found; of the others one in forty is taken for one too, which suits evidence and nothing that decides alone.
 * The filters are in vocabulary/wordSetTable.ts, made by bench/names/fitWordSets.ts; they are decoded at the first use, and cost a start 0.7 ms of parsing.
 */
import { Buffer } from 'node:buffer';
import { GIVEN_WORDS, ORDINARY_WORDS } from '../vocabulary/wordSetTable.ts';

/** Bits that are set for a word. */
export const HASHES = 5;

/** The bit of the first hash, and the step to the next ones (Kirsch and Mitzenmacher 2006). FNV-1a over UTF-16 units, mixed. */
export function hashesOf(word: string): readonly [number, number] {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  const step = (Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) | 1) >>> 0;
  return [first, step];
}

/** A test for one of the sets. */
function memberOf(table: string): (word: string) => boolean {
  let bits: Uint8Array | undefined;
  return (word) => {
    bits ??= Buffer.from(table, 'base64');
    const size = bits.length * 8;
    const [first, step] = hashesOf(word);
    for (let round = 0; round < HASHES; round++) {
      const bit = (first + round * step) % size;
      if (((bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  };
}

/** Whether a folded word is a given name somewhere. */
export const isGivenWord = memberOf(GIVEN_WORDS);

/** Whether a folded word is one of the frequent words of some language. Many given names and surnames are as well. */
export const isOrdinaryWord = memberOf(ORDINARY_WORDS);
