/**
 * The labelled set. Three parts that share no shape: `tuning` may be looked into while detectors change, `holdout` is only
 * ever scored, `blind` comes from another author who knew the rules but not the detectors. Each shape is filled several
 * times with other values and locales.
 */
import { blindDrafts } from './blind/index.ts';
import { blindTexts } from './blind/text/index.ts';
import { type Labelled, label } from './label.ts';
import { HOLDOUT } from './structured/holdout.ts';
import { type Template, TUNING } from './structured/tuning.ts';
import { type LabelledText, textSet as ownTexts } from './text/index.ts';
import { type Locale, valuesOf } from './values.ts';

export const PARTS = ['tuning', 'holdout', 'blind'] as const;
export type Part = (typeof PARTS)[number];

const LOCALES: readonly Locale[] = ['us', 'de', 'fr', 'uk', 'es', 'nl', 'br', 'it', 'se', 'pl'];

function build(templates: Readonly<Record<string, Template>>, rounds: number, seed: number): Labelled[] {
  return Object.entries(templates).flatMap(([name, template], index) =>
    Array.from({ length: rounds }, (_, round) => {
      const locale = LOCALES[(index + round * 3) % LOCALES.length]!;
      return label(`${name}-${round + 1}-${locale}`, template(valuesOf(seed + index * 101 + round, locale)));
    }),
  );
}

export function structuredSet(part: Part): Labelled[] {
  if (part === 'blind') return blindDrafts().map(([name, draft]) => label(name, draft));
  return part === 'tuning' ? build(TUNING, 4, 1_000) : build(HOLDOUT, 4, 900_000);
}

export function textSet(part: Part): LabelledText[] {
  return part === 'blind' ? blindTexts() : ownTexts(part);
}
