/**
 * Logistic regression with L2 regularization by Newton's method (iteratively reweighted least squares): deterministic, and some ten rounds
 * where descent takes a thousand, so that weights can be fitted anew without each API in turn. Pure.
 */

export interface Example {
  /** What holds of it, in the order of the weights. */
  readonly counts: readonly number[];
  readonly isTrue: boolean;
  /** How much it counts. */
  readonly weight: number;
}

const ROUNDS = 30;
const SETTLED = 1e-6;

/**
 * The weights, in the order of the counts.
 *
 * @param penalty of a squared weight, in examples, once counts are divided by their root mean square; by position
 * @param start weights to begin with, of a fit on nearly the same examples
 */
export function fitLogistic(
  examples: readonly Example[],
  penalty: readonly number[],
  start?: readonly number[],
): number[] {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const scale = penalty.map((_, at) => {
    const square = examples.reduce((sum, { counts, weight }) => sum + weight * (counts[at] ?? 0) ** 2, 0) / total;
    return Math.sqrt(square) || 1;
  });
  let weights = scale.map((own, at) => (start?.[at] ?? 0) * own);
  const rows = examples.map(({ counts }) =>
    counts.flatMap((count, at): [number, number][] => (count === 0 ? [] : [[at, count / (scale[at] ?? 1)]])),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = weights.map((weight, at) => (penalty[at] ?? 0) * weight);
    const curve = weights.map((_, at) => weights.map((__, other) => (at === other ? (penalty[at] ?? 0) + 1e-9 : 0)));
    rows.forEach((row, index) => {
      const { isTrue, weight } = examples[index] as Example;
      const sum = row.reduce((before, [at, count]) => before + (weights[at] ?? 0) * count, 0);
      const chance = 1 / (1 + Math.exp(-sum));
      const error = weight * (chance - Number(isTrue));
      const slope = weight * Math.max(chance * (1 - chance), 1e-6);
      for (const [at, count] of row) {
        gradient[at] = (gradient[at] ?? 0) + error * count;
        const line = curve[at] as number[];
        for (const [other, times] of row) line[other] = (line[other] ?? 0) + slope * count * times;
      }
    });
    const step = solve(curve, gradient);
    weights = weights.map((weight, at) => weight - (step[at] ?? 0));
    if (Math.max(...step.map(Math.abs)) < SETTLED) break;
  }
  return weights.map((weight, at) => weight / (scale[at] ?? 1));
}

/** The solution of a system of linear equations, by elimination with the largest pivot. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  const size = rows.length;
  for (let at = 0; at < size; at++) {
    let best = at;
    for (let row = at + 1; row < size; row++)
      if (Math.abs(rows[row]?.[at] ?? 0) > Math.abs(rows[best]?.[at] ?? 0)) best = row;
    [rows[at], rows[best]] = [rows[best] as number[], rows[at] as number[]];
    const pivot = rows[at] as number[];
    for (let row = 0; row < size; row++) {
      const line = rows[row] as number[];
      const factor = row === at ? 0 : (line[at] ?? 0) / (pivot[at] ?? 1);
      if (factor !== 0)
        for (let column = at; column <= size; column++)
          line[column] = (line[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}
