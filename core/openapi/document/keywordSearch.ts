/**
 * Searches parts of a JSON text for a keyword, and gives the members that it belongs to without parsing the text around them. Hundreds of parts
 * are asked for, and most do not have it; together they are a small share of the text, so no index is made of the whole.
 */
import type { Buffer } from 'node:buffer';
import { JsonByteScanner, QUOTE } from '../../lib/json/byteScanner.ts';
import type { JsonValue } from '../../lib/json/value.ts';

const COLON = 0x3a;

/** The search for one keyword in one text. */
export class KeywordSearch {
  private readonly bytes: Buffer;
  private readonly text: JsonByteScanner;
  private readonly word: string;
  private readonly parse: (text: string) => JsonValue | undefined;
  /** Parsed values by their text, because many texts are equal. */
  private readonly values = new Map<string, JsonValue | undefined>();

  constructor(bytes: Buffer, word: string, parse: (text: string) => JsonValue | undefined) {
    this.bytes = bytes;
    this.text = new JsonByteScanner(bytes);
    this.word = word;
    this.parse = parse;
  }

  /**
   * The values of the members called `name` between two offsets, of which either the key is the keyword, or the value
   * is a string that contains the keyword (as references do) with no quote before it.
   */
  members(name: string, start: number, end: number): JsonValue[] {
    const { word } = this;
    const found: JsonValue[] = [];
    const key = `"${name}"`;
    // One unit for each byte, so that offsets are those of the bytes.
    const part = this.bytes.toString('latin1', start, end);
    let behind = start;
    for (let at = part.indexOf(word); at >= 0; at = part.indexOf(word, behind - start)) {
      const location = start + at;
      const from = name === word ? this.afterKey(location) : this.textOf(key, location, behind);
      // No search starts before this offset again, so the whole search is linear.
      behind = location + word.length;
      if (from < 0) continue;
      const to = this.text.afterValue(from);
      const value = to < 0 ? undefined : this.valueOf(from, to);
      if (value === undefined) continue;
      found.push(value);
      behind = to;
    }
    return found;
  }

  /** Offset of the member's value when the keyword at `location` is a key, else -1. */
  private afterKey(location: number): number {
    const { bytes, text } = this;
    const end = location + this.word.length;
    if (bytes[location - 1] !== QUOTE || bytes[end] !== QUOTE) return -1;
    const colon = text.afterSpace(end + 1);
    return bytes[colon] === COLON ? text.afterSpace(colon + 1) : -1;
  }

  /** Offset of the string around `location` when it is the value of a member with that key, else -1. */
  private textOf(key: string, location: number, first: number): number {
    const { bytes } = this;
    let open = location - 1;
    while (open >= first && bytes[open] !== QUOTE) open--;
    const colon = this.beforeSpace(open - 1, first);
    if (open < first || bytes[colon] !== COLON) return -1;
    const keyEnd = this.beforeSpace(colon - 1, first) + 1;
    return keyEnd - key.length >= first && bytes.toString('latin1', keyEnd - key.length, keyEnd) === key ? open : -1;
  }

  private beforeSpace(start: number, first: number): number {
    let at = start;
    while (at >= first && (this.bytes[at] ?? 0) <= 0x20) at--;
    return at;
  }

  private valueOf(from: number, to: number): JsonValue | undefined {
    const text = this.bytes.toString('utf8', from, to);
    let value = this.values.get(text);
    if (value === undefined) {
      value = this.parse(text);
      this.values.set(text, value);
    }
    return value;
  }
}
