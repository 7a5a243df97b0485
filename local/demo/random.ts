/** Reproducible pseudo-random numbers (mulberry32), so that the demo's records never change. */
export interface Random {
  /** 0 ≤ n < below */
  integer(below: number): number;
  pick<T>(from: readonly T[]): T;
  digits(count: number): string;
}

/** A generator; the same seed gives the same numbers. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (below: number) => Math.floor(next() * below);
  return {
    integer,
    pick: (from) => from[integer(from.length)] as never,
    digits: (count) => Array.from({ length: count }, () => integer(10)).join(''),
  };
}
