/**
 * Reads JSON as written by hand, by other languages or over connections that break: comments, single quotes, unquoted
 * names, superfluous commas, `None` and `NaN`, line breaks in strings, `=>` for colons, a missing end. One pass without
 * backtracking. Edits are made in place (positions.ts), so the text keeps its syntax errors. Strict JSON
 * is never read here (design/decisions/0030-json-readers.md).
 */
import { lazy } from '../../lib/lazy.ts';
import { MARKER_SOURCE } from '../vocabulary/markerForm.ts';
import type { Items, Leaf, Members, Node } from './positions.ts';

/** Deeper nesting is not text that somebody wrote. */
const MAX_DEPTH = 200;

/** What was read. */
export interface Lenient {
  readonly node: Node;
  readonly end: number;
  /** Number of members with a name. Without any, the brackets belong to ordinary text. */
  readonly named: number;
}

const WORDS: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
  none: null,
  nil: null,
  undefined: null,
  nan: null,
  infinity: null,
  '-infinity': null,
};
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NAME = lazy(() => /[\p{L}\p{N}_$:@.\- ]{1,80}/uy);
/** A marker, where a value without quotes was. */
const MARKER = new RegExp(MARKER_SOURCE, 'y');
const COLON = /\s*(?::|=>|=(?!=))/y;

