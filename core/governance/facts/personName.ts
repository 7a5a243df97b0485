/** Whether a value reads like the name of a person or of a company. */

import { lazy } from '../../lib/lazy.ts';
import { ORGANISATIONS } from '../vocabulary/organisations.ts';
import { THING_ENDINGS, THING_WORDS } from '../vocabulary/things.ts';
import { fold, phraseSet } from '../vocabulary/words.ts';
import { isCountry } from './countries.ts';
import { capitalizedWords } from './givenName.ts';
import { isPlaceholderPerson } from './placeholderPerson.ts';
import { SuffixFilter } from './suffixFilter.ts';
import { ISO_DATE, isUrl, Trait, type Traits, UUID } from './traits.ts';

const MAX_LAST = 80;

/** Forgets the last value of each test. */
const forgetting: (() => void)[] = [];

/** The same test, with the result for the last value: the rules of one field often ask for the same one. */
function rememberingLast(test: (value: string) => boolean): (value: string) => boolean {
  let last: string | undefined;
  let result = false;
  forgetting.push(() => {
    last = undefined;
  });
  return (value) => {
    if (value === last) return result;
    if (value.length > MAX_LAST) return test(value);
    result = test(value);
    last = value;
    return result;
  };
}

/** Forgets the values of an answer that was governed. */
export function forgetLastValues(): void {
  for (const forget of forgetting) forget();
}

/** Words in the names of companies and teams that names of people rarely have. */
const ORGANISATION_WORDS = new Set(ORGANISATIONS.trim().split(/\s+/));

const ORGANISATION_FILTER = new SuffixFilter(ORGANISATION_WORDS);

/** Whether a value has a word that names of companies and teams have, and names of people rarely. */
export const looksLikeOrganisation = rememberingLast(readsAsOrganisation);

function readsAsOrganisation(value: string): boolean {
  const length = value.length;
  let start = 0;
  let foreign = false;
  for (let index = 0; index <= length; index++) {
    const code = index < length ? value.charCodeAt(index) : 32;
    if (code > 0x2fff) foreign = true;
    // `Amy's Bird Sanctuary`
    if ((code === 39 || code === 0x2019) && value.startsWith('s ', index + 1)) return true;
    // Words end at spaces and punctuation. Each word is looked up, since a pattern would be slower.
    if (code !== 32 && code !== 44 && code !== 46 && code !== 38 && code !== 47 && code !== 40 && code !== 41) continue;
    if (
      index - start >= 2 &&
      ORGANISATION_FILTER.mayEndWith(value, index) &&
      ORGANISATION_WORDS.has(value.slice(start, index).toLowerCase())
    )
      return true;
    start = index + 1;
  }
  // `Mistral AI`, `Acme UK`
  const last = value.charCodeAt(length - 1);
  if ((last === 73 || last === 75 || last === 65 || last === 86) && COUNTRY_OR_TRADE.test(value)) return true;
  return foreign && /株式会社|有限公司|有限会社|公司|주식회사|회사|大学|病院|医院/.test(value);
}

/** The last word of a company's name. */
const COUNTRY_OR_TRADE = / (?:AI|UK|USA|TV)$/;

const NAME_WORD = lazy(
  () =>
    /^(?:\p{Lu}[\p{L}\p{M}'’.-]*|(?:(?:al|el|ul|ad|as|ash|ar)-\p{Lu}[\p{L}'’-]+|los|las|of|op|bint|abu|van|von|de|der|den|del|della|da|di|do|dos|das|du|la|le|el|al|bin|ibn|ben|y|e|ter|ten|zu|zur|af|av|st\.?|mc|o['’]\p{Lu}\p{L}+|d['’]\p{Lu}\p{L}+))$/u,
);
const HAN_NAME = lazy(
  () =>
    /^[\p{Script=Han}]{2,4}$|^[\p{Script=Hangul}]{2,4}$|^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,5}[ \u3000][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,5}$|^[\p{Script=Katakana}ー・]{3,20}$/u,
);

const THINGS = phraseSet(THING_WORDS);
const THING_END = new RegExp(`(?:${THING_ENDINGS.trim().split(/\s+/).join('|')})$`);

/** Whether a word for a thing or an action is among the words: `Intel Graphics`, `Image Resizer`. */
export function looksLikeThing(value: string): boolean {
  if (capitalizedWords(value) > 0) return hasThing(value);
  return value.split(/[\s,]+/).some((word) => {
    const folded = fold(word);
    return (
      THINGS.has(folded) ||
      (word.includes('-') && THINGS.has(folded.replaceAll('-', ''))) ||
      (folded.length > 6 && THING_END.test(folded))
    );
  });
}

