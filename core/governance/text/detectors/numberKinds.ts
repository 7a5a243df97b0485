/**
 * Decides what a window of digit groups is, strongest kinds first: by check digits, form, the words around it and the
 * field's name. numbers.ts finds the windows.
 */

import { lazy } from '../../../lib/lazy.ts';
import { defineFindings } from '../../../model/governance/rule.ts';
import { type Span, spanOf } from '../../../model/governance/span.ts';
import { luhn } from '../../facts/digits.ts';
import { type Topic, type Topics, topicAfter } from '../../fieldName/contextWords.ts';
import { isCard, isCardGrouping } from './card.ts';
import { isCompactDate, isCounted } from './count.ts';
import { spendWork, type TextContext } from './detector.ts';
import { isNationalDigits } from './national/index.ts';
import { isDateLike, isInternational, isLabelledPhone, isNumberOfThing, phoneEvidence } from './phone.ts';
import { isItin, isSpelledSsn, isSsn } from './ssn.ts';
import { isUnlikeAnId } from './unlikeId.ts';

/** What is found, by rule, strongest first. */
export const NUMBER_RULES = defineFindings({
  'text.card': [
    'card',
    'The number of a payment card: check digit, issuer and length are right.',
    '4111 1111 1111 1111',
  ],
  'text.ssn': ['ssn', 'A US social security number, by its form with dashes or a word for it.', 'SSN 219-09-9999'],
  'text.tax-number': [
    'tax-id',
    'A tax number with right check digits behind a word for it.',
    'Steuer-ID 86 095 742 719',
  ],
  'text.national-number': [
    'national-id',
    'An official number of persons whose check digits are right, or behind a word for it.',
    'CPF 529.982.247-25',
  ],
  'text.passport-number': ['passport', 'Seven to nine digits follow a word for passport.', 'passport 533401372'],
  'text.health-number': [
    'health-record',
    'A number follows a word for a patient or an insured person.',
    'MRN 00482913',
  ],
  'text.imei': ['imei', 'Fifteen digits with a right check digit follow the word IMEI.', 'IMEI 490154203237518'],
  'text.account-number': [
    'bank-account',
    'Seven to eighteen digits follow a word for a bank account.',
    'account no. 12345678',
  ],
  'text.phone-alone': [
    'phone',
    'In a field for identifiers: an international telephone number is all of the value.',
    'id: +14155550123',
  ],
  'text.phone-named': ['phone', 'A number follows a word for telephone, or such a label.', 'call me on 0161 496 0348'],
  'text.phone': [
    'phone',
    'A number in a form that telephone numbers have: international, or as a country writes them.',
    '+1 415 555 0123',
  ],
});

/** Whether pairs of hexadecimal digits precede or follow: a hex dump. */
function inHexDump(text: string, begin: number, end: number): boolean {
  return (
    /(?:^|\s)[0-9a-fA-F]{2}\s$/.test(text.slice(Math.max(0, begin - 4), begin)) ||
    /^\s[0-9a-fA-F]{2}(?:\s|$)/.test(text.slice(end, end + 4))
  );
}

/** The topic of the previous number, when it applies to this one too: `call 555-0100 or 555-0199`. */
function topicOfPrevious({ far, between }: Topics): Topic | undefined {
  return between <= 2 && (far === 'phone' || far === 'order' || far === 'version' || far === 'ssn' || far === 'id')
    ? far
    : undefined;
}

/** Topics of personal numbers. */
const PERSONAL: ReadonlySet<Topic> = new Set<Topic>([
  'phone',
  'ssn',
  'tax',
  'id',
  'passport',
  'health',
  'bank',
  'card',
]);

