/** Dates of birth in text: a date directly beside a word for birth, or in the line after a question for it. A date alone is never one. */

import { lazy } from '../../../lib/lazy.ts';
import { defineFindings } from '../../../model/governance/rule.ts';
import { type Span, spanOf } from '../../../model/governance/span.ts';
import { topicOfWords, topicsBefore } from '../../fieldName/contextWords.ts';
import { fold } from '../../vocabulary/words.ts';
import { defineKeywords } from '../keywords.ts';
import { isWord, type Signs } from '../signs.ts';
import { hitsOf, spendWork, type TextContext } from './detector.ts';

/** What is found, by rule. */
export const BIRTH_DATE_RULES = defineFindings({
  'text.birth-date': [
    'birth-date',
    'A date directly beside a word for birth, or behind a question for it.',
    'born on 4 March 1985',
  ],
});

/** The month as any word, since a word for birth must precede the date. */
const MONTH = '\\p{L}{3,12}';
const DATE = lazy(
  () =>
    new RegExp(
      `(?<!\\p{N}|(?![\\u3040-\\u9fff\\uac00-\\ud7af])\\p{L})(?:(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.](?:\\d{4}|\\d{2})|\\d{1,2}(?:st|nd|rd|th|\\.|er|º)?\\s(?:of\\s|de\\s)?${MONTH}\\.?,?\\s(?:de\\s|del\\s)?\\d{4}|${MONTH}\\.?\\s\\d{1,2}(?:st|nd|rd|th)?,?\\s\\d{4})(?!\\p{N}|(?![\\u3040-\\u9fff\\uac00-\\ud7af])\\p{L})|\\d{4}[年년]\\s?\\d{1,2}[月월]\\s?\\d{1,2}[日일])`,
      'giu',
    ),
);

/** Words for birth. Dates are searched only beside one of them. */
const BIRTH_WORD = lazy(
  () =>
    /b[io]r[tn]|dob|d\.\s?o\.\s?b|geb|nai|nac|nas|nat[ao]|n[eé]e?(?!\p{L})|urodz|f[oöø]d|synt|naroz|do[gğ]um|出生|生年|생년|рожд|родил/iu,
);

/** The word for birth after the date: `am 4. März 1985 geboren`, `1985年3月4日生まれ`. */
const BORN_AFTER = lazy(
  () => /^(?:\s(?:in\s\p{Lu}\p{L}{1,12}\s)?(?:geboren|geborene[rn]?|born|doğumlu|született)|\s?生まれ|\s?出生|생)/u,
);

/** Parts of the words for birth in Latin letters. */
const BIRTH_PARTS = defineKeywords(
  'bir bor dob d.o d.@ geb nai nac nas nat nee ne@ ne0 ne_ ne- ne. ne? odz fod ynt roz ogu',
);

/** Whether a text may hold dates of birth. */
export const mayHaveBirthDate = (signs: Readonly<Signs>): boolean =>
  signs.digitsInRow >= 4 && signs.letters >= 3 && (signs.keywords & BIRTH_PARTS) !== 0 && !isWord(signs);

/** Finds dates directly beside a word for birth, and those that answer a question for it. */
export function findBirthDates(context: TextContext, spans: Span[]): void {
  if (context.letters < 3 || context.word || !BIRTH_WORD().test(context.text)) return;
  for (const hit of hitsOf(DATE(), context.text)) {
    const year = Number(/\d{4}/.exec(hit[0])?.[0] ?? '1970');
    if (year < 1890 || year > 2040) continue;
    if (!spendWork(context, 1, hit.index)) break;
    if (
      (topicsBefore(context.text, hit.index).near === 'birth' &&
        isNearWord(context.text, hit.index) &&
        !BORN_THING.test(context.text.slice(Math.max(0, hit.index - 60), hit.index))) ||
      isAnswer(context.text, hit.index) ||
      BORN_AFTER().test(context.text.slice(hit.index + hit[0].length, hit.index + hit[0].length + 24)) ||
      /d\.\s?o\.\s?b\.?[\s:]{0,3}$/i.test(context.text.slice(Math.max(0, hit.index - 12), hit.index))
    )
      spans.push(spanOf(hit.index, hit.index + hit[0].length, BIRTH_DATE_RULES['text.birth-date']));
  }
}

/** A question at the end of a line, and in the next one at most a speaker and a few words: `Date of birth, please?\nCaller: It is `. */
const ASKED = lazy(
  () =>
    /([^\n?]{1,80})\?[ \t]*\r?\n[ \t]*(?:\p{L}[\p{L}\p{M} .'’-]{0,30}:[ \t]*)?(?:\p{L}[\p{L}\p{M}'’]{0,11},?[ \t]+){0,3}$/u,
);

/** Whether what begins at a position answers a question for a date of birth in the line before. */
function isAnswer(text: string, start: number): boolean {
  const question = ASKED().exec(text.slice(Math.max(0, start - 160), start))?.[1];
  return (
    question !== undefined &&
    topicOfWords((question.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []).map(fold)) === 'birth' &&
    !OF_THING().test(question)
  );
}

/** Companies and ideas that were "born": `the company was born on …`. */
const THING =
  '(?<!\\p{L})(?:company|firm|start-?up|brand|project|club|band|magazine|movement|idea|tradition|nation|party|language|platform|product|organi[sz]ation|agency|alliance)';
const BORN_THING = new RegExp(`${THING}\\s(?:was|were|is)\\s(?:re)?born\\s[^.!?]{0,24}$`, 'iu');
const OF_THING = lazy(() => new RegExp(`${THING}(?!\\p{L})`, 'iu'));

/** `my date of birth, it should be …` */
const CORRECTING =
  /^(?:should|would|must|wrong(?:ly)?|recorded|listed|entered|shown|stated|given|changed|corrected|actually|really|instead)$/;

/**
 * Whether only short words and names separate the word for birth from the date: `born in New York on`, `geboren am`,
 * but not `born out of a merger in`.
 */
function isNearWord(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 60), start);
  const words = [...before.matchAll(/\p{L}[\p{L}\p{M}'’]*/gu)];
  for (let index = words.length - 1; index >= 0; index--) {
    const word = words[index]?.[0] ?? '';
    if (topicOfWords([fold(word)]) === 'birth') return true;
    if (word.length > 4 && !CORRECTING.test(word) && /^\p{Ll}/u.test(word) && word.charCodeAt(0) < 0x3000) return false;
  }
  return true;
}
