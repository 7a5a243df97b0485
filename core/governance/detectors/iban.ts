/**
 * International bank account numbers (ISO 13616): length by country, mod 97 = 1; grouped or not, any case.
 * And business identifier codes by their shape, for fields that name them.
 */
import type { Span } from '../contract/span.ts';
import type { TextScene } from './detector.ts';

const LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23
  GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23
  PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Checks a compact, upper-case IBAN. */
export function isIban(compact: string): boolean {
  if (LENGTHS[compact.slice(0, 2)] !== compact.length) return false;
  let remainder = 0;
  for (let index = 0; index < compact.length; index++) {
    const code = compact.charCodeAt((index + 4) % compact.length);
    if (code >= 48 && code <= 57) remainder = (remainder * 10 + code - 48) % 97;
    else if (code >= 65 && code <= 90) remainder = (remainder * 100 + code - 55) % 97;
    else return false;
  }
  return remainder === 1;
}

const START = /[A-Za-z]{2}\d{2}/g;

export function findIbans(scene: TextScene, spans: Span[]): void {
  if (scene.digits < 8 || scene.letters < 2) return;
  const { text } = scene;
  START.lastIndex = 0;
  for (let hit = START.exec(text); hit; hit = START.exec(text)) {
    const length = LENGTHS[hit[0].slice(0, 2).toUpperCase()];
    const before = text[hit.index - 1] ?? ' ';
    if (!length || /[A-Za-z0-9]/.test(before)) continue;
    const end = endOf(text, hit.index, length);
    if (end > 0) {
      spans.push({ start: hit.index, end, type: 'iban' });
      START.lastIndex = end;
    }
  }
}

/**
 * The end of a valid IBAN of `length` characters that starts at `start`; 0 for none. Single blanks and dashes may stand anywhere,
 * other signs, line breaks and pairs of them between groups of four.
 */
function endOf(text: string, start: number, length: number): number {
  let compact = '';
  let index = start;
  while (index < text.length && compact.length < length) {
    const char = text[index]!;
    if (/[A-Za-z0-9]/.test(char)) {
      compact += char;
      index++;
      continue;
    }
    const between = /^[\s.\-\u2013\u2014\u00b7/_]{1,2}(?=[A-Za-z0-9])/.exec(text.slice(index, index + 3))?.[0];
    if (between === undefined) return 0;
    if (compact.length % 4 !== 0 && between !== ' ' && between !== '-' && between !== '\u00a0') return 0;
    index += between.length;
  }
  if (compact.length !== length || /[A-Za-z0-9]/.test(text[index] ?? ' ')) return 0;
  return isIban(compact.toUpperCase()) ? index : 0;
}

export function looksLikeIban(value: string): boolean {
  return /^\s*[A-Za-z]{2}\s?[0-9*X]{2}[A-Za-z0-9*\s-]{8,40}$/.test(value);
}

export function isBic(value: string): boolean {
  return (
    /^[A-Za-z]{6}[A-Za-z0-9]{2}(?:[A-Za-z0-9]{3})?$/.test(value.trim()) && /^[A-Z0-9]+$|^[a-z0-9]+$/.test(value.trim())
  );
}
