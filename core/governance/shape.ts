/**
 * Checks the types of settings before a governor uses them. Limits and unknown names are checked by validate.ts when
 * settings are saved, so settings that were stored under earlier limits still work.
 */
import { type FieldFault, InvalidInput } from '../lib/errors.ts';
import { isObject } from '../lib/json/value.ts';
import type { GovernanceOverrides } from '../model/governance/settings.ts';

/**
 * Checks the type of every setting.
 *
 * @throws InvalidInput `invalid_request`, naming every field of a wrong type
 */
export function requireShape(overrides: unknown): asserts overrides is GovernanceOverrides {
  if (!isObject(overrides))
    throw new InvalidInput([{ field: '', rule: 'type', message: 'must be an object of governance settings' }]);
  const faults: FieldFault[] = [];
  const require = (field: string, right: (value: unknown) => boolean, message: string): void => {
    const value = overrides[field];
    if (value !== undefined && !right(value)) faults.push({ field: `/${field}`, rule: 'type', message });
  };
  for (const field of [
    'pii',
    'dryRun',
    'prose',
    'truncation',
    'holdAnswers',
    'pseudonyms',
    'placeholderQueries',
    'chooseFields',
    'dropNulls',
    'tables',
    'outputSchemas',
  ])
    require(field, isBoolean, 'must be true or false');
  for (const field of ['maxItems', 'maxBytes']) require(field, isCount, 'must be a whole number from 1 on');
  for (const field of ['mode', 'checkArguments']) require(field, isString, 'must be the name of a mode');
  for (const field of ['keepParts', 'placeholders', 'placeholderTools'])
    require(field, isListOf(isString), 'must be a list of names');
  for (const field of ['allowFields', 'customFields'])
    require(field, isListOf(isString), 'must be a list of JSON pointers or field names');
  require('detectors', (value) =>
    isObject(value) && Object.values(value).every(isBoolean), 'must have true or false for each detector');
  require('actions', (value) =>
    isObject(value) && Object.values(value).every(isString), 'must have report or refuse for each detector');
  require('customPatterns', isListOf(
    (entry) => isObject(entry) && isString(entry['name']) && isString(entry['pattern']),
  ), 'must be a list of patterns with a name and a pattern in RE2 syntax');
  require('wordLists', isListOf(
    (entry) => isObject(entry) && isString(entry['name']) && isListOf(isString)(entry['words']),
  ), 'must be a list of lists with a name and words');
  require('keptWords', isListOf(isString), 'must be a list of words');
  require('systemRules', isString, 'must be text');
  require('answerDays', (value) =>
    Number.isSafeInteger(value) && (value as number) >= 0, 'must be a whole number of days');
  if (faults.length > 0) throw new InvalidInput(faults);
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function isListOf(right: (entry: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(right);
}
