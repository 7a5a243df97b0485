/**
 * Whether the best tools of a search are about the request. Without this, models would take the next best tool, once a
 * deletion. Two things speak for them: how much of what is asked for one of the tools accounts for, where each word counts by
 * its rarity and by how strongly the tool has it, a word that no tool has as the rarest, and the object of the request more
 * ("print the label of the parcel" is about labels); and how near what the request is about is to what the whole API is
 * about, as other APIs use the words (topics.ts), which tells a word in another sense. Generic verbs and slight words are no
 * evidence, and a value is no word of an API. Pure; the work is limited by the words of the request and the tools that have them.
 */
import { isGeneric, isVerbal } from './actions.ts';
import type { Occurrences } from './occurrences.ts';
import { relatedTo } from './related.ts';
import { agreementOf, type Topic, topicOf } from './topics.ts';
import { isPlural, isSlight, phrasesOf, rawWords, stemOf, valueWords } from './words.ts';

/** What an index knows of the words of its tools. */
export interface Vocabulary {
  occurrences(stem: string): Occurrences | undefined;
  /** Whether a stem is in a field that says what a tool is about. */
  isNamed(stem: string): boolean;
  /** The rarity of a word that no tool has. */
  readonly rarest: number;
  /** What its tools are about together, if their words tell. */
  readonly topic: Topic | undefined;
}

/** Share of the request that a tool must account for, and the weighted agreement of topics, together. */
const ENOUGH = 1.07;
/** Weight of the agreement of topics. */
const TOPIC = 1.2;
/** Agreement where no word tells a topic, as in other languages: half of the request is then enough. */
const UNTOLD = 0.475;
/** How much a slight word tells of a topic. */
const SLIGHT = 0.3;
/** What is asked for at most, in words that no tool has: long requests tell more than one tool does. */
const MOST_ASKED = 1.2;
/** How much the object of a request counts. */
const OBJECT = 1.8;
/** Rarity of a word that no tool has, of the rarest. */
const MISSING = 0.85;
/** Least rarity of a word in names, because what an API is about is in many of them. */
const NAMED_RARITY = 3;
/** Weight of a related word that stands for one that no tool has. */
const RELATED = 0.5;
/** Strength of a word that counts in full: about that of a word in a name or title. */
const FULL_STRENGTH = 2;
/** How many of the best tools are weighed. */
const WEIGHED = 10;
/** Number of words that are looked up. */
export const MAX_QUERY_WORDS = 60;
/** Rarity of missing words below which they prove nothing: a few tools have few words. */
const LEAST_MISSED = 3;
/** Participles, of which an unknown one is no object: "filled in", "running". */
const PARTICIPLE = /(?:ed|ing)$/;

/** Characters in which the first word of a request is looked for. */
const BEGINNING = 100;

/** The meaningful words of a request by phrase. */
type Phrases = readonly (readonly string[])[];

/** A word that can be evidence. */
interface Word {
  readonly weight: number;
  /** The stems of tools that it is looked up by: its own, or those that stand for it. */
  readonly stems: readonly string[];
  readonly isKnown: boolean;
}

/**
 * Whether one of the tools is about the request.
 * @param found the indexes of the tools that were found, best first
 */
export function isAbout(found: readonly number[], text: string, known: Vocabulary): boolean {
  const phrases = phrasesOf(text);
  const values = valueWords(text);
  const words = wordsIn(text, phrases, values, known);
  const missing = words.filter(({ isKnown }) => !isKnown).length;
  if (missing === 0 || missing * known.rarest < LEAST_MISSED) return true;
  return shareOf(words, found.slice(0, WEIGHED), known) + TOPIC * agreementWith(phrases, values, known) >= ENOUGH;
}

/** How much of what is asked for one of the tools accounts for, at most. */
function shareOf(words: readonly Word[], best: readonly number[], known: Vocabulary): number {
  const evidence = new Float64Array(best.length);
  const places = new Map(best.map((tool, place) => [tool, place]));
  let asked = 0;
  for (const { weight, stems, isKnown } of words) {
    asked += weight;
    for (const [place, strength] of strengthsOf(stems, places, known).entries()) {
      evidence[place]! += (isKnown ? weight : RELATED * weight) * Math.min(1, strength / FULL_STRENGTH);
    }
  }
  return Math.max(0, ...evidence) / Math.min(asked, MOST_ASKED * known.rarest);
}

/** How near what a request is about is to what the API is about. */
function agreementWith(phrases: Phrases, values: ReadonlySet<string>, known: Vocabulary): number {
  const words = [...new Set(phrases.flat())].filter(
    (word) => !isGeneric(word) && (!values.has(word) || known.occurrences(stemOf(word)) !== undefined),
  );
  const asked = topicOf(words.slice(0, MAX_QUERY_WORDS).map((word) => [stemOf(word), isSlight(word) ? SLIGHT : 1]));
  return asked && known.topic ? agreementOf(asked, known.topic) : UNTOLD;
}

/** The words of a request that can be evidence. */
function wordsIn(text: string, phrases: Phrases, values: ReadonlySet<string>, known: Vocabulary): Word[] {
  const [first] = phrases.flat();
  // No verb of a request is a plural: "categories of equipment".
  const verb =
    first !== undefined && rawWords(text.slice(0, BEGINNING))[0] === first && !isPlural(first) ? first : undefined;
  const has = (word: string): boolean => known.occurrences(stemOf(word)) !== undefined;
  const isContent = (word: string): boolean => {
    if (isGeneric(word)) return false;
    if (isSlight(word)) return known.isNamed(stemOf(word));
    return has(word) || !values.has(word) || standingFor(word, known).length > 0;
  };
  const isNoun = (word: string): boolean => word !== verb && !isVerbal(word) && (has(word) || !PARTICIPLE.test(word));
  const content = phrases.map((phrase) => phrase.filter(isContent));
  // What a request is about: the nouns of its first phrase that has any, of which the last is the object.
  const nouns = content.map((phrase) => phrase.filter(isNoun)).find((phrase) => phrase.length > 0);
  const words = [...new Set(content.flat().slice(0, MAX_QUERY_WORDS))];
  const object = (nouns ?? words).at(-1);
  return words.map((word) => {
    const isKnown = has(word);
    const stem = stemOf(word);
    const rarity = rarityOf(stem, known);
    return {
      weight: word === object ? OBJECT * rarity : rarity,
      stems: isKnown ? [stem] : standingFor(word, known),
      isKnown,
    };
  });
}

function rarityOf(stem: string, known: Vocabulary): number {
  const rarity = known.occurrences(stem)?.rarity;
  if (rarity === undefined) return MISSING * known.rarest;
  return known.isNamed(stem) ? Math.min(known.rarest, Math.max(rarity, NAMED_RARITY)) : rarity;
}

/** The stems of tools that stand for a word that none of them has; generic verbs stand for nothing. */
const standingFor = (word: string, known: Vocabulary): string[] =>
  relatedTo(stemOf(word)).filter((stem) => !isGeneric(stem) && known.occurrences(stem) !== undefined);

/** How strongly the tools have one of the stems, by their places. */
function strengthsOf(stems: readonly string[], places: ReadonlyMap<number, number>, known: Vocabulary): Float64Array {
  const strengths = new Float64Array(places.size);
  for (const stem of stems) {
    const { from, to, tools, scores, rarity } = known.occurrences(stem)!;
    for (let at = from; at < to; at++) {
      const place = places.get(tools[at]!);
      if (place !== undefined) strengths[place] = Math.max(strengths[place]!, scores[at]! / rarity);
    }
  }
  return strengths;
}
