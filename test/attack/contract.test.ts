/** The management API keeps to its own description (/v1/openapi.json), word for word: schemathesis against a running stack. */
import { expect, test } from '@jest/globals';
import { isLongAttack } from '../support/attack.ts';
import { type ContractOptions, checkContract, installedSchemathesis } from '../support/contract.ts';
import { startStack } from '../support/stack.ts';

const command = installedSchemathesis();
/** A test that is not run is counted as skipped. */
const contracted = command ? test : test.skip;

contracted(
  'takes what its description allows, refuses what it forbids, and answers as it says',
  async () => {
    const stack = await startStack({ demo: true });
    try {
      const seed = Number(process.env['SEED'] ?? 1);
      const runs: readonly (ContractOptions & { readonly least: number })[] = isLongAttack
        ? [
            { seed, examples: 150, phases: ['coverage', 'fuzzing'], least: 5_500 },
            { seed, examples: 150, phases: ['stateful'], least: 400 },
          ]
        : [{ seed, examples: 8, phases: ['fuzzing'], least: 200 }];

      for (const { least, ...options } of runs) {
        const { exitCode, report, cases } = await checkContract(command as string, stack, options);

        expect({ exitCode, report: exitCode === 0 ? '' : report }).toEqual({ exitCode: 0, report: '' });
        expect(cases).toBeGreaterThan(least);
      }
    } finally {
      await stack.stop();
    }
  },
  isLongAttack ? 1_800_000 : 600_000,
);
