import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { propagate, RegionUnreachable } from '../../../../core/regions/propagate.ts';

/** Regions that answer when told to, and what happened in which order. */
function rig(edges: readonly string[]) {
  const happened: string[] = [];
  const step = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    return {
      promise: promise.then((value) => {
        happened.push(name);
        return value;
      }),
      resolve: () => resolve(name),
      reject: (reason = new Error(`${name} is down`)) => reject(reason),
    };
  };
  const home = step('home');
  const regions = edges.map((region) => ({ region, ...step(region) }));
  const answer = propagate({
    what: 'The token',
    home: 'home',
    change: 'close',
    writeHome: () => home.promise,
    otherRegions: regions.map(({ region, promise }) => ({
      region,
      run: async () => {
        await promise;
      },
    })),
    push: async () => void happened.push('push'),
    confirm: async (written) => {
      happened.push('confirm');
      return `${written} done`;
    },
  });
  answer.catch(() => {});
  const told = answer.then(() => happened.push('answer')).catch(() => happened.push('error'));
  return { happened, home, regions, answer, told };
}

describe('closing everywhere', () => {
  test('writes in every region, whoever is first, and only then pushes, confirms and answers', async () => {
    const names = ['a', 'b', 'c'];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), async (order) => {
        const { happened, home, regions, answer, told } = rig(names);
        for (const at of order) [home, ...regions][at]?.resolve();
        await told;

        expect(await answer).toBe('home done');
        expect(happened.slice(4)).toEqual(['push', 'confirm', 'answer']);
        expect(new Set(happened.slice(0, 4))).toEqual(new Set(['home', ...names]));
      }),
    );
  });

  test('pushes nothing while a region has not answered', async () => {
    const { happened, home, regions, told } = rig(['a', 'b']);
    home.resolve();
    regions[0]?.resolve();
    await new Promise(setImmediate);

    expect(happened).toEqual(['home', 'a']);
    regions[1]?.resolve();
    await told;
    expect(happened).toEqual(['home', 'a', 'b', 'push', 'confirm', 'answer']);
  });

  test('says which regions did not confirm and how to go on; what has been written stands and is pushed', async () => {
    const { happened, home, regions, answer, told } = rig(['a', 'b', 'c']);
    home.resolve();
    regions[0]?.reject();
    regions[1]?.resolve();
    regions[2]?.reject();
    await told;

    const error = await answer.catch((reason: unknown) => reason as RegionUnreachable);
    expect(error).toBeInstanceOf(RegionUnreachable);
    expect(error).toMatchObject({
      code: 'region_unreachable',
      message:
        'The token is shut in home, b, but a, c did not confirm and may still let clients in. ' +
        'Repeat the request: that is safe, and finishes what is missing.',
      regions: ['a', 'c'],
      context: { confirmed: ['home', 'b'], missing: ['a', 'c'] },
    });
    expect(happened).toEqual(['home', 'b', 'push', 'error']);
  });

  test('fails with the reason of the home region when that is the one that fails', async () => {
    const { happened, home, regions, answer, told } = rig(['a']);
    home.reject(new Error('no such token'));
    regions[0]?.resolve();
    await told;

    await expect(answer).rejects.toThrow('no such token');
    expect(happened).toEqual(['a', 'push', 'error']);
  });

  test('pushes nothing when nothing was written', async () => {
    const { happened, home, regions, told } = rig(['a']);
    home.reject();
    regions[0]?.reject();
    await told;

    expect(happened).toEqual(['error']);
  });
});
