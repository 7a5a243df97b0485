/** International bank account numbers in text (facts/iban.ts), with or without groups, in upper or lower case. */
import { defineFindings } from '../../../model/governance/rule.ts';
import { type Span, spanOf } from '../../../model/governance/span.ts';
import { ibanLengthAt, isIban } from '../../facts/iban.ts';
import { Form } from '../numberForms.ts';
import type { Signs } from '../signs.ts';
import type { TextContext } from './detector.ts';

/** What is found, by rule. */
export const IBAN_RULES = defineFindings({
  'text.iban': [
    'iban',
    'An international bank account number whose length and check digits are right.',
    'DE89 3704 0044 0532 0130 00',
  ],
});

const START = /[A-Za-z]{2}\d{2}/g;

/** Whether a text may hold account numbers. */
export const mayHaveIban = ({ forms, digits }: Readonly<Signs>): boolean => (forms & Form.iban) !== 0 && digits >= 8;

/** Finds valid account numbers. */
export function findIbans(context: TextContext, spans: Span[]): void {
  const { text } = context;
  START.lastIndex = 0;
  for (let hit = START.exec(text); hit; hit = START.exec(text)) {
    const length = ibanLengthAt(text, hit.index);
    if (length === 0 || isLetterOrDigit(text.charCodeAt(hit.index - 1))) continue;
    const end = endOf(text, hit.index, length);
    if (end > 0) {
      spans.push(spanOf(hit.index, end, IBAN_RULES['text.iban']));
      START.lastIndex = end;
    }
  }
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122);
}

/**
 * The end of a valid IBAN of `length` characters that begins at `start`, or 0. Single spaces and dashes may occur
 * anywhere; other separators, line breaks and double separators only between groups of four.
 */
function endOf(text: string, start: number, length: number): number {
  let compact = '';
  let index = start;
  while (index < text.length && compact.length < length) {
    const char = text.charAt(index);
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
