/** Schemas of changes that wait for a second person (core/model/secondPerson.ts). */
import * as z from 'zod';
import { CHANGE_REQUEST_ID } from '../lib/ids.ts';
import { models, serverId, time } from '../lib/zod/fields.ts';
import { CHANGE_STATES, OF_INSTALLATION, SECOND_PERSON_RULES } from '../model/secondPerson.ts';

/** Id of a request for a change. */
export const changeId = z.string().regex(CHANGE_REQUEST_ID).describe('chg_ and 32 hexadecimal digits');

const person = z.object({ id: z.string(), name: z.string().optional() });
const reason = z.string().min(1).max(500);
const kind = z
  .enum([...SECOND_PERSON_RULES, 'rules'])
  .describe('Why it needs a second person; `rules`: the rules themselves, and moves between projects');

const brief = {
  id: changeId,
  project: z.string().describe(`Whose rule asks for it; ${OF_INSTALLATION} where it concerns all projects`),
  serverId: serverId.optional(),
  serverName: z.string().optional(),
  kinds: z.array(kind),
  operation: z.string().describe('The operation that was asked for, by its id in this description'),
  status: z
    .enum(CHANGE_STATES)
    .describe(
      '`approved`: whoever asked may send the same request again, once; `running`: it is being carried out; `withdrawn`: taken back, or what it would change has changed since',
    ),
  by: z
    .enum(['approval', 'asker'])
    .describe(
      'Who carries it out: the approval itself, or whoever asked by sending the same request again, because it has secrets or its answer shows one',
    ),
  askedBy: person,
  askedAt: time,
  until: time.describe('Until when it waits, or may be used'),
  reason: reason.optional().describe('Why, by whoever asked'),
  decidedBy: person.optional(),
  decidedAt: time.optional(),
  answer: reason.optional().describe('Why, by whoever decided'),
  failure: z
    .object({ code: z.string(), message: z.string() })
    .optional()
    .describe('Why it was not done although it was approved'),
  mayDecide: z.boolean().describe('Whether the caller can be the second person'),
  isOwn: z.boolean().describe('Whether the caller has asked for it'),
};

/** A change that was asked for, in a list. */
export const changeRequestBrief = z.object(brief).register(models, { id: 'ChangeRequestBrief' });

/** Those that the caller may see. */
export const changeRequestList = z
  .object({
    items: z.array(changeRequestBrief).describe('The newest first, 200 at most'),
    waiting: z.int().describe('How many wait that the caller can decide'),
  })
  .register(models, { id: 'ChangeRequestList' });

/** A change that was asked for, with all of its difference. */
export const changeRequest = z
  .object({
    ...brief,
    digest: z.string().describe('SHA-256 of asker, request and values; a decision names it'),
    matters: z.array(
      z.object({
        kind,
        values: z
          .array(z.object({ what: z.string(), before: z.string().optional(), after: z.string().optional() }))
          .describe('Every value that needs a second person, before and after'),
      }),
    ),
    request: z.object({
      method: z.string(),
      path: z.string(),
      query: z.record(z.string(), z.string()).optional(),
      body: z.string().optional().describe('JSON text; absent where there is none, or where it may hold a secret'),
    }),
  })
  .register(models, { id: 'ChangeRequest' });
/** A change that was asked for. */
export type ChangeRequestView = z.infer<typeof changeRequest>;

/** Query parameters of the list. */
export const changeRequestsQuery = z.strictObject({
  status: z.enum(['waiting', 'all']).optional().describe('`waiting` leaves out what is over; all when unset'),
});

/** What somebody says of a request. */
export const changeDecision = z
  .strictObject({
    decision: z
      .enum(['approve', 'deny', 'withdraw', 'explain'])
      .describe('approve, deny: as the second person; withdraw, explain (with a reason): as who asked'),
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('That of the request that was read; another one is refused'),
    reason: reason.optional(),
  })
  .register(models, { id: 'ChangeDecision' });
