/**
 * How much a field's name reads like a word for a person that no list has (`costureira`, `convoyeur`, `zegarmistrz`, `lent_by`), by the
 * endings of its words: what languages make such words with is a small and closed set, trades are not. Evidence alone decides nothing.
 */
import { AGENT_ENDINGS } from '../vocabulary/agentEndings.ts';
import { COMMON_FIELD_NAMES } from '../vocabulary/commonFieldNames.ts';
import { NEUTRAL_CONTAINERS, ORGANISATION_ROLES, PERSON_ROLES, WEAK_PERSON_ROLES } from '../vocabulary/roles.ts';
import { FIELD_THINGS, NAMED_THINGS } from '../vocabulary/things.ts';
import { phraseSet, setHas } from '../vocabulary/words.ts';

const LONGEST_ENDING = 5;

/** The endings of a word, the shortest first; scripts with a character a syllable or a word have short ones. */
export function endingsOf(word: string): string[] {
  const isLatin = word.charCodeAt(word.length - 1) < 0x250;
  const endings: string[] = [];
  for (let length = isLatin ? 2 : 1; length <= Math.min(LONGEST_ENDING, word.length); length++)
    endings.push(word.slice(-length));
  // A whole word may end like another one.
  if (word.length <= LONGEST_ENDING) endings.push(`^${word}`);
  return endings;
}

const WEIGHTS = new Map(
  AGENT_ENDINGS.trim()
    .split(/\s+/)
    .map((entry) => {
      const at = entry.search(/-?\d/);
      return [entry.slice(0, at), Number(entry.slice(at))] as const;
    }),
);
const MOST = 3;

const scoreOf = (word: string): number => endingsOf(word).reduce((sum, ending) => sum + (WEIGHTS.get(ending) ?? 0), 0);

/** From -3, the endings of things, to 3, those of people; 0 where nothing is known. Romance languages have the person first. */
export function agentScore(words: readonly string[]): number {
  const last = scoreOf(words.at(-1) ?? '');
  const best = words.length > 1 ? Math.max(last, scoreOf(words[0] ?? '')) : last;
  return Math.max(-MOST, Math.min(MOST, best));
}

/** Whoever acts: a publisher or an artist may be a person. */
const ACTORS = phraseSet(`${PERSON_ROLES} ${WEAK_PERSON_ROLES} ${ORGANISATION_ROLES} ${NEUTRAL_CONTAINERS}`);
const THINGS = new Set([
  ...phraseSet(`${FIELD_THINGS} ${NAMED_THINGS}`),
  ...[...phraseSet(COMMON_FIELD_NAMES)].filter((word) => !ACTORS.has(word) && !word.endsWith('by')),
]);
/** The word for what something is called, behind it. */
const NAME_OF = /(?:名称|名稱|名字|名|이름|명)$/;
const LEAST_JOINED = 5;

/**
 * Whether a field's name is a word for a thing: each of its words, or all joined (`trang_thai`), or how a joined word ends (`volksschule`, `商品名`). One
 * word of several is not enough: `capo_stazione` and `ship_purser` are people.
 */
export const namesThing = (words: readonly string[]): boolean =>
  words.length > 0 && (words.every(isThing) || THINGS.has(words.join('')));

function isThing(word: string): boolean {
  if (setHas(THINGS, word)) return true;
  for (let at = 1; at <= word.length - LEAST_JOINED; at++) if (THINGS.has(word.slice(at))) return true;
  return NAME_OF.test(word) && THINGS.has(word.replace(NAME_OF, ''));
}

/** By whom, in twelve languages: `lent_by`, `gezien_door`, `hecha_por`. */
const BY = new Set('by von durch door por par da od przez av af من'.split(' '));
/** For whom: `requested_for`, `reserve_pour`, `op_naam_van`. */
const FOR = new Set('for fur pour para per voor dla till'.split(' '));

/** Whether a name ends with the word before somebody who acts, or for whom it is done. */
export const endsWithBy = (words: readonly string[]): boolean => words.length > 1 && BY.has(words.at(-1) ?? '');
export const endsWithFor = (words: readonly string[]): boolean => words.length > 1 && FOR.has(words.at(-1) ?? '');
