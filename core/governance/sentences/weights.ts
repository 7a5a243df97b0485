/** What each rule of evidence.ts adds. Made by `npm run bench -- sentences write`, not to be edited. Pure data. */
export const SENTENCE_WEIGHTS: Readonly<Record<string, number>> = {
  'sentence.known-given': 2.2,
  'sentence.given-first': 2.74,
  'sentence.given-word': 0.31,
  'sentence.unknown': 0.38,
  'sentence.ordinary': -0.64,
  'sentence.one-word': -2.57,
  'sentence.many-words': -1.41,
  'sentence.start': 0.22,
  'sentence.lone-start': -1.23,
  'sentence.nouns': 0.06,
  'sentence.initial': 4.9,
  'sentence.surname': 3.54,
  'sentence.behind-person-word': 2.5,
  'sentence.behind-any-word': 0.91,
  'sentence.behind-article': -1.36,
  'sentence.doing': 0.83,
  'sentence.set-off': 0.51,
  'sentence.role': 4.05,
  'sentence.organisation': -5.98,
  'sentence.thing': -5.57,
};
/** Without any evidence. */
export const SENTENCE_BIAS = -0.61;
