/** Webhooks: requests and views. Address and secrets are written once and never shown again. */
import * as z from 'zod';
import { AUDIT_ID } from '../lib/ids.ts';
import { address, creator, models, name, time } from '../lib/zod/fields.ts';
import { EVENT_TYPES } from '../telemetry/events/events.ts';
import { WEBHOOK_ID } from '../telemetry/events/webhooks.ts';
import { projectId } from './projects.ts';

/** Id of a webhook. */
export const webhookId = z.string().regex(WEBHOOK_ID).describe('whk_ and 22 characters');
/** Id of a delivery. */
export const deliveryId = z.string().regex(AUDIT_ID).describe('A ULID');

const types = z
  .array(z.enum(EVENT_TYPES))
  .min(1)
  .max(EVENT_TYPES.length)
  .refine((list) => new Set(list).size === list.length, { error: 'names a type twice.', params: { rule: 'unique' } })
  .describe('Types of events that are delivered');

/** Request to set up a webhook. */
export const newWebhook = z
  .strictObject({
    name: name(80).describe('For people'),
    url: address.describe('https address that takes the events; not shown again, because it may hold a key'),
    types,
    project: projectId
      .optional()
      .describe('Tell it of the servers of this project alone; of all, and of what concerns no server, when unset'),
  })
  .register(models, { id: 'NewWebhook' });

/** Request to change a webhook. */
export const webhookChange = z
  .strictObject({
    name: name(80).optional(),
    types: types.optional(),
    resume: z.literal(true).optional().describe('Deliver again after the address had answered 410'),
  })
  .register(models, { id: 'WebhookChange' });

/** A webhook. */
export const webhook = z
  .object({
    id: webhookId,
    name: z.string(),
    origin: z.string().describe('Scheme, host and port of its address'),
    types: z.array(z.string()),
    project: projectId.optional(),
    secrets: z.int().describe('Secrets that sign; two for a day after a rotation'),
    stopped: z.literal('gone').optional().describe('Its address answered 410, so nothing is delivered any more'),
    createdAt: time,
    ...creator,
  })
  .register(models, { id: 'Webhook' });
/** A webhook, as the API returns it. */
export type WebhookView = z.infer<typeof webhook>;

/** All webhooks. */
export const webhookList = z
  .object({
    enabled: z.boolean().describe('Whether events are switched on in this installation (events=true)'),
    items: z.array(webhook).describe('Oldest first'),
  })
  .register(models, { id: 'WebhookList' });

/** A webhook with a new secret. */
export const webhookWithSecret = z
  .object({
    webhook,
    secret: z.string().describe('whsec_ and base64, as in Standard Webhooks; contained in this answer only'),
  })
  .register(models, { id: 'WebhookWithSecret' });

/** The deliveries of a webhook. */
export const deliveryList = z
  .object({
    items: z
      .array(
        z.object({
          id: deliveryId,
          eventId: z.string().describe('The header webhook-id; the same for the same event'),
          type: z.string(),
          at: time.describe('When it happened'),
          state: z.enum(['waiting', 'delivered', 'failed']),
          attempts: z.array(
            z.object({
              at: time,
              ms: z.int(),
              status: z.int().optional().describe('What the address answered'),
              code: z.string().optional().describe('Why there was no answer'),
            }),
          ),
          next: time.optional().describe('When it is tried again'),
        }),
      )
      .describe('Newest first, 50 at most; kept for 30 days'),
  })
  .register(models, { id: 'DeliveryList' });

/** Answer to what is done in a moment. */
export const ordered = z.object({ ordered: z.literal(true) }).register(models, { id: 'Ordered' });
