/**
 * Notices tokens that call in circles: one tool with the same arguments over and over, or one failing call after the other. Each instance
 * counts for itself, in memory; what it finds pauses the token for all of them (breaker.ts). With n instances a token may so repeat itself
 * n times as often in the worst case.
 */
import { BoundedMap } from '../lib/boundedMap.ts';
import { BREAKER_DEFAULTS, type BreakerSettings, type PauseReason } from './breaker.ts';

/** Tokens that are remembered; the one that called first is forgotten. */
const TOKENS = 2_000;
/** Different calls of a token that are remembered. */
const CALLS = 50;

interface Seen {
  window: number;
  failures: number;
  /** Calls by tool and digest of arguments. */
  readonly calls: Map<string, number>;
}

/** The calls of the present window, by token. */
export class Runaways {
  private readonly seen = new BoundedMap<string, Seen>(TOKENS);

  /**
   * Counts a call that begins.
   * @param what tool and digest of its arguments
   * @returns whether the token repeats itself
   */
  begins(settings: BreakerSettings, tokenId: string, what: string, now: number): PauseReason | undefined {
    if (settings.sameCalls === undefined) return undefined;
    const { calls } = this.of(settings, tokenId, now);
    const count = (calls.get(what) ?? 0) + 1;
    calls.set(what, count);
    return count > settings.sameCalls ? 'same_calls' : undefined;
  }

  /** Counts the end of a call; returns whether the token fails over and over. */
  ends(settings: BreakerSettings, tokenId: string, outcome: 'ok' | 'error', now: number): PauseReason | undefined {
    if (settings.failuresInRow === undefined) return undefined;
    const seen = this.of(settings, tokenId, now);
    seen.failures = outcome === 'ok' ? 0 : seen.failures + 1;
    return seen.failures >= settings.failuresInRow ? 'failures_in_row' : undefined;
  }

  /** Forgets the calls of a token, which pauses now. */
  forget(tokenId: string): void {
    this.seen.delete(tokenId);
  }

  private of({ windowSeconds = BREAKER_DEFAULTS.windowSeconds }: BreakerSettings, tokenId: string, now: number): Seen {
    const window = Math.floor(now / (windowSeconds * 1_000));
    const known = this.seen.get(tokenId);
    if (known?.window === window) return known;
    const seen: Seen = { window, failures: 0, calls: new BoundedMap<string, number>(CALLS) };
    this.seen.set(tokenId, seen);
    return seen;
  }
}
