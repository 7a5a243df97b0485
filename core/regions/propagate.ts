/**
 * The order of operations by which a change takes effect in every region: the write in the home region and the gates of
 * all other regions in parallel, then the push to every region, then the confirmation. Succeeds only after every region
 * has confirmed. Pure: writes and pushes are passed in (aws/regions). Why gates instead of replicated rows:
 * design/regions.md.
 */
import { PortcullisError } from '../lib/errors.ts';

/** The write in one region other than home. */
export interface RegionStep<Written> {
  readonly region: string;
  /**
   * Resolves when the region has confirmed.
   * @param home the write in the home region, for steps that need its result
   */
  run(home: Promise<Written>): Promise<void>;
}

/** One change for all regions. */
export interface Propagation<Written, Result> {
  /** The subject of the message to people: 'The token'. */
  readonly what: string;
  readonly home: string;
  /** Whether the change closes access or opens it, for the message when a region did not confirm. */
  readonly change: 'close' | 'open';
  readonly writeHome: () => Promise<Written>;
  readonly otherRegions: readonly RegionStep<Written>[];
  /** Notifies the open streams in every region. Must not throw; streams also check by themselves. */
  readonly push: () => Promise<void>;
  /** Records that every region has confirmed. */
  readonly confirm: (written: Written) => Promise<Result>;
}

/**
 * One or more regions did not confirm, while the others did (code `region_unreachable`). Repeating the request is safe
 * and completes it.
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
 * Makes a change in every region. Pushes even if a region failed: a stream that is closed without need reconnects, while
 * one that stays open may no longer be allowed.
 * @returns the result of `confirm`
 * @throws the error of the write in the home region, or RegionUnreachable
 */
export async function propagate<Written, Result>(operation: Propagation<Written, Result>): Promise<Result> {
  const { home, otherRegions, writeHome, push, confirm } = operation;
  const written = writeHome();
  const settled = await Promise.allSettled([written, ...otherRegions.map((step) => step.run(written))]);
  const hasAny = settled.some(({ status }) => status === 'fulfilled');
  if (hasAny) await push();
  const [homeResult, ...regionResults] = settled;
  if (homeResult?.status === 'rejected') throw homeResult.reason;
  const failed = regionResults.filter((result) => result.status === 'rejected');
  if (failed.length > 0) {
    const isMissing = (index: number) => regionResults[index]?.status === 'rejected';
    throw new RegionUnreachable(operation, {
      confirmed: [home, ...otherRegions.filter((_, index) => !isMissing(index)).map(({ region }) => region)],
      missing: otherRegions.filter((_, index) => isMissing(index)).map(({ region }) => region),
      cause: failed[0]?.reason,
    });
  }
  return confirm(await written);
}
