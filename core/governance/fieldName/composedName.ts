/**
 * Kinds of composed field names: the main word first (`senha_acesso`), a number of something (`nr_rachunku`, `Passport
 * num`), dates and places of birth (`lieu_naissance`), joined words (`Kundenname`, `homephone`) and scripts without
 * spaces (`銀行口座番号`). Used once for each name, and only when the catalogue does not have the name. A word that is not
 * known is never skipped.
 */

import { type FieldKind, kindsWith } from '../catalog/index.ts';
import * as parts from '../vocabulary/composition.ts';
import { phraseSet, phrases, respell } from '../vocabulary/words.ts';
import { isPersonRole } from './roles.ts';

const NUMBERS = phraseSet(parts.NUMBER_WORDS);
const PARTICLES = phraseSet(parts.PARTICLES);
const BIRTHS = phrases(parts.BIRTH_STEMS);
const BIRTH = new RegExp(BIRTHS.join('|'));
const BIRTH_SHORT = /^(?:geb|nac|nasc|naiss)$/;
const PLACES = phraseSet(parts.PLACE_WORDS);
const NOT_A_BIRTH = new Set(phrases(parts.NOT_A_BIRTH).flatMap((word) => [word, respell(word)]));
const USES = phraseSet(parts.USES);
const PREFIXES = phraseSet(parts.JOINED_PREFIXES);
const NAME_END = /(?:name|namn|naam|navn|nimi|nev|adi)$/;
const PARTS_OF_NAMES = phraseSet(parts.NAME_PARTS);
const ABBREVIATIONS = new Map(
  parts.ABBREVIATIONS.trim()
    .split(/\s{2,}|\n/)
    .map((pair) => pair.trim().split(' ') as [string, string]),
);
/** Abbreviations that are unambiguous on their own. */
const UNAMBIGUOUS_ABBREVIATION = /^(?:ph|phn|phon|fone?|mobl?|eml|pcode|pcd|psswd|addrs|adrs)\d?$|.{4}nr$/;
const CJK = /[\u3040-\u9fff\uac00-\ud7af]/;

/** Kinds whose values are numbers, so "number" in the name does not change the kind. */
export const NUMBER_KINDS = kindsWith('isNumber');
/** Kinds whose values have a form of their own, so any word may follow the name. */
const KINDS_WITH_FORM = kindsWith('hasForm');

/** A kind, and where in the name it was found. */
export interface Composition {
  readonly kind: FieldKind;
  /** Position of the first word of the phrase that has the kind. */
  readonly at: number;
}

/** Returns the catalogue's kind of a phrase. */
export type Lookup = (phrase: string) => FieldKind | undefined;

/** The kind of composed words; undefined when they have none. */
export function compose(words: readonly string[], kindOf: Lookup): Composition | undefined {
  return (
    partOfName(words) ??
    severalAddressParts(words, kindOf) ??
    numberOfSomething(words, kindOf) ??
    mainWordFirst(words, kindOf) ??
    concatenated(words, kindOf)
  );
}

/**
 * Date of birth, place of birth or name at birth: `date_naissance`, `miejsce_urodzenia`, `Geburtsstadt`. Tried before
 * the phrases of the catalogue.
 */
export function composeBirth(words: readonly string[]): Composition | undefined {
  if (words.length > 5) return undefined;
  const at = words.findIndex((word) => BIRTH.test(word) || BIRTH_SHORT.test(word));
  if (at < 0 || words.some((word) => NOT_A_BIRTH.has(word))) return undefined;
  const birth = words[at] ?? '';
  const rest = BIRTH_SHORT.test(birth)
    ? ['dat'].slice(words.length)
    : birth.replace(BIRTH, ' ').split(' ').filter(Boolean);
  const others = [...words.slice(0, at), ...words.slice(at + 1), ...rest].map((word) =>
    word.replace(/^s(?=\w{2})/, ''),
  );
  if (others.some((word) => PLACES.has(word))) return { kind: 'birthPlace', at };
  if (others.some((word) => NAME_END.test(word) || /^no[mn]e?$|^nombre$|^nazwisko$/.test(word)))
    return { kind: 'name', at };
  return others.length === 0 ||
    others.some((word) =>
      /^(?:dat|dt|fec|tarih|tanggal|ngay|jaar|year|ano|annee|anno|tag|dag|day|aika|yr|jr|mo$|(?:op|am|il|le|el|em)$|dato|дата|ημερομηνια|تاريخ|תאריך|期|日|月)/.test(
        word,
      ),
    )
    ? { kind: 'birthDate', at }
    : undefined;
}

