/** Schemas of what is known about the answers of a tool for redaction: by its owner, and by its API description. */
import * as z from 'zod';
import { DETECTOR_IDS } from '../../governance/policy.ts';
import { models } from '../../lib/zod/fields.ts';
import { FIELD_LIMITS, FIELD_RULE, stepsOf } from '../../model/fieldPaths.ts';
import { OWNER_MARKS, SUBJECTS } from '../../model/governance/marked.ts';
import { MODES } from '../../model/governance/modes.ts';

/** Marks of fields by path. */
const marksByPath = <Marked extends z.ZodType>(mark: Marked) =>
  z.record(z.string(), mark).superRefine(
    (fields, context) => {
      if (typeof fields !== 'object' || fields === null) return;
      const refuse = (path: string[], message: string, rule: string) =>
        context.addIssue({ code: 'custom', path, message, params: { rule } });
      const paths = Object.keys(fields);
      if (paths.length > FIELD_LIMITS.marks) refuse([], `must have at most ${FIELD_LIMITS.marks} fields.`, 'too_many');
      for (const path of paths.slice(0, FIELD_LIMITS.marks))
        if (stepsOf(path) === undefined) refuse([path], `${FIELD_RULE}.`, 'field_path');
    },
    { when: () => true },
  );
const ownersMark = z.enum([...SUBJECTS, ...OWNER_MARKS, ...DETECTOR_IDS]);
/** Marks that are added to those of a tool; null takes one back. */
export const changedMarks = marksByPath(ownersMark.nullable());
/** What an owner decides about redaction in the answers of a tool. */
export const toolRedaction = z
  .strictObject({
    mode: z.enum(MODES).optional().describe("Instead of the server's mode"),
    dryRun: z.boolean().optional().describe("Instead of the server's: nothing is redacted, what would be is counted"),
    prose: z
      .boolean()
      .optional()
      .describe("Instead of the server's: names in sentences are redacted by the words around them"),
    about: z
      .enum(SUBJECTS)
      .optional()
      .describe('What the records of its answers are; unset follows the API description'),
    fields: marksByPath(ownersMark)
      .optional()
      .describe(
        'By path, such as id or items.name: keep (never redacted), found (in the mode closed, what is found in it alone), redact (always), the id of a detector (always, with its mask), or what the objects in it are: person, organisation, place',
      ),
  })
  .register(models, {
    id: 'ToolRedaction',
    description: "What the owner decided about redaction in a tool's answers; it counts more than the description.",
  });
/** What path and response schema of an operation say for redaction, as an import makes it. */
export const describedAnswers = z.strictObject({
  about: z.enum([...SUBJECTS, 'weak']).optional(),
  fields: marksByPath(z.enum([...SUBJECTS, 'weak', 'redact', ...DETECTOR_IDS])).optional(),
  values: z.record(z.string().max(FIELD_LIMITS.length), z.array(z.string().max(200)).max(100)).optional(),
});
/** {@link toolRedaction} as a value. */
export type ToolRedactionView = z.infer<typeof toolRedaction>;
