/** Schemas of the selection check: sentences, and whether their words find the tools that they are for. */
import * as z from 'zod';
import { line, models, time, toolId } from '../lib/zod/fields.ts';
import { EXPOSED } from '../model/exposition.ts';
import { SELECTION_LIMITS } from '../model/selection.ts';
import { MOST_RANKED } from '../tools/selection/ranks.ts';

const sentenceFor = <Tool extends z.ZodType>(tool: Tool) =>
  z.strictObject({
    sentence: line(SELECTION_LIMITS.length).describe('As a person or a model would ask: refund an order'),
    tool,
  });
const sentence = sentenceFor(
  z.string().min(1).max(64).describe('Name or id of the tool that should be found'),
).register(models, { id: 'SelectionSentence' });

const eachOnce = <Item extends z.ZodType<{ sentence: string }>>(item: Item) =>
  z
    .array(item)
    .max(SELECTION_LIMITS.sentences)
    .check(({ value, issues }) => {
      const seen = new Set<string>();
      value.forEach(({ sentence: text }, at) => {
        const key = text.toLowerCase();
        if (seen.has(key))
          issues.push({
            code: 'custom',
            input: value,
            path: [at, 'sentence'],
            message: 'stands twice; one sentence is for one tool.',
            params: { rule: 'duplicate' },
          });
        seen.add(key);
      });
    });
const sentences = eachOnce(sentence);

/** Sentences whose tools are named otherwise. */
export const selectionSentences = <Tool extends z.ZodType<string>>(tool: Tool) => eachOnce(sentenceFor(tool));

/** Request to store the sentences. */
export const selectionChange = z
  .strictObject({
    sentences: sentences.describe('All of them'),
    compareWithNow: z
      .boolean()
      .optional()
      .describe('Later ranks of all sentences are compared with those of now; otherwise of the new ones alone'),
    version: z.int().min(0).optional().describe('Refuses the change where somebody has saved since this one was read'),
  })
  .register(models, { id: 'SelectionChange' });

/** Request to try sentences that are not stored. */
export const selectionTrial = z.strictObject({ sentences }).register(models, { id: 'SelectionTrial' });

const rank = z.int().min(1).max(MOST_RANKED).nullable();
const ranks = z
  .object(Object.fromEntries(EXPOSED.map((way) => [way, rank])) as Record<(typeof EXPOSED)[number], typeof rank>)
  .describe(`The place of the tool among those that the words of each way of listing find; null behind ${MOST_RANKED}`);

/** Sentences with what they find. */
export const selection = z
  .object({
    exposition: z.enum(EXPOSED).describe('How the server lists its tools now'),
    items: z.array(
      z.object({
        sentence: z.string(),
        tool: z.object({
          id: toolId.optional().describe('Absent where no tool has this name'),
          name: z.string(),
          state: z
            .enum(['listed', 'off', 'gone'])
            .describe('`off`: switched off, or on a host that is not approved; `gone`: there is no such tool any more'),
        }),
        ranks,
        was: ranks.optional().describe('The ranks that those of now are compared with; of stored sentences'),
      }),
    ),
    updatedAt: time.optional(),
    version: z.int().describe('0 before anybody saved any'),
  })
  .register(models, { id: 'Selection' });
/** Sentences with what they find. */
export type Selection = z.infer<typeof selection>;
