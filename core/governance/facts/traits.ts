/**
 * Properties of a field's value by its characters, and whether it is a real value or a placeholder, a template or a
 * mask.
 */

import { lazy } from '../../lib/lazy.ts';
import { READ_AS } from './normalize.ts';

/** The classes of characters in a value, as bits. */
export const Trait = {
  digit: 1,
  letter: 2,
  blank: 4,
  at: 8,
  percent: 16,
  brace: 32,
  bracket: 64,
  /** One of `/ \\ _ : | < = >`, as in paths, code and pairs. */
  sign: 128,
  /** Is read as another character (normalize.ts). */
  foreign: 256,
  /** Is of a script that is mostly written without spaces (Chinese, Japanese, Korean). */
  unspaced: 512,
} as const;

const TABLE = new Uint8Array(128);
for (let code = 48; code < 58; code++) TABLE[code] = Trait.digit;
for (let code = 65; code < 91; code++) TABLE[code] = Trait.letter;
for (let code = 97; code < 123; code++) TABLE[code] = Trait.letter;
for (const [chars, trait] of [
  [' ', Trait.blank],
  ['@', Trait.at],
  ['%', Trait.percent],
  ['{', Trait.brace],
  ['[', Trait.bracket],
  ['/\\_:|<=>', Trait.sign],
] as const) {
  for (const char of chars) TABLE[char.charCodeAt(0)] = trait;
}

/** The properties of a value. */
export interface Traits {
  digits: number;
  letters: number;
  /** Bits of `Trait`. */
  marks: number;
}

/** Whether a UTF-16 unit is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

const LETTER = /\p{L}/u;

/** Reused by every call, since an object for each value would cost more than reading the value. */
const result: Traits = { digits: 0, letters: 0, marks: 0 };

function setTraits(digits: number, letters: number, marks: number): Readonly<Traits> {
  result.digits = digits;
  result.letters = letters;
  result.marks = marks;
  return result;
}

/** The traits of a value; valid until the next call. */
export function traitsOf(value: string): Readonly<Traits> {
  let digits = 0;
  let letters = 0;
  let marks = 0;
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    const trait = code < 128 ? (TABLE[code] ?? 0) : foreign(code, value.charAt(index));
    marks |= trait;
    digits += trait & Trait.digit;
    letters += (trait & Trait.letter) >> 1;
  }
  return setTraits(digits, letters, marks);
}

/**
 * The traits of an ASCII value at its position in a document. Its string would be a slice of a longer one, whose
 * characters are slow to read.
 */
export function traitsIn(bytes: Uint8Array, start: number, end: number): Readonly<Traits> {
  let digits = 0;
  let letters = 0;
  let marks = 0;
  for (let index = start; index < end; index++) {
    const trait = TABLE[bytes[index] ?? 0] ?? 0;
    marks |= trait;
    digits += trait & Trait.digit;
    letters += (trait & Trait.letter) >> 1;
  }
  return setTraits(digits, letters, marks);
}

/** Classes of characters outside ASCII, determined when they first occur. */
const KNOWN = new Uint8Array(65_536);
const IS_KNOWN = 1;
const IS_LETTER = 2;

function foreign(code: number, char: string): number {
  if (READ_AS[code] !== 0) return Trait.foreign;
  let known = KNOWN[code] ?? 0;
  if (known === 0) {
    known = code > 0xbf && LETTER.test(char) ? IS_KNOWN | IS_LETTER : IS_KNOWN;
    KNOWN[code] = known;
  }
  return (known & IS_LETTER) | (code > LAST_SPACED ? Trait.unspaced : 0);
}
/** The scripts from Hiragana on (U+3040) and the signs before them are mostly written without spaces. */
const LAST_SPACED = 0x2fff;

/** A date, or a date and a time (ISO 8601). */
export const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/;
/** A UUID (RFC 9562). */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const URL_START = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Whether a text begins with the scheme of a URL and `://`. */
export function isUrl(text: string): boolean {
  return text.includes('://') && URL_START.test(text);
}

const PLACEHOLDER =
  /^(?:|n\/a|null|none|nil|undefined|unknown|anonymous|redacted|hidden|masked|private|not (?:set|provided|available|applicable)|tbd|test|-+|\*+|x+|\.+|\?+|–|—)$/i;
/** First characters of placeholders. */
const PLACEHOLDER_START = new Uint8Array(65_536);
for (const char of 'nuarhmptNUARHMPT*x.?X–—-') PLACEHOLDER_START[char.charCodeAt(0)] = 1;

