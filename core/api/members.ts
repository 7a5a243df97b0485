/** Schemas of the people in the user pool, and of invitations. */
import * as z from 'zod';
import { creator, cursorOf, models, serverId, time } from '../lib/zod/fields.ts';
import { INVITATION_ID } from '../model/invitations.ts';
import { right, role } from './roles.ts';

/** Subject of a person. The characters of the directory's filters are not allowed. */
export const memberId = z
  .string()
  .max(200)
  .regex(/^[^\s"\\]+$/)
  .describe('Subject of their tokens');
/** Id of an invitation. */
export const invitationId = z.string().regex(INVITATION_ID).describe('inv_ and 32 hexadecimal digits');

/** Pagination token of Cognito, which is longer than the cursors of our tables. */
const directoryCursor = cursorOf(6_000);

/** Query parameters of the list of members. */
export const membersQuery = z.strictObject({ cursor: directoryCursor.optional() });

/** A person with a login. */
export const member = z
  .object({
    id: z.string().describe('Subject of their tokens'),
    email: z.string().optional(),
    name: z.string().optional(),
    role: role.optional().describe('The highest role of their groups; absent: they can log in, but have no access'),
    groups: z.array(role).describe('Those that give a role'),
    rights: z.array(right).describe('Those that give a right beside the role'),
    status: z
      .enum(['active', 'invited', 'unconfirmed', 'reset_required', 'disabled', 'unknown'])
      .describe('`invited`: they have not set a password yet; `disabled`: they cannot log in'),
    createdAt: time,
    lastModifiedAt: time.optional(),
  })
  .register(models, { id: 'Member' });
/** A person with a login. */
export type MemberView = z.infer<typeof member>;

/** A page of members. */
export const memberPage = z
  .object({
    members: z.array(member).describe('At most 60, by e-mail within the page'),
    userPool: z
      .object({ id: z.string(), region: z.string() })
      .optional()
      .describe('The Cognito user pool of the login, when it is one'),
    managed: z
      .boolean()
      .describe('Whether this API changes people (`invitations` of the deployment); otherwise the user pool does'),
    cursor: directoryCursor.optional().describe('Absent on the last page'),
  })
  .register(models, { id: 'MemberPage' });

const rights = z
  .array(right)
  .max(right.options.length)
  .refine((list) => new Set(list).size === list.length, { error: 'names a right twice.', params: { rule: 'unique' } });

const secrets = z.enum(['revoke', 'keep']).optional();

/** Request to change a person. */
export const memberChange = z
  .strictObject({
    role: role.optional(),
    rights: rights.optional().describe('All that they are to have; only who has a right can give it'),
    enabled: z
      .boolean()
      .optional()
      .describe('false locks them out and ends what they hold; true lets them in again and brings none of it back'),
    tokens: secrets.describe(
      'When they are locked out, or have a role that may not make them: what becomes of the connection tokens that they created and the machine clients that they registered; `revoke` when absent. Revoked ones stay revoked',
    ),
  })
  .register(models, { id: 'MemberChange' });

/** Query parameters of a removal. */
export const memberRemoval = z.strictObject({
  tokens: secrets.describe(
    'What becomes of the connection tokens that they created and the machine clients that they registered; `revoke` when absent',
  ),
});

/** What a person holds that opens something without their login, or what was ended of it. */
export const holdings = z
  .object({
    sessions: z.int().min(0).describe('Sessions of MCP clients in which they signed in'),
    tokens: z.int().min(0).describe('Connection tokens that they created'),
    clients: z.int().min(0).describe('Machine clients that they registered'),
    keys: z.int().min(0).describe('Automation keys that they made'),
    invitations: z.int().min(0).describe('Pending invitations of theirs'),
  })
  .register(models, { id: 'Holdings' });
/** What a person holds that opens something without their login, or what was ended of it. */
export type Holdings = z.infer<typeof holdings>;

/** Query parameters of what a person holds. */
export const holdingsQuery = z.strictObject({
  role: role
    .optional()
    .describe('Counts what this role may not hold; everything when absent, as when they are locked out or removed'),
});

const revokedToken = z.object({
  server: z.object({ id: serverId, name: z.string() }),
  label: z.string(),
  revokedAt: time,
});
/** A connection token of a person that somebody else has revoked. */
export type RevokedToken = z.infer<typeof revokedToken>;

/** What a change of a person would end, and what was ended before. */
export const memberHoldings = z
  .object({
    ends: holdings.describe('What the change would end, unless it keeps tokens'),
    revoked: z
      .array(revokedToken)
      .describe('Connection tokens of theirs that somebody else has revoked, the last ones first, 50 at most'),
  })
  .register(models, { id: 'MemberHoldings' });

/** A person after a change, with what it ended. */
export const changedMember = z.object({ ...member.shape, ended: holdings }).register(models, { id: 'ChangedMember' });

const way = z
  .enum(['password', 'provider'])
  .describe('How they log in: with a password of the user pool, or through the identity provider of the deployment');

/** Request to invite somebody. */
export const newInvitation = z
  .strictObject({
    // The characters of an address that need no quotation marks (RFC 5322, section 3.2.3).
    email: z
      .string()
      .max(128)
      .regex(/^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/, {
        error: 'must be one e-mail address such as ann@example.com.',
      }),
    role,
    rights: rights.optional().describe('None when absent; only who has a right can give it'),
    way: way.optional().describe('`password` when absent, or the only way that there is'),
  })
  .register(models, { id: 'NewInvitation' });

/** An invitation. */
export const invitation = z
  .object({
    id: invitationId,
    email: z.string(),
    role,
    rights: z.array(right),
    way,
    state: z.enum(['pending', 'accepted', 'expired', 'withdrawn']),
    createdAt: time,
    ...creator,
    expiresAt: time,
    acceptedAt: time.optional(),
  })
  .register(models, { id: 'Invitation' });
/** An invitation. */
export type InvitationView = z.infer<typeof invitation>;

/** The invitations of the last months, and how people can be invited. */
export const invitationList = z
  .object({
    items: z.array(invitation).describe('Newest first'),
    ways: z.array(way).describe('How people can be invited; none where only the user pool or the provider gives roles'),
  })
  .register(models, { id: 'InvitationList' });
