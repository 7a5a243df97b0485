/** Schemas of projects: what they are called, and who has which role in them. */
import * as z from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { creator, models, name, time } from '../lib/zod/fields.ts';
import { DEFAULT_PROJECT, PROJECT_ID, RAW_ANSWERS } from '../model/projects.ts';
import { memberId } from './members.ts';
import { role } from './roles.ts';

/** Id of a project. */
export const projectId = z.string().regex(PROJECT_ID).describe('default, or prj_ and 12 letters and digits');

const projectName = name(80).describe('Shown to its members');
const rawAnswers = z
  .enum(RAW_ANSWERS)
  .describe(
    'Who may read what an API answered before it is governed (try a tool): editors, or of these only people with the right answer-reader',
  );
/** Of the user pool, or of the identity provider, as logins name it. */
const groupName = z.string().min(1).max(128).regex(/^\S+$/, { error: 'must have no blanks, as groups of a login.' });

/** Request to make a project. */
export const newProject = z.strictObject({ name: projectName }).register(models, { id: 'NewProject' });

/** Request to change a project. What is absent stays; a role of null ends it. */
export const projectChange = z
  .strictObject({
    name: projectName.optional(),
    rawAnswers: rawAnswers.optional(),
    members: z
      .record(memberId, role.nullable())
      .optional()
      .describe('Roles by the subject of a login; null ends one. Others stay'),
    groups: z
      .record(groupName, role.nullable())
      .optional()
      .describe('Roles by the name of a group of the login; null ends one. Others stay'),
  })
  .check(({ value, issues }) => {
    for (const [field, most] of [
      ['members', LIMITS.projects.members],
      ['groups', LIMITS.projects.groups],
    ] as const) {
      if (Object.keys(value[field] ?? {}).length > most)
        issues.push({
          code: 'custom',
          path: [field],
          input: undefined,
          message: `may have ${most} entries.`,
          params: { rule: 'too_many' },
        });
    }
  })
  .register(models, { id: 'ProjectChange' });

/** Request to move a server. */
export const serverMove = z
  .strictObject({ project: projectId.describe('Where it is to be; the caller needs the role admin there, too') })
  .register(models, { id: 'ServerMove' });

const brief = { id: projectId, name: z.string(), role: role.describe('The caller’s role in it') };

/** A project, for everybody with a role in it. */
export const projectBrief = z.object(brief).register(models, { id: 'ProjectBrief' });
/** A project, for everybody with a role in it. */
export type ProjectBrief = z.infer<typeof projectBrief>;

/** The projects that the caller may see. */
export const projectList = z
  .object({ items: z.array(projectBrief).describe(`${DEFAULT_PROJECT} first, the others by name`) })
  .register(models, { id: 'ProjectList' });

/** A project, for its admins. */
export const project = z
  .object({
    ...brief,
    rawAnswers,
    members: z.record(z.string(), role).describe('By the subject of the login'),
    groups: z.record(z.string(), role).describe('By the name of the group'),
    createdAt: time.optional().describe(`Absent for ${DEFAULT_PROJECT}`),
    createdBy: creator.createdBy.optional(),
    createdByName: creator.createdByName,
  })
  .register(models, { id: 'Project' });
/** A project, for its admins. */
export type ProjectView = z.infer<typeof project>;
