/**
 * What words are about, as public API descriptions use them: words of one subject ("invoice", "refund") have similar vectors.
 * So a word that an API has in another sense is told by the others of the request ("sell shares" where articles are
 * shared). The vectors are those of the table (topicTable.ts), which bench/search/fitTopics.ts makes. Pure; the table is
 * read at the first use, in milliseconds.
 */
import { TOPIC_TABLE } from './topicTable.ts';

/** Numbers of a vector. The table has two in a character. */
export const DIMENSIONS = 32;
/** Each number is one of `-LEVELS` to `LEVELS`, of which the square counts: small ones are told apart more finely. */
export const LEVELS = 4;
const STEPS = 2 * LEVELS + 1;
/** Characters of the table for the pairs of numbers, by code. */
export const PAIRS = [...Array(94).keys()]
  .map((at) => String.fromCharCode(33 + at))
  .filter((character) => !'`\\$"\''.includes(character))
  .slice(0, STEPS * STEPS)
  .join('');
/** Rarity that each letter of the table stands for more than the one before it. */
export const RARITY_STEP = 0.25;

/** A direction of length 1. */
export type Topic = Float64Array;

/** The two numbers of each character of the table, by its code: squares of levels with their sign. */
const NUMBERS = new Int8Array(2 * 128);
for (let code = 0; code < PAIRS.length; code++) {
  for (const [at, step] of [Math.floor(code / STEPS), code % STEPS].entries()) {
    NUMBERS[2 * PAIRS.charCodeAt(code) + at] = (step - LEVELS) * Math.abs(step - LEVELS);
  }
}

/** Where the rarity of each word is in the table, and after it its numbers; read at the first use. */
let places: ReadonlyMap<string, number> | undefined;

const FIRST_LETTER = 'A'.charCodeAt(0);
const isLower = (code: number): boolean => code >= 97 && code <= 122;

/**
 * Reads the words of the table. Its records are: how many letters a word shares with the one before, its other letters, its
 * rarity as a capital, its numbers. By characters, and numbers not before they are needed, because the first search waits for it.
 */
function placesOf(table: string): Map<string, number> {
  const found = new Map<string, number>();
  let word = '';
  let at = 0;
  while (at < table.length) {
    if (table[at] === '\n') {
      at++;
      continue;
    }
    let end = at + 1;
    while (isLower(table.charCodeAt(end))) end++;
    word = word.slice(0, Number(table[at])) + table.slice(at + 1, end);
    found.set(word, end);
    at = end + 1 + DIMENSIONS / 2;
  }
  return found;
}

/** What stems are about together, with how much each counts; undefined where the table has none of them. */
export function topicOf(stems: Iterable<readonly [stem: string, count: number]>): Topic | undefined {
  places ??= placesOf(TOPIC_TABLE);
  const sum = new Float64Array(DIMENSIONS);
  const vector = new Float64Array(DIMENSIONS);
  for (const [stem, count] of stems) {
    const place = places.get(stem);
    if (place === undefined) continue;
    for (let pair = 0; pair < DIMENSIONS / 2; pair++) {
      const code = 2 * TOPIC_TABLE.charCodeAt(place + 1 + pair);
      vector[2 * pair] = NUMBERS[code]!;
      vector[2 * pair + 1] = NUMBERS[code + 1]!;
    }
    const rarity = RARITY_STEP * (TOPIC_TABLE.charCodeAt(place) - FIRST_LETTER + 1);
    const weight = (count * rarity) / (Math.sqrt(agreementOf(vector, vector)) || 1);
    for (let at = 0; at < DIMENSIONS; at++) sum[at]! += weight * vector[at]!;
  }
  const length = Math.sqrt(agreementOf(sum, sum));
  return length > 0 ? sum.map((value) => value / length) : undefined;
}

/** How near two topics are: 1 for the same, about 0 for strangers. */
export function agreementOf(one: Topic, other: Topic): number {
  let sum = 0;
  for (let at = 0; at < DIMENSIONS; at++) sum += one[at]! * other[at]!;
  return sum;
}
