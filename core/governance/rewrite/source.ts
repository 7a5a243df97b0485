/**
 * A document as code units that can be read and sliced by the same positions: the bytes themselves where they are ASCII,
 * UTF-16 otherwise. White space between tokens is taken out when the reader asks for it.
 */
import { isAscii } from 'node:buffer';

export interface Source {
  readonly units: Uint8Array | Uint16Array;
  readonly text: string;
}

export function sourceOf(bytes: Uint8Array): Source {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Escapes above ASCII are written as characters, which bytes could not hold.
  const text = buffer.toString('utf8');
  if (isAscii(buffer) && !buffer.includes('\\u')) return { units: buffer, text };
  const wide = Buffer.from(text, 'utf16le');
  return { units: new Uint16Array(wide.buffer, wide.byteOffset, text.length), text };
}

const STRUCTURE = new Uint8Array(128);
for (const char of '{}[],:"') STRUCTURE[char.charCodeAt(0)] = 1;

/** The same document without white space outside strings, but between what it keeps apart (`1 2`). */
export function compact({ units }: Source): Source {
  const kept = units instanceof Uint8Array ? new Uint8Array(units.length) : new Uint16Array(units.length);
  let length = 0;
  let inString = false;
  /** The token before goes on unless something parts it from the next. */
  let open = false;
  let parted = false;
  for (let index = 0; index < units.length; index++) {
    const unit = units[index]!;
    if (inString) {
      kept[length++] = unit;
      if (unit === 0x5c && index + 1 < units.length) kept[length++] = units[++index]!;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) parted = open;
    else {
      open = STRUCTURE[unit] !== 1;
      if (open && parted) kept[length++] = 0x20;
      parted = false;
      kept[length++] = unit;
      inString = unit === 0x22;
    }
  }
  const done = kept.subarray(0, length);
  return { units: done, text: textOf(done, length) };
}

/** The first `length` units as a string. */
export function textOf(units: Uint8Array | Uint16Array, length: number): string {
  return units instanceof Uint8Array
    ? Buffer.from(units.buffer, units.byteOffset, length).toString('utf8')
    : Buffer.from(units.buffer, units.byteOffset, length * 2).toString('utf16le');
}
