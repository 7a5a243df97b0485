/**
 * The kind of a field by its name alone: that of the longest phrase of the catalogue at the end of the name, unless the
 * words before it change or cancel it (modifiers.ts). Names that are composed in another way are read by
 * composedName.ts.
 */
import { defineRules } from '../../model/governance/rule.ts';
import { ALL_FIELD_KINDS, FIELD_KINDS, type FieldKind } from '../catalog/index.ts';
import * as qualifiers from '../vocabulary/modifiers.ts';
import { phraseSet, phrases, respell, singular } from '../vocabulary/words.ts';
import { type Composition, compose, composeBirth, expandAbbreviations, NUMBER_KINDS } from './composedName.ts';
import { applyModifiers, isAmbiguousOwner } from './modifiers.ts';
import { isRoleWord } from './roles.ts';
import { type Ruling, rulingsBy } from './ruling.ts';

/** What the name of a field alone decides. */
export const FIELD_NAME_RULES = defineRules({
  'name.listed': ['The name of the field is in the catalogue.', 'email'],
  'name.ending': ['The name of the field ends in one of the catalogue.', 'verified_phone'],
  'name.composed': ['The name of the field is composed of known words.', 'nr_rachunku, Kundenname'],
  'name.birth': ['The name of the field is that of a birth.', 'lieu_naissance'],
  'name.changed': ['The words before a name of the catalogue change what it holds.', 'email_address, user_name'],
  'name.cancelled': [
    'The words before a name of the catalogue say that the field holds something else.',
    'wallet_address',
  ],
  'name.unknown': [
    'Nothing personal is known of the name of the field, so that the content of the value decides.',
    'remark',
  ],
});
const LISTED = rulingsBy(FIELD_NAME_RULES['name.listed']);
const ENDING = rulingsBy(FIELD_NAME_RULES['name.ending']);
const COMPOSED = rulingsBy(FIELD_NAME_RULES['name.composed']);
const BIRTH = rulingsBy(FIELD_NAME_RULES['name.birth']);
const CHANGED = rulingsBy(FIELD_NAME_RULES['name.changed']);
const CANCELLED = rulingsBy(FIELD_NAME_RULES['name.cancelled'])(undefined);
/** What a name says of which nothing is known. */
export const UNKNOWN = rulingsBy(FIELD_NAME_RULES['name.unknown'])(undefined);

const KINDS = new Map<string, FieldKind>();
for (const kind of ALL_FIELD_KINDS) for (const phrase of phrases(FIELD_KINDS[kind].names)) KINDS.set(phrase, kind);

const TRANSPARENT = phraseSet(qualifiers.TRANSPARENT);

function kindOfPhrase(phrase: string): FieldKind | undefined {
  const kind = KINDS.get(phrase);
  // `cells` are the cells of a table and not telephones.
  return kind !== undefined || phrase === 'cells' ? kind : KINDS.get(singular(phrase));
}

/** Whether a word is the name of a kind by itself. */
export const isKindWord = (word: string): boolean => kindOfPhrase(word) !== undefined;

/** The longest phrase of the catalogue at the end of the words. */
function matchEnd(words: readonly string[]): Composition | undefined {
  for (let at = 0; at < words.length; at++) {
    const kind = kindOfPhrase(words.slice(at).join(''));
    if (kind) return { kind, at };
  }
  return undefined;
}

function match(words: readonly string[]): Composition | undefined {
  let rest = words;
  while (rest.length > 0) {
    const found = matchEnd(rest);
    if (found) return found;
    const last = rest.at(-1) ?? '';
    if (rest.length === 1 || !(TRANSPARENT.has(last) || /^\d{1,2}$/.test(last))) break;
    rest = rest.slice(0, -1);
  }
  // Digits joined to the last word: `phone1`, `address2`.
  const last = rest.at(-1);
  const bare = last?.replace(/\d{1,2}$/, '');
  return bare && last && bare !== last ? matchEnd([...rest.slice(0, -1), bare]) : undefined;
}

