/**
 * The floor of a project, above that of the installation: set by its admins, in effect for its servers with the stricter value of each rule. Stored
 * beside the rules of the installation, in one row with one version, so that what has been published can tell whether it is behind.
 */
import { untilWritten } from '../../../aws/lib/untilWritten.ts';
import { readSettings } from '../../../aws/tables/settings.ts';
import { markSignInUsed } from '../../../aws/tables/signIns.ts';
import type { AnswerOf } from '../../../core/api/routes/index.ts';
import { bounded, memberChanges } from '../../../core/audit/fieldChanges.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { Person } from '../../../core/lib/person.ts';
import { floorAt, ownRulesOf } from '../../../core/model/floor.ts';
import type { FloorSettings } from '../../../core/model/floorRules.ts';
import { type ProjectRow, projectOf } from '../../../core/model/projects.ts';
import type { SettingsRow } from '../../../core/model/settings.ts';
import { lowerFloor } from '../../../core/tools/secondPerson.ts';
import { Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { demandSecondPerson } from '../http/secondPerson.ts';
import { existingProject } from '../http/standing.ts';
import { changedRules, checkVersion, inEffect } from './floor.ts';
import { checkTwoPersons } from './twoPersons.ts';

/** Handlers of the floors of projects. */
export const projectFloor: HandlersOf<'getProjectFloor' | 'changeProjectFloor'> = {
  getProjectFloor: async ({ params: { projectId } }) => {
    await existingProject(projectId);
    return viewOf(await readSettings(), projectId);
  },

  changeProjectFloor: async ({ params: { projectId }, body, actor }) => {
    const { name } = await existingProject(projectId);
    const before = await readSettings();
    checkVersion(before, body);
    const own = ownRulesOf(before, projectId);
    const rules = changedRules(own, body);
    const { [projectId]: _, ...others } = before.floor?.projects ?? {};
    const projects = Object.keys(rules).length > 0 ? { ...others, [projectId]: rules } : others;
    if (Buffer.byteLength(JSON.stringify(projects)) > LIMITS.projects.floorBytes) {
      throw new Refused(
        'floor_too_large',
        `The rules of all projects may have ${LIMITS.projects.floorBytes} bytes together. Name fewer hosts and kinds, or set a rule for the installation.`,
      );
    }
    const after = { floor: { ...(before.floor ?? NO_FLOOR), projects: { ...others, [projectId]: rules } } };
    await demandSecondPerson(lowerFloor(floorAt(before, projectId), floorAt(after, projectId)), { project: projectId });
    await checkTwoPersons(own, rules, projectId);
    // Clients are told how to sign in before they have to.
    if (rules.signIn) await markSignInUsed();
    const detail = { projectId, name, ...bounded(memberChanges('floor', { ...own }, { ...rules })) };
    const changed = { rules: before.floor?.rules ?? {}, projects };
    const isMeant = (server: { readonly project?: string }) => projectOf(server) === projectId;
    const { settings, raised } = await inEffect(
      before,
      changed,
      { actor, action: 'project.floor.change', detail },
      isMeant,
    );
    return { ...viewOf(settings, projectId), raised };
  },
};

/** Removes the floor of a project that is being deleted and has no servers, but for the rule about answers of those that it had. */
export const removeProjectFloor = ({ projectId, name }: ProjectRow, actor: Person): Promise<void> =>
  untilWritten(async () => {
    const before = await readSettings();
    const { [projectId]: own, ...projects } = before.floor?.projects ?? {};
    if (own === undefined) return;
    const left: FloorSettings | undefined = own.secondPerson?.includes('answers')
      ? { secondPerson: ['answers'] }
      : undefined;
    const detail = { projectId, name, ...bounded(memberChanges('floor', { ...own }, { ...left })) };
    const deed = { actor, action: 'project.floor.change', detail };
    const kept = left && { [projectId]: left };
    await inEffect(before, { rules: before.floor?.rules ?? {}, projects: { ...projects, ...kept } }, deed, () => false);
  });

const NO_FLOOR = { rules: {}, version: 0, updatedAt: '', updatedBy: '' };

type View = AnswerOf<'getProjectFloor'>;

const viewOf = (settings: SettingsRow, projectId: string): View => ({
  rules: (ownRulesOf(settings, projectId) ?? {}) as View['rules'],
  installation: (settings.floor?.rules ?? {}) as View['installation'],
  effective: (floorAt(settings, projectId) ?? {}) as View['effective'],
  version: settings.floor?.version ?? 0,
});
