/** Schemas of trials of policies on calls, and of what policies can compare. */
import * as z from 'zod';
import { TRIAL_DECISIONS, UNKNOWN } from '../audit/policyTrial.ts';
import { entryId, jsonObject, models, name, time } from '../lib/zod/fields.ts';
import { POLICY_MODES } from '../model/policies.ts';
import { TYPE_NAMES } from '../policies/text.ts';
import { policies } from './policies.ts';

/** Of one request. */
export const TRIAL_LIMITS = { calls: 100, recorded: 1_000, shown: 100, tools: 200 } as const;

const text = name(200);
const caller = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Token'), label: text, id: text.default('tok_test') }),
  z.strictObject({ type: z.literal('Client'), name: text, id: text.default('client_test') }),
  z.strictObject({
    type: z.literal('Person'),
    name: text.optional(),
    id: text.default('person_test'),
    client: text.default('client_test'),
    groups: z.array(text).max(100).default([]),
  }),
]);

/** A trial: policies, and the calls to try them on. */
export const policyTrial = z
  .strictObject({
    policies: policies.optional().describe('Those of the server when absent'),
    calls: z
      .array(
        z.strictObject({
          tool: z.string().min(1).max(100),
          arguments: jsonObject.default({}),
          caller: caller.default({ type: 'Token', label: 'test', id: 'tok_test' }),
          at: time.optional().describe('Now when absent'),
        }),
      )
      .max(TRIAL_LIMITS.calls)
      .optional(),
    recorded: z
      .strictObject({
        from: time.optional().describe('Inclusive; 24 hours before `to` when absent'),
        to: time.optional().describe('Now when absent'),
        tool: z.string().max(100).optional(),
      })
      .optional()
      .describe(`The newest ${TRIAL_LIMITS.recorded} calls of the audit log in this time`),
  })
  .register(models, { id: 'PolicyTrial' });

/** What came of a trial. */
export const policyTrialResult = z
  .object({
    faults: z
      .array(
        z.object({ policy: z.string(), message: z.string(), line: z.int().optional(), column: z.int().optional() }),
      )
      .describe('What is wrong with the policies; with any, nothing is tried'),
    calls: z.object({
      tried: z.int(),
      allowed: z.int(),
      approved: z.int().describe('Made only when a person has approved them'),
      denied: z.int(),
      undecided: z.int().describe('Not made, because a value cannot be compared'),
      unknown: z
        .int()
        .describe('Recorded calls whose entries do not have what a policy compares: redacted, or too long'),
      unpermitted: z.int().describe('Of the denied ones: those that no policy permits'),
      wouldDeny: z.int().describe('Of the allowed ones: those that would be denied if policies in shadow mode decided'),
      newlyRefused: z.int().describe('Recorded calls that passed'),
      newlyAllowed: z.int().describe('Recorded calls that policies refused'),
    }),
    policies: z.array(z.object({ name: z.string(), mode: z.enum(POLICY_MODES), decided: z.int(), wouldDeny: z.int() })),
    items: z
      .array(
        z.object({
          entryId: entryId.optional(),
          at: time,
          tool: z.string(),
          caller: z.object({ type: z.string(), id: z.string(), name: z.string().optional() }),
          decision: z.enum(TRIAL_DECISIONS),
          policies: z.array(z.string()),
          wouldDeny: z.array(z.string()).optional(),
          passed: z.boolean().optional().describe('Of a recorded call: whether policies let it pass then'),
          why: z
            .string()
            .optional()
            .describe(`With unknown what is missing: ${UNKNOWN.join(', ')}`),
        }),
      )
      .describe(`At most ${TRIAL_LIMITS.shown}: all of a test; of recorded calls those with another end than they had`),
    isComplete: z.boolean().describe('False where the time has more calls than were tried'),
  })
  .register(models, { id: 'PolicyTrialResult' });

/** Which tools to tell about. */
export const policySchemaQuery = z.strictObject({
  tool: z.string().max(100).optional().describe('Only the tool with this exact name'),
  after: z.string().max(100).optional().describe('Only tools behind this name'),
});

/** What policies can compare. */
export const policySchema = z
  .object({
    tools: z.array(
      z.object({
        name: z.string(),
        groups: z.array(z.string()).describe('What it is in: `action in Action::"is:readOnly"`'),
        tags: z.array(z.string()),
        arguments: z.array(z.object({ name: z.string(), type: z.enum(TYPE_NAMES), required: z.boolean() })),
        input: z.string().describe('Type of context.input in the notation of Cedar schemas'),
      }),
    ),
    next: z.string().optional().describe('For `after`, where there are more'),
  })
  .register(models, { id: 'PolicySchema' });
