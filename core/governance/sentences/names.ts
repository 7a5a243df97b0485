/**
 * Names of people in sentences that no title or salutation announces: `Spoke to Rosalind Achterberg this morning`. Reads runs of capitalized words
 * and weighs what the words in and around them say (evidence.ts, weights.ts), in English, German, Spanish and French. Loaded only for those who
 * switch it on (`prose`), because sentences name products, places and firms as often: the figures are in bench/redaction.md.
 * Refuses texts of fewer than four words, and scripts without capitals.
 */
import { defineFindings } from '../../model/governance/rule.ts';
import { type Span, spanOf } from '../../model/governance/span.ts';
import { isCountry } from '../facts/countries.ts';
import { isGivenName } from '../facts/givenName.ts';
import { isParticle } from '../facts/nameShape.ts';
import { GERMAN_WORDS } from '../vocabulary/sentenceWords.ts';
import { fold, phraseSet } from '../vocabulary/words.ts';
import {
  CALENDAR,
  type Candidate,
  CLOSINGS,
  isGiven,
  isOrdinary,
  NOT_FIRST,
  ROLES,
  SENTENCE_RULES,
  type Word,
} from './evidence.ts';
import { SENTENCE_BIAS, SENTENCE_WEIGHTS } from './weights.ts';

/** What is found, by rule. */
export const PROSE_RULES = defineFindings({
  'prose.name': [
    'name',
    'Capitalized words in a sentence that read like a name, by what stands in and around them.',
    'the tenant, Kowalski, says',
  ],
  'prose.own-name': ['name', 'Somebody says who they are, also in small letters.', 'hi, marcus tillery here'],
});

/** The sum from which capitalized words are a name. */
export const NEEDED = -1;

