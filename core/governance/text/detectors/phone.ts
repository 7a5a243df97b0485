/**
 * Telephone numbers. numbers.ts finds the candidates; libphonenumber only validates one. Numbers with `+` or `00` and
 * the usual North American and French notations count on their own; any other needs a word nearby.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * What libphonenumber says about a number in international form.
 *
 * @param plusAndDigits `+` and digits without separators
 */
export function isInternational(plusAndDigits: string): 'valid' | 'possible' | undefined {
  const number = parsePhoneNumberFromString(plusAndDigits);
  if (!number) return undefined;
  if (number.isValid()) return 'valid';
  return number.isPossible() ? 'possible' : undefined;
}

/** How a candidate is written. */
export interface PhoneShape {
  /** The candidate in the source, with a leading `+`, `(` or `00`. */
  readonly raw: string;
  readonly digits: string;
  /** Sizes of its digit groups. */
  readonly sizes: readonly number[];
  /** It is between words. */
  readonly prose: boolean;
}

/** How strongly the form of a candidate suggests a telephone number; undefined when it is none. */
export type PhoneEvidence = 'certain' | 'likely' | 'weak' | undefined;

const NANP = /^(?:1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-.])[2-9]\d{2}[-.]\d{4}$/;
/** North American numbers with an international prefix. Tests and forms often use area codes that do not exist. */
const NANP_ABROAD = /^001[-.]\d{3}[-.]\d{3}[-.]\d{4}$/;
const NANP_LOOSE = /^(?:\+?1[ .-]?)?(?:\(\d{3}\)[ -]?|\d{3}[-. ]?)\d{3}[-. ]?\d{4}$/;
const FRENCH = /^0[1-9](?:[ .-]\d{2}){4}$/;
/**
 * The usual notation of mobile numbers in Britain, Germany, Sweden and Switzerland, the Netherlands, Korea, Japan,
 * China and Brazil.
 */
const MOBILE =
  /^(?:07\d{3} \d{3} ?\d{3}|01[5-7]\d[ /-]\d{3,4} ?\d{4}|07\d[- ]\d{3} ?\d{2} ?\d{2}|06[- ]\d{8}|06-\d{2} ?\d{2} ?\d{2} ?\d{2}|01[016-9]-\d{3,4}-\d{4}|0[789]0-\d{4}-\d{4}|1[3-9]\d[ -]\d{4}[ -]\d{4}|\(?[1-9]\d\)? 9\d{4}-\d{4})$/;
/** Toll-free numbers of North America, in any grouping. */
const TOLL_FREE = /^(?:1[ .-])?\(?8(?:00|88|77|66|55|44|33)\)?[ .-]\d{3}[ .-]\d{4}$/;
const TRUNK = /^\(?0\d{1,5}\)?[ /-]{1,2}\d[\d ./-]{4,}$/;

/** How strong the form is: `certain` needs nothing else, `likely` no word against it, `weak` a word for it. */
export function phoneEvidence(shape: PhoneShape): PhoneEvidence {
  const { raw, digits } = shape;
  const length = digits.length;
  // `(999) 999-9999` is an input mask.
  if (length < 7 || length > 15 || digits.startsWith('000') || /^(\d)\1+$/.test(digits)) return undefined;
  if (raw.startsWith('+')) {
    if (digits.startsWith('0')) return undefined;
    const validity =
      isInternational(`+${digits.replace(/^(\d{1,3})0(?=\d{9,})/, '$1$2')}`) ?? isInternational(`+${digits}`);
    if (validity === 'valid') return 'certain';
    return validity === 'possible' && shape.sizes.length > 1 ? 'likely' : 'weak';
  }
  if (raw.startsWith('00') && length >= 11 && isInternational(`+${digits.slice(2)}`) === 'valid') return 'likely';
  if (NANP.test(raw) || NANP_ABROAD.test(raw) || TOLL_FREE.test(raw)) return 'likely';
  if (FRENCH.test(raw) || (shape.prose && MOBILE.test(raw))) return 'likely';
  if (isDateLike(raw)) return undefined;
  if (/^\(\d{2,5}\)[ -]?\d/.test(raw) && length >= 9) return 'likely';
  if (NANP_LOOSE.test(raw) || TRUNK.test(raw)) return 'weak';
  return 'weak';
}

