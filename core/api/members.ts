/** Schemas of the people in the user pool. The API only lists them: they are added, changed and removed in the user pool. */
import * as z from 'zod';
import { right, role } from './access.ts';
import { cursorOf, models, time } from './fields.ts';

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
      .describe('Where people are added and removed, when the login is a Cognito user pool'),
    cursor: directoryCursor.optional().describe('Absent on the last page'),
  })
  .register(models, { id: 'MemberPage' });
