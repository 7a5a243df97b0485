/** Schemas of automation keys, by which pipelines and scripts call the management API. */
import * as z from 'zod';
import { AUTOMATION_KEY_ID, KEY_ROLES } from '../auth/automationKeys.ts';
import { creator, models, name, time } from '../lib/zod/fields.ts';
import { projectId } from './projects.ts';

/** The longest life of a key in days. */
export const MAX_KEY_DAYS = 366;
const DEFAULT_KEY_DAYS = 90;

/** Id of an automation key. */
export const automationKeyId = z.string().regex(AUTOMATION_KEY_ID).describe('key_ and 12 letters and digits');

const keyRole = z.enum(KEY_ROLES);

/** Request to make a key. */
export const newAutomationKey = z
  .strictObject({
    label: name(80).describe('What it is for; the audit log names it'),
    role: keyRole.describe(
      'What it may do, but for members, invitations, keys, new OAuth clients and secrets of them, and signing in; scim: provision people and groups by SCIM, and nothing else',
    ),
    project: projectId
      .optional()
      .describe(
        'The only project that it has the role in. When unset, as a group of this role: an admin may do everything, others act in default',
      ),
    days: z.int().min(1).max(MAX_KEY_DAYS).default(DEFAULT_KEY_DAYS).describe('How many days it is good for'),
  })
  .register(models, { id: 'NewAutomationKey' });

/** A key, without its value. */
export const automationKey = z
  .object({
    id: automationKeyId,
    label: z.string(),
    role: keyRole,
    project: projectId.optional(),
    hint: z.string().describe('Its last four characters'),
    createdAt: time,
    ...creator,
    expiresAt: time,
  })
  .register(models, { id: 'AutomationKey' });
/** A key, without its value. */
export type AutomationKeyView = z.infer<typeof automationKey>;

/** The keys that have not expired. */
export const automationKeyList = z
  .object({ items: z.array(automationKey) })
  .register(models, { id: 'AutomationKeyList' });

/** A new key; its value is in this answer only. */
export const createdAutomationKey = z
  .object({ key: automationKey, value: z.string().describe('Send it as a bearer token; shown once') })
  .register(models, { id: 'CreatedAutomationKey' });
