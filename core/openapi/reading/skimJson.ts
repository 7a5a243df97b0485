/**
 * JSON text → the document without the parts that are left for later (parts.ts). Finding where a part ends is several times
 * cheaper than parsing it.
 */
import { Buffer, isAscii } from 'node:buffer';
import type { JsonValue } from '../../json.ts';
import { MIN_LENGTH, markOf, type Rule, revealer, root, type Skimmed } from './parts.ts';
import { parseYaml } from './yaml.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const COLON = 0x3a;
const COMMA = 0x2c;

/**
 * `bytes` is UTF-8 without a byte order mark. Undefined when the text is not JSON as far as it was looked at: the caller then
 * reads it whole. Parts left for later are only checked when they are revealed.
 */
export function skimJson(bytes: Buffer): Skimmed | undefined {
  const scan = new Scan(bytes);
  if (!scan.run()) return undefined;
  const { spans } = scan;
  let value: JsonValue;
  try {
    value = JSON.parse(decoded(withMarks(bytes, spans))) as JsonValue;
  } catch {
    return undefined;
  }
  const reveal = revealer((index) => parsed(decoded(bytes.subarray(spans[2 * index], spans[2 * index + 1]))));
  return { value, reveal };
}

/** A text of single bytes is parsed faster, and where others occur it is mostly in what is left for later. */
const decoded = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');

/** JSON, else what YAML makes of it: commas too many are common in hand-written documents. */
function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    try {
      return parseYaml(text);
    } catch {
      return undefined;
    }
  }
}

/** The text with a mark in place of each span (start, end, start, end, …). */
function withMarks(bytes: Buffer, spans: readonly number[]): Buffer {
  // A mark is shorter than any part that is left for later.
  const marked = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let at = 0;
  for (let index = 0; index < spans.length; index += 2) {
    length += bytes.copy(marked, length, at, spans[index]);
    length += marked.write(markOf(index / 2), length, 'latin1');
    at = spans[index + 1]!;
  }
  length += bytes.copy(marked, length, at);
  return marked.subarray(0, length);
}

/** Goes over the text once. Positions are in bytes; -1 means that the text is no JSON. */
class Scan {
  readonly spans: number[] = [];
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  run(): boolean {
    const start = this.afterSpace(0);
    return this.bytes[start] === OPEN && this.members(start, root) >= 0;
  }

  /** Visits the members of the object at `start`; gives the position behind it. */
  private members(start: number, rule: Rule): number {
    const { bytes } = this;
    let at = this.afterSpace(start + 1);
    if (bytes[at] === CLOSE) return at + 1;
    for (;;) {
      if (bytes[at] !== QUOTE) return -1;
      const keyEnd = afterString(bytes, at);
      const colon = this.afterSpace(keyEnd);
      if (keyEnd < 0 || bytes[colon] !== COLON) return -1;
      const value = this.afterSpace(colon + 1);
      const next = this.ruleFor(rule, at + 1, keyEnd - 1);
      const isObject = bytes[value] === OPEN;
      const end = isObject && typeof next === 'object' ? this.members(value, next) : afterValue(bytes, value);
      if (end < 0) return -1;
      if (next === 'later' && end - value >= MIN_LENGTH) this.spans.push(value, end);
      at = this.afterSpace(end);
      if (bytes[at] === CLOSE) return at + 1;
      if (bytes[at] !== COMMA) return -1;
      at = this.afterSpace(at + 1);
    }
  }

  private ruleFor({ initials, of }: Rule, start: number, end: number): Rule | 'later' | undefined {
    if (initials === undefined) return of('');
    if (!initials.includes(String.fromCharCode(this.bytes[start]!))) return undefined;
    const key = this.bytes.toString('latin1', start, end);
    // A key with escapes may be any: it is kept as it is.
    return key.includes('\\') ? undefined : of(key);
  }

  private afterSpace(start: number): number {
    const { bytes } = this;
    let at = start;
    while (bytes[at]! <= 0x20) at++;
    return at;
  }
}

function afterString(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  for (let at = start + 1; at < length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at++;
  }
  return -1;
}

/** Behind any value: brackets are counted, whatever is in them. */
function afterValue(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let depth = 0;
  let at = start;
  while (at < length) {
    const byte = bytes[at++]!;
    if (byte === QUOTE) {
      at = afterString(bytes, at - 1);
      if (at < 0 || depth === 0) return at;
    } else {
      // `{` and `[`, `}` and `]` differ in one bit.
      const bracket = byte | 0x20;
      if (bracket === OPEN) depth++;
      else if (bracket === CLOSE) {
        if (--depth <= 0) return depth === 0 ? at : at - 1;
      } else if (byte === COMMA && depth === 0) return at - 1;
    }
  }
  return -1;
}
