/** Schemas of the signed-in person, of the login configuration, and of the global settings. */
import * as z from 'zod';
import { models, serverId, time } from '../lib/zod/fields.ts';
import { governanceChange, governanceView } from './governance.ts';
import { projectBrief } from './projects.ts';
import { right, role } from './roles.ts';

/** Who is signed in. */
export const me = z
  .object({
    id: z.string().describe("The login's subject"),
    name: z.string().describe('Verified e-mail address or user name; the subject where the login has neither'),
    email: z.string().optional().describe('When it is verified'),
    role: role.describe(
      'The highest one anywhere; admin only for the installation, so that an admin of projects alone is told as editor',
    ),
    rights: z.array(right).describe('Beside the role'),
    auditor: z.literal(true).optional().describe('They may read everything'),
    projects: z
      .array(projectBrief)
      .optional()
      .describe('Those in which they have a role; absent as long as that is default alone'),
  })
  .register(models, { id: 'Me' });

/** How the dashboard signs people in. */
export const loginConfig = z
  .object({
    issuer: z.string().describe('OpenID Connect issuer'),
    clientId: z.string(),
    loginDomain: z.string().describe('Base address of the hosted login'),
    edgeUrl: z.string(),
  })
  .register(models, { id: 'LoginConfig' });

const followers = z
  .object({
    following: z.int().describe('Live servers that follow a changed value'),
    done: z.int(),
    failed: z.array(z.object({ serverId, name: z.string(), code: z.string(), message: z.string() })),
    later: z.int().describe('Still being published after this answer'),
  })
  .describe('In the answer to a change: what became of the servers that follow it');

/** Settings of the whole stack. */
export const settings = z
  .object({
    governance: governanceView,
    updatedAt: time.optional(),
    updatedBy: z.string().optional(),
    updatedByName: z.string().optional(),
    version: z.int(),
    egressAddresses: z
      .array(z.string())
      .optional()
      .describe('Addresses from which APIs are called, where the installation has fixed ones'),
    privateHosts: z
      .array(z.string())
      .optional()
      .describe('Names of hosts in the owner’s network that servers may use, where the deployment lists some'),
    sandboxRole: z
      .string()
      .optional()
      .describe(
        'ARN of the sandbox’s role, where the deployment allows roles that requests are signed as (upstreamRoles); for their trust policies',
      ),
    resealed: followers.optional(),
  })
  .register(models, { id: 'Settings' });
/** Settings of the whole stack, as the API returns them. */
export type SettingsView = z.infer<typeof settings>;

/** Request to change the settings. */
export const settingsChange = z
  .strictObject({
    governance: governanceChange,
    version: z
      .int()
      .min(0)
      .max(2_147_483_647)
      .optional()
      .describe('The version that was read; if the settings have changed since, the request is refused'),
  })
  .register(models, { id: 'SettingsChange' });
