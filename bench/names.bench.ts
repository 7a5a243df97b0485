/**
 * Fits the weights of unlisted names (core/governance/context/nameRules.ts) on the labelled answers used for tuning, and prints what they are worth
 * on APIs that were left out, each once: logistic regression with L2 regularization, deterministic. `npm run bench -- names write` stores the weights
 * in core/governance/context/nameWeights.ts. What the whole of redaction is worth that way says `npm run bench -- redaction unseen`.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { NAME_RULES } from '../core/governance/context/nameRules.ts';
import { structuredSet } from '../test/datasets/redaction/index.ts';
import { type Case, PENALTIES, type Weighed, weighedCases } from './names/cases.ts';
import { fitLogistic } from './names/logistic.ts';
import { table } from './support/report.ts';

const PARTS = ['tuning', 'broad', 'fresh', 'trades'] as const;

const sumOf = (weights: readonly number[], { counts }: Case): number =>
  counts.reduce((sum, count, at) => sum + count * (weights[at] ?? 0), 0);

export async function run(): Promise<void> {
  const cases = weighedCases(PARTS.map((part) => [part, structuredSet(part)]));
  const weights = fitLogistic(cases, PENALTIES);
  const sums = new Map<Weighed, number>();
  for (const [api, own] of Map.groupBy(cases, (each) => each.api)) {
    const rest = fitLogistic(
      cases.filter((each) => each.api !== api),
      PENALTIES,
      weights,
    );
    for (const each of own) sums.set(each, sumOf(rest, each));
  }
  const rows = [3, 2.5, 2, 1.75, 1.5, 1.25, 1, 0.75, 0.5, 0, -0.5, -1].map((threshold) => {
    const share = (of: (each: Weighed) => boolean) => {
      // One value often stands in a hundred generated answers.
      const all = [...new Map(cases.filter(of).map((each) => [`${each.key} ${each.value}`, each])).values()];
      return `${all.filter((each) => (sums.get(each) ?? 0) >= threshold).length} of ${all.length}`;
    };
    return [
      String(threshold),
      share(({ isName, isHidden }) => isName && isHidden),
      share(({ isName, isHidden }) => !isName && isHidden),
      share(({ isName, isHidden, isTrade }) => isName && !isHidden && !isTrade),
      share(({ isName, isHidden, isTrade }) => !isName && !isHidden && !isTrade),
      share(({ isName, isTrade, isHidden }) => isName && isTrade && !isHidden),
      share(({ isName, isTrade, isHidden }) => !isName && isTrade && !isHidden),
    ];
  });
  console.log(
    table(
      ['sum', 'names, field hidden', 'others, field hidden', 'names', 'others', 'names of trades', 'others of trades'],
      rows,
    ),
  );
  for (const [what, isName] of [
    ['highest sums of others', false],
    ['lowest sums of names', true],
  ] as const) {
    const worst = cases
      .filter((each) => each.isName === isName && !each.isHidden)
      .sort((one, other) => (isName ? 1 : -1) * ((sums.get(one) ?? 0) - (sums.get(other) ?? 0)))
      .slice(0, 80)
      .map((each) => `${each.key}=${each.value} ${sums.get(each)?.toFixed(1)}`);
    console.log(`${what}: ${worst.join(' ; ')}\n`);
  }
  console.log(
    table(
      ['rule', 'weight', 'example'],
      NAME_RULES.map(({ id, example }, at) => [id, (weights[at] ?? 0).toFixed(2), example]),
    ),
  );
  if (process.argv[3] !== 'write') return;
  const lines = NAME_RULES.map(({ id }, at) => `  '${id}': ${Math.round((weights[at] ?? 0) * 100) / 100},`);
  writeFileSync(
    resolve(import.meta.dirname, '../core/governance/context/nameWeights.ts'),
    `/** What each rule of nameRules.ts adds. Made by \`npm run bench -- names write\`, not to be edited. Pure data. */\nexport const NAME_WEIGHTS: Readonly<Record<string, number>> = {\n${lines.join('\n')}\n};\n`,
  );
}
