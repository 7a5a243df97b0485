/**
 * Whether the best tools of a search are about the request. Without this, models would take the next best tool, once a
 * deletion. A tool must account for enough of what is asked for: each word counts by its rarity and by how strongly the
 * tool has it, a word that no tool has nearly as the rarest, and the object of the request more ("print the label of the
 * parcel" is about labels). A tool that has nothing of the object counts less, unless it has the verb that begins the request
 * ("pause the tape"); and what stands for such a verb says nearly as much as the verb ("hand over" for transfer). Generic verbs
 * and slight words are no evidence, and a value is no word of an API. Pure; the work is limited by the words of the request and the tools that have
 * them.
 */
import { actionOfVerb, isGeneric, isVerbal } from './actions.ts';
import type { Occurrences } from './occurrences.ts';
import { relatedTo } from './related.ts';
import { isPlural, isSlight, phrasesOf, rawWords, stemOf, valueWords } from './words.ts';

/** What an index knows of the words of its tools. */
export interface Vocabulary {
  occurrences(stem: string): Occurrences | undefined;
  /** Whether a stem is in a field that says what a tool is about. */
  isNamed(stem: string): boolean;
  /** The rarity of a word that no tool has. */
  readonly rarest: number;
}

/** Share of the request that a tool must account for. */
const ENOUGH = 0.5;
/** What is asked for at most, in words that no tool has: long requests tell more than one tool does. */
const MOST_ASKED = 1.2;
/** How much words count by their place: the object; a verb that begins the request and that tools have, or that none has. */
const WEIGHTS = { object: 1.8, knownVerb: 0.5, missingVerb: 1.4, other: 1 } as const;
/** What is left of the evidence for a tool that has nothing of the object. */
const WITHOUT_OBJECT = 0.65;
/** Rarity of a word that no tool has, of the rarest. */
const MISSING = 0.85;
/** Weight of a related word that stands for one that no tool has. */
const RELATED = 0.5;
/** Strength of a word that counts in full: about that of a word in a name or title. */
const FULL_STRENGTH = 2;
/** Least rarity of a word in names, because what an API is about is in many of them. */
const NAMED_RARITY = 3;
/** How many of the best tools are weighed. */
const WEIGHED = 10;
/** Number of words that are looked up. */
export const MAX_QUERY_WORDS = 60;
/** Rarity of missing words below which they prove nothing: a few tools have few words. */
const LEAST_MISSED = 3;
/** Participles, of which an unknown one is no object: "filled in", "running". */
const PARTICIPLE = /(?:ed|ing)$/;

/** A word that can be evidence. */
interface Word {
  readonly weight: number;
  /** Whether it is of what the request is about. */
  readonly isObject: boolean;
  /** Whether it is the verb that begins the request. */
  readonly isVerb: boolean;
  /** The stems of tools that it is looked up by: its own, or those that stand for it. */
  readonly stems: readonly string[];
  readonly isKnown: boolean;
}

/**
 * Whether one of the tools is about the request.
 * @param found the indexes of the tools that were found, best first
 */
export function isAbout(found: readonly number[], text: string, known: Vocabulary): boolean {
  const words = wordsIn(text, known);
  const missing = words.filter(({ isKnown }) => !isKnown).length;
  if (missing === 0 || missing * known.rarest < LEAST_MISSED) return true;
  const best = found.slice(0, WEIGHED);
  const ofVerb = new Float64Array(best.length);
  const ofOthers = new Float64Array(best.length);
  const hasObject = new Uint8Array(best.length);
  const places = new Map(best.map((tool, place) => [tool, place]));
  let asked = 0;
  for (const { weight, isObject, isVerb, stems, isKnown } of words) {
    asked += weight;
    const evidence = isVerb ? ofVerb : ofOthers;
    for (const [place, strength] of strengthsOf(stems, places, known).entries()) {
      evidence[place]! += (isKnown ? weight : RELATED * weight) * Math.min(1, strength / FULL_STRENGTH);
      if (isObject && strength > 0) hasObject[place] = 1;
    }
  }
  const enough = ENOUGH * Math.min(asked, MOST_ASKED * known.rarest);
  return ofOthers.some((sum, place) => ofVerb[place]! + sum * (hasObject[place] ? 1 : WITHOUT_OBJECT) >= enough);
}

/** The words of a request that can be evidence. */
function wordsIn(text: string, known: Vocabulary): Word[] {
  const phrases = phrasesOf(text);
  const values = valueWords(text);
  const [first] = phrases.flat();
  // No verb of a request is a plural: "categories of equipment".
  const verb = first !== undefined && rawWords(text)[0] === first && !isPlural(first) ? first : undefined;
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
  const placeOf = (word: string, isKnown: boolean): keyof typeof WEIGHTS => {
    if (word === object) return 'object';
    if (isKnown) return word === first && actionOfVerb(word) !== undefined ? 'knownVerb' : 'other';
    return word === verb ? 'missingVerb' : 'other';
  };
  return words.map((word) => {
    const isKnown = has(word);
    return {
      weight: WEIGHTS[placeOf(word, isKnown)] * rarityOf(word, known),
      isObject: nouns?.includes(word) ?? true,
      isVerb: word === verb,
      stems: isKnown ? [stemOf(word)] : standingFor(word, known),
      isKnown,
    };
  });
}

function rarityOf(word: string, known: Vocabulary): number {
  const stem = stemOf(word);
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
    const { tools, scores, rarity } = known.occurrences(stem)!;
    for (let at = 0; at < tools.length; at++) {
      const place = places.get(tools[at]!);
      if (place !== undefined) strengths[place] = Math.max(strengths[place]!, scores[at]! / rarity);
    }
  }
  return strengths;
}
