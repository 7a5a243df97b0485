/** Validates settings of a request field by field and lists every fault. */
import { type FieldFault, InvalidInput } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { ARGUMENT_CHECKS, KEPT_PARTS, KIND_ACTIONS, MODES } from '../model/governance/modes.ts';
import { PLACEHOLDER_KINDS } from '../model/governance/placeholderKinds.ts';
import type { CustomPattern, GovernanceOverrides, WordList } from '../model/governance/settings.ts';
import { countWords, MAX_WORDS } from './ownWords.ts';
import { compilePattern } from './patterns.ts';
import { DETECTOR_IDS } from './policy.ts';

const MAX_FIELDS = 200;
const MAX_FIELD_LENGTH = 256;

/**
 * Returns the overrides. An unknown setting is a fault, so that a misspelt one is not silently ignored.
 *
 * @throws InvalidInput `pattern_invalid` when only patterns are wrong, otherwise `invalid_request`
 */
export function validateGovernance(overrides: unknown): GovernanceOverrides {
  if (typeof overrides !== 'object' || overrides === null || Array.isArray(overrides)) {
    throw new InvalidInput([{ field: '', rule: 'type', message: 'must be an object of governance settings' }]);
  }
  const faults: FieldFault[] = [];
  for (const [name, value] of Object.entries(overrides)) {
    if (value === undefined) continue;
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
    if (check) check(value, `/${name}`, faults);
    else
      faults.push({
        field: `/${name}`,
        rule: 'unknown',
        message: `is not a governance setting; known are ${Object.keys(CHECKS).join(', ')}`,
      });
  }
  if (faults.length > 0) {
    const patternsOnly = faults.every((fault) => fault.field.startsWith('/customPatterns'));
    throw new InvalidInput(faults, patternsOnly ? 'pattern_invalid' : 'invalid_request');
  }
  return overrides as GovernanceOverrides;
}

type Check = (value: unknown, field: string, faults: FieldFault[]) => void;

const boolean: Check = (value, field, faults) => {
  if (typeof value !== 'boolean') faults.push({ field, rule: 'type', message: 'must be true or false' });
};

function range(min: number, max: number, unit: string): Check {
  return (value, field, faults) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
      faults.push({ field, rule: 'range', message: `must be a whole number of ${unit} from ${min} to ${max}` });
    }
  };
}

