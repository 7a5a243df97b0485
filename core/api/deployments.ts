/** Deployments: runs of the pipeline and their progress. */
import * as z from 'zod';
import { deploymentId, jsonObject, models, serverId, time } from './fields.ts';

export const phase = z
  .object({
    name: z.enum(['parse-spec', 'provision', 'seal-sandbox', 'inject-governance', 'distribute']),
    label: z.string().describe('For people: "Parsing spec"'),
    status: z.enum(['pending', 'running', 'done', 'failed']),
    startedAt: time.optional(),
    finishedAt: time.optional(),
    detail: z.string().optional().describe('For people: "342 endpoints, 12 warnings"'),
  })
  .register(models, { id: 'Phase' });

export const deployment = z
  .object({
    id: deploymentId,
    serverId,
    kind: z.enum(['import', 'manual']),
    status: z.enum(['running', 'live', 'failed']),
    phases: z.array(phase),
    error: z
      .object({ phase: z.string(), code: z.string(), message: z.string() })
      .optional()
      .describe('Why it failed, and the way out'),
    diff: z
      .object({ added: z.int(), changed: z.int(), removed: z.int(), unchanged: z.int() })
      .optional()
      .describe('Tools compared with those before'),
    warnings: z.array(jsonObject).describe('Import warnings {code, message, pointer, tools?}, the first 200'),
    bundleId: z.string().optional().describe('SHA-256 of the sealed bundle'),
    approvedSurface: z.string().optional(),
    createdAt: time,
    createdBy: z.string(),
    finishedAt: time.optional(),
  })
  .register(models, { id: 'Deployment' });
export type DeploymentView = z.infer<typeof deployment>;

export const newDeployment = z
  .strictObject({
    reimport: z
      .boolean()
      .optional()
      .describe('Read the API description again. Without it, an imported server is sealed again from its stored tools'),
    approvedSurface: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: 'must be a lower-case hex SHA-256.' })
      .optional()
      .describe('Digest of a changed surface that a person has approved'),
  })
  .register(models, { id: 'NewDeployment' });

export const lockfile = z
  .object({
    format: z.literal(1),
    serverId,
    surface: z.string().describe('SHA-256 of the canonical surface; what approvedSurface names'),
    entries: z.array(jsonObject).describe('Every endpoint with its schema, annotations and wire mapping'),
    mac: z.string().describe('Signature over server and surface'),
  })
  .register(models, { id: 'Lockfile' });
