/**
 * Finds host names that look like other ones (the parts of Unicode TS 39 that apply to host names): several scripts in
 * one label, labels with only letters that look Latin, and characters that the URL parser maps to plain letters.
 */
import { lazy } from '../lazy.ts';

const SCRIPTS = lazy<ReadonlyArray<readonly [string, RegExp]>>(() => [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Lisu', /\p{Script=Lisu}/u],
  ['Coptic', /\p{Script=Coptic}/u],
  ['Georgian', /\p{Script=Georgian}/u],
]);

/** Cyrillic, Greek and Armenian letters that look like a Latin letter. */
const LOOKS_LATIN = new Set('асԁеһіјӏорԛѕѵԝхуьҽαινοκρτυχγωϲϳսհցզօքոեխ');

/** Latin letters that look like a to z: dotless i, letters with a stroke, small capitals, click letters. */
const ODD_LATIN = /[\u0131\u0237\u0251\u0261\u0269\u026a\u1d00-\u1d7f\u01c0-\u01c3\u0280\u029f\u0274\u0299]/u;

/**
 * Why a host may be mistaken for another one, as the predicate of a sentence; undefined when it may not.
 * @param typed the host in the given text, in lower case
 * @param host the host as the URL parser gives it (Punycode)
 * @param unicode the same host in Unicode
 */
export function confusableReason(typed: string, host: string, unicode: string): string | undefined {
  const isAscii = /^[\u0021-\u007e]*$/.test(typed);
  if (!isAscii && typed.normalize('NFC') !== unicode) {
    return 'holds characters that only look like the letters of another host name';
  }
  const labels = unicode.split('.');
  // Letters that look Latin are expected under a top-level domain in the same script (хор.рф).
  const isTopLatin = /^[a-z]+$/.test(labels.at(-1) ?? '');
  for (const label of labels) {
    if (/^[\u0021-\u007e]*$/.test(label)) {
      if (label.startsWith('xn--')) return 'holds a label that is no valid internationalized name';
      continue;
    }
    const scripts = SCRIPTS()
      .filter(([, pattern]) => pattern.test(label))
      .map(([name]) => name);
    if (scripts.length > 1) return `mixes ${scripts.join(' and ')} letters in one label`;
    const letters = [...label].filter((letter) => !/[0-9-]/.test(letter));
    if (isTopLatin && scripts[0] !== 'Latin' && letters.every((letter) => LOOKS_LATIN.has(letter))) {
      return `holds a label of ${scripts[0] ?? 'foreign'} letters that reads as a Latin one`;
    }
    if (ODD_LATIN.test(label)) return 'holds letters that pass for plain ones';
    if (/\p{M}{2,}|[\u00b7\u30fb\u2010-\u2015\u2044\u2215]|\u0337|\u0338/u.test(label)) {
      return 'holds marks that pass for dots, dashes or slashes';
    }
  }
  return host.includes('xn--') && isAscii && unicode === host
    ? 'holds a label that is no valid internationalized name'
    : undefined;
}
