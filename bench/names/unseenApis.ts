/**
 * Redaction on APIs that it has never seen: each API of the labelled answers is left out in turn, all weights are fitted without it, and its answers are
 * governed with these weights, by mode and by the sum that a name needs; beside it, the rules without any weighed evidence. Parts that are scored only,
 * and recorded answers of folders, are governed with the weights of all fitted parts. What only lists and rules decide cannot be left out: for
 * them the score is their plain one. What passes in the mode `closed` is counted beside it (closedValues.ts).
 */
import { NAME_RULES } from '../../core/governance/context/nameRules.ts';
import { NAME_FROM, WEIGHED_NAME_RULES } from '../../core/governance/context/unlistedNames.ts';
import { compileGovernance } from '../../core/governance/index.ts';
import type { LeafReason } from '../../core/model/governance/explanation.ts';
import type { RedactionMode } from '../../core/model/governance/modes.ts';
import { type Labelled, PARTS, type Part, structuredSet } from '../../test/datasets/redaction/index.ts';
import { type Place, scoreStructured } from '../../test/datasets/redaction/score.ts';
import { governed, outcomesOf, readRecordedSet } from '../support/recordedAnswers.ts';
import { saveResult, table } from '../support/report.ts';
import { apiOf, PENALTIES, weighedCases } from './cases.ts';
import { closedValues } from './closedValues.ts';
import { fitLogistic } from './logistic.ts';

/** Parts that weights are fitted on. */
const FITTED: readonly Part[] = ['tuning', 'broad', 'fresh', 'trades'];
/** What is wanted of all APIs together. */
const GOAL = { recall: 0.96, precision: 0.97, overRedaction: 0.002 };

/** What became of labelled values. */
interface Count {
  personal: number;
  found: number;
  survivors: number;
  destroyed: number;
}
/** One way to govern. */
interface Variant {
  readonly name: string;
  readonly mode: RedactionMode;
  readonly isWeighed: boolean;
  /** The sum that a name needs; that of the mode where it is not given. */
  readonly from?: number;
}
const CASCADE: Variant = { name: 'rules alone, balanced', mode: 'balanced', isWeighed: false };
const BALANCED: Variant = { name: 'balanced', mode: 'balanced', isWeighed: true };
const OF_MODES: readonly Variant[] = [
  CASCADE,
  { name: 'minimal', mode: 'minimal', isWeighed: true },
  BALANCED,
  { name: 'strict', mode: 'strict', isWeighed: true },
];
const CURVE: readonly Variant[] = [3, 2.5, 2, 1.75, 1.25, 1, 0.5, 0].map((from) => ({
  name: `balanced, from a sum of ${from}`,
  mode: 'balanced',
  isWeighed: true,
  from,
}));

/** The settings of recorded answers: nothing is cut, so that every leaf is scored. */
const WHOLE = { truncation: false, maxBytes: 16_000_000 } as const;
function governorOf({ mode, from }: Variant): ReturnType<typeof compileGovernance> {
  const own = NAME_FROM[mode];
  Object.assign(NAME_FROM, { [mode]: from ?? own });
  const governor = compileGovernance({ mode, ...WHOLE });
  Object.assign(NAME_FROM, { [mode]: own });
  return governor;
}
const GOVERNORS = new Map([...OF_MODES, ...CURVE].map((variant) => [variant, governorOf(variant)] as const));

/** Governs with other weights, in the order of the rules; without any, no evidence is enough. */
function setWeights(weights: readonly number[] | undefined): void {
  WEIGHED_NAME_RULES.forEach((rule, at) => {
    const { id } = NAME_RULES[at] as { id: string };
    Object.assign(rule, { weight: weights === undefined ? (id === 'form.name' ? -100 : 0) : (weights[at] ?? 0) });
  });
}

/** The counts of each API, by variant. */
class Scores {
  readonly #counts = new Map<Variant, Map<string, Count>>();

  add(variant: Variant, api: string, { personal, found, survivors, destroyed }: Count): void {
    const apis = this.#counts.get(variant) ?? new Map<string, Count>();
    this.#counts.set(variant, apis);
    const sum = apis.get(api) ?? { personal: 0, found: 0, survivors: 0, destroyed: 0 };
    sum.personal += personal;
    sum.found += found;
    sum.survivors += survivors;
    sum.destroyed += destroyed;
    apis.set(api, sum);
  }

