/** Schemas of calls that a person has to approve (core/policies/approvals.ts). */
import * as z from 'zod';
import { APPROVAL_ID } from '../lib/ids.ts';
import { models, time } from '../lib/zod/fields.ts';

/** Id of a request for an approval. */
export const approvalId = z.string().regex(APPROVAL_ID).describe('apr_ and a ULID');

const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256 of caller, tool and arguments, in hexadecimal digits');

/** A call that waits for a decision, or had one. */
export const approval = z
  .object({
    id: approvalId,
    digest,
    tool: z.string(),
    arguments: z.string().describe('Exactly what would be sent, as JSON text'),
    caller: z.object({
      tokenId: z.string(),
      tokenLabel: z.string(),
      person: z.string().optional(),
      personName: z.string().optional(),
      clientId: z.string().optional(),
    }),
    policies: z.array(z.string()).describe('The policies that ask for the approval'),
    status: z
      .enum(['waiting', 'approved', 'denied', 'used'])
      .describe('`approved`: the call may be made once; `used`: it was'),
    askedAt: time,
    decidedBy: z.object({ id: z.string(), name: z.string().optional() }).optional(),
    reason: z.string().optional(),
    until: time.describe('Until when it waits, may be made, or is listed'),
  })
  .register(models, { id: 'Approval' });
/** A call that waits for a decision, or had one. */
export type ApprovalView = z.infer<typeof approval>;

/** The calls of a server that wait, and those that were decided lately. */
export const approvalList = z
  .object({ items: z.array(approval).describe('The newest first, 40 at most') })
  .register(models, { id: 'ApprovalList' });

/** A decision. */
export const approvalDecision = z
  .strictObject({
    decision: z.enum(['approve', 'deny']),
    digest: digest.describe('That of the call that was looked at; another one is refused'),
    reason: z.string().min(1).max(300).optional().describe('Of a refusal; told to the model'),
  })
  .register(models, { id: 'ApprovalDecision' });
