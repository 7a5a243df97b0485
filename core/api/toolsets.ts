/** Schemas of toolsets: which servers they have, and what became of each. */
import * as z from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { line, models, serverId, toolId } from '../lib/zod/fields.ts';
import { MEMBER_ABSENCES } from '../model/toolset.ts';
import { toolName } from '../tools/schemas/tools.ts';

const { members, choices, tags, prefix } = LIMITS.toolset;

const member = z.strictObject({
  serverId,
  prefix: z
    .string()
    .regex(new RegExp(`^[a-z][a-z0-9_]{0,${prefix - 1}}$`), {
      error: `must be 1 to ${prefix} lower-case letters, digits and underscores, of which the first is a letter.`,
    })
    .optional()
    .describe('Stands before a name that another member has; made of the name of the server when unset, and kept'),
  prefixed: z.boolean().optional().describe('True puts the prefix before the name of every tool of this member'),
  tags: z
    .array(line(200))
    .min(1)
    .max(tags)
    .optional()
    .describe('Tools with one of these tags; with tools, these as well'),
  tools: z
    .array(toolId)
    .min(1)
    .max(choices)
    .optional()
    .describe('Single tools. With neither tags nor tools: all of them'),
  names: z.record(toolId, toolName).optional().describe('Other names for tools of this member, by id'),
});

/** The source of a toolset. */
export const toolsetSource = z
  .strictObject({
    kind: z.literal('toolset'),
    members: z
      .array(member)
      .min(1)
      .max(members)
      .describe('In their order: of two tools with one name the earlier has it'),
  })
  .register(models, { id: 'ToolsetSource', description: 'Tools of other servers, which are no toolsets themselves.' });
/** The source of a toolset, as it is given. */
export type ToolsetSource = z.infer<typeof toolsetSource>;

/** The members of a toolset, in its source as it is stored. */
export const storedMembers = z.array(member.extend({ prefix: z.string() }));

/** What became of the members of a toolset. */
export const memberList = z
  .object({
    items: z.array(
      z.object({
        serverId,
        name: z.string(),
        prefix: z.string(),
        state: z
          .enum(['listed', 'changing', 'refused', ...MEMBER_ABSENCES])
          .describe(
            'listed: its tools are in the list; changing: what clients see of it is not its present version yet; refused: it is not, because the list cannot be composed anew, for the reason that the server tells; otherwise why it has none',
          ),
        tools: z.int().describe('How many of its tools clients see'),
        renamed: z
          .array(z.object({ name: z.string(), from: z.string().describe('Its name at the member') }))
          .describe('Tools with another name than at the member, the first 200'),
      }),
    ),
  })
  .register(models, { id: 'ToolsetMembers' });
