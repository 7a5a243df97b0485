/**
 * Cards, social security numbers and international telephone numbers with separators that numbers.ts does not accept:
 * other dots and dashes, tabs, line breaks. In a card or a social security number all separators must be the same. Tabs
 * and line breaks also separate table columns, so with them a word must say what the number is.
 */

import type { Span } from '../../../model/governance/span.ts';
import { topicsBefore } from '../../fieldName/contextWords.ts';
import { Form } from '../numberForms.ts';
import type { Signs } from '../signs.ts';
import { isCard } from './card.ts';
import { hitsOf, spendWork, type TextContext } from './detector.ts';
import { isInternational } from './phone.ts';
import { isSsn } from './ssn.ts';

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
      spans.push({ start: hit.index, end, type: 'card' });
  }
  for (const hit of hitsOf(SSN, text)) {
    if (!spendWork(context, 1, hit.index)) return;
    if (topicsBefore(text, hit.index).ssn && isSsn(hit[0].replace(/\D/g, '')))
      spans.push({ start: hit.index, end: hit.index + hit[0].length, type: 'ssn' });
  }
  for (const hit of hitsOf(PHONE, text)) {
    if (!spendWork(context, 1, hit.index)) return;
    if (isInternational(hit[0].replace(/[^+\d]/g, '')) === 'valid')
      spans.push({ start: hit.index, end: hit.index + hit[0].length, type: 'phone' });
  }
}
