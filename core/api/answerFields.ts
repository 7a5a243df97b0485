/** Schemas of recorded answers, told by field (core/model/answerFields.ts). */
import * as z from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { models, toolId } from '../lib/zod/fields.ts';
import { type AnswerFields, SURENESS } from '../model/answerFields.ts';
import type { MODES } from '../model/governance/modes.ts';

const { count, bytes, rows, values } = LIMITS.recordedAnswers;

/** Request to tell the fields of recorded answers. */
export const recordedAnswers = z
  .strictObject({
    answers: z
      .array(
        z.strictObject({
          toolId,
          contentType: z.string().max(200).optional().describe('Of the answer; found out where it is not given'),
          text: z.string().min(1).describe('The body of the answer, as the API sent it'),
        }),
      )
      .min(1)
      .max(count)
      .describe(`Of ${bytes} bytes together at most`),
  })
  .register(models, {
    id: 'RecordedAnswers',
    description:
      'Answers of tools. They are read once and stored nowhere. A recording is sent in parts, whose rows are added up.',
  });

const range = z.object({ least: z.number(), most: z.number() });

/** The fields of recorded answers. */
export const answerFields = z
  .object({
    rows: z
      .array(
        z.object({
          toolId,
          path: z
            .string()
            .describe(
              'As marks of the tool name it: lists are passed through, * stands for names that are data; empty for a whole answer',
            ),
          isMarkable: z.boolean().describe('Whether a mark can name it'),
          mark: z.string().optional().describe("The owner's mark of this path"),
          values: z.int().describe('How many values it had: kept, redacted and withheld together'),
          kept: z.int(),
          redacted: z.int().describe('Replaced because something was found'),
          withheld: z.int().describe('Replaced in the mode closed because nothing is known of them'),
          inMode: z
            .object({ closed: z.int(), strict: z.int(), balanced: z.int(), minimal: z.int() } satisfies Record<
              (typeof MODES)[number],
              z.ZodInt
            >)
            .describe('How many of the values each mode replaces'),
          kinds: z.record(z.string(), z.int()).describe('What was found, in any mode, by kind'),
          rules: z.array(z.string()).describe('Ids of the rules that decided most often'),
          sure: z.enum(SURENESS).describe('How sure the decisions are'),
          margin: range
            .optional()
            .describe('Where evidence was weighed: how far the sums were from the threshold; below 0 a value stays'),
          forms: z
            .array(z.string())
            .describe('How the values are written, letters as a and digits as 9; never a value'),
          length: range.optional().describe('Of texts and numbers, in characters'),
          distinct: z.int().describe('At least so many of the values differ'),
        }),
      )
      .describe(`What needs a person to look comes first; ${rows.toLocaleString('en')} at most`),
    values: z.int().describe('Values of all rows'),
    left: z
      .int()
      .describe(
        `Values without a row: behind the first ${values.toLocaleString('en')}, or of fields behind the last row`,
      ),
    rules: z.record(z.string(), z.string()).describe('What the rules say, by id'),
  })
  .register(models, { id: 'AnswerFields' });

/** A report as a result has it. */
export const shownFields = ({ rows, ...rest }: AnswerFields): z.infer<typeof answerFields> => ({
  ...rest,
  rules: { ...rest.rules },
  rows: rows.map((row) => ({
    ...row,
    inMode: { ...row.inMode },
    kinds: { ...row.kinds },
    rules: [...row.rules],
    forms: [...row.forms],
  })),
});
