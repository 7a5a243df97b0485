/**
 * Keeps the text of numbers that JavaScript would write differently (`12345678901234567890`, `1.50`, `1e3`, `-0`).
 * Before parsing, each becomes a string that begins with a character the document does not use (the sentinel); before
 * writing, it becomes raw JSON again.
 */
import type { JsonValue } from '../../lib/json/value.ts';
import { JSON_RAW } from './sizeCap.ts';

/** A JSON text whose exact numbers are strings. */
export interface Wrapped {
  readonly text: string;
  /** Code of the sentinel, or -1 when there is no such number. */
  readonly sentinel: number;
}

/** @param ranges [start, end, start, end …] of the numbers in the bytes (`findExactNumbers`) */
export function wrapNumbers(bytes: Uint8Array, ranges: readonly number[]): Wrapped {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const plain = buffer.toString('utf8');
  if (ranges.length === 0) return { text: plain, sentinel: -1 };
  const sentinel = unusedCharacter(plain);
  if (sentinel < 0) return { text: plain, sentinel };
  // Offsets are in bytes: with multi-byte characters the buffer is sliced, otherwise the string.
  const slice =
    plain.length === buffer.length
      ? (from: number, to: number) => plain.slice(from, to)
      : (from: number, to: number) => buffer.toString('utf8', from, to);
  const mark = `"${String.fromCharCode(sentinel)}`;
  let text = '';
  let from = 0;
  for (let index = 0; index < ranges.length; index += 2) {
    const start = ranges[index] ?? 0;
    const end = ranges[index + 1] ?? 0;
    text += `${slice(from, start)}${mark}${slice(start, end)}"`;
    from = end;
  }
  return { text: text + slice(from, buffer.length), sentinel };
}

/** A private-use character that the text contains neither plain nor escaped; -1 when all are used. */
function unusedCharacter(text: string): number {
  const escapes = /\\u[ef]/i.test(text) ? text.toLowerCase() : '';
  for (let code = 0xe000; code <= 0xf8ff; code++) {
    if (!text.includes(String.fromCharCode(code)) && !escapes.includes(`\\u${code.toString(16)}`)) return code;
  }
  return -1;
}

/** Replaces wrapped numbers by raw JSON numbers. Changes the value in place, so the caller must own it. */
export function unwrapNumbers(value: JsonValue, sentinel: number): JsonValue {
  if (sentinel < 0) return value;
  const visit = (node: JsonValue): JsonValue => {
    if (typeof node === 'string') return node.charCodeAt(0) === sentinel ? raw(node.slice(1)) : node;
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) {
      for (const [index, child] of node.entries()) {
        if (typeof child === 'string' || typeof child === 'object') node[index] = visit(child);
      }
    } else {
      for (const [key, child] of Object.entries(node)) {
        if (typeof child !== 'string' && typeof child !== 'object') continue;
        const next = visit(child);
        if (next === child) continue;
        if (key === '__proto__')
          Object.defineProperty(node, key, { value: next, enumerable: true, configurable: true, writable: true });
        else node[key] = next;
      }
    }
    return node;
  };
  return visit(value);
}

function raw(source: string): JsonValue {
  try {
    return JSON_RAW.rawJSON(source);
  } catch {
    return Number(source);
  }
}
