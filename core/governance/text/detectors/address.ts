/**
 * Postal addresses in text, behind the name of one and a colon: `Anschrift: Lindenweg 12, 50667 Köln. Bitte klingeln.` The words before the colon
 * are read as a field name, by the catalogue, so that an e-mail address or one of a machine is none. An address ends with its sentence, or
 * before a part that does not begin like one (`…, Lisboa, contrato 00417`). Without a name before it, a street is left to the reader.
 */

import { lazy } from '../../../lib/lazy.ts';
import { defineFindings } from '../../../model/governance/rule.ts';
import { type Span, spanOf } from '../../../model/governance/span.ts';
import { TYPE_OF } from '../../catalog/index.ts';
import { kindOf } from '../../fieldName/matching.ts';
import { wordsOf } from '../../vocabulary/words.ts';
import { defineKeywords } from '../keywords.ts';
import { isWord, type Signs } from '../signs.ts';
import { hitsOf, spendWork, type TextContext } from './detector.ts';

/** What is found, by rule. */
export const ADDRESS_RULES = defineFindings({
  'text.address': [
    'address',
    'An address directly behind the name of one and a colon.',
    'Anschrift: Lindenweg 12, 50667 Köln',
  ],
});

/** Words for an address. Addresses are searched only behind one of them. */
const ADDRESS_WORD = lazy(
  () => /add?res|anschri|direcci|endere[cç]|morada|indirizz|domicili|osoite|адрес|住所|地址|주소|العنوان|पता/iu,
);
/** Parts of the words in Latin letters. */
const ADDRESS_PARTS = defineKeywords('dre ans dir nde mor ind dom soi');

const COLON = lazy(() => /[:：][ \t]{0,3}(?=[\p{L}\p{N}#])/gu);
const MOST_WORDS = 4;
/** Characters before the colon, and behind it. */
const MOST_BEFORE = 48;
const LONGEST = 140;
/** A sentence ends here, which the point of `Lindenstr. 12` and `St. James` does not. */
const END = lazy(() => /[\n;|]|(?<=\p{L}{3}|\p{N})\.(?=\s+(?!\p{N})|$)/u);
const BEGINS_PART = lazy(() => /^(?:[\p{Lu}\p{Lo}\p{N}#]|(?:d[eaou]s?|la|le|van|von|ul|av|c)[ .])/u);
const NUMBER = lazy(() => /\p{N}/u);
const PLACE = lazy(() => /\p{Lu}[\p{L}\p{M}'’-]{2,}|\p{Lo}{2}/u);
/** Addresses of machines and of mailboxes. */
const NO_PLACE = lazy(() => /[@\\<>{}=]|:\/\/|[\p{L}\p{N}]{24}/u);

/** Whether a text may hold an address behind its name. */
export const mayHaveAddress = (signs: Readonly<Signs>): boolean =>
  signs.colons > 0 &&
  signs.digits > 0 &&
  (signs.keywords & ADDRESS_PARTS) !== 0 &&
  (signs.spaces > 1 || signs.wide > 0) &&
  !isWord(signs);

/** Finds addresses behind the name of one and a colon. */
export function findAddresses(context: TextContext, spans: Span[]): void {
  const { text } = context;
  if (context.identifier || context.isMachineAddress || !ADDRESS_WORD().test(text)) return;
  for (const hit of hitsOf(COLON(), text)) {
    const before = text.slice(Math.max(0, hit.index - MOST_BEFORE), hit.index);
    if (!ADDRESS_WORD().test(before)) continue;
    if (!spendWork(context, 1, hit.index)) return;
    if (!namesAddress(before)) continue;
    const start = hit.index + hit[0].length;
    const address = addressIn(text.slice(start, start + LONGEST));
    if (address !== undefined) spans.push(spanOf(start, start + address.length, ADDRESS_RULES['text.address']));
  }
}

/** Whether the last words before a colon are the name of a field that holds an address. */
function namesAddress(before: string): boolean {
  const { kind } = kindOf(wordsOf(before.slice(before.search(/[^.\n;,!?()]*$/u))).slice(-MOST_WORDS));
  return kind !== undefined && TYPE_OF[kind] === 'address';
}

/** The address that a text begins with; undefined where it begins with something else. */
function addressIn(text: string): string | undefined {
  const end = END().exec(text)?.index ?? text.length;
  let length = 0;
  for (const part of text.slice(0, end).split(/(?<=,) /)) {
    if (!BEGINS_PART().test(part)) break;
    length += part.length + 1;
  }
  const address = text.slice(0, Math.min(length, end)).replace(/[\s,.]+$/u, '');
  return NUMBER().test(address) && PLACE().test(address) && !NO_PLACE().test(address) ? address : undefined;
}
