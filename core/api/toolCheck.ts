/** Schemas of the description check: the score of a server, and what the rules find in its tools. */
import * as z from 'zod';
import { models, toolId } from '../lib/zod/fields.ts';
import { CHECK_SEVERITIES } from '../tools/check/rule.ts';
import { RULE_IDS } from '../tools/check/rules.ts';
import { readingId } from './reading.ts';

const ruleId = z.enum(RULE_IDS);
const severity = z
  .enum(CHECK_SEVERITIES)
  .describe(
    '`error`: a client refuses or cuts it, or a model has nothing to choose the tool by; `warning`: a model is likely to choose or call it wrongly; `notice`: it could be told better',
  );
const score = z
  .int()
  .min(0)
  .max(100)
  .describe(
    '100: no rule finds anything. The mean of the tools’ scores, each 100 less 40 for a rule of errors that finds something, 15 of warnings, 5 of notices; rules about arguments in proportion to the arguments',
  );

/** Query parameters of the check. */
export const toolCheckQuery = z.strictObject({
  rule: ruleId.optional().describe('Only findings of this rule'),
  tool: toolId.optional().describe('Only findings of this tool'),
  after: z.string().min(1).max(400).optional().describe('`next` of the page before'),
  limit: z.coerce.number().int().min(1).max(200).optional().describe('Findings of a page; 100 when unset'),
  reading: readingId.optional(),
});

/** A fault of a text. */
export const checkFinding = z
  .object({
    rule: ruleId,
    tool: z.object({ id: toolId, name: z.string(), score }),
    at: z.string().describe('JSON pointer of the text in the tool'),
    text: z.string().describe('As it is now; empty where there is none'),
    also: z.array(z.string()).optional().describe('Names of the first other tools that it is alike to'),
    suggestion: z.string().optional().describe('A better text for the same place, made from the API description alone'),
  })
  .register(models, { id: 'CheckFinding' });
/** A fault of a text. */
export type CheckFinding = z.infer<typeof checkFinding>;

/** The answer of the check. */
export const toolCheck = z
  .object({
    score,
    tools: z.int().describe('Tools that clients see, which are judged'),
    rules: z
      .array(
        z.object({
          id: ruleId,
          severity,
          says: z.string(),
          source: z.string().describe('Where the rule is from'),
          findings: z.int(),
          tools: z.int().describe('Tools in which it finds something'),
        }),
      )
      .describe('All rules, also those that find nothing'),
    items: z.array(checkFinding).describe('By rule, then by tool'),
    next: z.string().optional().describe('Give it as `after` for the next page; absent on the last one'),
  })
  .register(models, { id: 'ToolCheck' });

/** What a re-import would do to the findings. */
export const comparedChecks = z.object({
  score: z.object({ before: score, after: score }),
  added: z.int().describe('Findings that there are only after the import'),
  mended: z.int().describe('Findings that there are no more after it'),
  items: z
    .array(
      z.object({
        change: z.enum(['added', 'mended']),
        rule: ruleId,
        severity,
        says: z.string(),
        tool: z.string().describe('Name of the tool'),
        at: z.string(),
        text: z.string(),
      }),
    )
    .describe('The first of both, by rule'),
});
/** What a re-import would do to the findings. */
export type ComparedChecks = z.infer<typeof comparedChecks>;