const fields: Check = (value, field, faults) => {
  if (!Array.isArray(value)) {
    faults.push({ field, rule: 'type', message: 'must be a list of JSON pointers or field names' });
    return;
  }
  if (value.length > MAX_FIELDS)
    faults.push({ field, rule: 'maxItems', message: `must have at most ${MAX_FIELDS} entries` });
  for (const [index, entry] of value.slice(0, MAX_FIELDS).entries()) {
    const at = `${field}/${index}`;
    if (typeof entry !== 'string' || entry.trim() === '')
      faults.push({ field: at, rule: 'type', message: 'must be a JSON pointer (/users/*/email) or a field name' });
    else if (entry.length > MAX_FIELD_LENGTH)
      faults.push({ field: at, rule: 'maxLength', message: `must have at most ${MAX_FIELD_LENGTH} characters` });
    else if (!entry.startsWith('/') && /[/*[\]]/.test(entry))
      faults.push({
        field: at,
        rule: 'pointer',
        message: 'must start with / when it is a path (`*` stands for one segment, `**` for any number)',
      });
    else if (entry.startsWith('/') && /~(?![01])/.test(entry))
      faults.push({ field: at, rule: 'pointer', message: 'has a ~ that is not ~0 or ~1 (RFC 6901)' });
  }
};

const detectors: Check = (value, field, faults) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    faults.push({ field, rule: 'type', message: 'must be an object of detector ids and true or false' });
    return;
  }
  const entries = Object.entries(value);
  if (entries.length > MAX_FIELDS)
    faults.push({ field, rule: 'maxItems', message: `must have at most ${MAX_FIELDS} entries` });
  for (const [id, on] of entries.slice(0, MAX_FIELDS)) {
    if (!DETECTOR_IDS.has(id))
      faults.push({
        field: `${field}/${id}`,
        rule: 'unknown',
        message: `is not a detector; known are ${[...DETECTOR_IDS].join(', ')}`,
      });
    boolean(on, `${field}/${id}`, faults);
  }
};

const actions: Check = (value, field, faults) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    faults.push({ field, rule: 'type', message: 'must be an object of detector ids and report or refuse' });
    return;
  }
  for (const [id, action] of Object.entries(value).slice(0, MAX_FIELDS)) {
    const at = `${field}/${id}`;
    if (!DETECTOR_IDS.has(id))
      faults.push({
        field: at,
        rule: 'unknown',
        message: `is not a detector; known are ${[...DETECTOR_IDS].join(', ')}`,
      });
    oneOf(KIND_ACTIONS)(action, at, faults);
  }
};

/** The name of an owner's pattern or list, by which its marker is called; `taken` has those before it. */
function judgeName(name: unknown, field: string, taken: Set<string>, faults: FieldFault[]): void {
  if (typeof name !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9-]{0,39}$/.test(name))
    faults.push({ field, rule: 'pattern', message: 'must be 1 to 40 letters, digits and dashes' });
  else if (taken.has(name)) faults.push({ field, rule: 'unique', message: 'is used twice' });
  else taken.add(name);
}

const patterns: Check = (value, field, faults) => {
  if (!Array.isArray(value)) {
    faults.push({ field, rule: 'type', message: 'must be a list of {name, pattern}' });
    return;
  }
  const { count } = LIMITS.customPatterns;
  if (value.length > count) faults.push({ field, rule: 'maxItems', message: `must have at most ${count} patterns` });
  const names = new Set<string>();
  for (const [index, entry] of value.slice(0, count).entries()) {
    const { name, pattern } = (typeof entry === 'object' && entry !== null ? entry : {}) as Partial<CustomPattern>;
    const at = `${field}/${index}`;
    judgeName(name, `${at}/name`, names, faults);
    if (typeof pattern !== 'string' || pattern === '') {
      faults.push({ field: `${at}/pattern`, rule: 'type', message: 'must be a pattern in RE2 syntax' });
      continue;
    }
    const compiled = compilePattern({ name: String(name), pattern }, `${at}/pattern`);
    if ('rule' in compiled) faults.push(compiled);
  }
};

/** Names no word: they are the owner's secrets. */
function judgeWords(words: unknown, field: string, faults: FieldFault[]): { count: number; characters: number } {
  const none = { count: 0, characters: 0 };
  if (!Array.isArray(words)) {
    faults.push({ field, rule: 'type', message: 'must be a list of words or phrases' });
    return none;
  }
  for (const [index, word] of words.slice(0, LIMITS.wordLists.words).entries()) {
    const { length } = LIMITS.wordLists;
    const isLong = typeof word === 'string' && word.trim().length >= (/^[\x00-\x7f]*$/.test(word) ? 3 : 2);
    if (!isLong || word.length > length)
      faults.push({
        field: `${field}/${index}`,
        rule: 'length',
        message: `must have 3 to ${length} characters (2 in scripts other than Latin)`,
      });
    else if (countWords(word) === 0 || countWords(word) > MAX_WORDS)
      faults.push({ field: `${field}/${index}`, rule: 'words', message: `must have 1 to ${MAX_WORDS} words` });
  }
  const characters = words.reduce((sum: number, word) => sum + (typeof word === 'string' ? word.length : 0), 0);
  return { count: words.length, characters };
}

function checkRoom(all: { readonly count: number; readonly characters: number }, field: string, faults: FieldFault[]) {
  const { words, characters } = LIMITS.wordLists;
  if (all.count > words || all.characters > characters)
    faults.push({
      field,
      rule: 'maxItems',
      message: `must have at most ${words} words with ${characters} characters together; there are ${all.count} with ${all.characters}`,
    });
}

const wordLists: Check = (value, field, faults) => {
  if (!Array.isArray(value)) {
    faults.push({ field, rule: 'type', message: 'must be a list of {name, words}' });
    return;
  }
  const { count } = LIMITS.wordLists;
  if (value.length > count) faults.push({ field, rule: 'maxItems', message: `must have at most ${count} lists` });
  const all = { count: 0, characters: 0 };
  const names = new Set<string>();
  for (const [index, entry] of value.slice(0, count).entries()) {
    const { name, words } = (typeof entry === 'object' && entry !== null ? entry : {}) as Partial<WordList>;
    const at = `${field}/${index}`;
    // Its hits would count as that kind.
    if (typeof name === 'string' && DETECTOR_IDS.has(name))
      faults.push({ field: `${at}/name`, rule: 'reserved', message: 'is the name of a detector; choose another one' });
    judgeName(name, `${at}/name`, names, faults);
    const own = judgeWords(words, `${at}/words`, faults);
    all.count += own.count;
    all.characters += own.characters;
  }
  checkRoom(all, field, faults);
};

const keptWords: Check = (value, field, faults) => checkRoom(judgeWords(value, field, faults), field, faults);

const systemRules: Check = (value, field, faults) => {
  if (typeof value !== 'string') faults.push({ field, rule: 'type', message: 'must be text' });
  else if (value.length > LIMITS.systemRules)
    faults.push({ field, rule: 'maxLength', message: `must have at most ${LIMITS.systemRules} characters` });
};

const answerDays: Check = (value, field, faults) => {
  if (!(LIMITS.answerDays as readonly unknown[]).includes(value))
    faults.push({ field, rule: 'enum', message: `must be one of ${LIMITS.answerDays.join(', ')} (days)` });
};

const oneOf =
  (names: readonly string[]): Check =>
  (value, field, faults) => {
    if (!(names as readonly unknown[]).includes(value))
      faults.push({ field, rule: 'enum', message: `must be one of ${names.join(', ')}` });
  };

/** A list of some of these names. */
function someOf(names: readonly string[]): Check {
  return (value, field, faults) => {
    const isName = (entry: unknown) => (names as readonly unknown[]).includes(entry);
    if (!Array.isArray(value) || !value.every(isName) || new Set(value).size < value.length)
      faults.push({ field, rule: 'enum', message: `must be a list of ${names.join(', ')}, each once at most` });
  };
}

const toolNames: Check = (value, field, faults) => {
  const isName = (entry: unknown) => typeof entry === 'string' && /^[A-Za-z0-9_-]{1,63}$/.test(entry);
  if (!Array.isArray(value) || value.length > MAX_FIELDS || !value.every(isName))
    faults.push({ field, rule: 'type', message: `must be a list of at most ${MAX_FIELDS} names of tools` });
};

const CHECKS: Readonly<Record<string, Check>> = {
  pii: boolean,
  mode: oneOf(MODES),
  checkArguments: oneOf(ARGUMENT_CHECKS),
  keepParts: someOf(KEPT_PARTS),
  dryRun: boolean,
  prose: boolean,
  actions,
  truncation: boolean,
  maxItems: range(LIMITS.items.min, LIMITS.items.max, 'items'),
  maxBytes: range(LIMITS.answerBytes.min, LIMITS.answerBytes.max, 'bytes'),
  detectors,
  allowFields: fields,
  customFields: fields,
  customPatterns: patterns,
  wordLists,
  keptWords,
  systemRules,
  answerDays,
  holdAnswers: boolean,
  pseudonyms: boolean,
  placeholders: someOf(PLACEHOLDER_KINDS),
  placeholderTools: toolNames,
  placeholderQueries: boolean,
  chooseFields: boolean,
  dropNulls: boolean,
  tables: boolean,
  outputSchemas: boolean,
};
