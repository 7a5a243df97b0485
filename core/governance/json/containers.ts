/**
 * What an object or array on the tape is made of, told from the tags of its members without reading a value: where it ends,
 * and whether it may be a table or a contact card. What these shapes mean is decided by context/tables.ts; one that only looks
 * like a table costs a walk as a tree and nothing else.
 */

import { isColumnKey, isRowKey } from '../context/tables.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { TAG_MASK, Tag, WIDTH } from './tape.ts';

// Imported bindings are looked up at every use; these are used at every token.
const { literal: LITERAL, string: STRING, object: OBJECT, array: ARRAY } = Tag;
const MASK = TAG_MASK;
const WIDTHS_OF = WIDTH;

/** Position behind the token at `at`. */
export function endOfToken(tokens: Int32Array, at: number): number {
  const tag = tokens[at]! & MASK;
  return tag >= OBJECT ? tokens[at + 3]! : at + WIDTHS_OF[tag]!;
}

/** Of an array's members: rows behind a row of strings, or `['tel', {}, 'uri', …]`. */
export function isTableOrCard(tokens: Int32Array, first: number, end: number): boolean {
  if (first === end) return false;
  const tag = tokens[first]! & MASK;
  if (tag === ARRAY) {
    const cell = tokens[first + 3]! > first + 4 ? tokens[first + 4]! & MASK : LITERAL;
    return cell === STRING;
  }
  if (tag !== STRING) return false;
  const second = first + 3;
  return second < end && (tokens[second]! & MASK) === OBJECT;
}

/** Of an object's members: those under columns and rows may be a table when they are arrays, the rows' of arrays. */
export function hasRows(tokens: Int32Array, first: number, infos: readonly KeyInfo[]): boolean {
  let columns = false;
  let rows = false;
  let at = first;
  for (const info of infos) {
    const tag = tokens[at]! & MASK;
    columns ||= tag >= OBJECT && isColumnKey(info);
    rows ||= tag === ARRAY && isRowKey(info) && isRow(tokens, at + 4, tokens[at + 3]!);
    at = endOfToken(tokens, at);
  }
  return columns && rows;
}

/** A list, or an object that begins with a list of objects (wrapped cells). */
function isRow(tokens: Int32Array, at: number, end: number): boolean {
  if (at >= end) return false;
  const tag = tokens[at]! & MASK;
  if (tag !== OBJECT) return tag === ARRAY;
  const last = tokens[at + 3]!;
  for (let member = at + 4; member < last; member = endOfToken(tokens, member)) {
    if ((tokens[member]! & MASK) === ARRAY)
      return tokens[member + 3]! > member + 4 && (tokens[member + 4]! & MASK) === OBJECT;
  }
  return false;
}