/** Query parameters that are times or sizes: `?expires=1719876543`. */
const QUERY_PARAMETER =
  /[?&;#](?:[a-z]+[-_.])?(?:expir(?:es|y|ation)|exp|since|until|[a-z]?time(?:stamp)?|ts|date|start|end|before|after|created|updated|modified|offset|limit|page|cursor|size|width|height|w|h|v|ver|version|rev|build|nonce|seed|cb|iat|nbf|[a-z]{0,3}id|order|max|min|count|sequence|seq)=$/i;

const isProse = ({ spaces, letters }: TextContext): boolean => spaces > 1 && letters > 5;

const ENDS_IN_SSN = lazy(() => /\d{3}-\d{2}-\d{4}\P{L}+(?:\p{L}+\P{L}+)?$/u);

const EXTENSION = /^[ ,]{0,2}(?:x|ext\.?|extension|durchwahl|poste|#)\s?\d{1,6}(?!\d)/i;

/**
 * The kind of a window of digit groups; undefined when it is not personal.
 *
 * @param before what the words before it say
 * @param digits its digits without separators; `sizes` are the sizes of its groups
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a list of rules, the first that holds decides
export function judge(
  context: TextContext,
  before: Topics,
  begin: number,
  end: number,
  digits: string,
  sizes: readonly number[],
): Span | undefined {
  const { text } = context;
  // En dashes and no-break spaces count as dashes and spaces.
  const raw = text.slice(begin, end).replaceAll('–', '-').replaceAll('\u00a0', ' ');
  const length = digits.length;
  if (text.charCodeAt(begin - 1) === 61 && QUERY_PARAMETER.test(text.slice(Math.max(0, begin - 32), begin)))
    return undefined;
  const nearest: Topic | undefined = before.near ?? topicAfter(text, end) ?? topicOfPrevious(before) ?? context.topic;
  if (text[begin - 1] === '#' && !(nearest !== undefined && PERSONAL.has(nearest)) && !isSpelledSsn(text, begin))
    return undefined;
  const identifier = context.identifier && context.letters < 12;
  const ordered = nearest === 'order' || nearest === 'version';
  // A form that ids do not have by accident.
  const alone = identifier && raw.length === text.length && isUnlikeAnId(raw, context.field);

  const cardContext = before.card || context.topic === 'card';
  const grouped = length >= 12 && sizes.length > 1 && isCardGrouping(sizes) && /^\d[\d -]+\d$/.test(raw);
  if (
    length >= 12 &&
    (sizes.length === 1 || grouped || (cardContext && /^\d[\d -]+\d$/.test(raw))) &&
    !((ordered || identifier) && !cardContext && !alone)
  ) {
    if (isCard(digits, { grouped, context: cardContext })) return spanOf(begin, end, NUMBER_RULES['text.card']);
  }
  if (length === 9) {
    const dashed = /^\d{3}-\d{2}-\d{4}$/.test(raw);
    const saysSsn =
      nearest === 'ssn' ||
      nearest === 'tax' ||
      (before.ssn && (nearest === 'card' || nearest === 'id')) ||
      isSpelledSsn(text, begin);
    // The number of an order that has another form says nothing about this one.
    const isOrdered =
      ordered &&
      (before.near === nearest ||
        context.topic === nearest ||
        ENDS_IN_SSN().test(text.slice(Math.max(0, begin - 32), begin)));
    // `the SSN in your request is 219-09-9999`: a name whose form matches wins over a nearer word.
    const isFormed =
      /^\d{3}([- .])\d{2}\1\d{4}$/.test(raw) && (before.ssn || alone || nearest === 'id' || (dashed && !isOrdered));
    if (
      (!identifier || alone) &&
      (isFormed || (saysSsn && /^\d{3}(?: - |[- .])?\d{2}(?: - |[- .])?\d{4}$/.test(raw))) &&
      (isSsn(digits) || (saysSsn && isItin(digits)))
    )
      return spanOf(begin, end, NUMBER_RULES['text.ssn']);
  }
  const idContext = nearest === 'id' || nearest === 'ssn' || nearest === 'tax' || nearest === 'health';
  if (
    length >= 9 &&
    !(identifier && !idContext) &&
    !(ordered && sizes.length === 1) &&
    isNationalDigits(digits, raw, { isId: idContext })
  )
    return spanOf(begin, end, NUMBER_RULES[nearest === 'tax' ? 'text.tax-number' : 'text.national-number']);
  const prose = isProse(context);
  if (nearest === 'passport' && sizes.length === 1 && length >= 7 && length <= 9)
    return spanOf(begin, end, NUMBER_RULES['text.passport-number']);
  if (
    nearest === 'health' &&
    length <= 12 &&
    !/^\d+\.\d+$/.test(raw) &&
    !(prose && isCounted(text, begin, end, raw, 'health'))
  )
    return spanOf(begin, end, NUMBER_RULES['text.health-number']);
  if (nearest === 'imei' && length === 15 && luhn(digits)) return spanOf(begin, end, NUMBER_RULES['text.imei']);
  if (
    nearest === 'bank' &&
    !(prose && (isCompactDate(text, begin, raw) || isCounted(text, begin, end, raw, 'bank'))) &&
    length >= 7 &&
    length <= 18 &&
    !isDateLike(raw) &&
    /^[\d -]+$/.test(raw) &&
    !identifier
  )
    return spanOf(begin, end, NUMBER_RULES['text.account-number']);
  if (identifier || ordered) {
    // In a field for identifiers only the international form counts.
    if (!raw.startsWith('+') || (ordered && !alone && (sizes.length < 4 || identifier))) return undefined;
    if (alone)
      return isInternational(`+${digits}`) === 'valid'
        ? spanOf(begin, end, NUMBER_RULES['text.phone-alone'])
        : undefined;
  }
  return judgePhone(context, begin, end, raw, digits, sizes, nearest);
}

function judgePhone(
  context: TextContext,
  begin: number,
  end: number,
  raw: string,
  digits: string,
  sizes: readonly number[],
  nearest: Topic | undefined,
): Span | undefined {
  const saysPhone = nearest === 'phone' || (nearest === undefined && isLabelledPhone(context.text, begin, raw));
  // Hex dumps have many pairs, and each would cost a call of libphonenumber.
  if (!saysPhone && inHexDump(context.text, begin, end)) return undefined;
  if (!spendWork(context, 1, begin)) return undefined;
  const evidence = phoneEvidence({ raw, digits, sizes, prose: isProse(context) });
  if (!evidence) return undefined;
  if (evidence === 'weak' && (!saysPhone || isCounted(context.text, begin, end, raw, 'phone'))) return undefined;
  if (
    evidence === 'likely' &&
    !saysPhone &&
    nearest !== undefined &&
    !['ssn', 'id', 'birth', 'bank', 'health', 'secret', 'ip', 'card', 'pin', 'licence', 'tax'].includes(nearest)
  )
    return undefined;
  if (evidence === 'likely' && nearest === undefined && !raw.startsWith('+') && !raw.includes('(')) {
    if (isNumberOfThing(context.text, begin, end)) return undefined;
  }
  const extension = EXTENSION.exec(context.text.slice(end, end + 24));
  return spanOf(begin, end + (extension?.[0].length ?? 0), NUMBER_RULES[saysPhone ? 'text.phone-named' : 'text.phone']);
}
