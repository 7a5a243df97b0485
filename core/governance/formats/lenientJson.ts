/**
 * JSON as it is written by hand, by other languages and by connections that break: comments, single quotes, names without quotes,
 * commas too many, `None` and `NaN`, line breaks in strings, `=>` for colons, a missing end. One pass, no backtracking; what is found
 * is written back in place (places.ts), so the text keeps all its faults.
 */
import type { Items, Leaf, Members, Node } from './positions.ts';

/** Deeper nesting is no text that someone wrote. */
const MAX_DEPTH = 200;

export interface Lenient {
  readonly node: Node;
  readonly end: number;
  /** Members with a name. Without any, the brackets are those of a text. */
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
const NAME = /[\p{L}\p{N}_$:@.\- ]{1,80}/uy;
/** Stands where a value without quotes was. */
const MARKER = /\[REDACTED:[\w-]{1,80}\]/y;
const COLON = /\s*(?::|=>|=(?!=))/y;

/** A call, a member, a new object, a variable in camel or snake case: what stands there in a program, not what it holds. */
const CODE =
  /^(?:(?:new|await|async|function|typeof|return|this)\b|[({]|[A-Za-z_$][\w$]{0,60}(?:\.[A-Za-z_$][\w$]{0,60}){0,8}\s?[([{<]|[A-Za-z_$][\w$]{0,60}(?:\.[A-Za-z_$][\w$]{0,60}){1,8};?$|[a-z]{1,30}(?:[A-Z][a-z]{1,30}){1,8}(?:Arn|Id|Url)?;?$|[a-z]{1,30}(?:_[a-z]{1,30}){1,8};?$|(?:string|number|boolean|any|object|unknown|date|bigint)(?:\[\])?;?$)/;

export function isCode(bare: string): boolean {
  return bare.length < 1_000 && CODE.test(bare);
}

/** Something with a name near the beginning. */
const LIKELY =
  /^[[{](?:[\s[{(,]|\/\/[^\n]*\n|\/\*[^*]*\*\/|#[^\n]*\n)*(?:"[^"\n]{0,100}"|'[^'\n]{0,100}'|[\p{L}_$:][\p{L}\p{N}_$.-]{0,60})\s*(?::|=)/u;

/** Whether what begins at `start` is worth a reading. */
export function mayBeLenient(text: string, start: number): boolean {
  return LIKELY.test(text.slice(start, start + 160));
}

/** Reads the object or list that begins at `start`; undefined when it is nested too deep. `onRead` is told the characters that were read. */
export function readLenient(
  text: string,
  start: number,
  onRead: (characters: number) => void = () => {},
): Lenient | undefined {
  let at = start;
  let named = 0;
  let depth = 0;
  let isTooDeep = false;

  function skip(): void {
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x2f && text[at + 1] === '*') {
        const end = text.indexOf('*/', at + 2);
        at = end < 0 ? text.length : end + 1;
      } else if ((code === 0x2f && text[at + 1] === '/') || code === 0x23) {
        const end = text.indexOf('\n', at);
        at = end < 0 ? text.length : end;
      } else if (code > 0x20 && code !== 0xa0 && code !== 0xfeff) return;
    }
  }

  function container(): Node {
    const isObject = text[at] === '{';
    const members: Members['members'] = [];
    const items: Items['items'] = [];
    depth++;
    if (depth > MAX_DEPTH) isTooDeep = true;
    at++;
    while (at < text.length && !isTooDeep) {
      skip();
      const char = text[at];
      if (char === '}' || char === ']') {
        at++;
        break;
      }
      if (char === undefined || char === ',' || char === ';') {
        at++;
        continue;
      }
      const key = isObject ? name() : undefined;
      if (key !== undefined) {
        skip();
        named++;
        members.push({ key: String(key.value), range: key.range, node: value() });
      } else if (!isObject) items.push(value());
      else at++;
    }
    depth--;
    return isObject ? { members } : { items };
  }

  /** A name and the sign behind it; leaves the place alone when there is none. */
  function name(): Leaf | undefined {
    const from = at;
    const char = text[at];
    let key: Leaf | undefined;
    if (char === '"' || char === "'" || char === '`') key = string(char);
    else {
      NAME.lastIndex = at;
      const words = NAME.exec(text)?.[0].replace(/[\s:]+$/, '');
      if (words) {
        key = { value: words.replace(/^:/, ''), range: { start: at, end: at + words.length, open: '', close: '' } };
        at += words.length;
      }
    }
    COLON.lastIndex = at;
    const colon = key && COLON.exec(text);
    if (colon) {
      at = COLON.lastIndex;
      return key;
    }
    if (key === undefined || key.range.open === '') at = from;
    return undefined;
  }

  function value(): Node {
    skip();
    const char = text[at];
    const from = at;
    MARKER.lastIndex = at;
    if (char === '[' && MARKER.test(text)) at = MARKER.lastIndex;
    else if (char === '{' || char === '[') return container();
    if (char === '"' || char === "'" || char === '`') return string(char);
    while (
      at < text.length &&
      !',}]\n'.includes(text[at]!) &&
      !(text[at] === '/' && /[*/]/.test(text[at + 1] ?? '') && text[at - 1] !== ':')
    )
      at++;
    const bare = text.slice(from, at).trimEnd();
    const lower = bare.toLowerCase();
    const word = Object.hasOwn(WORDS, lower) ? WORDS[lower] : isCode(bare) ? null : undefined;
    const plain = word !== undefined ? word : NUMBER.test(bare) ? Number(bare) : bare;
    const quote = typeof plain === 'number' ? '"' : '';
    return { value: plain, range: { start: from, end: from + bare.length, open: quote, close: quote } };
  }

  function string(quote: string): Leaf {
    const from = at;
    for (at++; at < text.length; at++) {
      if (text[at] === '\\') at++;
      else if (text[at] === quote && (quote === '"' || isClosing(at + 1))) break;
    }
    const isClosed = at < text.length;
    const end = Math.min(at, text.length);
    at = isClosed ? at + 1 : text.length;
    return {
      value: unescaped(text.slice(from + 1, end)),
      range: { start: from, end: at, open: quote, close: isClosed ? quote : '' },
    };
  }

  /** An apostrophe in a word does not end what stands in single quotes. */
  function isClosing(index: number): boolean {
    return !/[\p{L}\p{N}]/u.test(text[index] ?? ' ');
  }

  const node = container();
  onRead(Math.min(at, text.length) - start);
  return isTooDeep ? undefined : { node, end: Math.min(at, text.length), named };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '0': '\0' };

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]?))/g,
    (_, unicode?: string, hex?: string, char = '') =>
      unicode || hex ? String.fromCharCode(Number.parseInt((unicode ?? hex)!, 16)) : (ESCAPES[char] ?? char),
  );
}
