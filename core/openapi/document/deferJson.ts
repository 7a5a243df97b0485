/**
 * Parses a JSON text except its deferred parts (deferredParts.ts). Finding where a part ends is several times faster
 * than parsing it.
 */
import { Buffer, isAscii } from 'node:buffer';
import { escapeNonAscii } from '../../lib/json/asciiEscapes.ts';
import { CLOSE, COLON, COMMA, hasWord, JsonByteScanner, OPEN, QUOTE } from '../../lib/json/byteScanner.ts';
import type { JsonValue } from '../../lib/json/value.ts';
import {
  createReveal,
  type DeferredDocument,
  indexOf,
  MIN_LENGTH,
  ROOT_RULE,
  type Rule,
  type Treatment,
  writePlaceholder,
} from './deferredParts.ts';
import { KeywordSearch } from './keywordSearch.ts';
import { countMembers, repeatedJsonKeys } from './repeatedKeys.ts';
import { RepeatedText } from './repeatedText.ts';
import { parseYaml } from './yaml.ts';

const LIST = 0x5b;
const LIST_END = 0x5d;
/** Up to this many bytes, a loop copies faster than `Buffer.copy`. */
const MAX_BYTEWISE = 32;

/** A JSON text with deferred parts. */
export interface DeferredJson extends DeferredDocument {
  /** Start and end of the part that a placeholder stands for, in bytes; undefined for any other value. */
  readonly spanOf: (value: JsonValue) => readonly [start: number, end: number] | undefined;
}

/**
 * Parses the document with placeholders for its deferred parts. Whether a deferred part is valid JSON is found out when
 * it is revealed.
 * @param bytes UTF-8 without a byte order mark
 * @param hasEscapes false when the text holds no `\u` escape
 * @returns undefined when the text outside the deferred parts is not JSON; the caller then parses it as a whole
 */
export function deferJsonParts(bytes: Buffer, hasEscapes = bytes.includes('\\u')): DeferredJson | undefined {
  const scan = new Scan(bytes);
  if (!scan.run()) return undefined;
  const shared = scan.repeated();
  let values: JsonValue[];
  try {
    values = JSON.parse(withPlaceholders(bytes, scan, shared)) as JsonValue[];
  } catch {
    return undefined;
  }
  const [value] = values;
  if (value === undefined || values.length !== 1 + shared.length) return undefined;
  let hasRepeats = countMembers(values) < scan.own;
  const parts: Array<JsonValue | undefined> = [];
  for (const [at, part] of shared.entries()) parts[part] = values[at + 1];
  const isSingle = isAscii(bytes);
  const reveal = createReveal((part) => {
    const start = scan.startOf(part);
    const end = scan.endOf(part);
    const found = parsed(isSingle ? bytes.toString('latin1', start, end) : decoded(bytes.subarray(start, end)));
    if (typeof found === 'object' && found !== null && countMembers(found) < scan.members(part)) hasRepeats = true;
    return found;
  }, parts);
  const words = new Map<string, KeywordSearch>();
  const find: DeferredDocument['find'] = (mark, name, word) => {
    const part = indexOf(mark);
    if (part === undefined) return undefined;
    let index = words.get(word);
    if (!index) {
      index = new KeywordSearch(bytes, word, parsed);
      words.set(word, index);
    }
    return index.members(name, scan.startOf(part), scan.endOf(part));
  };
  const spanOf: DeferredJson['spanOf'] = (value) => {
    const part = indexOf(value);
    return part === undefined ? undefined : [scan.startOf(part), scan.endOf(part)];
  };
  const repeatedKeys = () => (hasRepeats ? repeatedJsonKeys(bytes) : []);
  return { value, reveal, find, spanOf, hasReadOnly: hasReadOnly(bytes, hasEscapes), repeatedKeys };
}

/** True when a key `readOnly` occurs. A letter may be written as an escape. */
const hasReadOnly = (bytes: Buffer, hasEscapes: boolean): boolean =>
  hasWord(bytes, '"read', 'Only"') || (hasEscapes && bytes.includes('\\u00'));

/** The text of a part. ASCII is decoded as Latin-1, because V8 parses such strings faster. */
const decoded = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');

/** Parses a part as JSON, or else as YAML, which allows the trailing commas of hand-written documents. */
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

/**
 * A JSON array of the document with placeholders, followed by all shared parts. Shared parts are always needed, and
 * parsing all of them in one call is faster.
 */
function withPlaceholders(bytes: Buffer, scan: Scan, shared: readonly number[]): string {
  const { marks } = scan;
  const list = Buffer.allocUnsafe(bytes.length + (marks.length + 1) * MIN_LENGTH);
  let length = 0;
  const copy = (start: number, end: number): void => {
    if (end - start > MAX_BYTEWISE) length += bytes.copy(list, length, start, end);
    else for (let at = start; at < end; at++) list[length++] = bytes[at] ?? 0;
  };
  list[length++] = LIST;
  let at = 0;
  for (const [part, mark] of marks.entries()) {
    // A text that occurs only once is not replaced by a placeholder.
    if (scan.uses[mark] === 1) continue;
    copy(at, scan.startOf(part));
    length = writePlaceholder(list, length, mark);
    at = scan.endOf(part);
  }
  copy(at, bytes.length);
  for (const part of shared) {
    list[length++] = COMMA;
    copy(scan.startOf(part), scan.endOf(part));
  }
  list[length++] = LIST_END;
  const escaped = isAscii(list.subarray(0, length)) ? length : escapeNonAscii(list, length);
  return escaped === undefined ? list.toString('utf8', 0, length) : list.toString('latin1', 0, escaped);
}

