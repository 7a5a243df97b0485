/** The role of a field name: whether it holds a person, a company, a place or is only a container. */
import { ALSO_THINGS } from '../vocabulary/modifiers.ts';
import * as vocabulary from '../vocabulary/roles.ts';
import { NAMED_THINGS } from '../vocabulary/things.ts';
import { phraseSet, respell, setHas, singular } from '../vocabulary/words.ts';

/** What a field holds. `weak` may be a person or a thing; `neutral` is a container that says nothing. */
export type Role = 'person' | 'weak' | 'organisation' | 'place' | 'neutral' | 'none';

/** Roles of people. */
export const PERSONS = phraseSet(vocabulary.PERSON_ROLES);
const WEAK = phraseSet(vocabulary.WEAK_PERSON_ROLES);
const TREES = phraseSet(vocabulary.TREE_ROLES);
const CAPTIONED = phraseSet(vocabulary.CAPTIONED_ROLES);
const NO_PERSON_STRINGS = phraseSet(vocabulary.NO_PERSON_STRINGS);
const ORGANISATIONS = phraseSet(vocabulary.ORGANISATION_ROLES);
const PLACES = phraseSet(vocabulary.PLACE_ROLES);
const NEUTRAL = phraseSet(vocabulary.NEUTRAL_CONTAINERS);
const THINGS_TOO = phraseSet(ALSO_THINGS);
const NAMED = phraseSet(NAMED_THINGS);

/** Whether a word, or its singular, is a role of people. */
export function isPersonRole(word: string): boolean {
  return setHas(PERSONS, word);
}

/** Whether a word, as it is spelled, is a role of people, a company or a place. */
export function isRoleWord(word: string): boolean {
  return setHas(PERSONS, word) || setHas(ORGANISATIONS, word) || setHas(PLACES, word);
}

/** Whether the object under this name has a full name without being a person: `product: {full_name}`. */
export function isNamedThing({
  words,
  joined,
}: {
  readonly words: readonly string[];
  readonly joined: string;
}): boolean {
  return setHas(NAMED, joined) || setHas(NAMED, words.at(-1) ?? '');
}

/** Whether a plain string in a field of this name may be a person's name. */
export function mayBePersonString(role: Role, words: readonly string[], joined: string): boolean {
  return (
    (role === 'person' || role === 'weak') &&
    !setHas(NO_PERSON_STRINGS, joined) &&
    !(words.length > 1 && !setHas(PERSONS, joined) && setHas(NO_PERSON_STRINGS, words.at(-1) ?? '')) &&
    !words.some((word) => NO_PERSONS.has(word))
  );
}

/** Words in names that are not a person's role: `country_of_origin`, `ships_from`. */
const NO_PERSONS = phraseSet('country countries region nation land market port place city airport station ships');

/**
 * The role of what a name holds.
 *
 * @param joined its words without separators
 */
export function roleOf(words: readonly string[], joined: string): Role {
  // `assigned_by_account`
  if (words.length > 2 && joined.endsWith('byaccount') && words.at(-1) === 'account')
    return roleOf(words.slice(0, -1), joined.slice(0, -7));
  const ofWhat = words.at(-1) ?? '';
  // `teacher_of_record`, `nurse_on_duty`
  if (words.length > 2 && OFFICE.has(ofWhat) && IN_OFFICE.test(words.at(-2) ?? ''))
    return roleOf(words.slice(0, -2), words.slice(0, -2).join(''));
  const role = roleOfWords(words, joined);
  if (role !== 'none') return role;
  const respelled = words.map(respell);
  return respelled.some((word, index) => word !== words[index]) ? roleOfWords(respelled, respelled.join('')) : role;
}

const OFFICE = new Set(['record', 'charge', 'duty', 'call', 'fact']);
const IN_OFFICE = /^(?:of|in|on)$/;

function roleOfWords(words: readonly string[], joined: string): Role {
  const last = words.at(-1) ?? '';
  // `applicant2`, `insured_1`
  if (/\d$/.test(last) && words.length < 5) {
    const rest = [...words.slice(0, -1), last.replace(/\d{1,2}$/, '')].filter(Boolean);
    if (rest.length > 0 && !/\d$/.test(rest.at(-1) ?? '')) return roleOf(rest, rest.join(''));
  }
  if (CAPTIONED.has(joined)) return 'none';
  // Containers first: the `node` of a graph's edge is not a server.
  if (setHas(NEUTRAL, joined) || (words.length > 1 && words.every((word) => setHas(NEUTRAL, word)))) return 'neutral';
  // A `user_profile` is a person's; `agentPoolProfiles` and `scoringProfiles` are settings.
  if (
    /^profiles?$/.test(last) &&
    joined !== 'profile' &&
    !setHas(PERSONS, words.at(-2) ?? '') &&
    !setHas(PERSONS, joined.replace(/s?$/, ''))
  )
    return 'weak';
  if (setHas(PERSONS, joined)) return 'person';
  if (setHas(WEAK, joined)) return 'weak';
  if (setHas(TREES, joined)) return 'none';
  if (setHas(PLACES, joined)) return 'place';
  if (setHas(ORGANISATIONS, joined)) return 'organisation';
  const pair = words.slice(-2).join('');
  for (const phrase of [pair, last]) {
    if (setHas(PERSONS, phrase)) return phrase === last && THINGS_TOO.has(singular(last)) ? 'weak' : 'person';
    if (setHas(WEAK, phrase)) return 'weak';
    if (setHas(PLACES, phrase)) return 'place';
    if (setHas(ORGANISATIONS, phrase)) return 'organisation';
  }
  // `sender_info`
  if (words.length > 1 && setHas(NEUTRAL, last)) {
    const whose = words.slice(0, -1).join('');
    if (setHas(PERSONS, whose)) return 'person';
    // `merchant_data`, `subMerchantInfo`
    if (setHas(ORGANISATIONS, words.at(-2) ?? '')) return 'organisation';
  }
  // `merged_by`, `bookedBy`: a person or a program.
  if (last !== 'by') return 'none';
  const doing = (/^(?:in|out|off|up|on|over)$/.test(words.at(-2) ?? '') ? words.at(-3) : words.at(-2)) ?? '';
  return /(?:ed|sent|made|written|sold|paid|taken|given|held|drawn|seen|run|built)$/.test(doing) &&
    !NOT_A_PERSONS_ACTION.test(doing)
    ? 'weak'
    : 'none';
}

/** Participles before `by` whose agent is a thing or a company, or that are not an action. */
const NOT_A_PERSONS_ACTION =
  /^(?:powered|sorted|grouped|filtered|required|used|manufactured|distributed|hosted|supported|sponsored|operated|caused|triggered|blocked|replaced|superseded|divided|multiplied|limited|encrypted|generated|referenced|affected|matched|indexed|covered|licensed|produced|published)$/;
