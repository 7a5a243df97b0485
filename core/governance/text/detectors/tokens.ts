/** Ids of letters and digits in text, and two forms of numbers whose groups are too short for numbers.ts. */

import { lazy } from '../../../lib/lazy.ts';
import { defineFindings } from '../../../model/governance/rule.ts';
import { type Span, spanOf } from '../../../model/governance/span.ts';
import { topicsBefore } from '../../fieldName/contextWords.ts';
import { defineKeywords } from '../keywords.ts';
import { Form } from '../numberForms.ts';
import type { Signs } from '../signs.ts';
import { hitsOf, spendWork, type TextContext } from './detector.ts';
import { hasNationalForm, isNationalToken } from './national/index.ts';

/** What is found, by rule. */
export const TOKEN_RULES = defineFindings({
  'text.travel-document': [
    'passport',
    'Passport data as airlines send it: parts between slashes.',
    'P/DNK/123456789/DNK/11JUL85/F/19MAR30/LEE/ANN',
  ],
  'text.sort-code': ['bank-account', 'Six digits follow the words sort code.', 'sort code 20-45-53'],
  'text.passport-spaced': [
    'passport',
    'Letters and digits in groups follow a word for passport.',
    'passport AB 1234 567',
  ],
  'text.nino': ['national-id', 'A British national insurance number in pairs.', 'QQ 12 34 56 C'],
  'text.national-id': [
    'national-id',
    'Letters and digits in the form of an official number of some country, with its check characters, or behind a word for one.',
    'DNI 12345678Z',
  ],
  'text.driver-license': [
    'driver-license',
    'Letters and digits follow a word for a driving licence.',
    'driving licence D1234567',
  ],
  'text.passport': ['passport', 'Seven to ten letters and digits follow a word for passport.', 'passport C01X00T47'],
});

const TOKEN = lazy(() => /(?<![\p{L}\p{N}_./@#-])[A-Za-z0-9][A-Za-z0-9.()+-]{6,20}(?![\p{L}\p{N}_/@])/gu);
/** UK sort codes. They have only six digits, so their name must precede them. */
const SORT_CODE = /(?<=\bsort[ -]?code\D{0,8})\d{2}[- ]?\d{2}[- ]?\d{2}(?![\d-])/gi;
const SPACED_PASSPORT = /(?<![A-Za-z0-9])[A-Z]{1,2} ?\d{3,4} ?\d{3,5}(?![\w-])/g;
/**
 * Passport data that airlines send in advance (IATA, DOCS): `P/DNK/123456789/DNK/11JUL85/F/19MAR30/SURNAME/GIVEN
 * NAMES`.
 */
const TRAVEL_DOCUMENT =
  /(?<![A-Z0-9])[PACIVF][A-Z]?\/[A-Z]{2,3}\/[A-Z0-9]{5,15}\/[A-Z]{2,3}\/\d{2}[A-Z]{3}\d{2}\/[MF]I?\/\d{2}[A-Z]{3}\d{2}(?:\/[A-Z'-]{1,30}(?: [A-Z'-]{1,30}){0,3}){0,3}/g;
const LICENCE = /^[A-Z]{1,2}\d{5,13}$/;
const SPACED_NINO = /\b[A-CEGHJ-PR-TW-Z]{2} \d{2} \d{2} \d{2} [A-D]\b/g;

/** Parts of the sex in travel documents, of `sort code` and of words for passports. */
const SEXES = defineKeywords('/m/ /f/');
const CODE_WORDS = defineKeywords('sor pas');

/** Whether a text may hold ids with letters, sort codes or passport numbers. */
export const mayHaveToken = (signs: Readonly<Signs>): boolean =>
  signs.digits >= 5 &&
  signs.letters > 0 &&
  ((signs.keywords & SEXES) !== 0 ||
    (!isLongWord(signs) &&
      ((signs.forms & Form.id) !== 0 ||
        (signs.digitsInRow >= 6 && ((signs.keywords & CODE_WORDS) !== 0 || signs.spaces >= 4)))));

/** Whether it is a single value that is longer than any id. */
const isLongWord = ({ spaces, colons, length }: Pick<Signs, 'spaces' | 'colons' | 'length'>): boolean =>
  spaces === 0 && colons === 0 && length > 24;

/** Finds ids with letters (DNI, codice fiscale, NINO, CURP, NRIC …) and passport numbers with their name. */
export function findTokens(context: TextContext, spans: Span[]): void {
  const { text } = context;
  if (text.length > 32 && (text.includes('/M/') || text.includes('/F/'))) {
    for (const hit of hitsOf(TRAVEL_DOCUMENT, text))
      spans.push(spanOf(hit.index, hit.index + hit[0].length, TOKEN_RULES['text.travel-document']));
  }
  if (isLongWord(context)) return;
  if ((context.forms & Form.id) !== 0) findIds(context, spans);
  if ((context.keywords & CODE_WORDS) !== 0 && /sort/i.test(text)) {
    for (const hit of hitsOf(SORT_CODE, text))
      spans.push(spanOf(hit.index, hit.index + hit[0].length, TOKEN_RULES['text.sort-code']));
  }
  if ((context.keywords & CODE_WORDS) !== 0 && /pass|paszport/i.test(text)) {
    for (const hit of hitsOf(SPACED_PASSPORT, text)) {
      if (topicsBefore(text, hit.index).near === 'passport')
        spans.push(spanOf(hit.index, hit.index + hit[0].length, TOKEN_RULES['text.passport-spaced']));
    }
  }
  if (context.spaces < 4 || context.digits < 6) return;
  for (const hit of hitsOf(SPACED_NINO, text))
    spans.push(spanOf(hit.index, hit.index + hit[0].length, TOKEN_RULES['text.nino']));
}

function findIds(context: TextContext, spans: Span[]): void {
  const { text } = context;
  for (const hit of hitsOf(TOKEN(), text)) {
    const token = hit[0].replace(/[.+-]+$/, '').replace(/\)$/, (close) => (hit[0].includes('(') ? close : ''));
    if (!/\d{2}/.test(token) || !/[A-Za-z]/.test(token)) continue;
    if (!hasNationalForm(token) && !LICENCE.test(token) && !isPassport(token)) continue;
    if (!spendWork(context, 1, hit.index)) break;
    const before = topicsBefore(text, hit.index);
    const nearest = before.near ?? context.topic;
    const isIdContext = nearest === 'id' || nearest === 'ssn' || nearest === 'tax';
    // `HETU on the claim: 131052-308T`: an earlier name counts when the form is that of the id.
    if (nearest === 'order' && context.letters > 20 && !(before.id && isNationalToken(token, { isId: false })))
      continue;
    const end = hit.index + token.length;
    if (!(context.identifier && !isIdContext) && isNationalToken(token, { isId: isIdContext }))
      spans.push(spanOf(hit.index, end, TOKEN_RULES['text.national-id']));
    else if (nearest === 'licence' && LICENCE.test(token))
      spans.push(spanOf(hit.index, end, TOKEN_RULES['text.driver-license']));
    else if (nearest === 'passport' && isPassport(token))
      spans.push(spanOf(hit.index, end, TOKEN_RULES['text.passport']));
  }
}

/** Whether a token is seven to ten letters and digits, mostly digits or in the German form (`C01X00T47`). */
function isPassport(token: string): boolean {
  return /^[A-Z0-9]{7,10}$/.test(token) && token.replace(/\D/g, '').length >= 5;
}
