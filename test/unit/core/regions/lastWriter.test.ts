/**
 * Why regions have gates: a model of a table that replicates late and keeps the last writer's whole item, under every order of
 * uses, replication and the writes of a revocation. What answers requests is the real check.
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openedServer } from '../../../../core/auth/tokens/check.ts';
import type { ServerRow } from '../../../../core/model/server.ts';
import type { TokenRow } from '../../../../core/model/token.ts';
import { type GateRow, tokenGate } from '../../../../core/regions/gates.ts';

const server = { serverId: 'srv_1', status: 'live', bundle: { id: 'b', mac: 'm', version: 1, tools: 1 } } as ServerRow;
const made = { tokenHash: 'h', tokenId: 'tok_1', serverId: 'srv_1' } as TokenRow;

type Region = 'home' | 'away';
type Step = 'use away' | 'replicate' | 'revoke home' | 'revoke away';
interface Version {
  readonly row: TokenRow;
  readonly time: number;
}

/** The token's row in two regions, from the moment at which it was made at home. */
class World {
  private clock = 1;
  private readonly rows: Record<Region, Version | undefined> = { home: { row: made, time: 1 }, away: undefined };
  private readonly underWay: Array<{ readonly to: Region; readonly version: Version }> = [
    { to: 'away', version: { row: made, time: 1 } },
  ];
  private readonly gates: GateRow[] = [];

  write(region: Region, change: Partial<TokenRow>, from = this.rows[region]?.row): void {
    if (!from) return;
    const version = { row: { ...from, ...change }, time: ++this.clock };
    this.rows[region] = version;
    this.underWay.push({ to: region === 'home' ? 'away' : 'home', version });
  }

  shutGate(): void {
    this.gates.push({ gate: tokenGate('h'), isShut: true, at: 'now' });
  }

  replicate(): void {
    const next = this.underWay.shift();
    if (next && next.version.time > (this.rows[next.to]?.time ?? 0)) this.rows[next.to] = next.version;
  }

  /** Whether a request with the token would be served. */
  serves(region: Region): boolean {
    const gates = region === 'away' ? this.gates : [];
    return openedServer({ token: this.rows[region]?.row, server, gates }) !== undefined;
  }
}

interface Way {
  readonly use: (world: World) => void;
  readonly revokeAway: (world: World) => void;
}

/** Regions that serve the token although its revocation has been answered. */
function servedAfterAnswer(steps: readonly Step[], { use, revokeAway }: Way): Region[] {
  const world = new World();
  const done = new Set<Step>();
  const served: Region[] = [];
  for (const step of steps) {
    if (step === 'use away') use(world);
    if (step === 'replicate') world.replicate();
    if (step === 'revoke home') world.write('home', { revokedAt: 'now' });
    if (step === 'revoke away') revokeAway(world);
    done.add(step);
    if (!done.has('revoke home') || !done.has('revoke away')) continue;
    served.push(...(['home', 'away'] as const).filter((region) => world.serves(region)));
  }
  return served;
}

const others = fc.array(fc.constantFrom<Step>('use away', 'replicate'), { maxLength: 12 });
/** The two writes of a revocation among other steps, each somewhere. */
const histories = fc.tuple(others, others, others, fc.boolean()).map(([before, between, after, homeFirst]): Step[] => {
  const [first, second]: Step[] = homeFirst ? ['revoke home', 'revoke away'] : ['revoke away', 'revoke home'];
  return [...before, first as Step, ...between, second as Step, ...after];
});

const stampRow = (world: World) => world.write('away', { lastUsedAt: 'now' });
/** Stamps are items of the region's own; the token's row is not touched. */
const stampApart = () => {};

describe('after the answer to a revocation', () => {
  test('no order of events serves the token again, with gates', () => {
    const way: Way = { use: stampApart, revokeAway: (world) => world.shutGate() };
    fc.assert(
      fc.property(histories, (steps) => {
        expect(servedAfterAnswer(steps, way)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each<[string, Way]>([
    ['stamps share the row', { use: stampRow, revokeAway: (world) => world.write('away', { revokedAt: 'now' }) }],
    [
      'the row may not have arrived',
      { use: stampApart, revokeAway: (world) => world.write('away', { revokedAt: 'now' }) },
    ],
  ])('some order does, when the revocation is written into the replicas and %s', (_why, way) => {
    const { failed, counterexample } = fc.check(
      fc.property(histories, (steps) => servedAfterAnswer(steps, way).length === 0),
      { numRuns: 5_000 },
    );
    expect([failed, counterexample]).toEqual([true, [expect.any(Array)]]);
  });
});
