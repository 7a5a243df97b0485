/**
 * Fields whose name is not in the catalogue and whose value decides: parties of a message, whereabouts, whole addresses,
 * references, roles of people, and names that say nothing.
 */

import { Evidence } from '../catalog/evidence.ts';
import { isGivenName } from '../facts/givenName.ts';
import { looksLikePersonName, looksLikePersonNames } from '../facts/personName.ts';
import { keyTest } from '../fieldName/keyTest.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { defineRulings, type Ruling } from '../fieldName/ruling.ts';
import { isInternational } from '../text/detectors/phone.ts';
import type { FieldContext } from './kindRules.ts';
import { isLowerCaseName, isSurname, isTitled, saysWhoSigned } from './nameOwner.ts';
import { isOnTicket, isPersonText, mayBePersonText } from './personTexts.ts';
import type { Scope } from './scope.ts';
import { isUnlistedName } from './unlistedNames.ts';

/** What fields hold whose name is not in the catalogue, by their value. */
export const OPEN_RULES = defineRulings({
  'open.party-number': ['phone', 'The party of a message or a call is a telephone number.', "from: '14155550123'"],
  'open.party-name': ['name', 'The party of a payment is a name of a person.', "{iban, recipient: 'Ann Lee'}"],
  'open.called': [
    'name',
    'What a person or a party is called, or a half of a name, reads like a name.',
    "{first: 'Ann', last: 'Lee'}",
  ],
  'open.called-otherwise': [
    'stays',
    'What a person or a party is called does not read like a name.',
    "payee: {description: 'Rent May'}",
  ],
  'open.name-first': [
    'name',
    'A field whose name begins with the word for name holds a name with a title or a given name.',
    "name_with_title: 'Dr Ann Lee'",
  ],
  'open.name-first-otherwise': [
    'stays',
    'A field whose name begins with the word for name holds no certain name of a person.',
    "name_retailer: 'Acme'",
  ],
  'open.whereabouts': [
    'address',
    'Where a person is reads like a street and a town.',
    "{email, location: '12 Mill Road, Leeds'}",
  ],
  'open.whereabouts-otherwise': [
    'stays',
    'Where something is does not read like a street and a town, or is not beside a person.',
    "{location: 'Leeds'}",
  ],
  'open.whole-address': [
    'address',
    'A text beside a street and a postal code repeats the address.',
    "{street, zip, label: '12 Mill Road, Leeds'}",
  ],
  'open.whole-address-otherwise': [
    'stays',
    'A text beside a street and a postal code does not read like an address.',
    "{street, zip, label: 'Home'}",
  ],
  'open.reference': [
    'name',
    'The text of a reference to a person is a name.',
    "{type: 'user_reference', summary: 'Ann Lee'}",
  ],
  'open.reference-otherwise': [
    'stays',
    'The text of a reference to a person is no certain name.',
    "{type: 'user_reference', summary: 'On call'}",
  ],
  'open.no-text': ['stays', 'The name of the field says nothing, and the value is no text.', '{paten: 3}'],
  'open.maker': ['stays', 'Who made a book, a film or a song is publicly known.', "{isbn, author: 'Jane Austen'}"],
  'open.role': [
    'name',
    'The field is named after a role of people, and the value reads like a name.',
    "approver: 'Ann Lee'",
  ],
  'open.evidence': [
    'bareName',
    'The name of the field says nothing, and the weighed evidence makes the value a full name of a person.',
    "paten: 'Lena Seidel'",
  ],
  'open.evidence-below': [
    'stays',
    'The name of the field says nothing, and the weighed evidence does not make the value a name of a person.',
    "boat: 'Golden Needle'",
  ],
  'open.role-otherwise': [
    'stays',
    'The field is named after a role of people, and the value does not read like a name.',
    "approver: 'Billing'",
  ],
});

