/** Schemas of signing in from an MCP client: the authorization that the person decides about, and the sessions. */
import * as z from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { acrossMembers } from '../lib/zod/faults.ts';
import { models, seen, serverId, time, tokenId, toolId } from '../lib/zod/fields.ts';
import { ACCESS_WAYS, type AccessRule } from '../model/accessRules.ts';

/** How MCP clients may authenticate. */
export const accessWay = z
  .enum(ACCESS_WAYS)
  .describe('How MCP clients get in: by connection tokens, by their person signing in, or either');

const subject = seen(z.string().min(1).max(200));
const ruleMembers = {
  person: subject.optional().describe("The login's subject, as members have it"),
  group: seen(z.string().min(1).max(128)).optional().describe('A group of the user pool, of whatever name'),
  client: seen(z.string().min(1).max(2_048))
    .optional()
    .describe('A client id: an address, or the id that it was given'),
  opens: z.enum(['nothing', 'read', 'all']).describe('read: only tools that clients are told to change nothing'),
  tools: z.array(toolId).min(1).max(LIMITS.tokenScopeTools).optional().describe('At most these, by id'),
};

/** Bytes of all access rules of a server; its whole item in DynamoDB may have 400 KB. */
const RULES_BYTES = 40_000;

/** Who may sign in. */
export const accessRules = z
  .array(z.strictObject(ruleMembers).register(models, { id: 'AccessRule' }))
  .max(LIMITS.accessRules)
  .refine((rules) => Buffer.byteLength(JSON.stringify(rules)) <= RULES_BYTES, {
    error: 'may have 40,000 bytes in all.',
    params: { rule: 'too_large' },
  })
  .describe(
    'Who may do what after signing in. The first rule that matches decides, and its members that are given must all match; none that matches opens nothing. Without rules, admins and editors may use all tools and viewers those that only read. A client that acts for itself is let in by a rule alone that names it and nobody beside it',
  );
/** A rule that lets people sign in. */
export type AccessRuleView = AccessRule;

/** Id of a pending authorization. */
export const authorizationId = z
  .string()
  .regex(/^[0-9A-Za-z]{32}$/)
  .describe('Of a request that waits for a person');

/** An authorization that a person decides about. */
export const authorization = z
  .object({
    client: z.object({
      id: z.string(),
      name: z.string().describe('As it calls itself'),
      host: z.string().optional().describe('Where the document lies that is its id'),
      known: z.literal(true).optional().describe('An admin has registered it'),
      registered: z.literal(true).optional().describe('It registered itself: anybody may have, under any name'),
      since: time.optional().describe('Since when this person has a session with it at this server'),
    }),
    person: z.object({ id: z.string(), name: z.string().optional() }).describe('Who is asked'),
    redirectHost: z
      .string()
      .describe(
        'Where the browser goes with the code, for people: a host, "this computer" for loopback, or an application',
      ),
    server: z.object({ id: serverId, name: z.string() }),
    opens: z
      .enum(['nothing', 'read', 'all'])
      .describe('What the rules of the server leave of what the client asks for; nothing: it cannot be allowed'),
    tools: z.object({
      total: z.int().describe('In reach'),
      reading: z.int().describe('Of these, tools that change nothing'),
      names: z.array(z.string()).describe('The first of them'),
    }),
    accounts: z
      .array(
        z.object({
          host: z.string().describe('Of the authorization URL'),
          state: z.enum(['missing', 'given', 'ended', 'changed']),
          server: z
            .object({ id: serverId, name: z.string() })
            .optional()
            .describe('Of a toolset: the member that the account is for'),
        }),
      )
      .optional()
      .describe('Where calls are made with an account of the person’s own'),
    expiresAt: time,
  })
  .register(models, { id: 'Authorization' });
/** An authorization that a person decides about. */
export type AuthorizationView = z.infer<typeof authorization>;

/** A person's decision. */
export const decision = z
  .strictObject({
    decision: z.enum(['allow', 'deny']),
    access: z.enum(['read', 'all']).optional().describe('No more than this; what was asked for when unset'),
  })
  .register(models, { id: 'AuthorizationDecision' });

/** Where the browser is redirected after a decision. */
export const decided = z
  .object({ redirect: z.string().describe('Where to send the browser; holds a code that is good for a minute') })
  .register(models, { id: 'AuthorizationDecided' });

/** A session of a person with a client. */
export const session = z
  .object({
    id: tokenId,
    server: z.object({ id: serverId, name: z.string().optional() }),
    person: z.object({ id: z.string(), name: z.string().optional() }),
    client: z.object({ id: z.string(), name: z.string() }),
    isMachine: z.literal(true).optional().describe('The client acts for itself, and `person` is its name'),
    access: z.enum(['read', 'all']).describe('What the person has allowed'),
    status: z
      .enum(['active', 'ended', 'ending'])
      .describe('`ending`: some regions have not confirmed; end it again to finish'),
    createdAt: time,
    expiresAt: time.optional().describe('When it ends unless it is refreshed'),
    lastUsedAt: time.optional(),
    endedAt: time.optional(),
  })
  .register(models, { id: 'Session' });
/** A session of a person with a client. */
export type SessionView = z.infer<typeof session>;

/** Not in SCHEMA_RULES, because OpenAPI describes query parameters one by one. */
const exactlyOne = acrossMembers(({ server, person, client }, fault) => {
  const given = [server, person, client].filter((each) => each !== undefined);
  if (given.length !== 1)
    fault(['person'], 'exactly_one', 'give exactly one of those that this takes: server, person, client.');
});
const client = z.string().min(1).max(2_048);

/** Query parameters of the list of sessions. */
export const sessionsQuery = z
  .strictObject({ server: serverId.optional(), person: subject.optional(), client: client.optional() })
  .check(exactlyOne);

/** Request to end sessions. */
export const sessionsEnd = z.strictObject({ person: subject.optional(), client: client.optional() }).check(exactlyOne);

/** Sessions of a server. */
export const sessionList = z
  .object({ items: z.array(session).describe('Newest first') })
  .register(models, { id: 'SessionList' });
/** Answer to the request to end sessions. */
export const endedSessions = z
  .object({ ended: z.int().describe('Sessions that were active and are not any more') })
  .register(models, { id: 'EndedSessions' });
