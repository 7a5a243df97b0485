/**
 * Fits the weights of names in sentences (core/governance/sentences/evidence.ts) on the labelled sentences, and prints what they are worth in a language
 * that was left out. `npm run bench -- sentences write` stores the weights in core/governance/sentences/weights.ts. Sentences without names are those
 * of the set, and this repository's own documents.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SENTENCE_RULES } from '../core/governance/sentences/evidence.ts';
import { candidatesIn } from '../core/governance/sentences/names.ts';
import { ordinaryTexts, SENTENCE_LANGUAGES, sentenceSet } from '../test/datasets/redaction/index.ts';
import { type Example, fitLogistic } from './names/logistic.ts';
import { table } from './support/report.ts';

const ROOT = resolve(import.meta.dirname, '..');
const DOCUMENTS = ['design', 'docs/guides'];
/** A document has the same terms many times. */
const WEIGHT = { name: 2, other: 1, document: 0.1 };
const THRESHOLDS = [1.5, 1, 0.5, 0, -0.5, -1, -1.5];

interface Case extends Example {
  readonly language: string;
  readonly text: string;
}

/** Of a squared weight, for each unit of weight of the cases. */
const PENALTY = 0.0003;

/** What the rules count, and 1 for the bias. */
const countsOf = (candidate: Parameters<(typeof SENTENCE_RULES)[number]['count']>[0]): number[] => [
  ...SENTENCE_RULES.map(({ count }) => count(candidate)),
  1,
];

/** The weights of the rules, and the bias behind them. */
function fitted(cases: readonly Case[]): number[] {
  const penalty = PENALTY * cases.reduce((sum, { weight }) => sum + weight, 0);
  const weights = fitLogistic(cases, [...SENTENCE_RULES.map(() => penalty), 0]);
  return weights.map((weight) => Math.round(weight * 100) / 100);
}

const sumOf = (weights: readonly number[], { counts }: Case): number =>
  counts.reduce((sum, count, at) => sum + count * (weights[at] ?? 0), 0);

/** Candidates in labelled sentences: a name where a label has all of its words, or it all words of a label. */
function labelled(): Case[] {
  return SENTENCE_LANGUAGES.flatMap((language) =>
    (['first', 'second'] as const).flatMap((part) =>
      sentenceSet(language, part).flatMap(({ text, personal }) =>
        candidatesIn(text).map(({ candidate, start, end }) => {
          const whole = text.slice(start, end);
          const isTrue = personal.some(({ value }) => value.includes(whole) || whole.includes(value));
          const weight = isTrue ? WEIGHT.name : WEIGHT.other;
          return { language, text: whole, counts: countsOf(candidate), isTrue, weight };
        }),
      ),
    ),
  );
}

function unlabelled(): Case[] {
  const lines = DOCUMENTS.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .flatMap((name) => readFileSync(join(ROOT, folder, name), 'utf8').split('\n')),
  );
  const asCase = (weight: number) => (line: string) =>
    candidatesIn(line).map(({ candidate, start, end }) => {
      const text = line.slice(start, end);
      return { language: 'none', text, counts: countsOf(candidate), isTrue: false, weight };
    });
  return [...ordinaryTexts().flatMap(asCase(WEIGHT.other)), ...lines.flatMap(asCase(WEIGHT.document))];
}

export async function run(): Promise<void> {
  const cases = [...labelled(), ...unlabelled()];
  const sums = new Map<Case, number>();
  for (const language of SENTENCE_LANGUAGES) {
    const weights = fitted(cases.filter((each) => each.language !== language));
    for (const each of cases) if (each.language === language) sums.set(each, sumOf(weights, each));
  }
  const all = fitted(cases);
  for (const each of cases) if (each.language === 'none') sums.set(each, sumOf(all, each));
  const share = (of: Case[], threshold: number) =>
    `${of.filter((each) => (sums.get(each) ?? 0) >= threshold).length} of ${of.length}`;
  console.log(
    table(
      ['sum', ...SENTENCE_LANGUAGES.flatMap((language) => [`names ${language}`, 'others']), 'documents'],
      THRESHOLDS.map((threshold) => [
        String(threshold),
        ...SENTENCE_LANGUAGES.flatMap((language) =>
          [true, false].map((isTrue) =>
            share(
              cases.filter((each) => each.language === language && each.isTrue === isTrue),
              threshold,
            ),
          ),
        ),
        share(
          cases.filter(({ language }) => language === 'none'),
          threshold,
        ),
      ]),
    ),
  );
  const wrong = cases
    .filter(({ isTrue }) => !isTrue)
    .sort((one, other) => (sums.get(other) ?? 0) - (sums.get(one) ?? 0));
  console.log(
    [...new Map(wrong.slice(0, 60).map((each) => [each.text, each])).values()]
      .map((each) => `${each.text} ${sums.get(each)?.toFixed(1)}`)
      .join(' ; '),
  );
  console.log(
    table(
      ['rule', 'weight', 'example'],
      SENTENCE_RULES.map(({ id, example }, at) => [id, String(all[at]), example]),
    ),
  );
  if (process.argv[3] !== 'write') return;
  const lines = SENTENCE_RULES.map(({ id }, at) => `  '${id}': ${all[at]},`);
  writeFileSync(
    join(ROOT, 'core/governance/sentences/weights.ts'),
    `/** What each rule of evidence.ts adds. Made by \`npm run bench -- sentences write\`, not to be edited. Pure data. */\nexport const SENTENCE_WEIGHTS: Readonly<Record<string, number>> = {\n${lines.join('\n')}\n};\n/** Without any evidence. */\nexport const SENTENCE_BIAS = ${all.at(-1)};\n`,
  );
}
