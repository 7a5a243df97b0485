/** Percentiles of a sample of numbers. */
export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Nearest-rank percentiles, rounded to two decimals; all zero for an empty sample. */
export function spreadOf(sample: readonly number[]): Spread {
  const sorted = [...sample].sort((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 100) / 100;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