/** One pass over the text. Methods return byte offsets, or -1 when the text is not JSON. */
class Scan {
  /** Start, end, start, end, … of the deferred parts. */
  readonly spans: number[] = [];
  /** By part: the index of the first part with the same text. */
  readonly marks: number[] = [];
  /** How often the text of a shared part occurs, by the index of its first occurrence. */
  readonly uses: number[] = [];
  private readonly shared: number[] = [];
  /** By part: the members of all objects in it. */
  private readonly counts: number[] = [];
  /** Members of the text without deferred parts, with each text that may be shared once. */
  own = 0;
  private readonly bytes: Buffer;
  private readonly text: JsonByteScanner;
  private readonly repeats: RepeatedText;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.text = new JsonByteScanner(bytes);
    this.repeats = new RepeatedText(this.text, this.spans);
  }

  run(): boolean {
    const start = this.text.afterSpace(0);
    return this.bytes[start] === OPEN && this.object(start, ROOT_RULE) >= 0;
  }

  /** The members of all objects in a part, as its text has them. */
  members(part: number): number {
    return this.counts[part] ?? 0;
  }

  /** Offset of the first byte of a part. */
  startOf(part: number): number {
    return this.spans[2 * part] ?? 0;
  }

  /** Offset of the first byte after a part. */
  endOf(part: number): number {
    return this.spans[2 * part + 1] ?? 0;
  }

  /** The first of each group of equal parts. */
  repeated(): number[] {
    return this.shared.filter((part) => (this.uses[part] ?? 0) > 1);
  }

  /**
   * Visits the members of an object.
   * @param start offset of its opening brace
   * @returns the offset after its closing brace, or -1
   */
  private object(start: number, rule: Rule): number {
    const { bytes, text } = this;
    let at = text.afterSpace(start + 1);
    if (bytes[at] === CLOSE) return at + 1;
    for (;;) {
      if (bytes[at] !== QUOTE) return -1;
      const keyEnd = text.afterString(at);
      const colon = text.afterSpace(keyEnd);
      if (keyEnd < 0 || bytes[colon] !== COLON) return -1;
      this.own++;
      const value = text.afterSpace(colon + 1);
      const next = this.ruleFor(rule, at + 1, keyEnd - 1);
      const end = this.value(value, next);
      if (end < 0) return -1;
      at = text.afterSpace(end);
      if (bytes[at] === CLOSE) return at + 1;
      if (bytes[at] !== COMMA) return -1;
      at = text.afterSpace(at + 1);
    }
  }

  private value(start: number, treatment: Treatment): number {
    const { bytes, text } = this;
    if (typeof treatment === 'object' && bytes[start] === OPEN) return this.object(start, treatment);
    if (treatment === 'items' && bytes[start] === LIST) return this.items(start);
    const before = text.members;
    const end = text.afterValue(start);
    const count = text.members - before;
    if (treatment === 'later') this.defer(start, end, count);
    else if (treatment === 'shared') this.deferShared(start, end, count);
    else this.own += count;
    return end;
  }

  /**
   * Visits the items of an array; each is a shared part.
   * @returns the offset after its closing bracket, or -1
   */
  private items(start: number): number {
    const { bytes, text, repeats } = this;
    let at = text.afterSpace(start + 1);
    if (bytes[at] === LIST_END) return at + 1;
    let before = -1;
    for (;;) {
      const repeat = repeats.expected(before, at);
      let end: number;
      if (repeat >= 0) {
        end = at + repeats.lengthOf(repeat);
        this.spans.push(at, end);
        this.marks.push(repeat);
        this.counts.push(this.members(repeat));
        this.uses.push(0);
        this.uses[repeat] = (this.uses[repeat] ?? 0) + 1;
        before = repeat;
      } else {
        const start = text.members;
        end = text.afterValue(at);
        if (end < 0) return -1;
        const mark = this.deferShared(at, end, text.members - start);
        repeats.expect(before, mark);
        before = mark;
      }
      at = text.afterSpace(end);
      if (bytes[at] === LIST_END) return at + 1;
      if (bytes[at] !== COMMA) return -1;
      at = text.afterSpace(at + 1);
    }
  }

  /** Defers a part, unless it is too short for that. */
  private defer(start: number, end: number, members: number): void {
    if (end - start >= MIN_LENGTH) this.add(start, end, this.marks.length, members);
    else this.own += members;
  }

  /**
   * Defers a part whose text may occur again.
   * @returns the index of the first part with its text; -1 if it is too short to be deferred
   */
  private deferShared(start: number, end: number, members: number): number {
    if (end - start < MIN_LENGTH) {
      this.own += members;
      return -1;
    }
    const mark = this.repeats.firstOf(start, end);
    if (mark === this.marks.length) {
      this.shared.push(mark);
      this.own += members;
    }
    this.add(start, end, mark, members);
    this.uses[mark] = (this.uses[mark] ?? 0) + 1;
    return mark;
  }

  private add(start: number, end: number, mark: number, members: number): void {
    this.uses.push(0);
    this.counts.push(members);
    this.spans.push(start, end);
    this.marks.push(mark);
  }

  private ruleFor({ initials, of }: Rule, start: number, end: number): Treatment {
    if (initials === undefined) return of('');
    if (!initials.includes(String.fromCharCode(this.bytes[start] ?? 0))) return undefined;
    const key = this.bytes.toString('latin1', start, end);
    // A key with escapes is not decoded here; its member is not deferred.
    return key.includes('\\') ? undefined : of(key);
  }
}
