/** Fits weights of evidence to labelled cases: logistic regression with L2 regularization, deterministic. */

const ROUNDS = 1_000;
const RATE = 0.5;
const L2 = 0.0003;

/** A labelled case. */
export interface Fitted {
  /** How often each rule holds, in their order. */
  readonly counts: readonly number[];
  readonly isName: boolean;
  /** How much it counts. */
  readonly weight: number;
}

/** The weights, in the order of the rules, and the bias behind them. Full-batch gradient descent on standardized counts. */
export function fit(cases: readonly Fitted[], size: number): number[] {
  const weights = new Float64Array(size + 1);
  const total = cases.reduce((sum, { weight }) => sum + weight, 0);
  const scale = Array.from({ length: size }, (_, at) => {
    const square = cases.reduce((sum, { counts, weight }) => sum + weight * (counts[at] ?? 0) ** 2, 0) / total;
    return Math.sqrt(square) || 1;
  });
  const velocity = new Float64Array(size + 1);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = new Float64Array(size + 1);
    for (const { counts, weight, isName } of cases) {
      let sum = weights[size] ?? 0;
      for (let at = 0; at < size; at++)
        if (counts[at] !== 0) sum += ((weights[at] ?? 0) * (counts[at] ?? 0)) / (scale[at] ?? 1);
      const error = ((1 / (1 + Math.exp(-sum)) - Number(isName)) * weight) / total;
      for (let at = 0; at < size; at++)
        if (counts[at] !== 0) gradient[at] = (gradient[at] ?? 0) + (error * (counts[at] ?? 0)) / (scale[at] ?? 1);
      gradient[size] = (gradient[size] ?? 0) + error;
    }
    for (let at = 0; at <= size; at++) {
      const step = (gradient[at] ?? 0) + (at < size ? L2 * (weights[at] ?? 0) : 0);
      velocity[at] = 0.9 * (velocity[at] ?? 0) - RATE * step;
      weights[at] = (weights[at] ?? 0) + (velocity[at] ?? 0);
    }
  }
  return [...weights].map((weight, at) => Math.round((weight / (scale[at] ?? 1)) * 100) / 100);
}

/** The sum of the evidence of a case. */
export const sumOf = (weights: readonly number[], { counts }: Pick<Fitted, 'counts'>): number =>
  counts.reduce((sum, count, at) => sum + count * (weights[at] ?? 0), weights.at(-1) ?? 0);
