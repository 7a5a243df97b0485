/**
 * Fits the weights of unlisted names (core/governance/context/nameRules.ts) on the labelled answers used for tuning, and prints what they are worth
 * on APIs that were left out: logistic regression with L2 regularization, deterministic. `npm run bench -- names write` stores the weights
 * in core/governance/context/nameWeights.ts.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { NAME_RULES } from '../core/governance/context/nameRules.ts';
import { type Case, casesOf } from './names/cases.ts';
import { fit, sumOf } from './names/fit.ts';
import { table } from './support/report.ts';

const PARTS = ['tuning', 'broad', 'fresh', 'trades'] as const;
/** The trades are the only answers with field names that nobody has read. */
const WEIGHT = { trades: 3, open: 1, hiddenName: 1, hidden: 0.3 };
const FOLDS = 10;

interface Weighed extends Case {
  readonly isTrade: boolean;
  readonly weight: number;
  readonly fold: number;
}

const foldOf = (text: string): number =>
  [...text].reduce((hash, letter) => (Math.imul(hash, 33) ^ letter.charCodeAt(0)) >>> 0, 5381) % FOLDS;

function loaded(): Weighed[] {
  const cases = PARTS.flatMap((part) =>
    casesOf(part).map((each) => ({
      ...each,
      isTrade: part === 'trades',
      weight:
        part === 'trades'
          ? WEIGHT.trades
          : each.isHidden
            ? each.isName
              ? WEIGHT.hiddenName
              : WEIGHT.hidden
            : WEIGHT.open,
    })),
  );
  // One value often stands in a hundred generated answers.
  const times = new Map<string, number>();
  for (const { value, isHidden } of cases)
    times.set(`${isHidden}${value}`, (times.get(`${isHidden}${value}`) ?? 0) + 1);
  return cases.map((each) => ({
    ...each,
    weight: each.weight / Math.sqrt(times.get(`${each.isHidden}${each.value}`) ?? 1),
    fold: foldOf(each.api),
  }));
}

export async function run(): Promise<void> {
  const cases = loaded();
  const sums = new Map<Weighed, number>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = fit(
      cases.filter((each) => each.fold !== fold),
      NAME_RULES.length,
    );
    for (const each of cases) if (each.fold === fold) sums.set(each, sumOf(weights, each));
  }
  const rows = [3, 2.5, 2, 1.5, 1, 0.75, 0.5, 0, -0.5, -1].map((threshold) => {
    const share = (of: (each: Weighed) => boolean) => {
      // One value often stands in a hundred generated answers.
      const all = [...new Map(cases.filter(of).map((each) => [`${each.key} ${each.value}`, each])).values()];
      return `${all.filter((each) => (sums.get(each) ?? 0) >= threshold).length} of ${all.length}`;
    };
    return [
      String(threshold),
      share(({ isName, isHidden }) => isName && isHidden),
      share(({ isName, isHidden }) => !isName && isHidden),
      share(({ isName, isHidden }) => isName && !isHidden),
      share(({ isName, isHidden }) => !isName && !isHidden),
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
  const wrong = cases
    .filter((each) => !each.isName && !each.isHidden)
    .sort((one, other) => (sums.get(other) ?? 0) - (sums.get(one) ?? 0));
  console.log(
    wrong
      .slice(0, 40)
      .map((each) => `${each.key}=${each.value} ${sums.get(each)?.toFixed(1)}`)
      .join(' ; '),
  );
  const weights = fit(cases, NAME_RULES.length);
  console.log(
    table(
      ['rule', 'weight', 'example'],
      NAME_RULES.map(({ id, example }, at) => [id, String(weights[at]), example]),
    ),
  );
  if (process.argv[3] !== 'write') return;
  const lines = NAME_RULES.map(({ id }, at) => `  '${id}': ${weights[at]},`);
  writeFileSync(
    resolve(import.meta.dirname, '../core/governance/context/nameWeights.ts'),
    `/** What each rule of nameRules.ts adds. Made by \`npm run bench -- names write\`, not to be edited. Pure data. */\nexport const NAME_WEIGHTS: Readonly<Record<string, number>> = {\n${lines.join('\n')}\n};\n/** Without any evidence. */\nexport const NAME_BIAS = ${weights.at(-1)};\n`,
  );
}
