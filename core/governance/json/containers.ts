/**
 * Whether an object or array on the tape may be a table or a contact card, by the tags of its members and without
 * reading a value. In doubt the answer is yes: context/tables.ts decides, and a false yes only costs a walk as a tree.
 */
import { isColumnKey, isRowKey } from '../context/tables.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { type TAG_MASK, type Tag, WIDTH } from './tape.ts';

// Copies, since access to an imported binding is slower. Numbers stand first: the bundler writes their values where they are used.
const LITERAL: typeof Tag.literal = 0;
const STRING: typeof Tag.string = 1;
const OBJECT: typeof Tag.object = 3;
const ARRAY: typeof Tag.array = 4;
const MASK: typeof TAG_MASK = 7;
const WIDTHS: readonly number[] = WIDTH;

const tagAt = (tokens: Int32Array, at: number): number => (tokens[at] ?? 0) & MASK;

/** Position after the token at `at` and everything in it. */
export function endOfToken(tokens: Int32Array, at: number): number {
  const tag = tagAt(tokens, at);
  return tag >= OBJECT ? (tokens[at + 3] ?? 0) : at + (WIDTHS[tag] ?? 1);
}

/**
 * Whether an array with members from `first` to `end` has rows after a row of strings, or is like `['tel', {}, 'uri',
 * …]`.
 */
export function isTableOrCard(tokens: Int32Array, first: number, end: number): boolean {
  if (first === end) return false;
  const tag = tagAt(tokens, first);
  if (tag === ARRAY) {
    const cell = (tokens[first + 3] ?? 0) > first + 4 ? tagAt(tokens, first + 4) : LITERAL;
    return cell === STRING;
  }
  if (tag !== STRING) return false;
  const second = first + 3;
  return second < end && tagAt(tokens, second) === OBJECT;
}

/**
 * Whether an object with members from `first` has containers under names for columns, and an array of rows under a name
 * for rows.
 */
export function hasRows(tokens: Int32Array, first: number, infos: readonly KeyInfo[]): boolean {
  let columns = false;
  let rows = false;
  let at = first;
  for (const info of infos) {
    const tag = tagAt(tokens, at);
    columns ||= tag >= OBJECT && isColumnKey(info);
    rows ||= tag === ARRAY && isRowKey(info) && isRow(tokens, at + 4, tokens[at + 3] ?? 0);
    at = endOfToken(tokens, at);
  }
  return columns && rows;
}

/** Whether a token is a list, or an object with a list that begins with an object (wrapped cells). */
function isRow(tokens: Int32Array, at: number, end: number): boolean {
  if (at >= end) return false;
  const tag = tagAt(tokens, at);
  if (tag !== OBJECT) return tag === ARRAY;
  const last = tokens[at + 3] ?? 0;
  for (let member = at + 4; member < last; member = endOfToken(tokens, member)) {
    if (tagAt(tokens, member) === ARRAY)
      return (tokens[member + 3] ?? 0) > member + 4 && tagAt(tokens, member + 4) === OBJECT;
  }
  return false;
}
