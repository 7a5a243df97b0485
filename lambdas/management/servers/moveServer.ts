/**
 * PUT /v1/servers/{id}/project: moves a server to another project, by somebody who is admin in both. Names, ids and addresses stay, and so do
 * tokens, limits and the trail, which belong to the server. People who have signed in to it do so anew, because their groups were read for
 * the other project (core/model/accessRules.ts). The floor of the new project is in effect at once, and the server published again.
 * A toolset and its members are in one project, so neither of them moves alone.
 */
import { auditItem } from '../../../aws/audit.ts';
import { publishKill } from '../../../aws/regions/push.ts';
import { declaredItem, freedItem } from '../../../aws/tables/declared.ts';
import { standingProject } from '../../../aws/tables/projects.ts';
import { readSettings } from '../../../aws/tables/settings.ts';
import { toolsetsWith } from '../../../aws/tables/toolsets.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { rowFloorOf } from '../../../core/model/floor.ts';
import { projectOf } from '../../../core/model/projects.ts';
import { membersOf, type ServerRow } from '../../../core/model/server.ts';
import { pushed } from '../../shared/pushing.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { demandSecondPerson, rulesAt } from '../http/secondPerson.ts';
import { knownProject, namedProject } from '../http/standing.ts';
import { checkDeclared } from '../serverRow/declared.ts';
import { changeOwn, checkIdle, idleServer } from '../serverRow/load.ts';
import { sealSoon } from '../serverRow/resealing.ts';
import { serverView } from '../serverRow/views.ts';

/** Handler of `moveServer`. Throws Refused `toolset_member`, and `project_not_found` also for a project that the caller may not see. */
export const moveServer: HandlersOf<'moveServer'>['moveServer'] = async ({ params: { id: serverId }, body, actor }) => {
  const read = await idleServer(serverId);
  const project = await namedProject(actor, body.project, 'admin');
  if (read.project === project) return serverView(read, await readSettings());
  let from = read.project;
  let { declared } = read;
  const moved = async (row: ServerRow): Promise<ServerRow> => {
    checkIdle(row);
    await checkAlone(row);
    if (project !== undefined) await knownProject(project);
    await demandForMove(row, project);
    if (row.declared !== undefined) await checkDeclared({ declared: row.declared, project }, serverId);
    declared = row.declared;
    from = row.project;
    // Read last: whoever changes the floor later finds the server where it is now.
    const floor = rowFloorOf(await readSettings(), project);
    const { project: _, floor: __, ...rest } = row;
    return {
      ...rest,
      ...(project !== undefined && { project }),
      ...(floor && { floor }),
      // What clients see is published again where it may be below the floor there.
      ...(floor && row.bundle && { unsealed: row.version + 1 }),
      updatedAt: isoNow(),
    };
  };
  const entry = () => [
    auditItem({
      serverId,
      serverName: read.name,
      actor,
      action: 'server.move',
      detail: { from: projectOf({ project: from }), to: body.project },
    }),
    ...(project === undefined ? [] : standingProject(project)),
    ...(declared === undefined
      ? []
      : [freedItem({ declared, project: from }, serverId), declaredItem({ declared, project }, serverId)]),
  ];
  const row = await changeOwn(serverId, moved, entry);
  if (!row) throw notFound('server');
  if (row.unsealed !== undefined) await sealSoon(serverId);
  // Held streams ask again whether they are open.
  await pushed(publishKill(serverId));
  return serverView(row, await readSettings());
};

/** Whoever could move a server alone to where no rule is could change it there, and move it back. */
async function demandForMove({ serverId, name: serverName, project: from }: ServerRow, to: string | undefined) {
  const settings = await readSettings();
  const values = [{ what: 'project', before: projectOf({ project: from }), after: projectOf({ project: to }) }];
  const project = rulesAt(settings, from).length > 0 ? from : to;
  await demandSecondPerson([{ kind: 'rules', values }], { serverId, serverName, project });
}

/** Throws Refused `toolset_member` for a toolset with members, and for a member of one. */
async function checkAlone(row: ServerRow): Promise<void> {
  const isToolset = (membersOf(row)?.length ?? 0) > 0;
  const toolsets = isToolset ? [] : await toolsetsWith(row.serverId);
  if (!isToolset && toolsets.length === 0) return;
  throw new Refused(
    'toolset_member',
    isToolset
      ? 'A toolset and its servers are in one project. Make a toolset there instead.'
      : `The server is in the toolset ${toolsets[0]?.name ?? ''}, which is in its project. Take it out of that first.`,
  );
}
