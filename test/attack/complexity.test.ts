/**
 * No input may cost more than its size. Each kind of input grows by doubling, in a thread of its own that is ended when it hangs; what
 * makes the work per byte double twice in a row is a finding. `npm test` runs the stored cases and the plain ones of each kind at a
 * few sizes; `npm run attack` searches on, for ten minutes, with inputs made at random (`ATTACK_SEED` repeats a search).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { seeded } from '../../local/demo/random.ts';
import { isLongAttack, searchMs, searchTimeout } from '../support/attack.ts';
import type { GrowingCase } from '../support/complexity/cases.ts';
import { GRAMMARS, mutantOf, seedsOf } from '../support/complexity/grammar.ts';
import { Prober } from '../support/complexity/probe.ts';

const stored = JSON.parse(
  readFileSync(join(import.meta.dirname, 'cases', 'complexity.json'), 'utf8'),
) as readonly GrowingCase[];
/** Characters of the largest input in the short form. */
const SHORT = 32 * 1024;

const prober = new Prober();
afterAll(() => prober.close());

/** The case with what is wrong, for a message that can be stored as a case. */
async function finding(growing: GrowingCase, last?: number): Promise<object | undefined> {
  const { fault, measured } = await prober.judge(growing, last);
  return fault === undefined ? undefined : { ...growing, found: fault, measured };
}

describe('the work per byte stays the same', () => {
  test.each(stored.map((growing) => [growing.kind, growing.found ?? '', growing] as const))(
    'for what was found in %s: %s',
    async (_kind, _found, growing) => {
      expect(await finding(growing)).toBeUndefined();
    },
  );

  test.each(GRAMMARS.map((grammar) => [grammar.kind, grammar] as const))(
    'for plain inputs of %s',
    async (_, grammar) => {
      const seeds = seedsOf(grammar);
      // All of them in the long form, each twelfth in the short one.
      const chosen = isLongAttack ? seeds : seeds.filter((_seed, at) => at % 12 === grammar.pieces.length % 12);
      const findings: object[] = [];
      for (const seed of chosen)
        findings.push(...[await finding(seed, isLongAttack ? undefined : SHORT)].filter((one) => one !== undefined));

      expect(findings).toEqual([]);
    },
    searchTimeout(120_000),
  );

  const ms = searchMs(2, 10);
  test(
    'for inputs made at random',
    async () => {
      const seed = Number(process.env['ATTACK_SEED'] ?? (isLongAttack ? Date.now() % 1_000_000 : 1));
      const random = seeded(seed);
      const findings: object[] = [];
      const until = Date.now() + ms;
      for (let tried = 0; Date.now() < until; tried++) {
        const grammar = GRAMMARS[tried % GRAMMARS.length];
        if (!grammar) break;
        const found = await finding(mutantOf(grammar, random), isLongAttack ? undefined : SHORT);
        if (found) findings.push({ seed, tried, ...found });
      }

      expect(findings).toEqual([]);
    },
    searchTimeout(ms),
  );
});
