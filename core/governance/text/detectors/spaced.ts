/**
 * Cards, social security numbers and international telephone numbers with separators that numbers.ts does not accept:
 * other dots and dashes, tabs, line breaks. In a card or a social security number all separators must be the same. Tabs
 * and line breaks also separate table columns, so with them a word must say what the number is.
 */

import { defineFindings } from '../../../model/governance/rule.ts';
import { type Span, spanOf } from '../../../model/governance/span.ts';
import { topicsBefore } from '../../fieldName/contextWords.ts';
import { Form } from '../numberForms.ts';
import type { Signs } from '../signs.ts';
import { isCard } from './card.ts';
import { hitsOf, spendWork, type TextContext } from './detector.ts';
import { isInternational } from './phone.ts';
import { isSsn } from './ssn.ts';

/** What is found, by rule. */
export const SPACED_RULES = defineFindings({
  'text.card-spaced': [
    'card',
    'The number of a payment card with unusual signs between its groups.',
    '4111·1111·1111·1111',
  ],
  'text.ssn-spaced': [
    'ssn',
    'A social security number with unusual signs between its groups, behind a word for it.',
    'SSN 219 · 09 · 9999',
  ],
  'text.phone-spaced': [
    'phone',
    'An international telephone number with unusual signs between its groups.',
    '+49·30·1234567',
  ],
});

const UNUSUAL = /\d(?:[\t\n\r.·•—–_/|:,]|[ \u00a0]{2})\s?\+?\d/;
const BETWEEN = '(\\s{1,3}|\\s?[.·•—–_/|-]\\s?)';
const CARD = new RegExp(`(?<![\\d.,])\\d{4}${BETWEEN}(?:\\d{4}\\1\\d{4}\\1\\d{4}|\\d{6}\\1\\d{5})(?!\\d|[.,]\\d)`, 'g');
const SSN = new RegExp(`(?<![\\d.,])\\d{3}${BETWEEN}\\d{2}\\1\\d{4}(?!\\d|[.,]\\d)`, 'g');
const PHONE = /(?<![\p{L}\p{N}])\+[1-9]\d{0,2}(?:(?:[\t\n\r·—_]{1,2}|[.·—])\d{2,6}){2,4}(?!\d)/gu;
/** Separators of tables and lists. */
const TABULAR = /[\t\n\r|]/;

/** Whether a text may hold numbers with unusual separators. */
export const mayBeSpaced = ({ digits, digitsInRow, forms }: Readonly<Signs>): boolean =>
  digits >= 9 && digitsInRow >= 5 && (forms & Form.spaced) !== 0;

/** Finds numbers with unusual separators. */
export function findSpaced(context: TextContext, spans: Span[]): void {
  const { text } = context;
  if (context.identifier || !UNUSUAL.test(text)) return;
  for (const hit of hitsOf(CARD, text)) {
    if (!spendWork(context, 1, hit.index)) return;
    const end = hit.index + hit[0].length;
    const before = topicsBefore(text, hit.index);
    const saysCard = before.card || context.topic === 'card';
    if (!saysCard && ((TABULAR.test(hit[1] ?? '') && hit[0].length < text.length) || before.near === 'order')) continue;
    if (isCard(hit[0].replace(/\D/g, ''), { grouped: true, context: saysCard }))
      spans.push(spanOf(hit.index, end, SPACED_RULES['text.card-spaced']));
  }
  for (const hit of hitsOf(SSN, text)) {
    if (!spendWork(context, 1, hit.index)) return;
    if (topicsBefore(text, hit.index).ssn && isSsn(hit[0].replace(/\D/g, '')))
      spans.push(spanOf(hit.index, hit.index + hit[0].length, SPACED_RULES['text.ssn-spaced']));
  }
  for (const hit of hitsOf(PHONE, text)) {
    if (!spendWork(context, 1, hit.index)) return;
    if (isInternational(hit[0].replace(/[^+\d]/g, '')) === 'valid')
      spans.push(spanOf(hit.index, hit.index + hit[0].length, SPACED_RULES['text.phone-spaced']));
  }
}
