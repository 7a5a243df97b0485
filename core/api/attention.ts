/** Schemas of the list of what needs a person. */
import * as z from 'zod';
import { CONDITION_NAMES } from '../attention/conditions.ts';
import { ATTENTION_SEVERITIES } from '../attention/severity.ts';
import { models, serverId, time } from '../lib/zod/fields.ts';

/** Query parameters. */
export const attentionQuery = z.strictObject({
  server: serverId.optional().describe('Only this server'),
  after: serverId.optional().describe('`next` of the page before'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('How many servers are looked at for a page; 50 when unset'),
});

/** One thing that needs a person. */
export const attentionItem = z
  .object({
    id: z.string().describe('The same as long as it lasts'),
    condition: z.enum(CONDITION_NAMES as unknown as [string, ...string[]]),
    severity: z
      .enum(ATTENTION_SEVERITIES)
      .describe('`critical`: calls fail now; `warning`: they will, or somebody waits; `notice`: good to know'),
    server: z.object({ id: serverId, name: z.string() }),
    title: z.string(),
    text: z.string().describe('For people: what it means, and what to do'),
    since: time.optional().describe('Absent where nothing says when it began'),
    action: z
      .object({
        label: z.string(),
        path: z.string().describe('Of the page of the dashboard where something can be done'),
        operation: z
          .enum(['resumeCalls'])
          .optional()
          .describe('What ends it at once: the operation of this API, for those who may call it'),
      })
      .describe('The one thing to do'),
  })
  .register(models, { id: 'AttentionItem' });

/** A page of the list. */
export const attentionPage = z
  .object({
    items: z.array(attentionItem).describe('Of the servers of this page, the most urgent first'),
    looked: z.int().describe('How many servers this page has looked at'),
    next: serverId.optional().describe('Give it as `after` for the next page; absent on the last one'),
  })
  .register(models, { id: 'AttentionPage' });
/** One thing that needs a person, as the API returns it. */
export type AttentionView = z.infer<typeof attentionItem>;
