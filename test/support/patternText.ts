/**
 * Texts that match a regular expression, made in one pass: the first alternative, the first character of a class, as many repetitions as
 * requested. No text for look-around, back-references and Unicode properties. Callers check the result.
 */
import { defined } from './defined.ts';

const LETTERS: Readonly<Record<string, string>> = {
  d: '1',
  w: 'a',
  s: ' ',
  D: 'a',
  W: '-',
  S: 'a',
  t: '\t',
  n: '\n',
  r: '\r',
  b: '',
  B: '',
};

/** `more`: repetitions above the minimum of each repeated part; `at`: index of the alternative in each choice. */
export function patternText(pattern: string, more: number, at = 0): string | undefined {
  let place = 0;
  const peek = () => pattern[place];

  function alternatives(): string {
    const found = [sequence()];
    while (peek() === '|') {
      place++;
      found.push(sequence());
    }
    return defined(found[Math.min(at, found.length - 1)]);
  }

  function sequence(): string {
    let text = '';
    while (place < pattern.length && peek() !== '|' && peek() !== ')') text += repeated(atom());
    return text;
  }

  function repeated(one: string): string {
    const [whole, least, , most] = /^(?:\{(\d+)(,(\d*))?\}|[*+?])/.exec(pattern.slice(place)) ?? [];
    if (whole === undefined) return one;
    place += whole.length;
    if (peek() === '?') place++;
    const from = least !== undefined ? Number(least) : whole === '+' ? 1 : 0;
    const isFixed = least !== undefined && !whole.includes(',');
    const upTo = isFixed ? from : most ? Number(most) : whole === '?' ? 1 : Number.POSITIVE_INFINITY;
    return one.repeat(Math.min(upTo, from + more, 2_000));
  }

  function atom(): string {
    const sign = defined(pattern[place++]);
    if (sign === '^' || sign === '$') return '';
    if (sign === '.') return 'a';
    if (sign === '[') return fromClass();
    if (sign === '\\') return escaped();
    if (sign !== '(') return sign;
    const kind = /^\?(?::|<[\w$]+>)/.exec(pattern.slice(place))?.[0];
    if (kind === undefined && peek() === '?') throw new Error('look-around');
    place += kind?.length ?? 0;
    const text = alternatives();
    place++;
    return text;
  }

  function escaped(): string {
    const sign = pattern[place++] ?? '';
    if (/[1-9kpP]/.test(sign)) throw new Error('no text is made for this');
    const code = /^(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]+)\})/i.exec(sign + pattern.slice(place));
    if (!code) return LETTERS[sign] ?? sign;
    place += code[0].length - 1;
    return String.fromCodePoint(Number.parseInt(defined(code[1] ?? code[2] ?? code[3]), 16));
  }

  function fromClass(): string {
    const start = place - 1;
    if (peek() === '^') place++;
    let first: string | undefined;
    while (place < pattern.length && peek() !== ']') {
      const one = pattern[place++] === '\\' ? escaped() : defined(pattern[place - 1]);
      first ??= one;
    }
    place++;
    const expression = new RegExp(`^${pattern.slice(start, place)}$`, 'u');
    return ['a', '1', 'A', '-', first ?? ''].find((one) => expression.test(one)) ?? '';
  }

  try {
    const text = alternatives();
    return place >= pattern.length ? text : undefined;
  } catch {
    return undefined;
  }
}
