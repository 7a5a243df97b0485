/** Schemas of servers as the API returns them. */
import * as z from 'zod';
import { creator, declaredKey, models, resealed, revision, serverId, time } from '../lib/zod/fields.ts';
import { EXPOSED } from '../model/exposition.ts';
import { serverHeaderViews } from '../tools/schemas/staticHeaders.ts';
import { authView } from './credentials.ts';
import { deployment } from './deployments.ts';
import { heldSetting } from './floor.ts';
import { governanceView } from './governance.ts';
import { projectId } from './projects.ts';
import { withoutRepairs } from './repairs.ts';
import { settingViews } from './serverSettings.ts';
import { archiveRoot, exposition } from './servers.ts';
import { accessRules, accessWay } from './signIn.ts';
import { connection } from './tokens.ts';
import { storedMembers } from './toolsets.ts';

/** A server. */
export const server = z
  .object({
    id: serverId,
    name: z.string().describe('Empty until the import fills it'),
    baseUrl: z.string().describe('Empty until the import fills it'),
    source: z.object({
      kind: z.enum(['openapi', 'mcp', 'manual', 'toolset']).describe('mcp: the MCP server at the base URL'),
      members: storedMembers.optional().describe('Of a toolset'),
      url: z.string().optional(),
      uploaded: z.boolean().optional().describe('True when the description was uploaded'),
      digest: z.string().optional().describe('SHA-256 of what was uploaded, before compression'),
      changedAt: time
        .optional()
        .describe(
          'When the source, or a choice of what to import of it, was last changed; an earlier import has not read it',
        ),
      missing: z
        .literal(true)
        .optional()
        .describe('The description was not copied along; a re-import needs another one, with PATCH and source'),
      tags: z.array(z.string()).optional(),
      withoutRepairs: withoutRepairs.optional(),
      root: archiveRoot.optional(),
    }),
    declared: declaredKey.optional(),
    project: projectId.optional().describe('Absent for default'),
    auth: authView,
    hosts: z
      .array(
        z.object({
          origin: z.string(),
          approvedAt: time,
          approvedBy: z.string(),
          approvedByName: z.string().optional(),
          auth: authView,
        }),
      )
      .describe('Approved hosts beside that of the base URL, sorted'),
    privateHosts: z
      .array(
        z.object({
          origin: z.string(),
          certificateAuthorities: z
            .array(z.object({ subject: z.string(), fingerprint: z.string().describe('SHA-256'), expiresAt: time }))
            .describe('Trusted there in place of the public ones; empty where those are trusted'),
        }),
      )
      .describe('Those of its hosts and token endpoints that are in the network of the deployment’s owner, sorted'),
    governance: governanceView,
    held: z
      .array(heldSetting)
      .optional()
      .describe('Settings of its own that are below the floor of the installation, which is in effect instead'),
    exposition,
    signed: z.boolean(),
    access: accessWay,
    accessRules,
    signInUrl: z
      .string()
      .optional()
      .describe('{edge}/{server id}/mcp, for clients whose person signs in; absent while access is tokens'),
    ...settingViews,
    headers: serverHeaderViews,
    status: z.enum(['deploying', 'live', 'offline', 'failed', 'deleting']),
    bundle: z
      .object({
        id: z.string(),
        version: z.int(),
        tools: z.int().describe('Enabled tools'),
        exposition: z.enum(EXPOSED).describe('How clients see them'),
      })
      .optional()
      .describe('The version that is live'),
    signInFailures: z
      .array(
        z.object({
          origin: z.string().describe('Of the credential'),
          host: z.string().describe('Of the token endpoint'),
          code: z.string(),
          message: z.string(),
          wayOut: z.string().describe('What to do'),
        }),
      )
      .optional()
      .describe('Of one server alone: credentials whose last sign-in (OAuth 2) was refused, so that calls are'),
    instance: z
      .object({
        origin: z.string().describe('Where the API of this account is'),
        host: z.string().describe('Of the token endpoint that says so'),
      })
      .optional()
      .describe(
        'Of one server alone: the token endpoint of the base URL’s credential says that the API of this account is at another origin (instance_url). Nothing is sent there unless it is made the base URL, together with the credential for it (PATCH …)',
      ),
    unconfirmed: z
      .array(z.string())
      .optional()
      .describe('Regions that were told of the status and have not all confirmed; set it again to finish'),
    stopped: z
      .object({
        deployment: z.string(),
        code: z.string().describe('`surface_changed`: it waits until somebody approves the changed tool list'),
        at: time,
      })
      .optional()
      .describe('The last deployment, when it failed and the version before it is live; until one goes live'),
    deploying: z.string().optional().describe('Id of the running deployment; edits wait until it is gone'),
    mcpUrl: z.string().describe('{edge}/mcp, for clients that send the token as a bearer header'),
    createdAt: time,
    ...creator,
    updatedAt: time,
    version: z.int(),
    sealed: z.int().optional().describe('The number of the last change that is live; absent before the first one'),
    unsealed: z
      .object({
        code: z.string().optional(),
        message: z.string().optional().describe('Why no version could be made with it'),
      })
      .optional()
      .describe('Something is stored that clients do not see yet, because it is being published, or cannot be'),
    resealed,
    revision,
  })
  .register(models, { id: 'Server' });
/** A page of servers. */
export const serverPage = z
  .object({
    items: z.array(server),
    next: serverId.optional().describe('Give it as `after` for the next page; absent on the last one'),
  })
  .register(models, { id: 'ServerPage' });

/** A server, as the API returns it. */
export type ServerView = z.infer<typeof server>;

/** Answer to a new server, with its first token if it has one. */
export const createdServer = z
  .object({ server, deployment, ...z.object(connection).partial().shape })
  .register(models, { id: 'CreatedServer' });

/** What a server's sandbox reports about itself. */
export const sandboxInspection = z
  .object({
    environment: z.string().describe('Random id of the execution environment: the same for all calls that it serves'),
    isTenant: z.boolean().describe("Whether the runtime names this server as the environment's tenant"),
    ageMs: z.int().describe('Milliseconds since the process began'),
    node: z.string().describe('Version of Node'),
    tries: z.array(
      z.object({
        action: z.string(),
        isDenied: z.boolean(),
        result: z.string().describe('Name or code of the error, or `succeeded`'),
      }),
    ),
  })
  .register(models, { id: 'SandboxInspection' });