  addAll(other: Scores, prefix: string): void {
    for (const [variant, apis] of other.#counts)
      for (const [api, count] of apis) this.add(variant, prefix + api, count);
  }

  apis(): number {
    return this.#counts.get(BALANCED)?.size ?? 0;
  }

  /** Over all values, and as the mean of the APIs that have any of a sort. */
  of(variant: Variant) {
    const counts = [...(this.#counts.get(variant)?.values() ?? [])];
    const all = (of: keyof Count): number => counts.reduce((sum, count) => sum + count[of], 0);
    const [personal, found, survivors, destroyed] = [all('personal'), all('found'), all('survivors'), all('destroyed')];
    const mean = (share: (count: Count) => number): number => {
      const shares = counts.map(share).filter(Number.isFinite);
      return shares.reduce((sum, each) => sum + each, 0) / shares.length;
    };
    return {
      ...{ personal, found, survivors, destroyed },
      recall: found / personal,
      precision: found / (found + destroyed),
      overRedaction: destroyed / survivors,
      byApi: {
        recall: mean((count) => count.found / count.personal),
        precision: mean((count) => count.found / (count.found + count.destroyed)),
        overRedaction: mean((count) => count.destroyed / count.survivors),
      },
    };
  }

  print(variants: readonly Variant[]): void {
    const rows = variants.map((variant) => {
      const { personal, found, survivors, destroyed, byApi, ...shares } = this.of(variant);
      return [
        variant.name,
        `${found} of ${personal} (${percent(shares.recall)})`,
        percent(shares.precision),
        `${destroyed} of ${survivors} (${percent(shares.overRedaction, 2)})`,
        three(byApi),
      ];
    });
    console.log(table(['', 'recall', 'precision', 'destroyed', 'the three as means of the APIs'], rows));
  }
}

const percent = (value: number, digits = 1): string => `${(value * 100).toFixed(digits)} %`;
/** `98.4 / 99.5 / 0.24`, in per cent. */
const three = ({
  recall,
  precision,
  overRedaction,
}: Record<'recall' | 'precision' | 'overRedaction', number>): string =>
  [(recall * 100).toFixed(1), (precision * 100).toFixed(1), (overRedaction * 100).toFixed(2)].join(' / ');

export function scoreUnseen(folders: readonly string[]): void {
  const parts = PARTS.map((part) => [part, structuredSet(part)] as const);
  const cases = weighedCases(parts.filter(([part]) => FITTED.includes(part)));
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

  const union = new Scores();
  const fitted = new Scores();
  for (const [part, answers] of parts) {
    const isFitted = FITTED.includes(part);
    const { scores, causes } = scorePart(answers, isFitted ? weightsWithout : () => all, !isFitted);
    console.log(
      `## ${part}: ${answers.length} answers of ${scores.apis()} APIs${isFitted ? ', each left out once' : ', never fitted on'}\n`,
    );
    scores.print(OF_MODES);
    console.log(table(['by the rule that decided, balanced', 'values'], causes));
    union.addAll(scores, `${part} `);
    if (isFitted) fitted.addAll(scores, `${part} `);
  }
  const own = union.apis();
  for (const folder of folders) {
    const scores = scoreFolder(folder, all);
    console.log(`## ${folder}: ${scores.apis()} APIs, never fitted on\n`);
    scores.print(OF_MODES);
    union.addAll(scores, `${folder} `);
  }
  setWeights(all);
  report({ union, fitted, own, closed: closedValues(compileGovernance({ mode: 'closed', ...WHOLE }), folders) });
}

function report(given: {
  union: Scores;
  fitted: Scores;
  /** APIs of the repository. */
  own: number;
  closed: ReturnType<typeof closedValues>;
}): void {
  const { union, fitted, own } = given;
  console.log('## All parts that weights are fitted on\n');
  fitted.print(OF_MODES);
  console.log('## All labelled APIs, and the curve\n');
  union.print([...OF_MODES, ...CURVE]);
  const balanced = union.of(BALANCED);
  const cascade = union.of(CASCADE);
  const isReached =
    balanced.recall >= GOAL.recall &&
    balanced.precision >= GOAL.precision &&
    balanced.overRedaction <= GOAL.overRedaction;
  const recorded = union.apis() - own;
  const row = (name: string, { byApi, ...all }: typeof balanced, is: string) => [name, three(all), is, three(byApi)];
  console.log(
    table(
      [
        `Leave-one-API-out over all labelled APIs (${own} of the repository, ${recorded} recorded): recall / precision / destroyed`,
        'of all values, per cent',
        `≥ ${three(GOAL)}`,
        'means of the APIs',
      ],
      [row('balanced', balanced, isReached ? 'reached' : 'missed'), row('today’s cascade', cascade, '')],
    ),
  );
  const { passed, ...closed } = given.closed;
  const all = Object.values(closed).reduce((sum, each) => sum + each, 0);
  console.log(
    `closed: ${passed.length} of ${all} labelled personal values of all sets pass (${closed.inAnswers} in answers, ${closed.recorded} recorded, ${closed.inTexts} in texts)${passed.map((place) => `\n  ${place}`).join('')}`,
  );
  saveResult('redactionUnseen', {
    apis: { repository: own, recorded },
    ...{ balanced, cascade, isReached },
    fitted: fitted.of(BALANCED),
    curve: CURVE.map((variant) => ({ from: variant.from, ...union.of(variant) })),
    closed: { ...closed, passed: passed.length },
  });
}

type Governor = ReturnType<typeof compileGovernance>;

/** Scores the answers of a part, and tells by rule what was missed and destroyed; each value only where it is used for tuning. */
function scorePart(
  answers: readonly Labelled[],
  weightsOf: (api: string) => readonly number[],
  isScoredOnly: boolean,
): { scores: Scores; causes: string[][] } {
  const scores = new Scores();
  const causes = new Map<string, number>();
  for (const [api, own] of Map.groupBy(answers, ({ name }) => apiOf(name))) {
    for (const [variant, governor] of GOVERNORS) {
      setWeights(variant.isWeighed ? weightsOf(api) : undefined);
      const score = scoreStructured(own, (value) => governor.redact(value));
      scores.add(variant, api, score);
      if (variant !== BALANCED) continue;
      for (const [what, places] of [
        ['missed', score.missed],
        ['destroyed', score.destroyedAt],
      ] as const)
        for (const place of places) {
          const cause = causeOf(governor, own, place, isScoredOnly);
          causes.set(`${what}, ${cause}`, (causes.get(`${what}, ${cause}`) ?? 0) + 1);
        }
    }
  }
  const sorted = [...causes].sort(([, one], [, other]) => other - one);
  return { scores, causes: sorted.map(([cause, times]) => [cause, String(times)]) };
}

function causeOf(
  governor: Governor,
  answers: readonly Labelled[],
  { answer, pointer }: Place,
  isBare: boolean,
): string {
  const { document, leaves } = answers[answer] as Labelled;
  const body = Buffer.from(JSON.stringify(document));
  const { explanation } = governor.governBytes(body, 'application/json', { explain: true });
  const reason: LeafReason | undefined = explanation?.leaves.find((leaf) => leaf.pointer === pointer);
  const rule = reason?.rule ?? 'a name of a member';
  if (isBare) return rule;
  const value = leaves.find((leaf) => leaf.pointer === pointer)?.value;
  const sum = reason?.sum ? ` (${reason.sum.reached})` : '';
  return `${rule}${sum}: ${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${JSON.stringify(value)}`;
}

/** Scores the recorded answers of a folder. */
function scoreFolder(folder: string, weights: readonly number[]): Scores {
  const set = readRecordedSet(folder);
  const scores = new Scores();
  for (const [variant, governor] of GOVERNORS) {
    setWeights(variant.isWeighed ? weights : undefined);
    const outcomes = outcomesOf(set, (answer) => governed(governor, answer));
    for (const { api, kind, isRedacted } of outcomes)
      scores.add(variant, api, {
        personal: Number(kind !== undefined),
        found: Number(kind !== undefined && isRedacted),
        survivors: Number(kind === undefined),
        destroyed: Number(kind === undefined && isRedacted),
      });
  }
  return scores;
}
