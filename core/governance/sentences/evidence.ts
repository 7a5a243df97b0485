/**
 * The evidence that capitalized words in a sentence are the name of a person: one rule a row. The weights are fitted (weights.ts); a rule is read in
 * the weight's sign. No rule decides alone.
 *
 * Adding a rule: a row here, then `npm run bench -- sentences`, which fits the weights anew and prints what they are worth in a language that was left out.
 */
import type { Rule } from '../../model/governance/rule.ts';
import { isGivenName } from '../facts/givenName.ts';
import { looksLikeOrganisation, looksLikeThing } from '../facts/personName.ts';
import { isGivenWord, isOrdinaryWord } from '../facts/wordSets.ts';
import {
  AFTER_PERSONS,
  ARTICLES,
  BEFORE_ANYTHING,
  BEFORE_PERSONS,
  CALENDAR_WORDS,
  CLOSINGS as CLOSING_WORDS,
  PERSON_ROLES,
  ROLE_LINKS,
} from '../vocabulary/sentenceWords.ts';
import { phraseSet } from '../vocabulary/words.ts';

/** A word of a text. */
export interface Word {
  readonly text: string;
  /** In UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly folded: string;
}

/** Capitalized words that may be a name, with what is around them. */
export interface Candidate {
  /** As they stand in the text. */
  readonly whole: string;
  /** Without particles and initials; at least one. */
  readonly words: readonly Word[];
  readonly hasInitial: boolean;
  /** It is at the beginning of a sentence. */
  readonly isStart: boolean;
  /** The text is in a language that writes every noun with a capital. */
  readonly areNounsBig: boolean;
  /** The word directly before, folded; '' where something else stands between. */
  readonly before: string;
  /** The same behind. */
  readonly after: string;
  /** Set off by commas or brackets: `the tenant, Kowalski, says`. */
  readonly isSetOff: boolean;
  /** Up to four words before, up to two behind what sets it off, folded. */
  readonly near: readonly string[];
}

/** One piece of evidence. */
export interface SentenceRule extends Rule {
  /** How often it holds: 0, 1, or the number of words for which it does. */
  readonly count: (given: Candidate) => number;
}

const PERSON_WORDS = phraseSet(BEFORE_PERSONS);
const ANY_WORDS = phraseSet(BEFORE_ANYTHING);
const DOING = phraseSet(AFTER_PERSONS);
const LINKS = phraseSet(ROLE_LINKS);
const BEFORE_THINGS = phraseSet(ARTICLES);
/** What people are to each other. */
export const ROLES = phraseSet(PERSON_ROLES);
/** What a greeting or a closing ends with. */
export const CLOSINGS = phraseSet(CLOSING_WORDS);
/** Days, months and feasts. */
export const CALENDAR = phraseSet(CALENDAR_WORDS);
/** Words that no name begins with. */
export const NOT_FIRST = phraseSet(`${ARTICLES} ${BEFORE_PERSONS} ${BEFORE_ANYTHING} ${AFTER_PERSONS} ${PERSON_ROLES}`);

const SURNAME = /(?:ski|ska|sky|ez|sson|sen|ovic|ova|mann|berg|oglu|stein|escu|idis|poulos|etti|elli|feld|bauer|enko)$/;

/** Whether a word is a given name somewhere. */
export const isGiven = ({ folded }: Word): boolean =>
  isGivenWord(folded) || (folded.includes('-') && folded.split('-').every(isGivenWord));
/** Whether a word is a frequent one of some language. */
export const isOrdinary = ({ folded }: Word): boolean => isOrdinaryWord(folded);

const row = (
  id: string,
  says: string,
  example: string,
  count: (given: Candidate) => number | boolean,
): SentenceRule => ({ id, says, example, count: (given) => Number(count(given)) });

/** The rules; their ids name the weights. */
export const SENTENCE_RULES: readonly SentenceRule[] = [
  row(
    'sentence.known-given',
    'The first word is a given name of the vocabulary, which has no towns and months.',
    'Anna Brandt',
    ({ words: [first] }) => first !== undefined && isGivenName(first.text) && !CALENDAR.has(first.folded),
  ),
  row(
    'sentence.given-first',
    'The first word is a given name somewhere, and no frequent word.',
    'Ffion Llewellyn',
    ({ words: [first] }) => first !== undefined && isGiven(first) && !isOrdinary(first),
  ),
  row(
    'sentence.given-word',
    'The first word is a given name somewhere, and a frequent word of some language.',
    'Prior, Rose',
    ({ words: [first] }) => first !== undefined && isGiven(first) && isOrdinary(first),
  ),
  row(
    'sentence.unknown',
    'Words that are neither given names nor frequent, counted.',
    'Okonkwo',
    ({ words }) => words.filter((word) => !isGiven(word) && !isOrdinary(word)).length,
  ),
  row(
    'sentence.ordinary',
    'Words that are frequent in some language and no given names, counted.',
    'Red Cross (2)',
    ({ words }) => words.filter((word) => !isGiven(word) && isOrdinary(word)).length,
  ),
  row('sentence.one-word', 'It is one word.', 'Kowalski', ({ words, hasInitial }) => words.length === 1 && !hasInitial),
  row('sentence.many-words', 'There are four words or more.', 'Ana Lucía Pérez Soto', ({ words }) => words.length > 3),
  row('sentence.start', 'A sentence begins with it.', 'Devon will call', ({ isStart }) => isStart),
  row(
    'sentence.lone-start',
    'A sentence begins with it, it is one word, and no given name.',
    'Edits are kept',
    ({ isStart, words: [first, ...more] }) => isStart && more.length === 0 && first !== undefined && !isGiven(first),
  ),
  row(
    'sentence.nouns',
    'The language writes every noun with a capital, and the first word is no given name.',
    'im Raum Newton',
    ({ areNounsBig, words: [first] }) => areNounsBig && first !== undefined && !isGiven(first),
  ),
  row('sentence.initial', 'One of the words is an initial.', 'T. Haverkamp', ({ hasInitial }) => hasInitial),
  row('sentence.surname', 'The last word ends as surnames do.', 'Nowakowski', ({ words }) =>
    SURNAME.test(words.at(-1)?.folded ?? ''),
  ),
  row(
    'sentence.behind-person-word',
    'A word stands before it that people follow.',
    'spoke to, agreed with',
    ({ before }) => PERSON_WORDS.has(before),
  ),
  row(
    'sentence.behind-any-word',
    'A preposition stands before it that people and things follow.',
    'from, for, to',
    ({ before }) => ANY_WORDS.has(before),
  ),
  row(
    'sentence.behind-article',
    'An article or a preposition of places stands before it.',
    'the Lincoln',
    ({ before }) => BEFORE_THINGS.has(before),
  ),
  row('sentence.doing', 'A word stands behind it that says what people do.', 'Kowalski says', ({ after }) =>
    DOING.has(after),
  ),
  row('sentence.set-off', 'It is set off by commas or brackets.', 'a neighbour (Whitlock)', ({ isSetOff }) => isSetOff),
  row(
    'sentence.role',
    'A word near it says what a person is to others.',
    'the driver, Ramón Iturbe',
    ({ before, near, isSetOff }) =>
      ROLES.has(before) || (isSetOff && near.some((word) => ROLES.has(word) || LINKS.has(word))),
  ),
  row('sentence.organisation', 'The words read like a company.', 'Northwind Logistics', ({ whole }) =>
    looksLikeOrganisation(whole),
  ),
  row('sentence.thing', 'The words read like a thing.', 'Market Street', ({ whole }) => looksLikeThing(whole)),
];
