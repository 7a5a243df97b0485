/** MAC addresses (IEEE 802): six pairs of hexadecimal digits with colons or dashes. */
import { defineFindings } from '../../../model/governance/rule.ts';
import { type Span, spanOf } from '../../../model/governance/span.ts';
import { Form } from '../numberForms.ts';
import type { Signs } from '../signs.ts';
import { hitsOf, type TextContext } from './detector.ts';

/** What is found, by rule. */
export const MAC_RULES = defineFindings({
  'text.mac': ['mac', 'Six pairs of hexadecimal digits: the address of a network card.', '00:1b:44:11:3a:b7'],
});

const MAC =
  /(?<![0-9A-Za-z:-])(?:[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5}|[0-9a-fA-F]{4}\.[0-9a-fA-F]{4}\.[0-9a-fA-F]{4})(?![0-9A-Za-z:-]|\.\d)/g;

/** Whether a text may hold MAC addresses. */
export const mayHaveMac = ({ forms }: Readonly<Signs>): boolean => (forms & Form.mac) !== 0;

/** Finds MAC addresses. */
export function findMacs(context: TextContext, spans: Span[]): void {
  if (context.isMachineAddress) return;
  for (const hit of hitsOf(MAC, context.text)) {
    const value = hit[0];
    if (/^(?:00[:-]){5}00$|^(?:ff[:-]){5}ff$/i.test(value)) continue;
    if (value.includes('.') && !/[a-f]/i.test(value)) continue;
    // Pairs of digits with dashes are often a time stamp.
    if (
      /^\d\d(?:-\d\d){5}$/.test(value) &&
      !/mac\b[^.;]{0,12}$/i.test(context.text.slice(Math.max(0, hit.index - 20), hit.index))
    )
      continue;
    spans.push(spanOf(hit.index, hit.index + value.length, MAC_RULES['text.mac']));
  }
}