/** Templates: `{{user.name}}`, `${NAME}`, `{name}`, `<name>`, `%s`. */
const TEMPLATE = /\{\{|\$\{|^\{[A-Za-z][A-Za-z_.-]*\d?\}$|^<[^<>]+>$|^%\w$|^\[\w+\]$/;
/** A path or relative URL: `/v1/customers.json`. */
const PATH = /^\.{0,2}\/[\w.~%-]+(?:\/|\.\w+$|\?)/;

/** Patterns of values and references to them: `^\\d{3}-\\d{4}$`, `[A-Z]{2}\\d{6}`, `env:SECRET`. */
const VALUE_PATTERN =
  /^\^.*\$$|\\[dws](?:[{+*?\\[(]|$)|\(\?[=!:<]|\[\^?[^\]]{1,24}\][{+*?]|^\/(?!Date\().+\/[gimsuy]{0,4}$|\.[+*](?:$|[@\\)])|_{3}|^%\(\w+\)s$|^\*\|\w+\|\*$|^:\w+$|^\$\.[\w.*[\]]+$|^(?:env|vault|ssm|secretsmanager|sops|op|file|ref|keyvault|secretref):\S*$/i;
/** Column types: `varchar(255)`, `decimal(10,2)`. */
const COLUMN_TYPE = /^[a-z]{3,12}\(\d{1,5}(?:, ?\d{1,3})?\)$/i;
const DOTTED = /^[a-z]{2,20}(?:\.[a-z][A-Za-z_]{1,20}\d?){1,4}$/;
/**
 * Whether a value is an input mask, in which one digit is repeated: `(99) 99999-9999`, `+49 000 0000000`, `AA999999A`.
 * Most numbers end with two different digits, which are compared first.
 */
export function isMask(value: string): boolean {
  let index = value.length - 1;
  if (index < 3 || index > 31) return false;
  if (!isDigit(value.charCodeAt(index))) index--;
  const digit = value.charCodeAt(index);
  if (!isDigit(digit)) return false;
  let run = 0;
  for (; index >= 0; index--) {
    const code = value.charCodeAt(index);
    if (code === digit) run++;
    else if (isDigit(code)) break;
    // Separators between groups, and capital letters.
    else if (!(code >= 0x28 && code <= 0x2f) && code !== 0x20 && !(code >= 0x41 && code <= 0x5a)) return false;
  }
  return index < 0 ? run >= 4 : run >= 6 && index <= 3 && value.charCodeAt(0) === 0x2b;
}

/** How remarks about a field begin: `must be …`, `Please enter …`. */
const REMARK = lazy(
  () =>
    /^(?:is|are|was|must|should|can['’]t|can not|cannot|has|needs to|does not|doesn['’]t|already|too|not|ist|muss|darf nicht|fehlt|ne peut|doit|est|no puede|debe|es|não pode|deve|non può|è|mag niet|moet|nie może|musi|får inte|måste|kan ikke|må) |^(?:Must|Should|Please|Enter|Invalid|Required|Cannot|Choose|Select|Your|Confirm|Bitte|Veuillez|Por favor|Inserisci|Introduzca|Ingrese|Digite|Informe|Voer|Podaj|Zadejte) [\p{Ll}\p{Lu}]|^(?:e\.g\.|z\. ?B\.|p\. ?ex\.|np\.|bijv\.|ej\.) /u,
);

const REMARK_START = new Uint8Array(65_536);
for (const char of 'iawmschndtfeèpzbMSPEIRCYBVDFZ') REMARK_START[char.charCodeAt(0)] = 1;

/**
 * Whether a value is a placeholder. Runs for every candidate, so cheap checks come first.
 *
 * @param marks bits of `Trait` of the value
 * @param mayBeDotted words with dots between them are no path
 */
export function isPlaceholder(value: string, marks: number, mayBeDotted = false): boolean {
  const first = value.charCodeAt(0);
  if (value === '' || (value.length <= 16 && PLACEHOLDER_START[first] === 1 && PLACEHOLDER.test(value))) return true;
  if (
    (first === 0x5e ||
      first === 0x2a ||
      first === 0x24 ||
      first === 0x28 ||
      (marks & (Trait.bracket | Trait.sign)) !== 0) &&
    VALUE_PATTERN.test(value)
  )
    return true;
  // The path of a value: `addr.line1`.
  if (
    first >= 0x61 &&
    first <= 0x7a &&
    (marks & (Trait.blank | Trait.at)) === 0 &&
    !mayBeDotted &&
    value.includes('.') &&
    DOTTED.test(value)
  )
    return true;
  if (value.charCodeAt(value.length - 1) === 0x29 && COLUMN_TYPE.test(value)) return true;
  if ((marks & Trait.blank) !== 0 && REMARK_START[first] === 1 && REMARK().test(value)) return true;
  if ((first === 0x2f || first === 0x2e) && PATH.test(value)) return true;
  return (first === 0x25 || first === 0x3c || first === 0x5b || (marks & Trait.brace) !== 0) && TEMPLATE.test(value);
}
