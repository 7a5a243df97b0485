/**
 * The cost of governing small answers, as ratios to JSON.parse + JSON.stringify of the same bytes: of random shapes, of sorts of APIs
 * with other values in every call, of the smallest answer there is, and of answers with one sort of value only. Everything is repeated
 * until the engine has compiled it, except where it says cold.
 */
import { sharedNames } from '../core/governance/fieldName/nameCache.ts';
import { compileGovernance, type Governor } from '../core/governance/index.ts';
import { defined } from '../test/support/defined.ts';
import { apiAnswers } from './support/apiAnswers.ts';
import { leafAnswers } from './support/leafAnswers.ts';
import { saveResult, table } from './support/report.ts';
import { variedAnswers } from './support/variedAnswers.ts';

/** Rounds before anything is measured. */
const WARM_UP = 120;
/** Measured rounds, of which the best counts for each answer, since other work on the machine can only add time. */
const ROUNDS = 40;
/** Calls in one measurement where the values are the same in each. */
const CALLS = 2;
/** Sets of values of the sorts of APIs. */
const SETS = 12;

/** Nothing is cut. */
const WHOLE = { truncation: false, maxBytes: 1024 ** 3 };

/** Microseconds of parsing and writing an answer, and of governing it. */
interface Times {
  bare: number;
  governed: number;
}

interface Ratios {
  readonly overall: number;
  readonly median: number;
  readonly worst: number;
}

const unmeasured = (): Times => ({ bare: Number.POSITIVE_INFINITY, governed: Number.POSITIVE_INFINITY });
const parsed = (body: Buffer): void => void JSON.stringify(JSON.parse(body.toString('utf8')));
const governedBy = (governor: Governor, body: Buffer): void => void governor.governBytes(body, 'application/json');
const ratioOf = ({ bare, governed }: Times): number => governed / bare;

function sumOf(list: readonly Times[]): Times {
  return list.reduce((sum, { bare, governed }) => ({ bare: sum.bare + bare, governed: sum.governed + governed }), {
    bare: 0,
    governed: 0,
  });
}

/** The ratios over all answers, of the median one and of the worst. */
function ratiosOf(list: readonly Times[]): Ratios {
  const ratios = list.map(ratioOf).sort((a, b) => a - b);
  return {
    overall: ratioOf(sumOf(list)),
    median: defined(ratios[ratios.length >> 1]),
    worst: defined(ratios.at(-1)),
  };
}

/** Microseconds of one of `calls` calls. */
function time(calls: number, task: () => void): number {
  const start = performance.now();
  for (let call = 0; call < calls; call++) task();
  return ((performance.now() - start) * 1_000) / calls;
}

/** Measures both in turns and keeps the shortest times. */
function measure(times: Times, body: Buffer, governor: Governor, calls = 1): void {
  times.bare = Math.min(
    times.bare,
    time(calls, () => parsed(body)),
  );
  times.governed = Math.min(
    times.governed,
    time(calls, () => governedBy(governor, body)),
  );
}

/** The best times of each answer after a warm-up. */
function bestOf(bodies: readonly Buffer[], governor: Governor, calls = 1): Times[] {
  const best = bodies.map(unmeasured);
  for (let round = 0; round < WARM_UP; round++)
    for (const body of bodies) {
      parsed(body);
      governedBy(governor, body);
    }
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, body] of bodies.entries()) measure(defined(best[index]), body, governor, calls);
  return best;
}

/** Sorts of APIs. Each has the mean of its sets of values. */
function measureApis(governor: Governor): { readonly api: string; readonly times: Times }[] {
  const sets = Array.from({ length: SETS }, (_, set) => apiAnswers(set));
  const best = bestOf(
    sets.flatMap((answers) => answers.map(({ body }) => body)),
    governor,
  );
  const answers = defined(sets[0]);
  return answers.map(({ api }, index) => ({
    api,
    times: sumOf(best.filter((_, at) => at % answers.length === index)),
  }));
}

/** The same where the process has answered calls of other APIs only, so that names of fields are read and plans are made. */
function measureCold(): Ratios {
  const sets = Array.from({ length: SETS }, (_, set) => apiAnswers(set));
  const best = defined(sets[0]).map(unmeasured);
  for (const answers of sets)
    for (const [index, { body }] of answers.entries()) {
      sharedNames.clear();
      measure(defined(best[index]), body, compileGovernance(WHOLE));
    }
  return ratiosOf(best);
}

export async function run(): Promise<void> {
  const governor = compileGovernance(WHOLE);
  const varied = ratiosOf(bestOf(variedAnswers(120), governor, CALLS));
  const byApi = measureApis(governor);
  const apis = ratiosOf(byApi.map(({ times }) => times));
  const slowest = byApi.reduce((worst, each) => (ratioOf(each.times) > ratioOf(worst.times) ? each : worst));
  const [least = unmeasured()] = bestOf([Buffer.from('{"id":1}')], governor, 1_000);
  const leaves = leafAnswers(30).map(({ sort, bodies }) => {
    const sum = sumOf(bestOf(bodies, governor));
    return { sort, bytes: defined(bodies[0]).length, ratio: ratioOf(sum) };
  });
  // Last, because hundreds of governors in one process make the code of all slower.
  const cold = measureCold();
  const line = (name: string, { overall, median, worst }: Ratios): string[] => [
    name,
    overall.toFixed(2),
    median.toFixed(2),
    worst.toFixed(2),
  ];
  console.log(
    table(
      ['small answers', 'ratio, overall', 'median', 'worst'],
      [
        line('120 of random shapes', varied),
        line(`${byApi.length} sorts of APIs (worst: ${slowest.api})`, apis),
        line(`${byApi.length} sorts of APIs, cold`, cold),
        ['{"id":1}', ratioOf(least).toFixed(2), '', ''],
      ],
    ),
  );
  console.log(
    table(
      ['20 records with', 'bytes', 'ratio'],
      leaves.map(({ sort, bytes, ratio }) => [sort, String(bytes), ratio.toFixed(2)]),
    ),
  );
  const ratios = Object.fromEntries(byApi.map(({ api, times }) => [api, ratioOf(times)]));
  saveResult('smallAnswers', { varied, apis, byApi: ratios, cold, least: ratioOf(least), leaves });
}
