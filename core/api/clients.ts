/** Schemas of the setup instructions for AI clients, which core/clientSetup renders. */
import * as z from 'zod';
import { models } from '../lib/zod/fields.ts';

/** How one client is connected. */
export const clientSetup = z
  .object({
    id: z.string().describe('Stable, e.g. claude-code'),
    name: z.string(),
    steps: z.array(z.string()).describe('What to do, in order, in plain text'),
    snippets: z.array(
      z.object({
        title: z.string().describe('Where to put it: a file, a terminal, a field'),
        path: z.string().optional().describe('Name of the file'),
        language: z.enum(['json', 'toml', 'shell', 'text']),
        text: z.string(),
      }),
    ),
    deepLink: z.string().optional().describe('Opens the client with the configuration filled in'),
    notes: z.array(z.string()),
  })
  .register(models, { id: 'ClientSetup' });

/** How all known clients are connected. */
export const clientSetups = z
  .object({
    mcpUrl: z.string().describe('With a placeholder where the token goes'),
    clients: z.array(clientSetup),
    signIn: z
      .object({ mcpUrl: z.string().describe('Contains no secret'), clients: z.array(clientSetup) })
      .optional()
      .describe('For clients whose person signs in; absent while access is tokens'),
  })
  .register(models, { id: 'ClientSetups' });
