/** Connection tokens: the value is in exactly one answer, the one that makes it. */
import * as z from 'zod';
import { clientSetup } from './clients.ts';
import { jsonObject, label, models, time, tokenId } from './fields.ts';

export const token = z
  .object({
    id: tokenId,
    label: z.string(),
    hint: z.string().describe('Last four characters'),
    status: z
      .enum(['active', 'expired', 'revoking', 'revoked'])
      .describe('`revoking`: some regions have not confirmed; revoke it again to finish'),
    createdAt: time,
    createdBy: z.string(),
    expiresAt: time.optional(),
    lastUsedAt: time.optional(),
    revokedAt: time.optional(),
    revokedBy: z.string().optional(),
    unconfirmed: z
      .array(z.string())
      .optional()
      .describe('Regions that were told to refuse it and have not all confirmed'),
  })
  .register(models, { id: 'Token' });
export type TokenView = z.infer<typeof token>;

export const tokenList = z
  .object({
    items: z.array(token),
    active: z.int().describe('How many can be used'),
    limit: z.int().describe('How many active ones a server may have'),
  })
  .register(models, { id: 'TokenList' });

export const newToken = z
  .strictObject({
    label,
    expiresAt: time.optional().describe('Refused from then on; unset means never'),
  })
  .register(models, { id: 'NewToken' });

export const shownToken = z
  .object({
    id: tokenId,
    label: z.string(),
    value: z.string().describe('The secret; shown here and never again'),
    hint: z.string(),
    expiresAt: time.optional(),
  })
  .register(models, { id: 'ShownToken' });

/** What a person needs to connect a client, in the answer that shows the token. */
export const connection = {
  token: shownToken,
  mcpUrl: z.string().describe('{edge}/<token>/mcp: as secret as the token'),
  config: jsonObject.describe('Config JSON that most clients take: {"mcpServers": {…}}'),
  clients: z.array(clientSetup).describe('How to set up each client'),
};

export const createdToken = z.object(connection).register(models, { id: 'CreatedToken' });
