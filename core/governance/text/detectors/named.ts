/**
 * Numbers of persons with their name before them: `National ID: 94826178804`, `Ausweisnummer AB4115769`, `driver's
 * license number K418-8271`. The words directly before a number are read as a field name, by the catalogue; check
 * digits are not verified. Names that other things have too (`order ID number`), and short names without a colon, do
 * not count.
 */

import { lazy } from '../../../lib/lazy.ts';
import { defineRules, findingsBy } from '../../../model/governance/rule.ts';
import { type Span, spanOf } from '../../../model/governance/span.ts';
import { type FieldKind, kindsWith, TYPE_OF } from '../../catalog/index.ts';
import { kindOf } from '../../fieldName/matching.ts';
import { PARTICLES } from '../../vocabulary/composition.ts';
import { phraseSet, wordsOf } from '../../vocabulary/words.ts';
import { Form } from '../numberForms.ts';
import type { Signs } from '../signs.ts';
import { hitsOf, spendWork, type TextContext } from './detector.ts';

/** What is found, by rule. */
export const NAMED_RULES = defineRules({
  'text.named-number': [
    'The words before the number are a name of such a number in the catalogue of field names.',
    'Ausweisnummer AB4115769',
  ],
});
const findingOf = findingsBy(NAMED_RULES['text.named-number']);

const KINDS: ReadonlySet<FieldKind | undefined> = kindsWith('namedInText');

/** One test for all names, since most texts have none. */
const HINT =
  /\bid\b|ident|ausweis|passp|pa[sß]s?[- ]?n|paspoort|paszport|pasaport|passapor|licen|f[uü]hrersch|permis|rijbewijs|tax|steuer|fiscal|c[eé]dula|dowod|dowód|insurance n|national|patient|medical record|\bmrn\b|паспорт|パスポート|旅券|护照/i;
/** A token with at least five digits and capital letters between them. */
const VALUE = lazy(
  () => /(?<![\p{L}\p{N}_./@#-])(?=(?:[A-Z.-]{0,4}\d){5})[A-Z0-9][A-Z0-9./-]{4,19}(?![\p{L}\p{N}_@/])/gu,
);
const NAME = lazy(
  () =>
    /(\p{L}[\p{L}\p{M}'’.\- ]{1,47}?)(\s?[:：=#№]\s?|\s(?:is|was|ist|lautet|est|es|é|è|jest|är|er)\s|\s|(?<=[\u3040-\u9fff]))$/u,
);
const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/;
/** Names that things have too, unless an owner precedes them. */
const GENERIC = /^(?:id|identity|identification|document|documento|personal)(?:num|number|no|nr|code|id)?$/;
const OWNED =
  /^(?:my|his|her|your|their|our|national|citizen|applicants?|passengers?|employees?|patients?|customers|photo|state|government|mi|su|mon|votre|sein|ihre?|meine?|seine?)$/;
/**
 * Names of tax numbers that are people's. Companies print theirs on letters, and some have a form of their own (EIN,
 * CIF).
 */
const PERSONAL_TAX_NUMBER =
  /^(?:steuerid|idnr|taxid|taxpayer|tin|itin|utr|nif|numerofiscal|numerodeidentificacionfiscal|codigofiscal|codfiscal)|steueridentifikation/;
const OF_COMPANIES = /^\d{2}-\d{7}$|^[A-HJNP-SUVW]-?\d{7,8}[0-9A-J]?$/;
/** Short names that are not words. */
const SHORT: ReadonlySet<string> = new Set(['mrn', 'dni', 'cpf', 'bsn', 'nhs', 'nif', 'utr', 'tin']);
const FILLERS = phraseSet(PARTICLES);

/** Whether a text may hold numbers that are called by their name. */
export const mayHaveNamedId = ({ forms, letters, spaces, colons }: Readonly<Signs>): boolean =>
  (forms & Form.number) !== 0 && letters >= 3 && spaces + colons > 0;

/** Finds numbers after the name of an official document. */
export function findNamedIds(context: TextContext, spans: Span[]): void {
  const { text } = context;
  if (context.identifier || !HINT.test(text)) return;
  for (const hit of hitsOf(VALUE(), text)) {
    const value = hit[0].replace(/[./-]+$/, '');
    if (DATE.test(value)) continue;
    const before = text.slice(Math.max(0, hit.index - 56), hit.index);
    if (!HINT.test(before)) continue;
    if (!spendWork(context, 1, hit.index)) return;
    const named = NAME().exec(before);
    if (named === null) continue;
    const [, name = '', sign = ''] = named;
    const kind = kindOfName(name, /[:：=#№]/.test(sign) || /(?:nr|no|num)\.$/i.test(name), value);
    if (kind !== undefined) spans.push(spanOf(hit.index, hit.index + value.length, findingOf(TYPE_OF[kind])));
  }
}

/**
 * The kind that the last words of a text name; the longest name is tried first.
 *
 * @param hasSeparator a colon or another sign follows the name
 */
function kindOfName(text: string, hasSeparator: boolean, value: string): FieldKind | undefined {
  const words = wordsOf(text);
  for (let count = Math.min(5, words.length); count > 0; count--) {
    const last = words.slice(-count);
    const name = last.filter((word) => !FILLERS.has(word));
    const joined = name.join('');
    if (joined.length < (hasSeparator ? 5 : 8) && joined.charCodeAt(0) < 0x3000 && !(hasSeparator && SHORT.has(joined)))
      continue;
    const { kind, qualifier } = kindOf(last).kind === undefined ? kindOf(name) : kindOf(last);
    if (!KINDS.has(kind) || qualifier !== '') continue;
    if (kind === 'taxId' && (!PERSONAL_TAX_NUMBER.test(joined) || OF_COMPANIES.test(value))) return undefined;
    const owner = words.at(-count - 1);
    if (joined === 'matricule' || (GENERIC.test(joined) && !OWNED.test(owner ?? ''))) return undefined;
    return kind;
  }
  return undefined;
}
