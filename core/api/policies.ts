/** Schemas of policies (core/model/policies.ts). What a policy says is checked by the engine when a version is sealed with it. */
import * as z from 'zod';
import { models } from '../lib/zod/fields.ts';
import { POLICY_LIMITS, POLICY_MODES, POLICY_NAME } from '../model/policies.ts';

/** One policy. */
export const policy = z
  .strictObject({
    name: z
      .string()
      .regex(POLICY_NAME, { error: 'must be of lower-case letters, digits and hyphens, at most 63.' })
      .describe('Unique within the server; refusals and the audit log name it'),
    text: z
      .string()
      .min(1)
      .max(POLICY_LIMITS.text)
      .describe('One permit or forbid in Cedar, about the tools of the server by their names'),
    mode: z
      .enum(POLICY_MODES)
      .default('enforce')
      .describe(
        '`approve`: a person can approve what this forbid refuses, call by call; `shadow`: nothing is refused because of it, and the audit log says what would be',
      ),
    advice: z
      .string()
      .min(1)
      .max(POLICY_LIMITS.advice)
      .optional()
      .describe('Told to the model with a refusal by this policy: what it may do instead'),
  })
  .register(models, { id: 'Policy' });

/** The policies of a server. */
export const policies = z
  .array(policy)
  .max(POLICY_LIMITS.count)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, {
    error: 'names two policies alike.',
    params: { rule: 'unique' },
  })
  .refine((list) => list.reduce((sum, { text }) => sum + text.length, 0) <= POLICY_LIMITS.all, {
    error: `are longer than ${POLICY_LIMITS.all} characters together.`,
    params: { rule: 'size' },
  });