/** Whether a field without a kind is such a field: the cases of `kindOfUnnamed`. */
export const mayHaveUnnamedKind = (info: KeyInfo, scope: Scope, siblings: number): boolean =>
  info.nameFrom < Number.POSITIVE_INFINITY || saysSomething(info, scope, siblings);

/** Whether only a value that is written like a full name has a kind in such a field, so that others need no decision. */
export const mayOnlyHoldName = (info: KeyInfo, scope: Scope, siblings: number): boolean =>
  info.kind === undefined && info.nameFrom < Number.POSITIVE_INFINITY && !saysSomething(info, scope, siblings);

function saysSomething(info: KeyInfo, scope: Scope, siblings: number): boolean {
  return (
    mayBePersonText(info, scope, siblings) ||
    info.holdsPersonName ||
    endsLikeName(info) ||
    mayBeWholeAddress(info, siblings) ||
    isReferenceSummary(info, siblings) ||
    isMessageParty(info) ||
    saysWhere(info)
  );
}

/** What such a field holds. */
export function rulingOfUnnamed({ info, value, scope, siblings, column }: FieldContext): Ruling {
  const given = typeof value === 'string' ? value : undefined;
  if (isMessageParty(info) && given !== undefined) {
    if (isBareNumber(given)) return OPEN_RULES['open.party-number'];
    // The party of a payment.
    if ((siblings & Evidence.bank) !== 0 && looksLikePersonName(given)) return OPEN_RULES['open.party-name'];
  }
  if (mayBePersonText(info, scope, siblings))
    return given !== undefined && isPersonText(info, given, siblings)
      ? OPEN_RULES['open.called']
      : OPEN_RULES['open.called-otherwise'];
  if (endsLikeName(info))
    return given !== undefined && isCertainName(given)
      ? OPEN_RULES['open.name-first']
      : OPEN_RULES['open.name-first-otherwise'];
  if (saysWhere(info))
    return given !== undefined &&
      (scope.role === 'person' || (siblings & (Evidence.contact | Evidence.person)) !== 0) &&
      STREET_AND_TOWN.test(given)
      ? OPEN_RULES['open.whereabouts']
      : OPEN_RULES['open.whereabouts-otherwise'];
  if (mayBeWholeAddress(info, siblings))
    return given !== undefined && scope.role !== 'place' && STREET_AND_TOWN.test(given)
      ? OPEN_RULES['open.whole-address']
      : OPEN_RULES['open.whole-address-otherwise'];
  if (isReferenceSummary(info, siblings))
    return given !== undefined && (info.joined === 'summary' ? looksLikePersonName(given) : isCertainName(given))
      ? OPEN_RULES['open.reference']
      : OPEN_RULES['open.reference-otherwise'];
  if (!info.holdsPersonName && info.nameFrom === Number.POSITIVE_INFINITY) return info.ruling;
  if (given === undefined) return OPEN_RULES['open.no-text'];
  if (isOfWork(info, siblings)) return OPEN_RULES['open.maker'];
  if (info.holdsPersonName && namesSomebody(given, info)) return OPEN_RULES['open.role'];
  if (info.nameFrom === Number.POSITIVE_INFINITY) return OPEN_RULES['open.role-otherwise'];
  const isName = isUnlistedName(given, info, scope, siblings, column);
  if (isName === undefined) return info.holdsPersonName ? OPEN_RULES['open.role-otherwise'] : info.ruling;
  return OPEN_RULES[isName ? 'open.evidence' : 'open.evidence-below'];
}

/** Whether weighed evidence decided. */
export const isWeighed = (ruling: Ruling | undefined): boolean =>
  ruling === OPEN_RULES['open.evidence'] || ruling === OPEN_RULES['open.evidence-below'];

/** Authors of books and films are public, those of software are not. */
const isOfWork = (info: KeyInfo, siblings: number): boolean =>
  info.holdsPersonName &&
  isCreative(info) &&
  (siblings & (Evidence.thing | Evidence.software | Evidence.organisation)) === Evidence.thing &&
  (siblings & Evidence.contact) === 0;

