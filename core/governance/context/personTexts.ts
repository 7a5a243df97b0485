/**
 * Fields of general names that hold a person's name because of the object they are in: the two halves of a name
 * (`{first, last}`), what a person or a party of a payment is called (`destination: {description: 'Ann Lee'}`), and names
 * as they stand on tickets (`LEE/ANN MRS`).
 */

import { lazy } from '../../lib/lazy.ts';
import { Evidence } from '../catalog/evidence.ts';
import { isGivenName } from '../facts/givenName.ts';
import { looksLikePersonName } from '../facts/personName.ts';
import { keyTest } from '../fieldName/keyTest.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { isSurname } from './nameOwner.ts';
import type { Scope } from './scope.ts';

const isHalfOfName = keyTest(/^(?:first|last|middle)$/);
/** Beside these keys the first and the last are pages, prices or ends of a range. */
const NOT_A_NAME =
  /^(?:next|prev|previous|self|total|count|pages?|size|limit|offset|high|low|open|close|bid|ask|volume|start|end|min|max|current|number)$/i;

/** Whether the keys of an object have the two halves of a name: `{first, last, middle}`. */
export function hasNameHalves(keys: readonly string[]): boolean {
  return (
    keys.some((key) => key === 'first' || key === 'First' || key === 'FIRST') &&
    keys.some((key) => key === 'last' || key === 'Last' || key === 'LAST') &&
    !keys.some((key) => NOT_A_NAME.test(key))
  );
}

const isNameHalf = (info: KeyInfo, siblings: number): boolean =>
  (siblings & Evidence.nameHalves) !== 0 && isHalfOfName(info);

/** What somebody is called, in the object of a person. */
const saysCalled = keyTest(/^(?:title|label|caption|text|heading|description|displaytext)$/);
/** Objects that are a party of a payment or a transfer. A description of other objects is none of a person. */
const isParty = keyTest(
  /^(?:origin|source|destination|target|from|to|payer|payee|sender|receiver|recipient|counterparty|creditor|debtor|beneficiary|agent|who|operator)$/,
);

function isCalled(info: KeyInfo, { parent, role }: Scope): boolean {
  if (parent === undefined || (role !== 'person' && role !== 'weak') || !saysCalled(info)) return false;
  return isParty(parent) || (info.joined === 'title' && parent.role === 'person');
}

/** Whether the value of a field may be a person's name for one of these reasons. */
export function mayBePersonText(info: KeyInfo, scope: Scope, siblings: number): boolean {
  return isNameHalf(info, siblings) || isCalled(info, scope);
}

const HALF = lazy(() => /^\p{Lu}[\p{L}\p{M}'’.-]*$/u);
/** Words with a first and a last one that are not names. */
const OF_A_RANGE =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|true|false|yes|no|none|null|all|asc|desc)$/i;

/** Whether the value of such a field is a person's name. */
export function isPersonText(info: KeyInfo, value: string, siblings: number): boolean {
  if (isNameHalf(info, siblings))
    return (
      (HALF().test(value) ? value.length > 1 && !OF_A_RANGE.test(value) : looksLikePersonName(value)) && isHalf(value)
    );
  return looksLikePersonName(value) && isGivenName(value.slice(0, Math.max(0, value.indexOf(' '))));
}

const isHalf = (value: string): boolean =>
  value.includes(' ') || value.length < 4 || isGivenName(value) || isSurname(value);

/** A surname, a given name and mostly a title, as airlines and hotels write them: `LEE/ANN MRS`. */
const ON_TICKET = lazy(() => /^\p{Lu}[\p{L}'’-]+\/\p{Lu}[\p{L}'’ -]+$/u);
const TICKET_TITLE = / ?(?:MR|MRS|MS|MISS|MSTR|DR|CHD|INF)$/i;

/** Whether a value is a name as on a ticket. */
export const isOnTicket = (value: string): boolean =>
  value.includes('/') &&
  value.length < 60 &&
  ON_TICKET().test(value) &&
  (TICKET_TITLE.test(value) || value === value.toUpperCase());
