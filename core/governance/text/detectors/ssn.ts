/**
 * US social security numbers: `ddd-dd-dddd` without area, group and serial numbers that were never issued; and their
 * last four digits.
 */

import { lazy } from '../../../lib/lazy.ts';
import { defineFindings } from '../../../model/governance/rule.ts';
import { type Span, spanOf } from '../../../model/governance/span.ts';
import { topicsBefore } from '../../fieldName/contextWords.ts';
import { defineKeywords } from '../keywords.ts';
import { Form } from '../numberForms.ts';
import type { Signs } from '../signs.ts';
import { hitsOf, spendWork, type TextContext } from './detector.ts';

/** What is found, by rule. */
export const SSN_RULES = defineFindings({
  'text.ssn-masked': [
    'ssn',
    'The last four digits of a social security number behind signs for the others.',
    '***-**-6789',
  ],
  'text.ssn-last-four': [
    'ssn',
    'The last four digits of a social security number behind words that say so.',
    'SSN ending in 6789',
  ],
});

/** Whether nine digits can be a social security number. */
export function isSsn(digits: string): boolean {
  if (digits.length !== 9) return false;
  const area = digits.slice(0, 3);
  return (
    area !== '000' && area !== '666' && area[0] !== '9' && digits.slice(3, 5) !== '00' && digits.slice(5) !== '0000'
  );
}

/**
 * Whether nine digits can be an individual taxpayer identification number (ITIN): the same form, but starting with 9.
 */
export function isItin(digits: string): boolean {
  const group = Number(digits.slice(3, 5));
  return (
    digits.length === 9 &&
    digits[0] === '9' &&
    ((group >= 50 && group <= 65) ||
      (group >= 70 && group <= 88) ||
      (group >= 90 && group <= 92) ||
      (group >= 94 && group <= 99))
  );
}

/** Spellings whose single words mean nothing else: `SS#`, `SS No.`, `S.S.N.`, `Soc. Sec. #`. */
const SPELLED = lazy(
  () =>
    /(?<![\p{L}\p{N}])(?:ss\s?(?:#|no\.?|nr\.?|num(?:ber)?)|s\.\s?s\.\s?(?:n\.|#|no\.?)|soc\.?\s?sec\.?)\s?(?:#|no\.?|number)?\s?(?:[:=-]|is)?\s{0,2}\(?$/iu,
);

/** Whether such a spelling directly precedes `start`. */
export function isSpelledSsn(text: string, start: number): boolean {
  return SPELLED().test(text.slice(Math.max(0, start - 24), start));
}

const MASKED = lazy(() => /(?<![\p{L}\p{N}*•#])[*xX•#]{3}[- ]?[*xX•#]{2}[- ]?\d{4}(?![\p{L}\p{N}])/gu);
const LAST_FOUR = lazy(
  () => /(?<!\p{L})(?:last (?:four|4)|ends?|ending)(?!\p{L})[^.;\n\d]{0,40}?(\d{4})(?![\p{L}\p{N}]|[-.,:/]\d)/giu,
);

/** Parts of `ssn` and `social`, and signs that stand for digits. */
const PARTS = defineKeywords('ssn soc xx');

/** Whether a text may hold the last digits of a number. */
export const mayHavePartialSsn = ({ digitsInRow, keywords, forms }: Readonly<Signs>): boolean =>
  digitsInRow >= 4 && ((keywords & PARTS) !== 0 || (forms & Form.mask) !== 0);

/** Finds the last four digits of a number: `***-**-6789`, `SSN ending in 6789`. */
export function findPartialSsns(context: TextContext, spans: Span[]): void {
  const { text } = context;
  if (context.identifier || !/[*xX•#]{2}[- ]?\d{4}|ssn|social/i.test(text)) return;
  for (const hit of hitsOf(MASKED(), text)) {
    if (!spendWork(context, 1, hit.index)) return;
    if (/[- ]/.test(hit[0]) || topicsBefore(text, hit.index).ssn)
      spans.push(spanOf(hit.index, hit.index + hit[0].length, SSN_RULES['text.ssn-masked']));
  }
  for (const hit of hitsOf(LAST_FOUR(), text)) {
    if (!spendWork(context, 1, hit.index)) return;
    const start = hit.index + hit[0].length - 4;
    if (/^end\w{0,1}\sin\s(?:19|20)/i.test(hit[0])) continue;
    const { near, ssn } = topicsBefore(text, start);
    if (ssn && near !== 'card') spans.push(spanOf(start, start + 4, SSN_RULES['text.ssn-last-four']));
  }
}