/** Whether the value of a field for a person is a name. */
const namesSomebody = (value: string, info: KeyInfo): boolean =>
  looksLikePersonNames(value) ||
  isLowerCaseName(value) ||
  (mayBeMisread(value) && MISREAD.test(value) && looksLikePersonNames(Buffer.from(value, 'latin1').toString('utf8'))) ||
  isTitled(value) ||
  isOnTicket(value) ||
  isGivenName(value) ||
  (saysWhoSigned(info) && isSurname(value));

/** Whether a name says of whom or how after the word for it: `name_with_title`, `name_retailer`. */
const endsLikeName = ({ words, role }: KeyInfo): boolean => words.length > 1 && words[0] === 'name' && role === 'none';
/** An article before a name: `le Dr Jane Doe`. */
const ARTICLE = /^(?:le|la|el|il|der|die) /;

/** Whether a value is a name with a title, or one that begins with a given name. */
function isCertainName(value: string): boolean {
  const name = value.replace(ARTICLE, '');
  return isTitled(name) || (looksLikePersonName(name) && isGivenName(name.slice(0, Math.max(0, name.indexOf(' ')))));
}

/** Whether a field summarizes a reference to a person: `assignee: {type: 'user_reference', summary: 'Ann Lee'}`. */
function isReferenceSummary(info: KeyInfo, siblings: number): boolean {
  return (siblings & Evidence.typed) !== 0 && isReferenceText(info);
}

const isReferenceText = keyTest(new Set(['summary', 'text', 'title', 'label', 'caption', 'displaytext']));

/** Names of fields for where somebody is. The value is an address when it reads like one. */
const saysWhere = keyTest(new Set(['location', 'site', 'where', 'whereabouts', 'residesin', 'livesin']));
const STREET_AND_TOWN = /^(?=.*\p{L}{3})(?:\d{1,5}[A-Za-z]? \p{L}|[^,]{3,40} \d{1,4}[A-Za-z]?,).{4,90}$/u;

/** Whether a field beside a street and a postal code may hold them together: `description: '12 Mill Road, Leeds'`. */
function mayBeWholeAddress({ joined }: KeyInfo, siblings: number): boolean {
  return (siblings & Evidence.street) !== 0 && (siblings & Evidence.postal) !== 0 && WHOLE_ADDRESS_KEYS.has(joined);
}
const WHOLE_ADDRESS_KEYS = new Set(['description', 'label', 'display', 'text', 'title', 'formatted', 'summary']);

/** Whether a value has a letter with which UTF-8 begins that was read as Latin-1. */
const mayBeMisread = (value: string): boolean => value.includes('Ã') || value.includes('Ä') || value.includes('Å');
/** UTF-8 that was read as Latin-1: `RenÃ©e`. */
const MISREAD = /^[\x20-\xff]*[Ã-Å][\x80-\xbf][\x20-\xff]*$/;

/** Names of fields for who made a work. Beside the fields of a work that is not software they name somebody publicly known. */
const isCreative = keyTest(
  new Set(
    'author authors director composer artist actor editor illustrator translator narrator creator speaker actors directors composers artists narrators illustrators translators'.split(
      ' ',
    ),
  ),
);

/** Names of the parties of a message or a call. Values are often telephone numbers without a plus sign. */
const isMessageParty = keyTest(
  new Set(
    'from to sender recipient caller callee author participant destination origin callingnumber callednumber recipientid chatid subscriber aparty bparty ani dnis user'.split(
      ' ',
    ),
  ),
);

function isBareNumber(value: string): boolean {
  if (/^\+\d{8,15}$/.test(value)) return true;
  // `0161 496 0348`: a trunk prefix and digit groups.
  if (/^\(?0\d[\d() -]{7,14}$/.test(value)) return / |-/.test(value);
  return /^\d{10,15}$/.test(value) && isInternational(`+${value}`) === 'valid';
}
