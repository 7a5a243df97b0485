/** Schema of core/model/governance/explanation.ts, in the results of trials. */
import * as z from 'zod';
import { models } from '../../lib/zod/fields.ts';
import type { Explanation } from '../../model/governance/explanation.ts';

/** Why each value of an answer went or stayed. */
export const explanation = z
  .object({
    leaves: z
      .array(
        z.object({
          pointer: z.string().describe('JSON Pointer in the governed answer; empty for the whole of a text'),
          outcome: z.enum(['kept', 'part', 'whole']).describe('What was replaced of the value'),
          rule: z.string().describe('Id of the rule that decided'),
          found: z
            .array(z.object({ type: z.string(), rule: z.string(), count: z.int() }))
            .describe('What was replaced, by kind and rule'),
          spoke: z
            .array(z.object({ rule: z.string(), weight: z.number().optional() }))
            .describe('Rules that had a part in it; with their weights where the decision is a sum'),
          sum: z
            .object({ reached: z.number(), needed: z.number() })
            .optional()
            .describe('Where evidence was weighed: the sum, and from which one on the value is a name'),
        }),
      )
      .describe('The values, in the order in which they were read; the first 2,000'),
    isCut: z.boolean().describe('True when there are more values'),
    rules: z
      .record(z.string(), z.object({ says: z.string(), example: z.string() }))
      .describe('The rules that are named, by id'),
  })
  .register(models, { id: 'RedactionExplanation' });

/** An explanation as a result has it. */
export const shownExplanation = ({ leaves, isCut, rules }: Explanation): z.infer<typeof explanation> => ({
  leaves: leaves.map(({ found, spoke, ...leaf }) => ({ ...leaf, found: [...found], spoke: [...spoke] })),
  isCut,
  rules: { ...rules },
});
