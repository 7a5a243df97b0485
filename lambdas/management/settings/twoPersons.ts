/**
 * Refuses a rule for a second person where nobody could be one: with a single admin nothing of the kind could be changed any more, and neither the
 * rule. Whom a group of a project or of an identity provider gives a role is not known here, so such a group counts as somebody.
 */
import { listUsers } from '../../../aws/services/directory.ts';
import { readProject } from '../../../aws/tables/projects.ts';
import { pagesOf } from '../../../core/lib/pages.ts';
import type { FloorSettings } from '../../../core/model/floorRules.ts';
import { reaches, roleGivenBy } from '../../../core/model/projects.ts';
import { ANSWER_READER } from '../../../core/model/roles.ts';
import { Refused } from '../http/errors.ts';

/**
 * Throws Refused `second_person_missing` where a rule is added and fewer than two people could decide.
 * @param projectId undefined for the installation
 */
export async function checkTwoPersons(
  before: FloorSettings | undefined,
  { secondPerson = [] }: FloorSettings,
  projectId?: string,
): Promise<void> {
  const added = secondPerson.filter((kind) => !before?.secondPerson?.includes(kind));
  if (added.length === 0) return;
  const project = projectId === undefined ? undefined : await readProject(projectId);
  const groups = Object.values(project?.groups ?? {}).filter((role) => role === 'admin').length;
  const admins = new Set(
    Object.entries(project?.members ?? {}).flatMap(([person, role]) => (role === 'admin' ? [person] : [])),
  );
  const readers = new Set<string>();
  const read = (cursor: string | undefined) => listUsers(['admin', ANSWER_READER], cursor);
  for await (const { users } of pagesOf(read, ({ cursor }) => cursor)) {
    for (const { id, isEnabled, groups: inside } of users) {
      if (!isEnabled) continue;
      const given = project && roleGivenBy({ id, groups: inside }, project);
      if (inside.includes('admin') || reaches(given, 'admin')) admins.add(id);
      if (inside.includes(ANSWER_READER)) readers.add(id);
    }
  }
  const missing =
    admins.size + groups < 2
      ? 'a second admin, who could approve a change or take the rule back'
      : added.includes('answers') && readers.size < 2
        ? `a second person in the group ${ANSWER_READER}, who could approve that an answer is read`
        : undefined;
  if (missing === undefined) return;
  throw new Refused(
    'second_person_missing',
    `There is no second person: the rule needs ${missing}. Invite somebody first.`,
  );
}
