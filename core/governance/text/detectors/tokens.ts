/** Ids of letters and digits in text, and two forms of numbers whose groups are too short for numbers.ts. */

import type { Span } from '../../span.ts';
import { topicsBefore } from '../contextWords.ts';
import { spendWork, type TextContext } from './detector.ts';
import { hasNationalForm, isNationalToken } from './national/index.ts';

const TOKEN = /(?<![\p{L}\p{N}_./@#-])[A-Za-z0-9][A-Za-z0-9.()+-]{6,20}(?![\p{L}\p{N}_/@])/gu;
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

/** Finds ids with letters (DNI, codice fiscale, NINO, CURP, NRIC …) and passport numbers with their name. */
export function findTokens(context: TextContext, spans: Span[]): void {
  if (context.digits < 5 || context.letters < 1) return;
  const { text } = context;
  if (text.length > 32 && (text.includes('/M/') || text.includes('/F/'))) {
    for (const hit of text.matchAll(TRAVEL_DOCUMENT))
      spans.push({ start: hit.index, end: hit.index + hit[0].length, type: 'passport' });
  }
  // A single value that is longer than any id.
  if (context.whole && context.colons === 0 && text.length > 24) return;
  for (const hit of text.matchAll(TOKEN)) {
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
      spans.push({ start: hit.index, end, type: 'national-id' });
    else if (nearest === 'licence' && LICENCE.test(token))
      spans.push({ start: hit.index, end, type: 'driver-license' });
    else if (nearest === 'passport' && isPassport(token)) spans.push({ start: hit.index, end, type: 'passport' });
  }
  if (/sort/i.test(text)) {
    for (const hit of text.matchAll(SORT_CODE))
      spans.push({ start: hit.index, end: hit.index + hit[0].length, type: 'bank-account' });
  }
  if (/pass|paszport/i.test(text)) {
    for (const hit of text.matchAll(SPACED_PASSPORT)) {
      if (topicsBefore(text, hit.index).near === 'passport')
        spans.push({ start: hit.index, end: hit.index + hit[0].length, type: 'passport' });
    }
  }
  for (const hit of text.matchAll(SPACED_NINO))
    spans.push({ start: hit.index, end: hit.index + hit[0].length, type: 'national-id' });
}

/** Whether a token is seven to ten letters and digits, mostly digits or in the German form (`C01X00T47`). */
function isPassport(token: string): boolean {
  return /^[A-Z0-9]{7,10}$/.test(token) && token.replace(/\D/g, '').length >= 5;
}