/** A part of a name after its owner: `nameFamily`, `owner_first`, `co_borrower_last`. */
function partOfName(words: readonly string[]): Composition | undefined {
  const at = words.length - 1;
  const before = words[at - 1];
  if (before === undefined || !PARTS_OF_NAMES.has(words[at] ?? '')) return undefined;
  return before === 'name' || isPersonRole(before) ? { kind: 'name', at: at - 1 } : undefined;
}

/** Several parts of an address in one field: `zipCity`, `plz_ort`, `city_state_zip`. */
function severalAddressParts(words: readonly string[], kindOf: Lookup): Composition | undefined {
  const sorts = words.filter((word) => !PARTICLES.has(word)).map((word) => kindOf(word));
  return sorts.length > 1 &&
    sorts.includes('postalCode') &&
    sorts.every((part) => part === 'postalCode' || part === 'addressPart' || part === 'address')
    ? { kind: 'address', at: 0 }
    : undefined;
}

/** The full form of an abbreviation with a digit: `ln1`. */
function expandNumbered(word: string): string | undefined {
  const [, bare = '', digits = ''] = /^(\p{L}{2,5})(\d)$/u.exec(word) ?? [];
  const full = ABBREVIATIONS.get(bare);
  return full && full + digits;
}

/**
 * The words with abbreviations expanded; empty when there are none. Two results when `nr` is among them, which stands
 * for "number" in several languages.
 */
export function expandAbbreviations(words: readonly string[]): readonly (readonly string[])[] {
  if (words.length === 1 && !UNAMBIGUOUS_ABBREVIATION.test(words[0] ?? '')) return [];
  const full = words.map(
    (word) => ABBREVIATIONS.get(word) ?? expandNumbered(word) ?? word.replace(/(?<=\p{L}{4})nr$/u, 'nummer'),
  );
  if (full.every((word, index) => word === words[index])) return [];
  return words.includes('nr') ? [full, full.map((word, index) => (words[index] === 'nr' ? 'nummer' : word))] : [full];
}

/** A number of something: `numero_documento`, `nr rachunku bankowego`, `passport_num`, `pass_nr`. */
function numberOfSomething(words: readonly string[], kindOf: Lookup): Composition | undefined {
  if (words.length < 2) return undefined;
  if (NUMBERS.has(words.at(-1) ?? '')) {
    for (let at = 0; at < words.length - 1; at++) {
      const kind = kindOf(words.slice(at, -1).join(''));
      if (kind !== undefined && NUMBER_KINDS.has(kind)) return { kind, at };
    }
  }
  if (!NUMBERS.has(words[0] ?? '')) return undefined;
  const rest = words.slice(1).filter((word) => !PARTICLES.has(word));
  const kind = kindOf(rest.join('')) ?? mainWordFirst(rest, kindOf)?.kind;
  // Accounts that are not at a bank are usually named in English.
  if (kind === 'accountNumber' && !/^acc(?:oun)?t$/.test(rest[0] ?? '')) return { kind: 'bank', at: 0 };
  return kind !== undefined && NUMBER_KINDS.has(kind) ? { kind, at: 0 } : undefined;
}

/**
 * The main word first, then only words for whose it is or what it is for: `adresse_livraison`, `senha_acesso`,
 * `nom_du_client`.
 */
