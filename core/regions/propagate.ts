/**
 * The order of operations by which something stops (or starts) working in every region: the write in the home region
 * and the gates of all other regions in parallel; then the push to every region; then the confirmation; then the
 * answer. Who is told "done" can rely on it everywhere; when a region does not confirm, nobody is told so. Pure: writes
 * and pushes are passed in (aws/regions). Why gates and not replicated rows: design/regions.md.
 */
import { PortcullisError } from '../errors.ts';

/** The write in one region other than home. */
export interface RegionStep<Written> {
  readonly region: string;
  /** Resolves once the region has it. `home`: for steps that depend on what the home region wrote. */
  run(home: Promise<Written>): Promise<void>;
}

/** One change that has to reach every region. */
export interface Propagation<Written, Result> {
  /** What it is about, as the subject of a sentence: 'The token'. */
  readonly what: string;
  readonly home: string;
  /** Whether regions that did not confirm may let in what the others refuse, or the other way round. */
  readonly change: 'close' | 'open';
  readonly writeHome: () => Promise<Written>;
  readonly otherRegions: readonly RegionStep<Written>[];
  /** Tells live streams in every region; must not throw, because streams re-check by themselves. */
  readonly push: () => Promise<void>;
  /** After every region has confirmed: writes down that nothing is missing any more. */
  readonly confirm: (written: Written) => Promise<Result>;
}

/**
 * One or more regions did not confirm; the others have. Repeating the request is safe and completes it (code
 * `region_unreachable`).
 */
export class RegionUnreachable extends PortcullisError {
  override readonly name: string = 'RegionUnreachable';
  readonly regions: readonly string[];

  constructor({ what, change }: Pick<Propagation<never, never>, 'what' | 'change'>, outcome: Outcome) {
    const { confirmed, missing } = outcome;
    const state = change === 'close' ? ['shut', 'may still let clients in'] : ['open', 'still refuses clients'];
    super(
      'region_unreachable',
      `${what} is ${state[0]} in ${confirmed.join(', ')}, but ${missing.join(', ')} did not confirm and ${state[1]}. ` +
        'Repeat the request: that is safe, and finishes what is missing.',
      { context: { confirmed: [...confirmed], missing: [...missing] }, cause: outcome.cause },
    );
    this.regions = missing;
  }
}

interface Outcome {
  readonly confirmed: readonly string[];
  readonly missing: readonly string[];
  readonly cause: unknown;
}

/**
 * Carries a change to every region. The push goes out even when a region failed: a stream that is closed for nothing
 * reconnects, one that stays open might not be allowed to.
 * @returns what `confirm` returns
 * @throws what the write in the home region threw, or RegionUnreachable
 */
export async function propagate<Written, Result>(operation: Propagation<Written, Result>): Promise<Result> {
  const { home, otherRegions, writeHome, push, confirm } = operation;
  const written = writeHome();
  const settled = await Promise.allSettled([written, ...otherRegions.map((edge) => edge.run(written))]);
  const hasAny = settled.some(({ status }) => status === 'fulfilled');
  if (hasAny) await push();
  const [homeResult, ...edgeResults] = settled;
  if (homeResult?.status === 'rejected') throw homeResult.reason;
  const failed = edgeResults.filter((result) => result.status === 'rejected');
  if (failed.length > 0) {
    const isMissing = (index: number) => edgeResults[index]?.status === 'rejected';
    throw new RegionUnreachable(operation, {
      confirmed: [home, ...otherRegions.filter((_, index) => !isMissing(index)).map(({ region }) => region)],
      missing: otherRegions.filter((_, index) => isMissing(index)).map(({ region }) => region),
      cause: failed[0]?.reason,
    });
  }
  return confirm(await written);
}
