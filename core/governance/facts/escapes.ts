/**
 * Characters that a text writes as escapes: references of HTML (`&#64;`), escapes of a program (`\u0040`, `\x40`), and
 * quoted-printable (`=40`, RFC 2045). Finds are mapped back, so that everything else in the text stays as it is written.
 */
import { decodeEntities } from '../../lib/entities.ts';
import type { Span } from '../../model/governance/span.ts';
import type { Normalized } from './normalize.ts';

const REFERENCE = /&(?:#(?:\d{2,6}|[xX][0-9A-Fa-f]{2,5})|[A-Za-z]{2,8});/g;
const PROGRAM = /\\(?:u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{2,5})\}|x([0-9A-Fa-f]{2}))/g;
const QUOTED = /=(?:([2-7][0-9A-F])|\r?\n)/g;

/** The text with its escapes decoded, of the first sort that it has; undefined when it has none. */
export function readEscapes(text: string): Normalized | undefined {
  const reference = text.indexOf('&');
  if (reference >= 0 && text.includes(';', reference)) {
    const read = decoded(text, REFERENCE, ([whole]) => decodeEntities(whole));
    if (read !== undefined) return read;
  }
  if (text.includes('\\')) {
    const read = decoded(text, PROGRAM, ([, four, braced, two]) => character(four ?? braced ?? two ?? ''));
    if (read !== undefined) return read;
  }
  // A single `=` is more often an assignment, and `=40` a number. Behind the `@` of a mailbox there is a full stop.
  const at = text.indexOf('=40');
  return at >= 0 && text.includes('.', at)
    ? decoded(text, QUOTED, ([, two]) => (two === undefined ? '' : character(two)))
    : undefined;
}

const character = (digits: string): string => String.fromCodePoint(Math.min(Number.parseInt(digits, 16), 0x10ffff));

function decoded(text: string, pattern: RegExp, decode: (hit: RegExpExecArray) => string): Normalized | undefined {
  /** Start of each unit of the decoded text in the original, and at last the end. */
  const starts: number[] = [];
  let plain = '';
  let from = 0;
  for (const hit of text.matchAll(pattern)) {
    for (let at = from; at < hit.index; at++) starts.push(at);
    const units = decode(hit);
    for (let unit = 0; unit < units.length; unit++) starts.push(hit.index);
    plain += text.slice(from, hit.index) + units;
    from = hit.index + hit[0].length;
  }
  if (from === 0) return undefined;
  for (let at = from; at <= text.length; at++) starts.push(at);
  return {
    text: plain + text.slice(from),
    original: (spans: readonly Span[]) =>
      spans.map((span) => ({ ...span, start: starts[span.start] ?? 0, end: starts[span.end] ?? 0 })),
  };
}
