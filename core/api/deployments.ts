/** Deployments: runs of the pipeline and their progress. */
import * as z from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { acrossMembers } from '../lib/zod/faults.ts';
import { creator, deploymentId, jsonObject, models, serverId, time, toolId } from '../lib/zod/fields.ts';
import { SEVERITIES } from '../tools/severity.ts';
import { WORD_SIGNS } from '../tools/words.ts';
import { readingId } from './reading.ts';
import { madeRepair } from './repairs.ts';
import { comparedChecks } from './toolCheck.ts';

const diff = z.object({ added: z.int(), changed: z.int(), removed: z.int(), unchanged: z.int() });

/** One phase of a deployment. */
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

/** A deployment. */
export const deployment = z
  .object({
    id: deploymentId,
    serverId,
    kind: z.enum(['import', 'manual', 'restore']).describe('restore: the tools of a kept version, for a roll back'),
    status: z.enum(['running', 'live', 'failed']),
    phases: z.array(phase),
    error: z
      .object({ phase: z.string(), code: z.string(), message: z.string() })
      .optional()
      .describe('Why it failed, and the way out'),
    diff: diff.optional().describe('Tools compared with those before; …/changes has them by name'),
    restorable: z
      .boolean()
      .describe(
        `Its tools are kept, like those of the last ${LIMITS.keptVersions} that went live: it can be compared, and rolled back to`,
      ),
    rollbackTo: deploymentId.optional().describe('The deployment whose version a roll back has restored'),
    warnings: z
      .array(jsonObject)
      .describe('Import warnings {code, severity?, message, pointer, tools?}, the first 200'),
    repairs: z
      .array(madeRepair)
      .optional()
      .describe('What the import repaired; withoutRepairs of the server leaves one out'),
    bundleId: z.string().optional().describe('SHA-256 of the version'),
    approvedSurface: z.string().optional(),
    createdAt: time,
    ...creator,
    finishedAt: time.optional(),
  })
  .register(models, { id: 'Deployment' });
/** A deployment, as the API returns it. */
export type DeploymentView = z.infer<typeof deployment>;

/** Request to deploy. */
export const newDeployment = z
  .strictObject({
    reimport: z
      .boolean()
      .optional()
      .describe(
        'Read the API description again. Without it, an imported server is published again from its stored tools',
      ),
    approvedSurface: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: 'must be a lower-case hex SHA-256.' })
      .optional()
      .describe('Digest of a changed tool list that a person has approved'),
    rollbackTo: deploymentId
      .optional()
      .describe(
        'Roll back: restore the tools of this deployment, including edits made while it was live. Credentials, approved hosts, signing and governance stay as they are now',
      ),
  })
  .check(
    acrossMembers(({ reimport, rollbackTo }, fault) => {
      if (reimport === true && rollbackTo !== undefined)
        fault(['reimport'], 'contradiction', 'cannot go with rollbackTo; read the description or roll back.');
    }),
  )
  .meta({ not: { required: ['reimport', 'rollbackTo'], properties: { reimport: { const: true } } } })
  .register(models, { id: 'NewDeployment' });

const wordChange = z.object({
  at: z.string().describe('JSON pointer into the tool'),
  before: z.string().optional().describe('Absent for a new text'),
  after: z.string().optional().describe('Absent for a text that is gone'),
  signs: z
    .array(z.enum(WORD_SIGNS))
    .optional()
    .describe(
      '`hidden_characters`: has characters that nobody sees, shown as <U+200B>; `instruction`: tells a model what to do',
    ),
});

const toolChange = z.object({
  change: z.enum(['added', 'changed', 'removed']),
  name: z.string(),
  verb: z.string(),
  path: z.string(),
  toolId: toolId.optional(),
  fields: z.array(z.string()).optional().describe('What differs, for a changed tool'),
  severities: z
    .array(z.enum(SEVERITIES))
    .describe(
      'What the change can do, the most severe first. `new_power`: a model may do or learn what it could not; `new_words`: it reads other words; `breaks_callers`: calls that worked may fail; `unseen`: neither a model nor a client sees it',
    ),
  reasons: z.array(z.string()).describe('For people, the most severe first'),
  words: z.array(wordChange).describe('Every text that a model reads and that differs; all of a new tool'),
  moreWords: z.int().optional().describe('Texts for which this answer has no room'),
});

