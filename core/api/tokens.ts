/** Schemas of connection tokens. Only the response to the creation of a token contains its value. */
import * as z from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { acrossMembers } from '../lib/zod/faults.ts';
import { creator, jsonObject, label, models, time, tokenId, toolId } from '../lib/zod/fields.ts';
import { clientSetup } from './clients.ts';
import { limitSet, tokenLimits } from './limits.ts';

const rules = {
  access: z
    .enum(['read', 'all'])
    .optional()
    .describe('`read`: only tools that clients are told to change nothing (readOnlyHint, as edited); unset means all'),
  tools: z
    .array(toolId)
    .min(1, { error: 'must name at least one tool; leave tools out to choose all.' })
    .max(LIMITS.tokenScopeTools)
    .optional()
    .describe('Only these, by id; one that is deleted later matches nothing'),
};

/** What a token opens. */
export const tokenScopes = z.object(rules).register(models, {
  id: 'TokenScopes',
  description:
    'The tools of the server that a token may use: those that pass every given rule. It cannot be changed: create another token and revoke this one.',
});
/** What a token opens. */
export type TokenScopesView = z.infer<typeof tokenScopes>;

/** What a new token opens. */
export const newScopes = z
  .strictObject(rules)
  .check(
    acrossMembers(({ access, tools }, fault) => {
      if (access !== undefined || tools !== undefined) return;
      fault(
        ['access'],
        'required',
        'is missing; give access, tools or both, or leave scopes out for a token of all tools.',
      );
    }),
  )
  .meta({ minProperties: 1 })
  .register(models, { id: 'NewTokenScopes' });

/** A connection token, without its secret. */
export const token = z
  .object({
    id: tokenId,
    label: z.string(),
    hint: z.string().describe('Last four characters'),
    status: z
      .enum(['active', 'expired', 'revoking', 'revoked'])
      .describe('`revoking`: some regions have not confirmed; revoke it again to finish'),
    createdAt: time,
    ...creator,
    expiresAt: time.optional(),
    scopes: tokenScopes.optional().describe('Unset: all tools'),
    limits: tokenLimits,
    lastUsedAt: time.optional(),
    revokedAt: time.optional(),
    revokedBy: z.string().optional(),
    revokedByName: z.string().optional(),
    unconfirmed: z
      .array(z.string())
      .optional()
      .describe('Regions that were told to refuse it and have not all confirmed'),
  })
  .register(models, { id: 'Token' });
/** A connection token, without its secret. */
export type TokenView = z.infer<typeof token>;

/** The tokens of a server. */
export const tokenList = z
  .object({
    items: z.array(token),
    active: z.int().describe('Number of active tokens'),
    limit: z.int().describe('How many active ones a server may have'),
  })
  .register(models, { id: 'TokenList' });

/** Request to make a token. */
export const newToken = z
  .strictObject({
    label,
    expiresAt: time.optional().describe('Refused from then on; unset means never'),
    scopes: newScopes.optional().describe('What it opens of the server; unset means all tools'),
    limits: limitSet.optional().describe('Unset: those that the server sets for each token'),
  })
  .register(models, { id: 'NewToken' });

/** A new token with its secret, which is shown once. */
export const shownToken = z
  .object({
    id: tokenId,
    label: z.string(),
    value: z.string().describe('The secret, which is shown only here'),
    hint: z.string(),
    expiresAt: time.optional(),
    scopes: tokenScopes.optional().describe('Unset: all tools'),
  })
  .register(models, { id: 'ShownToken' });

/** What a person needs to connect a client, in the answer that shows the token. */
export const connection = {
  token: shownToken,
  mcpUrl: z.string().describe('{edge}/<token>/mcp: as secret as the token'),
  config: jsonObject.describe('Config JSON that most clients take: {"mcpServers": {…}}'),
  clients: z.array(clientSetup).describe('How to set up each client'),
};

/** Answer to a new token. */
export const createdToken = z.object(connection).register(models, { id: 'CreatedToken' });
