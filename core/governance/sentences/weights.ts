/** What each rule of evidence.ts adds. Made by `npm run bench -- sentences write`, not to be edited. Pure data. */
export const SENTENCE_WEIGHTS: Readonly<Record<string, number>> = {
  'sentence.known-given': 2.19,
  'sentence.given-first': 2.7,
  'sentence.given-word': 0.29,
  'sentence.unknown': 0.37,
  'sentence.ordinary': -0.65,
  'sentence.one-word': -2.58,
  'sentence.many-words': -1.22,
  'sentence.start': 0.23,
  'sentence.lone-start': -1.24,
  'sentence.nouns': 0.07,
  'sentence.initial': 4.92,
  'sentence.surname': 3.42,
  'sentence.behind-person-word': 2.38,
  'sentence.behind-any-word': 0.91,
  'sentence.behind-article': -1.34,
  'sentence.doing': 0.82,
  'sentence.set-off': 0.49,
  'sentence.role': 4.07,
  'sentence.organisation': -5.89,
  'sentence.thing': -5.54,
};
/** Without any evidence. */
export const SENTENCE_BIAS = -0.59;
