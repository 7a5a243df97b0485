/** Policies as files: what is written is read as it was, and the engine reads it, too. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { POLICY_MODES, type Policy } from '../../../../core/model/policies.ts';
import { policyFileText, readPolicyFile } from '../../../../core/policies/file.ts';
import { cedarString } from '../../../../core/policies/text.ts';
import { withCedar } from '../../../../lambdas/shared/cedar.ts';

test('a file has its policies with their names, modes and advice', () => {
  const { policies, faults } = readPolicyFile(`// Refunds
@id("small") // up to a hundred
@advice("Refund at most \\"100\\"; ask.")
@owner("finance")
forbid (principal, action == Action::"refund", resource)
when { context.input.amount > 100 && context.input.note != "a;b" }; // the end;

@id("all") @mode("shadow")
permit (principal, action, resource);
// nothing more;
`);

  expect(faults).toEqual([]);
  expect(policies).toMatchObject([
    {
      name: 'small',
      mode: 'enforce',
      advice: 'Refund at most "100"; ask.',
      line: 1,
      text: expect.stringContaining('@owner("finance")'),
    },
    { name: 'all', mode: 'shadow', text: 'permit (principal, action, resource);', line: 8 },
  ]);
  expect(policies[0]?.text).not.toMatch(/@id|@advice/);
});

const literal = fc.string({ unit: 'binary', maxLength: 12 });
const policy: fc.Arbitrary<Policy> = fc.record(
  {
    name: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/),
    text: literal.map((text) => `forbid(principal, action, resource) when { context has ${cedarString(text)} };`),
    mode: fc.constantFrom(...POLICY_MODES),
    advice: literal.filter((text) => text !== '').map((text) => text.toWellFormed()),
  },
  { requiredKeys: ['name', 'text', 'mode'] },
);

test('what is written is read as it was, by the engine as well', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(policy, { maxLength: 5 }), async (policies) => {
      const text = policyFileText(policies);
      const read = readPolicyFile(text);

      expect(read.faults).toEqual([]);
      expect(read.policies.map(({ line: _, ...rest }) => rest)).toEqual(policies);
      const parts = await withCedar((cedar) => cedar.preparsePolicySet('file', { staticPolicies: text }));
      expect(parts.type).toBe('success');
    }),
    { numRuns: 200 },
  );
});

describe('names', () => {
  const ONE = 'permit(principal, action, resource);';

  test('are that of the file where it has one policy', () => {
    expect(readPolicyFile(ONE, 'reading').policies).toMatchObject([{ name: 'reading' }]);
    expect(readPolicyFile(`@id("own") ${ONE}`, 'reading').policies).toMatchObject([{ name: 'own' }]);
  });

  test.each([
    ['none of two', `${ONE}\n${ONE}`, 'file', 2],
    ['none, and the file has none that fits', ONE, undefined, 1],
    ['of other characters', `@id("My policy") ${ONE}`, 'file', 1],
    ['and another mode', `@id("x") @mode("off") ${ONE}`, 'file', 1],
  ])('are refused: %s', (_, text, name, count) => {
    expect(readPolicyFile(text, name).faults).toHaveLength(count);
  });
});

test('a text that ends nowhere is one policy, which the engine refuses', () => {
  for (const text of ['permit(principal', 'permit all "', '@', '@id("own") @'])
    expect(readPolicyFile(text, 'x').policies).toHaveLength(1);
});
