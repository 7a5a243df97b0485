/** The groups that somebody has at a server, for its access rules: those of the login, and the role in the server's project. */
import { readProject } from '../../aws/tables/projects.ts';
import type { SignedIn } from '../../core/model/accessRules.ts';
import { type Caller, groupsAt, projectOf } from '../../core/model/projects.ts';

/** Members of a session that say as whom, and for which project, it was decided. */
export async function signedInAt<Person extends Caller>(
  person: Person,
  server: { readonly project?: string },
): Promise<{ readonly person: Person } & Pick<SignedIn, 'project'>> {
  const id = projectOf(server);
  const groups = groupsAt(person, id, await readProject(id));
  return { person: { ...person, groups }, ...(server.project !== undefined && { project: server.project }) };
}
