/**
 * The labelled set. Parts that share no shape: `tuning` may be looked into while detectors change, `holdout` is only
 * ever scored, `blind` comes from another author who knew the rules but not the detectors; `broad` was written for tuning after
 * the first score of `blind`, against field names and traps that nobody had thought of; `fresh` is described in its folder. Each shape is filled several times with
 * other values and locales.
 */
import { blindDrafts } from './blind/index.ts';
import { blindTexts } from './blind/text/index.ts';
import { BROAD } from './broad/index.ts';
import { broadTexts } from './broad/texts.ts';
import { freshAnswers, freshTexts } from './fresh/index.ts';
import { type Labelled, label } from './label.ts';
import { HOLDOUT } from './structured/holdout.ts';
import { type Template, TUNING } from './structured/tuning.ts';
import { type LabelledText, textSet as ownTexts } from './text/index.ts';
import { type Locale, valuesOf } from './values.ts';

export const PARTS = ['tuning', 'broad', 'fresh', 'holdout', 'blind'] as const;
export type Part = (typeof PARTS)[number];

const LOCALES: readonly Locale[] = ['us', 'de', 'fr', 'uk', 'es', 'nl', 'br', 'it', 'se', 'pl'];

function build(templates: Readonly<Record<string, Template>>, rounds: number, seed: number): Labelled[] {
  return Object.entries(templates).flatMap(([name, template], index) =>
    Array.from({ length: rounds }, (_, round) => {
      const locale = LOCALES[(index + round * 3) % LOCALES.length]!;
      return undecided(label(`${name}-${round + 1}-${locale}`, template(valuesOf(seed + index * 101 + round, locale))));
    }),
  );
}

/**
 * The first two parts are older than the detector of nationalities and leave them without a label, the blind part calls them
 * personal: where the authors differ, nothing is scored.
 */
function undecided(answer: Labelled): Labelled {
  return {
    ...answer,
    leaves: answer.leaves.filter((leaf) => leaf.personal || !/\/(?:nationality|citizenship)$/i.test(leaf.pointer)),
  };
}

export function structuredSet(part: Part): Labelled[] {
  if (part === 'blind') return blindDrafts().map(([name, draft]) => label(name, draft));
  if (part === 'fresh') return freshAnswers();
  if (part === 'broad') return build(BROAD, 3, 40_000);
  return part === 'tuning' ? build(TUNING, 4, 1_000) : build(HOLDOUT, 4, 900_000);
}

export function textSet(part: Part): LabelledText[] {
  if (part === 'broad') return broadTexts();
  if (part === 'fresh') return freshTexts();
  return part === 'blind' ? blindTexts() : ownTexts(part);
}