const THING_FILTER = new SuffixFilter(THINGS, THING_ENDINGS.trim().split(/\s+/));

/** The same for words in ASCII with one space between two of them. */
function hasThing(text: string): boolean {
  let start = 0;
  for (let index = 0; index <= text.length; index++) {
    if (index < text.length && text.charCodeAt(index) !== 32) continue;
    if (THING_FILTER.mayEndWith(text, index)) {
      const word = text.slice(start, index).toLowerCase();
      if (THINGS.has(word) || (word.length > 6 && THING_END.test(word))) return true;
    }
    start = index + 1;
  }
  return false;
}

/** Whether the last word has an ending of things: `Deutscher Wetterdienst`. */
export function endsAsThing(value: string): boolean {
  const last = fold(value.slice(value.lastIndexOf(' ') + 1));
  return last.length > 6 && THING_END.test(last);
}

/** Two to four words in a script without upper case. */
const CASELESS_NAME = lazy(
  () =>
    /^(?=.{5,40}$)(?:[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Georgian}]{2,14}(?: |$)){2,4}$/u,
);
const COMPANY_WORD = /شركة|مؤسسة|عيادة|مستشفى|بنك|חברת|בנק|บริษัท|ธนาคาร|कंपनी/;

/** Whether a value is a list of names and at least one is a full name: `Ann Lee; Bob Ray`, `Ann and Bob Lee`. */
export function looksLikePersonNames(value: string): boolean {
  // In plain words nothing separates names.
  if (capitalizedWords(value) > 0) return looksLikePersonName(value);
  if (value.length < 200 && /;| \/ | & | and | und | et | y | e |, .*, /.test(value) && !looksLikeOrganisation(value)) {
    const names = value.split(/ ?; ?| \/ | & | and | und | et | y | e |, /);
    if (
      names.length > 1 &&
      names.length <= 12 &&
      names.some(looksLikePersonName) &&
      names.every(
        (name) => looksLikePersonName(name) || (NAME_WORD().test(name.trim()) && !looksLikeThing(name.trim())),
      )
    )
      return true;
  }
  return looksLikePersonName(value);
}