const SHORTEST = 12;
const FEWEST_SPACES = 3;
/** UTF-16 units that are read at once, so that the words of a long text are not all held. */
const PIECE = 32_768;
const MOST_PARTICLES = 2;
const WORD = /\p{Lu}\.(?=[ \u00a0]\p{Lu})|[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;
/** Not `APIs`, and with a capital inside only where names have one: `McKay`, `O'Dwyer`, `Anne-Sophie`, but not `CloudWatch`. */
const NAME_WORD =
  /^(?:(?:(?:Ma?c|De|Di|La|Le|Fitz)(?=\p{Lu}))?\p{Lu}[\p{Ll}\p{M}]+(?:['’-]\p{Lu}?[\p{Ll}\p{M}]+)*|\p{Lu}['’]\p{Lu}[\p{Ll}\p{M}]+|\p{Lu}\.)$/u;
const SENTENCE_END = /[.!?:;\n•>"“«]\s*$|^\s*[-–*]\s+$/u;
const SELF_BEFORE =
  /(?:^|[^\p{L}])(?:this is|my name is|i am|i'm|hier ist|hier|ich bin|mein name ist|soy|me llamo|mi nombre es|ici|je suis|je m['’]appelle) $/iu;
const GERMAN = phraseSet(GERMAN_WORDS);
/** Particles of names that stand between others in sentences. */
const JOINS = new Set(['und', 'y', 'e', 'i', 't', 'vom']);
const WEIGHED = SENTENCE_RULES.map(({ id, count }) => ({ count, weight: SENTENCE_WEIGHTS[id] ?? 0 }));
const NO_WORD: Word = { text: '', start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY, folded: '' };

/** The names of people in a text, in order. */
export function findNames(text: string): Span[] {
  if (!isSentence(text)) return [];
  const spans: Span[] = [];
  for (let from = 0; from < text.length; ) {
    const to = endOfPiece(text, from);
    for (const { start, end, finding } of new Sentences(text.slice(from, to)).names())
      spans.push(spanOf(from + start, from + end, finding));
    from = to;
  }
  return spans;
}

/** Capitalized words of a text with where they stand, for those who fit the weights. */
export const candidatesIn = (text: string): { candidate: Candidate; start: number; end: number }[] =>
  isSentence(text) ? new Sentences(text).candidates() : [];

/** Whether a text has some words, of which not all are capitalized. */
function isSentence(text: string): boolean {
  if (text.length < SHORTEST) return false;
  let spaces = 0;
  for (let at = text.indexOf(' '); at >= 0 && spaces < FEWEST_SPACES; at = text.indexOf(' ', at + 1)) spaces++;
  return spaces >= FEWEST_SPACES && /[ \n]\p{Ll}{2}/u.test(text);
}

/** Where the piece of a text that begins at a position ends: behind a line or a sentence, if one ends in its second half. */
function endOfPiece(text: string, from: number): number {
  const most = from + PIECE;
  if (most >= text.length) return text.length;
  for (const mark of ['\n', '. ', ' ']) {
    const at = text.lastIndexOf(mark, most - mark.length);
    if (at > from + PIECE / 2) return at + mark.length;
  }
  return most;
}

const weigh = (candidate: Candidate): number =>
  WEIGHED.reduce((sum, { count, weight }) => sum + weight * count(candidate), SENTENCE_BIAS);

/** A candidate by the places of its first and its last word. */
interface Run {
  readonly first: number;
  readonly last: number;
}

/** Reads one text. */
class Sentences {
  readonly #text: string;
  readonly #words: readonly Word[];
  readonly #areNounsBig: boolean;

  constructor(text: string) {
    this.#text = text;
    this.#words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
      text: word,
      start: index,
      end: index + word.length,
      folded: fold(word),
    }));
    this.#areNounsBig = this.#words.filter(({ folded }) => GERMAN.has(folded)).length * 8 >= this.#words.length;
  }

  names(): Span[] {
    const spans: Span[] = [];
    for (let at = 0; at < this.#words.length; at++) {
      if (!NAME_WORD.test(this.#at(at).text)) {
        const own = this.#ownName(at);
        if (own !== undefined) spans.push(this.#spanOf(own, 'prose.own-name'));
        if (own !== undefined) at = own.last;
        continue;
      }
      const last = this.#endOfRun(at);
      const run = this.#nameIn(at, last);
      if (run !== undefined && weigh(this.#candidate(run)) >= NEEDED) spans.push(this.#spanOf(run, 'prose.name'));
      at = last;
    }
    return spans;
  }

  candidates(): { candidate: Candidate; start: number; end: number }[] {
    const found = [];
    for (let at = 0; at < this.#words.length; at++) {
      if (!NAME_WORD.test(this.#at(at).text)) continue;
      const last = this.#endOfRun(at);
      const run = this.#nameIn(at, last);
      at = last;
      if (run === undefined) continue;
      found.push({ candidate: this.#candidate(run), start: this.#at(run.first).start, end: this.#at(run.last).end });
    }
    return found;
  }

  /** A word; an empty one before the first and behind the last. */
  #at(index: number): Word {
    return this.#words[index] ?? NO_WORD;
  }

  /** What stands between a word and the one before it. */
  #gap(index: number): string {
    return this.#text.slice(index > 0 ? this.#at(index - 1).end : 0, this.#at(index).start);
  }

  #beginsSentence(index: number): boolean {
    return index === 0 || SENTENCE_END.test(this.#gap(index));
  }

  /** The last word of a run of name words that begins at a word, with particles behind given names: `Gare de Lyon` is two. */
  #endOfRun(first: number): number {
    let last = first;
    for (let next = first + 1; next < this.#words.length && this.#gap(next) === ' '; next++) {
      const { text } = this.#at(next);
      if (NAME_WORD.test(text)) last = next;
      else if (!isParticle(text) || !isGiven(this.#at(last)) || JOINS.has(text) || next - last > MOST_PARTICLES) break;
    }
    return last;
  }

  /** The part of a run that may be a name: without what begins its sentence, a greeting and a closing, and from a given name on. Undefined where a word says that it is none. */
  #nameIn(from: number, last: number): Run | undefined {
    const isStart = this.#beginsSentence(from);
    let first = from;
    while (first < last && (isParticle(this.#at(first).text) || (isStart && NOT_FIRST.has(this.#at(first).folded))))
      first++;
    for (let given = first + 1; given < last; given++)
      if (isGivenName(this.#at(given).text) && !isGivenName(this.#at(first).text)) first = given;
    // `Kind Regards Harriet`, but not `Doris Morning`.
    if (!isGivenName(this.#at(first).text))
      for (let at = first; at <= last; at++) if (CLOSINGS.has(this.#at(at).folded)) first = at + 1;
    const words = this.#words.slice(first, last + 1);
    // `Account Manager`
    if (
      words.some(({ folded }) => CALENDAR.has(folded) || ROLES.has(folded)) ||
      words.every(({ text }) => text.endsWith('.'))
    )
      return undefined;
    if (isCountry(this.#text.slice(this.#at(first).start, this.#at(last).end))) return undefined;
    // `at most L. So many` is two sentences.
    const [initial, ...names] = words;
    if (initial?.text.endsWith('.') && names.length === 1 && names.every(isOrdinary)) return undefined;
    if (first === last && NOT_FIRST.has(this.#at(first).folded)) return undefined;
    return { first, last };
  }

  #candidate({ first, last }: Run): Candidate {
    const gapBefore = this.#gap(first);
    const gapBehind = this.#gap(last + 1);
    const isOpened = first > 0 && /^(?:, | \(|, \()$/.test(gapBefore);
    const isClosed = /^(?:,|\))/.test(gapBehind);
    const run = this.#words.slice(first, last + 1);
    return {
      whole: this.#text.slice(this.#at(first).start, this.#at(last).end),
      words: run.filter(({ text }) => !isParticle(text) && !text.endsWith('.')),
      hasInitial: run.some(({ text }) => text.endsWith('.')),
      isStart: this.#beginsSentence(first),
      areNounsBig: this.#areNounsBig,
      before: gapBefore === ' ' ? this.#at(first - 1).folded : '',
      after: /^(?:,|\))? $/.test(gapBehind) ? this.#at(last + 1).folded : '',
      isSetOff: isOpened || isClosed,
      near: [
        ...(isOpened ? this.#words.slice(Math.max(0, first - 4), first) : []),
        ...(isClosed ? this.#words.slice(last + 1, last + 3) : []),
      ].map(({ folded }) => folded),
    };
  }

  /** A name in small letters where somebody says who they are. */
  #ownName(at: number): Run | undefined {
    const { text, start } = this.#at(at);
    if (text.length < 3 || !isGivenName(text.charAt(0).toUpperCase() + text.slice(1))) return undefined;
    const surname = this.#gap(at + 1) === ' ' ? this.#at(at + 1).folded : '';
    const isHere = surname === 'here' || (surname !== '' && this.#at(at + 2).folded === 'here');
    if (!isHere && !SELF_BEFORE.test(this.#text.slice(Math.max(0, start - 20), start))) return undefined;
    const hasSurname = surname.length > 2 && surname !== 'here' && !NOT_FIRST.has(surname);
    return { first: at, last: hasSurname ? at + 1 : at };
  }

  #spanOf({ first, last }: Run, rule: keyof typeof PROSE_RULES): Span {
    return spanOf(this.#at(first).start, this.#at(last).end, PROSE_RULES[rule]);
  }
}