/** Labels before a telephone number: `M: 07911 …`, `Home 01632 …`. */
const LABEL =
  /(?:^|[\s,;(|/•])(?:[TFMHWPC]\s?:|(?:direct|home|work|office|b[uü]ro|privat|dienstlich|gesch[aä]ftlich|bureau|domicile|casa|oficina|trabajo|trabalho|escrit[oó]rio|ufficio|thuis|werk|kantoor|dom|praca|biuro|hemma|arbete|urgent|urgently|emergency|emergencies|notf[aä]lle?n?|urgences?|urgencias?|urgenze|sekretariat|secretariat|empfang|reception|rezeption|zentrale|receptie|recado|unter)\s?:?)\s{0,2}$/iu;
/** Phrases before a telephone number: `get me on`, `nå mig på`. */
const REACH_PHRASE =
  /(?<!\p{L})(?:me|us|him|her|them|mig|meg|mich|mir|uns|ihn|sie|moi|nous|ons)\s(?:on|at|under|unter|p[åa]|au|sur le|al|no|em|en el|op|via)\s{0,2}$/iu;

/** Whether such a label precedes `start`. */
export function isLabelledPhone(text: string, start: number, raw: string): boolean {
  return (
    /^(?:\(?0|\(?[2-9]\d{2}\)?[ .-]\d{3}[ .-]\d{4}$)/.test(raw) &&
    !isDateLike(raw) &&
    (LABEL.test(text.slice(Math.max(0, start - 24), start)) ||
      REACH_PHRASE.test(text.slice(Math.max(0, start - 24), start)))
  );
}

/** Words that are not the name of something with a number: `reach us with`, `at home`. */
const NOT_A_THING = new Set(
  `with from number numbers digits line home work desk direct office either please just also again below here them this that under
  nummer zuhause privat unter heim sous avec casa oficina escritorio trabalho lavoro ufficio thuis kantoor hemma dom biuro`.split(
    /\s+/,
  ),
);
const NUMBER_WORD = /(?:^|\s)(?:no|nr|num|number|nummer|numero|№|#)[.:]?\s*$/iu;

/**
 * Whether the word directly before a number names a thing that has it (`the manifest 718-204-3391`, `Refund
 * 212-664-7665 was`). Then the form alone does not make it a telephone number. After names, short words and signs the
 * answer is false.
 */
export function isNumberOfThing(text: string, start: number, end: number): boolean {
  let before = text.slice(Math.max(0, start - 48), start);
  const numbered = NUMBER_WORD.exec(before);
  if (numbered) before = `${before.slice(0, numbered.index)} `;
  const word = /(?:^|[^\p{L}])(\p{L}[\p{L}\p{M}'’-]{3,30}) $/u.exec(before)?.[1];
  if (word === undefined || NOT_A_THING.has(word.toLowerCase())) return false;
  if (!/^\p{Lu}/u.test(word)) return true;
  const first = /(?:^|[.!?:\n]\s{0,2})$/.test(before.slice(0, before.length - word.length - 1));
  return first && (numbered !== null || /^ \p{Ll}/u.test(text.slice(end, end + 2)));
}

/** Whether digits with separators are a date or a range of years. */
export function isDateLike(raw: string): boolean {
  return (
    /^(?:19|20)\d{2}[-./ ]\d{1,2}[-./ ]\d{1,2}$/.test(raw) ||
    /^\d{1,2}[-./ ]\d{1,2}[-./ ](?:19|20)\d{2}$/.test(raw) ||
    /^(?:19|20)\d{2}[ -]{1,3}(?:19|20)\d{2}$/.test(raw)
  );
}
