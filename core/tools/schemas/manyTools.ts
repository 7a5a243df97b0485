/** Schemas of a change of many tools at once. */
import * as z from 'zod';
import { LIMITS } from '../../lib/limits.ts';
import { acrossMembers, oneOfMembers, oneOfSchema } from '../../lib/zod/faults.ts';
import { approvedWords, models, resealed, revision, toolId } from '../../lib/zod/fields.ts';
import { MODES } from '../../model/governance/modes.ts';
import { TOOL_PRESETS, UNUSED_DAYS } from '../../model/toolPresets.ts';
import { changedMarks } from './toolRedaction.ts';
import { annotationsChange, cacheHint, longMs, tag } from './tools.ts';

/** What an edit of many tools may set of each, beside whether it is on. */
const toolsSetting = z
  .strictObject({
    annotations: annotationsChange.optional(),
    cacheHint: cacheHint.optional(),
    tag: tag.optional(),
    longMs: longMs.nullable().optional().describe('null: a call takes as long as any other'),
    redaction: z
      .strictObject({
        mode: z.enum(MODES).nullable().optional().describe('null follows the server again'),
        dryRun: z.boolean().nullable().optional().describe('null follows the server again'),
        prose: z.boolean().nullable().optional().describe('null follows the server again'),
      })
      .optional()
      .describe('What was decided about single fields stays'),
  })
  .describe('Fields that all of the tools get')
  .meta({ minProperties: 1 });

const isSmall = (marks: unknown): boolean => Object.keys(marks ?? {}).length <= LIMITS.toolsPerEdit;

/** Request to change several tools at once. */
export const toolsChange = z
  .strictObject({
    enabled: z.boolean().optional(),
    set: toolsSetting.optional(),
    tag: z.string().max(200).optional().describe('All tools of this tag; "" for those without one'),
    toolIds: z.array(toolId).min(1).max(LIMITS.toolsPerServer).optional(),
    preset: z
      .enum(TOOL_PRESETS)
      .optional()
      .describe(
        `changing: all that do not only read; deprecated: as the description says; unused: without a call in the last ${UNUSED_DAYS} days`,
      ),
    marks: z
      .record(toolId, z.strictObject({ fields: changedMarks }))
      .refine(isSmall, { error: `may name ${LIMITS.toolsPerEdit} tools at most.` })
      .optional()
      .describe(
        'By tool, what single fields of its answers are; other marks stay, and null takes one back. Tools that are named differ from each other here',
      ),
    preview: z.boolean().optional().describe('Tells how many tools would be changed, and changes none'),
    approvedWords: approvedWords.optional(),
  })
  .check(
    oneOfMembers('tag', 'toolIds', 'preset', 'marks'),
    acrossMembers(({ enabled, set, marks }, fault) => {
      const isEmpty = typeof set === 'object' && set !== null && Object.keys(set).length === 0;
      if (marks !== undefined && (enabled !== undefined || set !== undefined))
        fault(['marks'], 'one_of', 'cannot go with enabled or set; send one of them.');
      if (marks === undefined && enabled === undefined && (set === undefined || isEmpty))
        fault(['enabled'], 'required', 'is missing; send enabled, set with what to change, or both.');
    }),
  )
  .meta({
    ...oneOfSchema('tag', 'toolIds', 'preset', 'marks'),
    anyOf: [{ required: ['enabled'] }, { required: ['set'] }, { required: ['marks'] }],
  })
  .register(models, {
    id: 'ToolsChange',
    description:
      'Changes the tools of a tag, of a preset, or those named, or marks fields of single tools; one of the four.',
  });
/** Request to change several tools in the same way. */
export type ToolsChange = z.infer<typeof toolsChange>;

/** Answer to a change of several tools. */
export const changedTools = z
  .object({
    changed: z.int().describe('Tools that differ now; with preview, that would'),
    selected: z.int().describe('Tools that were named, changed or not'),
    left: z
      .int()
      .describe(
        `Tools that are still to be changed, because a request changes ${LIMITS.toolsPerEdit} at most: send it again`,
      ),
    resealed,
    revision,
  })
  .register(models, { id: 'ChangedTools' });
