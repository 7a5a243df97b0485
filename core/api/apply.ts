/**
 * Schemas of `POST /v1/apply`. Nothing is remembered between two requests: what is left is asked for again, until an answer leaves nothing.
 */
import * as z from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { declaredKey, models, serverId } from '../lib/zod/fields.ts';
import { sentDeclarations } from './declarations.ts';
import { projectId } from './projects.ts';
import { readingId } from './reading.ts';
import { reference } from './references.ts';

/** Names of declared servers, within a request's group. */
const MAX_NAMES = 1_000;
const keys = z.array(declaredKey).max(MAX_NAMES);
const digest = z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be a lower-case hex SHA-256.' });

/** Key of what is declared of the whole installation, in answers. */
export const INSTALLATION = 'installation';

/** What is done with declarations. */
export const APPLY_MODES = ['plan', 'check', 'apply'] as const;

/** Request to bring servers to what is declared. */
export const applyRequest = z
  .strictObject({
    declarations: sentDeclarations,
    mode: z
      .enum(APPLY_MODES)
      .optional()
      .describe(
        'plan: what would be done, with no look at secrets and descriptions. check: also whether it could be. apply, when unset: everything is checked, then done. plan and check change nothing',
      ),
    prune: z
      .strictObject({
        keep: keys.optional().describe('Other servers of the group that are declared'),
        projects: z
          .array(projectId)
          .max(LIMITS.projects.count)
          .optional()
          .describe('Where servers are deleted; when unset, in the projects that are declared here, or in default'),
      })
      .optional()
      .describe('Delete servers that were declared in the group before and are not any more'),
    credentials: z
      .boolean()
      .optional()
      .describe('Send credentials although servers have some; a changed secret is not seen without'),
    approved: z
      .array(digest)
      .max(MAX_NAMES)
      .optional()
      .describe('Digests of changed tool lists and of words that somebody has read and approved'),
    checked: keys.optional().describe('Servers that an earlier answer tells as checked: not checked again'),
    readings: z
      .record(declaredKey, readingId)
      .optional()
      .describe('From an earlier answer: descriptions that are being read, by the key of the server'),
  })
  .register(models, { id: 'ApplyRequest' });
/** {@link applyRequest} as a value. */
export type ApplyRequest = z.infer<typeof applyRequest>;

const step = z.object({
  kind: z.enum([
    'create',
    'adopt',
    'change',
    'credential',
    'deploy',
    'tool',
    'access',
    'token',
    'status',
    'delete',
    'setting',
    'webhook',
    'wait',
  ]),
  says: z.string().describe('What it does, for people'),
});

const applied = z.object({
  key: z
    .string()
    .describe(`Of the server, as group/name; ${INSTALLATION} for what is declared of the whole installation`),
  id: serverId.optional(),
  state: z
    .enum(['same', 'differs', 'left', 'failed'])
    .describe(
      'same: as declared, or done. differs: something would be done. left: the time of the request was over; send it again. failed: see error',
    ),
  done: z.array(step).describe('What this request has done, in order; the first hundred'),
  steps: z
    .array(step)
    .describe('What is to be done, as far as it is known now, the first hundred; of the modes plan and check'),
  checked: z.boolean().describe('Whether it was found that it can be done, or there is nothing to do'),
  needs: z
    .object({
      references: z.array(reference).describe('References whose values have to be sent in their place'),
      document: z.boolean().describe('Whether the description itself has to be sent, not its digest'),
    })
    .optional()
    .describe('What the steps need and the request does not have'),
  reading: readingId.optional().describe('The description is being read still; send it in `readings`'),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      approve: digest.optional().describe('What `approved` takes, once somebody has read the change'),
    })
    .optional(),
});

/** What became of it. */
export const applyAnswer = z
  .object({
    complete: z.boolean().describe('Whether nothing is left and nothing has failed'),
    servers: z.array(applied),
    tokens: z
      .array(z.object({ server: declaredKey, label: z.string(), mcpUrl: z.string() }))
      .describe('New tokens; in this answer only'),
    webhooks: z
      .array(z.object({ name: z.string(), secret: z.string() }))
      .describe('New webhooks with their secrets; in this answer only'),
  })
  .register(models, { id: 'ApplyAnswer' });
/** {@link applyAnswer} as a value. */
export type ApplyAnswer = z.infer<typeof applyAnswer>;
/** What became of one server. */
export type Applied = z.infer<typeof applied>;