const comparison = {
  diff: diff.describe('How many tools'),
  changes: z.array(toolChange).describe('The most severe first'),
  more: z.int().describe('How many changes are not listed'),
};

/** What a deployment changed. */
export const deploymentChanges = z.object(comparison).register(models, {
  id: 'DeploymentChanges',
  description: 'What a deployment changed: its tools against those that stood before.',
});

/** Query parameters of a comparison of versions. */
export const comparisonQuery = z.strictObject({
  from: deploymentId.optional().describe('The earlier version; the tools as they stand now when unset'),
  to: deploymentId.optional().describe('The later version; the tools as they stand now when unset'),
  reading: readingId.optional(),
});

/** How two versions differ. */
export const versionComparison = z
  .object({
    from: deploymentId.optional(),
    to: deploymentId.optional(),
    ...comparison,
    baseUrl: z.object({ from: z.string(), to: z.string() }).optional().describe('Where they differ'),
    rollback: z
      .object({
        surface: z.string().optional().describe('SHA-256 of the tool list after it; what approvedSurface takes'),
        liveSurface: z
          .string()
          .optional()
          .describe('That of the live version; a signed server stops where they differ'),
        obstacle: z
          .object({ code: z.string(), message: z.string() })
          .optional()
          .describe('Why it would be refused, and the way out'),
      })
      .optional()
      .describe('The effect of a rollback to `to`; only when `from` is unset'),
  })
  .register(models, { id: 'VersionComparison' });

/** What a re-import would change. */
export const reimportPreview = z
  .object({
    surface: z.string().describe('SHA-256 of the tool list after the import; what approvedSurface takes'),
    liveSurface: z.string().optional().describe('That of the live version; a signed server stops where they differ'),
    readAnew: z
      .boolean()
      .describe('The description is the one of the live version; this version of Portcullis makes other tools of it'),
    diff: diff.describe('How many tools'),
    changes: z.array(toolChange).describe('Every tool that would change, the most severe changes first'),
    about: z.array(wordChange).describe('What would change in what the server says of its API, which a model reads'),
    conflicts: z
      .array(
        z.object({
          toolId,
          name: z.string(),
          field: z.string(),
          kind: z.enum(['edited_and_changed', 'edited_and_removed']),
          edited: z.unknown(),
          original: z.unknown(),
          next: z.unknown().optional().describe('What the description says of the field now'),
        }),
      )
      .describe('Manual edits whose field the description has changed (the edit stays) or whose tool is gone'),
    checks: comparedChecks.describe('What it would do to the findings of the description check'),
    repairs: z.array(madeRepair).describe('What the import would repair; withoutRepairs of the server leaves one out'),
    warnings: z.array(jsonObject),
  })
  .register(models, { id: 'ReimportPreview' });

/** Query parameters of the list of deployments. */
export const deploymentsQuery = z.strictObject({
  after: deploymentId.optional().describe('`next` of the page before'),
});
/** A page of deployments. */
export const deploymentPage = z
  .object({
    items: z.array(deployment),
    next: deploymentId.optional().describe('Give it as `after` for the next page; absent on the last one'),
  })
  .register(models, { id: 'DeploymentPage' });

/** A signed surface. */
export const lockfile = z
  .object({
    format: z.union([z.literal(1), z.literal(2)]).describe('1: of an earlier version of Portcullis'),
    serverId,
    surface: z.string().describe('SHA-256 of the tool list in canonical form; what approvedSurface names'),
    upstream: jsonObject.optional().describe('Where calls go; absent in format 1'),
    about: jsonObject.optional().describe('What clients are told of the API; absent in format 1'),
    entries: z
      .array(jsonObject)
      .describe(
        'Every endpoint with its schema, annotations and wire mapping; in format 2 with its tags, marks and the form of its answers',
      ),
    members: z
      .array(jsonObject)
      .optional()
      .describe('Of a toolset: the versions of its servers that it was composed of'),
    mac: z.string().describe('Signature over server and tool list'),
  })
  .register(models, { id: 'Lockfile' });