function mainWordFirst(words: readonly string[], kindOf: Lookup): Composition | undefined {
  for (let end = words.length - 1; end > 0; end--) {
    const kind = kindOf(words.slice(0, end).join(''));
    if (kind === undefined) continue;
    const rest = words.slice(end).filter((word) => !PARTICLES.has(word));
    const owned = rest.some(isPersonRole);
    // An `account_owner` is a person.
    if (owned && OWNED_KINDS.has(kind)) return undefined;
    if (kind === 'bareName') return owned && rest.every(isUse) ? { kind: 'name', at: 0 } : undefined;
    if (
      kind === 'nationality' &&
      rest.every((word) => /^(?:country|code|iso|name|actual|actuelle|atual|[23])$/.test(word))
    )
      return { kind, at: 0 };
    if (kind === 'secret' && rest.every((word) => SECRET_ATTRIBUTES.has(word) || isUse(word))) return { kind, at: 0 };
    return KINDS_WITH_FORM.has(kind) || rest.every(isUse) ? { kind, at: 0 } : undefined;
  }
  // Short names that are clear only together with a use: `cp_livraison`.
  return words.length > 1 && POSTAL.has(words[0] ?? '') && words.slice(1).every((word) => USES.has(word))
    ? { kind: 'postalCode', at: 0 }
    : undefined;
}

const OWNED_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>(['accountNumber', 'bank', 'card', 'token']);
const SECRET_ATTRIBUTES = phraseSet(
  'hash salt plain plaintext clear cleartext encrypted enc hashed confirmation confirm value raw',
);
const POSTAL = phraseSet('cp cap plz npa');

function isUse(word: string): boolean {
  return USES.has(word) || isPersonRole(word) || /^\d{1,2}$/.test(word);
}

/** A known word joined to a word that may precede it: `Kundenname`, `wachtwoordhash`, `bankrekeningnummer`, `客户姓名`. */
function concatenated(words: readonly string[], kindOf: Lookup): Composition | undefined {
  const word = words.at(-1) ?? '';
  const at = words.length - 1;
  if (CJK.test(word)) return withoutSpaces(word, at, kindOf);
  if (word.length < 7) return undefined;
  for (let cut = 2; cut <= word.length - 3; cut++) {
    const before = word.slice(0, cut);
    const kind = kindOf(word.slice(cut));
    if (kind === undefined) continue;
    const owner = isInflectedPersonRole(before);
    if (kind === 'bareName') {
      if (owner && NAME_END.test(word)) return { kind: 'name', at };
      continue;
    }
    if (word.length - cut >= 4 && (PREFIXES.has(before) || (owner && kind !== 'addressPart')) && !isOftenAnEnding(kind))
      return { kind, at };
  }
  // `nr` abbreviates the word for "number" in German, Dutch and the Scandinavian languages.
  if (!word.endsWith('nr')) return undefined;
  const long = `${word.slice(0, -2)}nummer`;
  const kind = kindOf(long) ?? kindOf(word.slice(0, -2));
  if (kind !== undefined && NUMBER_KINDS.has(kind)) return { kind, at };
  const composed = concatenated([long], kindOf);
  return composed && { kind: composed.kind, at };
}

/** Kinds whose short names are often the end of another word. */
function isOftenAnEnding(kind: FieldKind): boolean {
  return kind === 'gender' || kind === 'age' || kind === 'health' || kind === 'token';
}

/** Whether a word is a person's role, also with a linking letter: `Kunde·n`, `Patient·en`, `spouse·s`. */
function isInflectedPersonRole(word: string): boolean {
  return isPersonRole(word) || isPersonRole(word.replace(/(?:en|n|s|e|er)$/, ''));
}

/** For scripts without spaces: the longest known ending of at least two characters, or a name after a person's role. */
function withoutSpaces(word: string, at: number, kindOf: Lookup): Composition | undefined {
  for (let cut = 1; cut < word.length; cut++) {
    const kind = kindOf(word.slice(cut));
    if (kind === undefined) continue;
    const before = word.slice(0, cut);
    if (kind === 'name' || kind === 'bareName') {
      if (
        (kind === 'name' && word.length - cut >= 2) ||
        isPersonRole(before) ||
        isPersonRole(before.replace(/^[おご]|[様さ]$/g, ''))
      )
        return { kind: 'name', at };
      continue;
    }
    if (word.length - cut >= 2) return { kind, at };
  }
  return undefined;
}