/** The kind of a field, and the words around the phrase that has it. */
export interface NamedKind {
  readonly kind: FieldKind | undefined;
  /** The kind with the rule that gives it. */
  readonly ruling: Ruling;
  /** The word before the matched phrase (`wallet` of `wallet_address`); '' when there is none. */
  readonly qualifier: string;
  /** The name ends in `name`, after an owner that may be a person or a thing. */
  readonly hasAmbiguousOwner: boolean;
}

const COUNTRY =
  /^(?:ae|ar|au|be|bg|br|ca|ch|cl|cn|co|cz|de|dk|ee|eg|es|fi|fr|gb|gr|hk|hr|hu|ie|il|jp|ke|kr|lt|lu|lv|ma|mx|my|ng|nl|nz|pe|ph|pk|pl|pt|ro|rs|ru|sa|se|sg|sk|th|tr|tw|ua|uk|us|usa|uy|vn|za)$/;

/**
 * The kind that a field name has.
 *
 * @param given the name's normalized words (`wordsOf`)
 */
export function kindOf(given: readonly string[]): NamedKind {
  // `address1_city`: a digit in the middle only numbers the field.
  const words = given
    .filter((word, index) => index === 0 || index === given.length - 1 || !/^\d$/.test(word))
    .map((word, index, all) => (index < all.length - 1 ? word.replace(/(\p{L})\d{1,2}$/u, '$1') : word));
  const named = kindOfWords(words);
  if (named.kind !== undefined) return named;
  // `full_address_with_comma`
  const addition = words.indexOf('with');
  if (addition > 1) return kindOfWords(words.slice(0, addition));
  // `cooperative` is no other spelling of a word.
  const respelled = words.map((word) => (isRoleWord(word) ? word : respell(word)));
  if (respelled.some((word, index) => word !== words[index])) {
    const other = kindOfWords(respelled);
    if (other.kind !== undefined) return other;
  }
  // A country at the end: `tax_id_pl`, `id_number__za`.
  if (words.length > 1 && COUNTRY.test(words.at(-1) ?? '')) {
    const bare = kindOfWords(words.slice(0, -1));
    if (bare.kind !== undefined && NUMBER_KINDS.has(bare.kind)) return bare;
  }
  for (const full of expandAbbreviations(words)) {
    const longer = kindOfWords(full);
    if (longer.kind !== undefined) return longer;
  }
  return named;
}

function kindOfWords(words: readonly string[]): NamedKind {
  // `datadinascita`: the catalogue has the whole name, so it is not taken apart.
  const whole = words.length === 1 ? KINDS.get(words[0] ?? '') : undefined;
  const birth = whole === undefined ? composeBirth(words) : undefined;
  const matched = whole === undefined ? (birth ?? match(words)) : { kind: whole, at: 0 };
  let found: Composition | undefined = matched ?? compose(words, kindOfPhrase);
  // `zip_city`: the last word is only a part of the meaning.
  if (found !== undefined && found.at > 0 && (found.kind === 'addressPart' || found.kind === 'postalCode'))
    found = compose(words, kindOfPhrase) ?? found;
  const by = found !== matched ? COMPOSED : birth !== undefined ? BIRTH : found?.at === 0 ? LISTED : ENDING;
  let kind = found && applyModifiers(found, words, kindOfPhrase);
  // `intestatario_conto`: the first word has the meaning, not the last.
  if (kind === undefined && (found?.kind === 'accountNumber' || found?.kind === 'addressPart')) {
    const head = compose(words, kindOfPhrase);
    if (head) {
      found = head;
      kind = head.kind;
    }
  }
  const qualifier = (found && words[found.at - 1]) ?? '';
  return {
    kind,
    ruling: found === undefined ? UNKNOWN : kind === undefined ? CANCELLED : (kind === found.kind ? by : CHANGED)(kind),
    qualifier,
    hasAmbiguousOwner: kind === 'bareName' && isAmbiguousOwner(qualifier),
  };
}
