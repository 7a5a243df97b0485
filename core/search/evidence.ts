/**
 * Whether the best tools of a search are about the request. Without this, models would take the next best tool, once a
 * deletion. A tool must account for enough of what is asked for: each word counts by its rarity and by how strongly the
 * tool has it, a word that no tool has as the rarest, and the object of the request twice ("print the label of the parcel"
 * is about labels). Verbs and slight words are no evidence, and a value is no word of an API. Pure; the work is limited by
 * the words of the request and the tools that have them.
 */
import { actionOfVerb, isGeneric, isVerbal } from './actions.ts';
import type { Occurrences } from './occurrences.ts';
import { relatedTo } from './related.ts';
import { isSlight, phrasesOf, stemOf, valueWords } from './words.ts';

/** What an index knows of the words of its tools. */
export interface Vocabulary {
  occurrences(stem: string): Occurrences | undefined;
  /** Whether a stem is in a field that says what a tool is about. */
  isNamed(stem: string): boolean;
  /** The rarity of a word that no tool has. */
  readonly rarest: number;
}

/** Share of the request that a tool must account for. */
const ENOUGH = 0.42;
/** What is asked for at most, in words that no tool has: long requests tell more than one tool does. */
const MOST_ASKED = 1.3;
/** How much the object of the request counts. */
const OBJECT = 2;
/** Strength of a word that counts in full: about that of a word in a name or title. */
const FULL_STRENGTH = 2.2;
/** Least rarity of a word in names, because what an API is about is in many of them. */
const NAMED_RARITY = 3;
/** Weight of a related word that stands for one that no tool has. */
export const RELATED_WEIGHT = 0.4;
/** How many of the best tools are weighed. */
const WEIGHED = 10;
/** Number of words that are looked up. */
export const MAX_QUERY_WORDS = 60;
/** Rarity of missing words below which they prove nothing: a few tools have few words. */
const LEAST_MISSED = 3;

/**
 * Whether one of the tools is about the request.
 * @param found the indexes of the tools that were found, best first
 */
export function isAbout(found: readonly number[], text: string, known: Vocabulary): boolean {
  const phrases = contentOf(text, known);
  const content = new Set(phrases.flat().slice(0, MAX_QUERY_WORDS));
  const missing = [...content].filter((word) => !known.occurrences(stemOf(word))).length;
  if (missing === 0 || missing * known.rarest < LEAST_MISSED) return true;
  const object = objectOf(phrases);
  const best = found.slice(0, WEIGHED);
  const evidence = new Float64Array(best.length);
  const places = new Map(best.map((tool, place) => [tool, place]));
  let asked = 0;
  for (const word of content) {
    const weight = (word === object ? OBJECT : 1) * weightOf(word, known);
    asked += weight;
    const stem = stemOf(word);
    if (known.occurrences(stem)) addEvidence(evidence, places, [stem], weight, known);
    else addEvidence(evidence, places, standingFor(word, known), RELATED_WEIGHT * weight, known);
  }
  return Math.max(0, ...evidence) >= ENOUGH * Math.min(asked, MOST_ASKED * known.rarest);
}

/** The words of a request that can be evidence, by phrase. */
function contentOf(text: string, known: Vocabulary): string[][] {
  const phrases = phrasesOf(text);
  const values = valueWords(text);
  const [first] = phrases.flat();
  const isContent = (word: string): boolean => {
    const stem = stemOf(word);
    const isKnown = known.occurrences(stem) !== undefined;
    if (isGeneric(word) || (isKnown && word === first && actionOfVerb(word) !== undefined)) return false;
    if (isSlight(word)) return known.isNamed(stem);
    return isKnown || !values.has(word) || standingFor(word, known).length > 0;
  };
  return phrases.map((phrase) => phrase.filter(isContent)).filter((phrase) => phrase.length > 0);
}

/** What a request is about: the last word of its first phrase that has one beside verbs. */
function objectOf(phrases: readonly (readonly string[])[]): string | undefined {
  const nouns = phrases.map((phrase) => phrase.filter((word) => !isVerbal(word)));
  return (nouns.find((phrase) => phrase.length > 0) ?? phrases[0])?.at(-1);
}

function weightOf(word: string, known: Vocabulary): number {
  const stem = stemOf(word);
  const rarity = known.occurrences(stem)?.rarity ?? known.rarest;
  return known.isNamed(stem) ? Math.min(known.rarest, Math.max(rarity, NAMED_RARITY)) : rarity;
}

/** The stems of tools that stand for a word that none of them has; generic verbs stand for nothing. */
const standingFor = (word: string, known: Vocabulary): string[] =>
  relatedTo(stemOf(word)).filter((stem) => !isGeneric(stem) && known.occurrences(stem) !== undefined);

/** Adds the weight of a word to the tools that have one of its stems, by how strongly they have it. */
function addEvidence(
  evidence: Float64Array,
  places: ReadonlyMap<number, number>,
  stems: readonly string[],
  weight: number,
  known: Vocabulary,
): void {
  const strengths = new Float64Array(evidence.length);
  for (const stem of stems) {
    const { tools, scores, rarity } = known.occurrences(stem)!;
    for (let at = 0; at < tools.length; at++) {
      const place = places.get(tools[at]!);
      if (place !== undefined) strengths[place] = Math.max(strengths[place]!, scores[at]! / rarity);
    }
  }
  for (const [place, strength] of strengths.entries()) {
    evidence[place]! += weight * Math.min(1, strength / FULL_STRENGTH);
  }
}
