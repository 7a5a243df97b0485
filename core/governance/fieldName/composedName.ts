/**
 * Kinds of field names that are composed as other languages do it: the telling word first (`senha_acesso`), a number of something
 * (`nr_rachunku`, `Passport num`), anything of birth (`lieu_naissance`), concatenated words (`Kundenname`, `homephone`) and scripts without
 * blanks (`銀行口座番号`). Asked once a name, and only of names that the catalogue does not have. An unknown word is never taken for a filler.
 */

import { type FieldKind, kindsWith } from '../catalog/index.ts';
import * as parts from '../catalog/vocabulary/composition.ts';
import { phraseSet, phrases } from '../catalog/vocabulary/words.ts';
import { isPersonRole } from './roles.ts';

const NUMBERS = phraseSet(parts.NUMBER_WORDS);
const PARTICLES = phraseSet(parts.PARTICLES);
const BIRTHS = phrases(parts.BIRTH_STEMS);
const BIRTH = new RegExp(BIRTHS.join('|'));
const BIRTH_SHORT = /^(?:geb|nac|nasc|naiss)$/;
const PLACES = phraseSet(parts.PLACE_WORDS);
const NOT_A_BIRTH = phraseSet(parts.NOT_A_BIRTH);
const USES = phraseSet(parts.USES);
const PREFIXES = phraseSet(parts.JOINED_PREFIXES);
const NAME_END = /(?:name|namn|naam|navn|nimi|nev|adi)$/;
const PARTS_OF_NAMES = phraseSet(parts.NAME_PARTS);
const ABBREVIATIONS = new Map(
  parts.ABBREVIATIONS.trim()
    .split(/\s{2,}|\n/)
    .map((pair) => pair.trim().split(' ') as [string, string]),
);
/** Abbreviations that are clear without another word. */
const ALONE = /^(?:ph|phn|phon|fone?|mobl?|eml|pcode|pcd|psswd|addrs|adrs)\d?$|.{4}nr$/;
const CJK = /[\u3040-\u9fff\uac00-\ud7af]/;

/** Kinds whose values are numbers, so a word for a number beside the name changes nothing. */
export const NUMBERED = kindsWith('isNumber');
/** Kinds whose values have a form of their own, so any word may stand behind the name. */
const FORMED = kindsWith('hasForm');

/** A kind and where the words begin that tell it. */
export interface Composition {
  readonly kind: FieldKind;
  /** Position of the first word that tells. */
  readonly at: number;
}

/** The kind of a phrase in the catalogue. */
export type Lookup = (phrase: string) => FieldKind | undefined;

/** The kind of composed words, or undefined. */
export function compose(words: readonly string[], kindOf: Lookup): Composition | undefined {
  return (
    ofName(words) ??
    ofPlace(words, kindOf) ??
    ofNumber(words, kindOf) ??
    headFirst(words, kindOf) ??
    concatenated(words, kindOf)
  );
}

