/** Values that stand for none: placeholders, templates, paths; and forms that are asked for in several places. */
import { isDigit } from './digits.ts';
import { Trait } from './traits.ts';

export const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/;
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const URL_START = /^[a-z][a-z0-9+.-]*:\/\//i;

export function isUrl(text: string): boolean {
  return text.includes('://') && URL_START.test(text);
}

const PLACEHOLDER =
  /^(?:|n\/a|null|none|nil|undefined|unknown|anonymous|redacted|hidden|masked|private|not (?:set|provided|available|applicable)|tbd|test|-+|\*+|x+|\.+|\?+|–|—)$/i;
/** First letters of these. */
const PLACEHOLDER_START = new Uint8Array(65_536);
for (const char of 'nuarhmptNUARHMPT*x.?X–—-') PLACEHOLDER_START[char.charCodeAt(0)] = 1;

/** `{{user.name}}`, `${NAME}`, `{name}`, `<name>`, `%s`: the place of a value, not one. */
const TEMPLATE = /\{\{|\$\{|^\{[A-Za-z][A-Za-z_.-]*\d?\}$|^<[^<>]+>$|^%\w$|^\[\w+\]$/;
/** A path or relative URL: `/v1/customers.json`. */
const PATH = /^\.{0,2}\/[\w.~%-]+(?:\/|\.\w+$|\?)/;

/** `^\\d{3}-\\d{4}$`, `[A-Z]{2}\\d{6}`: the form of a value. */
const FORM =
  /^\^.*\$$|\\[dws](?:[{+*?\\[(]|$)|\(\?[=!:<]|\[\^?[^\]]{1,24}\][{+*?]|^\/(?!Date\().+\/[gimsuy]{0,4}$|\.[+*](?:$|[@\\)])|_{3}|^%\(\w+\)s$|^\*\|\w+\|\*$|^:\w+$|^\$\.[\w.*[\]]+$|^(?:env|vault|ssm|secretsmanager|sops|op|file|ref|keyvault|secretref):\S*$/i;
/** `varchar(255)`, `decimal(10,2)`. */
const COLUMN_TYPE = /^[a-z]{3,12}\(\d{1,5}(?:, ?\d{1,3})?\)$/i;
const DOTTED = /^[a-z]{2,20}(?:\.[a-z][A-Za-z_]{1,20}\d?){1,4}$/;
/**
 * `(99) 99999-9999`, `+49 000 0000000`, `AA999999A`: one digit over and over, which no one's number is. Most numbers end in two
 * digits that differ and are done after those.
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
    // Signs between groups, and capital letters.
    else if (!(code >= 0x28 && code <= 0x2f) && code !== 0x20 && !(code >= 0x41 && code <= 0x5a)) return false;
  }
  return index < 0 ? run >= 4 : run >= 6 && index <= 3 && value.charCodeAt(0) === 0x2b;
}

/** What a form says about a field. */
const REMARK =
  /^(?:is|are|was|must|should|can['’]t|can not|cannot|has|needs to|does not|doesn['’]t|already|too|not|ist|muss|darf nicht|fehlt|ne peut|doit|est|no puede|debe|es|não pode|deve|non può|è|mag niet|moet|nie może|musi|får inte|måste|kan ikke|må) |^(?:Must|Should|Please|Enter|Invalid|Required|Cannot|Choose|Select|Your|Confirm|Bitte|Veuillez|Por favor|Inserisci|Introduzca|Ingrese|Digite|Informe|Voer|Podaj|Zadejte) [\p{Ll}\p{Lu}]|^(?:e\.g\.|z\. ?B\.|p\. ?ex\.|np\.|bijv\.|ej\.) /u;

const REMARK_START = new Uint8Array(65_536);
for (const char of 'iawmschndtfeèpzbMSPEIRCYBVDFZ') REMARK_START[char.charCodeAt(0)] = 1;

/** Asked of every candidate, so the cheap questions come first; `marks` are those of traits.ts. */
export function isPlaceholder(value: string, marks: number): boolean {
  const first = value.charCodeAt(0);
  if (value === '' || (value.length <= 16 && PLACEHOLDER_START[first] === 1 && PLACEHOLDER.test(value))) return true;
  if (
    (first === 0x5e ||
      first === 0x2a ||
      first === 0x24 ||
      first === 0x28 ||
      (marks & (Trait.bracket | Trait.sign)) !== 0) &&
    FORM.test(value)
  )
    return true;
  // `addr.line1`: where a value comes from.
  if (
    first >= 0x61 &&
    first <= 0x7a &&
    (marks & (Trait.blank | Trait.at)) === 0 &&
    value.includes('.') &&
    DOTTED.test(value)
  )
    return true;
  if (value.charCodeAt(value.length - 1) === 0x29 && COLUMN_TYPE.test(value)) return true;
  if ((marks & Trait.blank) !== 0 && REMARK_START[first] === 1 && REMARK.test(value)) return true;
  if ((first === 0x2f || first === 0x2e) && PATH.test(value)) return true;
  return (first === 0x25 || first === 0x3c || first === 0x5b || (marks & Trait.brace) !== 0) && TEMPLATE.test(value);
}
