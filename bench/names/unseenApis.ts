/**
 * Redaction on APIs that it has never seen: each API of the labelled answers is left out in turn, all weights are fitted without it, and its answers are
 * governed with these weights, by mode; beside it, the rules without any weighed evidence. Recorded answers of folders are scored with the weights of all
 * parts. What only lists and rules decide cannot be left out: for them the score is their plain one.
 */
import { NAME_RULES } from '../../core/governance/context/nameRules.ts';
import { WEIGHED_NAME_RULES } from '../../core/governance/context/unlistedNames.ts';
import { compileGovernance } from '../../core/governance/index.ts';
import type { JsonValue } from '../../core/lib/json/value.ts';
import type { LeafReason } from '../../core/model/governance/explanation.ts';
import { describedOf } from '../../core/tools/answerSubject.ts';
import { type Labelled, PARTS, type Part, structuredSet } from '../../test/datasets/redaction/index.ts';
import { scoreStructured } from '../../test/datasets/redaction/score.ts';
import { outcomesOf, readRecordedSet } from '../support/recordedAnswers.ts';
import { table } from '../support/report.ts';
import { apiOf, PENALTIES, weighedCases } from './cases.ts';
import { fitLogistic } from './logistic.ts';

/** Parts that weights are fitted on. */
const FITTED: readonly Part[] = ['tuning', 'broad', 'fresh', 'trades'];
const MODES = ['minimal', 'balanced', 'strict'] as const;
type Mode = (typeof MODES)[number];

/** What became of labelled values. */
interface Count {
  personal: number;
  found: number;
  survivors: number;
  destroyed: number;
}
const none = (): Count => ({ personal: 0, found: 0, survivors: 0, destroyed: 0 });
function add(sum: Count, { personal, found, survivors, destroyed }: Count): void {
  sum.personal += personal;
  sum.found += found;
  sum.survivors += survivors;
  sum.destroyed += destroyed;
}

const percent = (value: number, digits = 1): string => `${(value * 100).toFixed(digits)} %`;
const cells = ({ personal, found, survivors, destroyed }: Count): string[] => [
  `${found} of ${personal} (${percent(found / personal)})`,
  percent(found / (found + destroyed)),
  `${destroyed} of ${survivors} (${percent(destroyed / survivors, 2)})`,
];

/** Governs with other weights, in the order of the rules; without any, no evidence is enough. */
function setWeights(weights: readonly number[] | undefined): void {
  WEIGHED_NAME_RULES.forEach((rule, at) => {
    const { id } = NAME_RULES[at] as { id: string };
    Object.assign(rule, { weight: weights === undefined ? (id === 'form.name' ? -100 : 0) : (weights[at] ?? 0) });
  });
}