/** Parts of a program rather than data: a call, a member access, `new`, a variable in camel or snake case. */
const CODE =
  /^(?:(?:new|await|async|function|typeof|return|this)\b|[({]|[A-Za-z_$][\w$]{0,60}(?:\.[A-Za-z_$][\w$]{0,60}){0,8}\s?[([{<]|[A-Za-z_$][\w$]{0,60}(?:\.[A-Za-z_$][\w$]{0,60}){1,8};?$|[a-z]{1,30}(?:[A-Z][a-z]{1,30}){1,8}(?:Arn|Id|Url)?;?$|[a-z]{1,30}(?:_[a-z]{1,30}){1,8};?$|(?:string|number|boolean|any|object|unknown|date|bigint)(?:\[\])?;?$)/;

/** Whether a value without quotes is program code rather than data. */
export function isCode(bare: string): boolean {
  return bare.length < 1_000 && CODE.test(bare);
}

/** A name near the beginning. */
const LIKELY = lazy(
  () =>
    /^[[{](?:[\s[{(,]|\/\/[^\n]*\n|\/\*[^*]*\*\/|#[^\n]*\n)*(?:"[^"\n]{0,100}"|'[^'\n]{0,100}'|[\p{L}_$:][\p{L}\p{N}_$.-]{0,60})\s*(?::|=)/u,
);

/** Whether the text at `start` is worth reading. */
export function mayBeLenient(text: string, start: number): boolean {
  return LIKELY().test(text.slice(start, start + 160));
}

/**
 * Reads the object or list at `start`; undefined when it is nested too deep.
 *
 * @param onRead is called with the number of characters that were read
 */
export function readLenient(
  text: string,
  start: number,
  onRead: (characters: number) => void = () => {},
): Lenient | undefined {
  const reader = new LenientReader(text, start);
  const node = reader.container();
  const end = Math.min(reader.at, text.length);
  onRead(end - start);
  return reader.isTooDeep ? undefined : { node, end, named: reader.named };
}

class LenientReader {
  readonly #text: string;
  /** Position of the next character. */
  at: number;
  /** Members with a name that were read. */
  named = 0;
  isTooDeep = false;
  #depth = 0;

  constructor(text: string, start: number) {
    this.#text = text;
    this.at = start;
  }

  container(): Node {
    const text = this.#text;
    const isObject = text[this.at] === '{';
    const members: Members['members'] = [];
    const items: Items['items'] = [];
    this.#depth++;
    if (this.#depth > MAX_DEPTH) this.isTooDeep = true;
    this.at++;
    while (this.at < text.length && !this.isTooDeep) {
      this.#skip();
      const char = text[this.at];
      if (char === '}' || char === ']') {
        this.at++;
        break;
      }
      if (char === undefined || char === ',' || char === ';') {
        this.at++;
        continue;
      }
      const key = isObject ? this.#name() : undefined;
      if (key !== undefined) {
        this.#skip();
        this.named++;
        members.push({ key: String(key.value), range: key.range, node: this.#value() });
      } else if (!isObject) items.push(this.#value());
      else this.at++;
    }
    this.#depth--;
    return isObject ? { members } : { items };
  }

  /** Skips white space and comments. */
  #skip(): void {
    const text = this.#text;
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code === 0x2f && text[this.at + 1] === '*') {
        const end = text.indexOf('*/', this.at + 2);
        this.at = end < 0 ? text.length : end + 1;
      } else if ((code === 0x2f && text[this.at + 1] === '/') || code === 0x23) {
        const end = text.indexOf('\n', this.at);
        this.at = end < 0 ? text.length : end;
      } else if (code > 0x20 && code !== 0xa0 && code !== 0xfeff) return;
    }
  }

  /** Reads a name and the sign after it; undefined when there is none, and then an unquoted name is not consumed. */
  #name(): Leaf | undefined {
    const text = this.#text;
    const from = this.at;
    const char = text[from];
    let key: Leaf | undefined;
    if (char === '"' || char === "'" || char === '`') key = this.#string(char);
    else {
      const name = NAME();
      name.lastIndex = from;
      const words = name.exec(text)?.[0].replace(/[\s:]+$/, '');
      if (words) {
        this.at = from + words.length;
        key = { value: words.replace(/^:/, ''), range: { start: from, end: this.at, open: '', close: '' } };
      }
    }
    COLON.lastIndex = this.at;
    if (key && COLON.test(text)) {
      this.at = COLON.lastIndex;
      return key;
    }
    if (key === undefined || key.range.open === '') this.at = from;
    return undefined;
  }

  #value(): Node {
    this.#skip();
    const text = this.#text;
    const from = this.at;
    const char = text[from];
    MARKER.lastIndex = from;
    if (char === '[' && MARKER.test(text)) this.at = MARKER.lastIndex;
    else if (char === '{' || char === '[') return this.container();
    if (char === '"' || char === "'" || char === '`') return this.#string(char);
    while (this.at < text.length && !this.#endsBareValue(this.at)) this.at++;
    const bare = text.slice(from, this.at).trimEnd();
    const lower = bare.toLowerCase();
    const word = Object.hasOwn(WORDS, lower) ? WORDS[lower] : isCode(bare) ? null : undefined;
    const value = word !== undefined ? word : NUMBER.test(bare) ? Number(bare) : bare;
    const quote = typeof value === 'number' ? '"' : '';
    return { value, range: { start: from, end: from + bare.length, open: quote, close: quote } };
  }

  /** Whether a value without quotes ends here: at a separator or a comment, but not at the slashes of a URL. */
  #endsBareValue(at: number): boolean {
    const text = this.#text;
    return (
      ',}]\n'.includes(text.charAt(at)) || (text[at] === '/' && /[*/]/.test(text[at + 1] ?? '') && text[at - 1] !== ':')
    );
  }

  #string(quote: string): Leaf {
    const text = this.#text;
    const from = this.at;
    let at = from + 1;
    for (; at < text.length; at++) {
      if (text[at] === '\\') at++;
      else if (text[at] === quote && (quote === '"' || this.#isClosing(at + 1))) break;
    }
    const isClosed = at < text.length;
    const end = Math.min(at, text.length);
    this.at = isClosed ? at + 1 : text.length;
    return {
      value: unescaped(text.slice(from + 1, end)),
      range: { start: from, end: this.at, open: quote, close: isClosed ? quote : '' },
    };
  }

  /** Whether the single quote before `index` ends a string. An apostrophe inside a word does not. */
  #isClosing(index: number): boolean {
    return !/[\p{L}\p{N}]/u.test(this.#text[index] ?? ' ');
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '0': '\0' };

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]?))/g,
    (_, unicode?: string, hex?: string, char = '') =>
      unicode || hex ? String.fromCharCode(Number.parseInt(unicode ?? hex ?? '', 16)) : (ESCAPES[char] ?? char),
  );
}