/** An addition after a name: `Ann Lee - Manager`, `Ann Lee [Ops]`. */
const NAME_ADDITION = / (?:[-–|] .*|\[[^[\]]*\])$/;
const NICKNAME = lazy(() => / (?:"[^"]{2,16}"|'\p{Lu}[^']{1,15}'|“[^”]{2,16}”|„[^“]{2,16}“)(?= )/u);

/** Whether a value reads like the name of one person: two to five capitalized words and particles. */
export const looksLikePersonName = rememberingLast(readsAsPersonName);

function readsAsPersonName(value: string): boolean {
  // `Ann Lee (VIP)`
  const text = value.endsWith(')') ? value.replace(/ ?\([^()]*\)$/, '').trim() : value.trim();
  if (readsAsName(text) || isPlaceholderPerson(text)) return true;
  if (text.length > 80 || !/ [-–|["'“„]/.test(text)) return false;
  const name = text.replace(NAME_ADDITION, '').replace(NICKNAME(), '');
  return name !== text && readsAsName(name);
}

/** The scripts without upper case begin here. */
const FIRST_CASELESS = 0x590;
/** First words of states, titles, companies and captions: `To Do`, `In Progress`, `My Timeline`, `The Republic`. */
const NOT_FIRST =
  /^(?:The|My|Our|This|To|In|Not|Ready|Awaiting|Without|With|For|All|Any|Every|Under|After|Before|Your) /;

function readsAsName(text: string): boolean {
  if (text.length < 2 || text.length > 60) return false;
  const plainWords = capitalizedWords(text);
  if (plainWords > 0)
    return (
      plainWords > 1 &&
      plainWords < 6 &&
      !(looksLikeOrganisation(text) || hasThing(text) || isCountry(text) || NOT_FIRST.test(text))
    );
  if (/[0-9@/\\_:;#<>{}[\]=|*+]/.test(text)) return false;
  if (
    text.charCodeAt(0) >= FIRST_CASELESS &&
    (HAN_NAME().test(text) || (CASELESS_NAME().test(text) && !COMPANY_WORD.test(text)))
  )
    return true;
  const words = text.replace(',', ' ').split(/\s+/);
  if (words.length < 2 || words.length > 5) return false;
  if (looksLikeOrganisation(text) || looksLikeThing(text) || isCountry(text) || NOT_FIRST.test(text)) return false;
  return (
    words.every((word) => NAME_WORD().test(word)) &&
    words.filter((word) => /^\p{Lu}|^\p{Ll}{2,3}-\p{Lu}/u.test(word)).length >= 2
  );
}

/**
 * Whether the value of a field for names can be a name.
 *
 * @param named what the field may name: of `anything`, slugs, codes and paths are rejected
 */
export function plausibleName(
  value: string,
  named: 'anything' | 'person',
  { digits, letters, marks }: Readonly<Traits>,
): boolean {
  if (value.length > 120 || letters === 0 || (marks & Trait.at) !== 0) return false;
  // A date or an id.
  if (digits > 3 && (ISO_DATE.test(value) || (marks & Trait.blank) === 0)) return false;
  const signs = (marks & Trait.sign) !== 0;
  if (signs && (isUrl(value) || (OWNER_AND_REPOSITORY.test(value) && !/^[A-Z]{2,}\/[A-Z]{2,}$/.test(value))))
    return false;
  if (value.length === 36 && digits > 0 && UUID.test(value)) return false;
  if (digits > 0 && (marks & Trait.blank) === 0 && (value.length > 20 || CODED.test(value))) return false;
  const last = value.charCodeAt(value.length - 1);
  if ((last === 0x74 || last === 0x5d) && BOT().test(value) && (named === 'anything' || !ONE_WORD.test(value)))
    return false;
  // Names of fields: `last_request_at`, `custom_attributes.Size`.
  if (named === 'person')
    return !endsAsCompany(value, marks) && !endsAsTeam(value) && !(value.includes('_') && FIELD_CODE.test(value));
  // Company names were rejected by the decision before; here slugs and codes are.
  return (
    (!signs || PRONOUNS().test(value)) &&
    (digits <= 2 || isPlaceholderPerson(value)) &&
    ((marks & Trait.blank) !== 0 || !(SLUG.test(value) || (digits > 0 && value.includes('-'))))
  );
}

/** Whether a value has a legal form, which shows that a field for people (`contractor_name`) holds a company. */
function endsAsCompany(value: string, marks: number): boolean {
  const end = value.endsWith('.') ? value.length - 1 : value.length;
  return ((marks & Trait.unspaced) !== 0 || LEGAL_FORM_FILTER.mayEndWith(value, end)) && LEGAL_FORM.test(value);
}
const LEGAL_FORM =
  / (?:Inc|LLC|L\.L\.C|Ltd|Limited|GmbH|mbH|AG|KG|OHG|SE|SA|S\.A|SAS|SARL|BV|B\.V|NV|Oy|Oyj|A\/S|ApS|Kft|Srl|S\.r\.l|SpA|S\.p\.A|Ltda|LLP|PLC|Corp|Corporation|Sp\. z o\.o|s\.r\.o|A\.Ş|Pty Ltd|Pvt Ltd|& Co|Company|PLLC|INC|LTD|LIMITED|CORP|CORPORATION|COMPANY|N\.A)\.?$|株式会社|有限公司|주식회사/;

/** The last words of the legal forms. */
const LEGAL_FORM_FILTER = new SuffixFilter(
  'inc llc l.l.c ltd limited gmbh mbh ag kg ohg se sa s.a sas sarl bv b.v nv oy oyj a/s aps kft srl s.r.l spa s.p.a ltda llp plc corp corporation o.o s.r.o a.ş co company pllc n.a'.split(
    ' ',
  ),
);

/** Whether a value names a team: `Storage development team`. */
const endsAsTeam = (value: string): boolean => TEAM_FILTER.mayEndWith(value, value.length) && TEAM().test(value);
const TEAM_FILTER = new SuffixFilter(['team', 'group', 'squad', 'list']);
const TEAM = lazy(() => /\p{L} (?:[Tt]eam|TEAM|[Gg]roup|GROUP|[Ss]quad|mailing list)$/u);

/** `slackbot`, `renovate-bot`, `dependabot[bot]`, `Deploy Bot`, `PriceWatchBot`. */
const BOT = lazy(() => /^(?!talbot$|abbot$)[a-z][a-z0-9-]*bot$|\[bot\]$|[ _-][Bb]ot$|\p{Ll}Bot$/u);
/** `Standard_A0_A7` */
const CODED = /^\w+_\w+$/;
const FIELD_CODE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?:$|\.)/;
/** One lower-case word, which may be a name. */
const ONE_WORD = /^[a-z]+$/;

/** A name with pronouns: `Ann Lee (she/her)`. */
const PRONOUNS = lazy(() => /^[^/]+ \(\p{L}{2,6}(?:\/\p{L}{2,6}){1,2}\)$/u);

const OWNER_AND_REPOSITORY = /^[\w.-]+\/[\w.-]+$/;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)+$/;