export function scoreUnseen(folders: readonly string[]): void {
  const parts = PARTS.map((part) => [part, structuredSet(part)] as const);
  const fitted = parts.filter(([part]) => FITTED.includes(part));
  const cases = weighedCases(fitted);
  const all = fitLogistic(cases, PENALTIES);
  const known = new Map<string, readonly number[]>();
  const weightsWithout = (api: string): readonly number[] => {
    let weights = known.get(api);
    if (weights === undefined) {
      const rest = cases.filter((each) => each.api !== api);
      weights = rest.length === cases.length ? all : fitLogistic(rest, PENALTIES, all);
      known.set(api, weights);
    }
    return weights;
  };

  const governors = MODES.map((mode) => [mode, compileGovernance({ mode })] as const);
  const explaining = compileGovernance({ truncation: false, maxBytes: 16_000_000 });
  const total = new Map<string, Count>();
  for (const [part, answers] of parts) {
    const apis = Map.groupBy(answers, ({ name }) => apiOf(name));
    const isFitted = FITTED.includes(part);
    const sums = new Map<string, Count>();
    const count = (row: string, score: Count): void => {
      for (const to of [sums, isFitted ? total : undefined]) {
        if (to === undefined) continue;
        if (!to.has(row)) to.set(row, none());
        add(to.get(row) as Count, score);
      }
    };
    const byKind = new Map<string, { total: number; found: number }>();
    const byRule = new Map<string, number>();
    for (const [api, own] of apis) {
      for (const weights of [undefined, isFitted ? weightsWithout(api) : all]) {
        setWeights(weights);
        for (const [mode, governor] of governors) {
          const score = scoreStructured(own, (value) => governor.redact(value));
          count(rowOf(mode, weights !== undefined), score);
          if (mode !== 'balanced' || weights === undefined) continue;
          for (const [kind, { total: of, found }] of Object.entries(score.byType)) {
            const sum = byKind.get(kind) ?? { total: 0, found: 0 };
            byKind.set(kind, { total: sum.total + of, found: sum.found + found });
          }
          for (const [what, places] of [
            ['missed', score.missed],
            ['destroyed', score.destroyedAt],
          ] as const)
            for (const { answer, pointer } of places) {
              const rule = reasonsOf(explaining, own[answer] as Labelled).get(pointer)?.rule ?? 'a name of a member';
              byRule.set(`${what} ${rule}`, (byRule.get(`${what} ${rule}`) ?? 0) + 1);
            }
        }
      }
    }
    console.log(
      `## ${part}: ${answers.length} answers of ${apis.size} APIs${isFitted ? ', each left out once' : ', never fitted on'}\n`,
    );
    print(sums);
    console.log(
      table(
        ['personal, by kind, balanced', 'found'],
        [...byKind].map(([kind, { total: of, found }]) => [kind, `${found} of ${of}`]),
      ),
    );
    console.log(
      table(
        ['by the rule that decided, balanced', 'values'],
        [...byRule].sort(([, one], [, other]) => other - one).map(([rule, times]) => [rule, String(times)]),
      ),
    );
  }
  console.log('## all parts that weights are fitted on\n');
  print(total);

  for (const folder of folders) scoreFolder(folder, all);
}

const rowOf = (mode: Mode, isWeighed: boolean): string => `${mode}, ${isWeighed ? 'weighed' : 'rules alone'}`;

function print(sums: ReadonlyMap<string, Count>): void {
  const rows = [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
  console.log(
    table(
      ['', 'recall', 'precision', 'destroyed'],
      rows.map(([row, count]) => [row, ...cells(count)]),
    ),
  );
}

function reasonsOf(governor: ReturnType<typeof compileGovernance>, { document }: Labelled): Map<string, LeafReason> {
  const body = Buffer.from(JSON.stringify(document));
  const { explanation } = governor.governBytes(body, 'application/json', { explain: true });
  return new Map((explanation?.leaves ?? []).map((leaf) => [leaf.pointer, leaf]));
}

/** Scores the recorded answers of a folder, without any evidence and with these weights. */
function scoreFolder(folder: string, all: readonly number[]): void {
  const set = readRecordedSet(folder);
  const sums = new Map<string, Count>();
  for (const weights of [undefined, all]) {
    setWeights(weights);
    for (const mode of MODES) {
      const governor = compileGovernance({ mode, truncation: false, maxBytes: 4_000_000 });
      const outcomes = outcomesOf(set, ({ text, operation }) => {
        const tool = { described: describedOf({ path: operation, tags: [] }) };
        return JSON.parse(governor.governBytes(Buffer.from(text), 'application/json', { tool }).text) as JsonValue;
      });
      const personal = outcomes.filter(({ kind }) => kind !== undefined);
      sums.set(rowOf(mode, weights !== undefined), {
        personal: personal.length,
        found: personal.filter(({ isRedacted }) => isRedacted).length,
        survivors: outcomes.length - personal.length,
        destroyed: outcomes.filter(({ kind, isRedacted }) => kind === undefined && isRedacted).length,
      });
    }
  }
  console.log(`## ${set.name}: ${set.answers.length} recorded answers, with the weights of all parts\n`);
  print(sums);
}