/** Date or place of birth, or a name at birth: `date_naissance`, `miejsce_urodzenia`, `Geburtsstadt`. Asked before the phrases of the catalogue. */
export function ofBirth(words: readonly string[]): Composition | undefined {
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

/** `nameFamily`, `owner_first`, `co_borrower_last`. */
function ofName(words: readonly string[]): Composition | undefined {
  const at = words.length - 1;
  const before = words[at - 1];
  if (before === undefined || !PARTS_OF_NAMES.has(words[at] ?? '')) return undefined;
  return before === 'name' || isPersonRole(before) ? { kind: 'name', at: at - 1 } : undefined;
}

/** `zipCity`, `plz_ort`, `city_state_zip`: parts of an address in one field. */
function ofPlace(words: readonly string[], kindOf: Lookup): Composition | undefined {
  const sorts = words.filter((word) => !PARTICLES.has(word)).map((word) => kindOf(word));
  return sorts.length > 1 &&
    sorts.includes('postalCode') &&
    sorts.every((part) => part === 'postalCode' || part === 'addressPart' || part === 'address')
    ? { kind: 'address', at: 0 }
    : undefined;
}

/** An abbreviation with a number: `ln1`. */
function numbered(word: string): string | undefined {
  const [, bare = '', digits = ''] = /^(\p{L}{2,5})(\d)$/u.exec(word) ?? [];
  const full = ABBREVIATIONS.get(bare);
  return full && full + digits;
}

/** The words as they would be written in full, when some are shortened; `nr` stands for a number in several languages. */
export function inFull(words: readonly string[]): readonly (readonly string[])[] {
  if (words.length === 1 && !ALONE.test(words[0] ?? '')) return [];
  const full = words.map(
    (word) => ABBREVIATIONS.get(word) ?? numbered(word) ?? word.replace(/(?<=\p{L}{4})nr$/u, 'nummer'),
  );
  if (full.every((word, index) => word === words[index])) return [];
  return words.includes('nr') ? [full, full.map((word, index) => (words[index] === 'nr' ? 'nummer' : word))] : [full];
}

/** `numero_documento`, `nr rachunku bankowego`, `passport_num`, `pass_nr`. */
function ofNumber(words: readonly string[], kindOf: Lookup): Composition | undefined {
  if (words.length < 2) return undefined;
  if (NUMBERS.has(words.at(-1) ?? '')) {
    for (let at = 0; at < words.length - 1; at++) {
      const kind = kindOf(words.slice(at, -1).join(''));
      if (kind !== undefined && NUMBERED.has(kind)) return { kind, at };
    }
  }
  if (!NUMBERS.has(words[0] ?? '')) return undefined;
  const rest = words.slice(1).filter((word) => !PARTICLES.has(word));
  const kind = kindOf(rest.join('')) ?? headFirst(rest, kindOf)?.kind;
  // Accounts of customers and clouds are named in English.
  if (kind === 'accountNumber' && !/^acc(?:oun)?t$/.test(rest[0] ?? '')) return { kind: 'bank', at: 0 };
  return kind !== undefined && NUMBERED.has(kind) ? { kind, at: 0 } : undefined;
}

/** The telling word first, behind it only whose it is and what it is for: `adresse_livraison`, `senha_acesso`, `nom_du_client`. */
function headFirst(words: readonly string[], kindOf: Lookup): Composition | undefined {
  for (let end = words.length - 1; end > 0; end--) {
    const kind = kindOf(words.slice(0, end).join(''));
    if (kind === undefined) continue;
    const rest = words.slice(end).filter((word) => !PARTICLES.has(word));
    const owned = rest.some(isPersonRole);
    // `account_owner` is a person.
    if (owned && HELD.has(kind)) return undefined;
    if (kind === 'bareName') return owned && rest.every(isUse) ? { kind: 'name', at: 0 } : undefined;
    if (
      kind === 'nationality' &&
      rest.every((word) => /^(?:country|code|iso|name|actual|actuelle|atual|[23])$/.test(word))
    )
      return { kind, at: 0 };
    if (kind === 'secret' && rest.every((word) => OF_SECRETS.has(word) || isUse(word))) return { kind, at: 0 };
    return FORMED.has(kind) || rest.every(isUse) ? { kind, at: 0 } : undefined;
  }
  // `cp_livraison`: short names that only a use makes clear.
  return words.length > 1 && POSTAL.has(words[0] ?? '') && words.slice(1).every((word) => USES.has(word))
    ? { kind: 'postalCode', at: 0 }
    : undefined;
}

const HELD: ReadonlySet<FieldKind> = new Set<FieldKind>(['accountNumber', 'bank', 'card', 'token']);
const OF_SECRETS = phraseSet(
  'hash salt plain plaintext clear cleartext encrypted enc hashed confirmation confirm value raw',
);
const POSTAL = phraseSet('cp cap plz npa');

function isUse(word: string): boolean {
  return USES.has(word) || isPersonRole(word) || /^\d{1,2}$/.test(word);
}

/** `Kundenname`, `wachtwoordhash`, `bankrekeningnummer`, `客户姓名`: a telling end behind a word that may stand before it. */
function concatenated(words: readonly string[], kindOf: Lookup): Composition | undefined {
  const word = words.at(-1) ?? '';
  const at = words.length - 1;
  if (CJK.test(word)) return ofScript(word, at, kindOf);
  if (word.length < 7) return undefined;
  for (let cut = 2; cut <= word.length - 3; cut++) {
    const before = word.slice(0, cut);
    const kind = kindOf(word.slice(cut));
    if (kind === undefined) continue;
    const owner = isOwner(before);
    if (kind === 'bareName') {
      if (owner && NAME_END.test(word)) return { kind: 'name', at };
      continue;
    }
    if (word.length - cut >= 4 && (PREFIXES.has(before) || (owner && kind !== 'addressPart')) && !isPart(kind))
      return { kind, at };
  }
  // `nr` for the German, Dutch and Scandinavian word.
  if (!word.endsWith('nr')) return undefined;
  const long = `${word.slice(0, -2)}nummer`;
  const kind = kindOf(long) ?? kindOf(word.slice(0, -2));
  if (kind !== undefined && NUMBERED.has(kind)) return { kind, at };
  const composed = concatenated([long], kindOf);
  return composed && { kind: composed.kind, at };
}

/** Kinds whose short names end other words by accident. */
function isPart(kind: FieldKind): boolean {
  return kind === 'gender' || kind === 'age' || kind === 'health' || kind === 'token';
}

/** Whether a word is a person's role, also with a joining letter: `Kunde·n`, `Patient·en`, `spouse·s`. */
function isOwner(word: string): boolean {
  return isPersonRole(word) || isPersonRole(word.replace(/(?:en|n|s|e|er)$/, ''));
}

/** Scripts without blanks: the longest known end of two characters or more; a name also behind a person. */
function ofScript(word: string, at: number, kindOf: Lookup): Composition | undefined {
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
