/** What somebody may do, as a pure function: every group and role against every place. */
import { describe, expect, test } from '@jest/globals';
import {
  defaultProject,
  type Guarded,
  groupsAt,
  highestRole,
  type ProjectRow,
  projectOf,
  roleIn,
  standingOf,
  verdictOf,
} from '../../../../core/model/projects.ts';
import type { Role } from '../../../../core/model/roles.ts';

const A = 'prj_AAAAAAAAAAAA';
const B = 'prj_BBBBBBBBBBBB';
const project = (projectId: string, of: Partial<ProjectRow> = {}): ProjectRow => ({
  ...defaultProject(),
  projectId,
  version: 1,
  ...of,
});
const standing = (groups: string[], projects: ProjectRow[] = [], id = 'ann') => standingOf({ id, groups }, projects);
const ROLES: Role[] = ['viewer', 'editor', 'admin'];
const at = (access: Role, place: Guarded['place'], method = 'POST'): Guarded => ({ access, place, method });

describe('the groups of the user pool', () => {
  test.each([
    [['admin'], { default: 'admin', [A]: 'admin' }],
    [['admin', 'viewer', 'auditor'], { default: 'admin', [A]: 'admin' }],
    [['editor'], { default: 'editor', [A]: undefined }],
    [['viewer', 'editor'], { default: 'editor', [A]: undefined }],
    [['viewer'], { default: 'viewer', [A]: undefined }],
    [['auditor'], { default: 'viewer', [A]: 'viewer' }],
    [['auditor', 'editor'], { default: 'editor', [A]: 'viewer' }],
    [['Admin', 'owner', 'answer-reader'], { default: undefined, [A]: undefined }],
    [[], { default: undefined, [A]: undefined }],
  ])('%j give %j', (groups, roles) => {
    const who = standing(groups, [project(A)]);

    expect(Object.fromEntries(Object.keys(roles).map((id) => [id, roleIn(who, id)]))).toEqual(roles);
  });
});

describe('a project', () => {
  test('gives a role by subject or by group, whichever is higher, and in itself alone', () => {
    const rows = [project(A, { members: { ann: 'viewer' }, groups: { sales: 'editor', all: 'viewer' } }), project(B)];

    expect(roleIn(standing(['sales', 'all'], rows), A)).toBe('editor');
    expect(roleIn(standing(['all'], rows), A)).toBe('viewer');
    expect(roleIn(standing(['all'], rows, 'bob'), A)).toBe('viewer');
    expect(roleIn(standing([], rows, 'bob'), A)).toBeUndefined();
    expect(roleIn(standing(['sales'], rows), B)).toBeUndefined();
    expect(roleIn(standing(['sales'], rows), 'default')).toBeUndefined();
  });

  test('takes no name of an object’s own members for a person or a group', () => {
    const rows = [project(A, { members: {}, groups: {} })];

    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
      expect(highestRole(standing([name], rows, name))).toBeUndefined();
  });

  test('raises a role in default, and never lowers one', () => {
    const rows = [project('default', { members: { ann: 'viewer', bob: 'admin' } })];

    expect(roleIn(standing(['editor'], rows), 'default')).toBe('editor');
    expect(roleIn(standing(['viewer'], rows, 'bob'), 'default')).toBe('admin');
    expect(standing(['viewer'], rows, 'bob').installation).toBeUndefined();
  });
});

describe('a route', () => {
  const rows = [project(A, { members: { ann: 'admin', bob: 'viewer' } }), project(B, { members: { bob: 'admin' } })];

  test.each(ROLES)('of the installation that needs %s is for owners alone', (access) => {
    for (const who of [standing([], rows), standing(['editor'], rows), standing([], rows, 'bob')])
      expect(verdictOf(who, at(access, 'installation'))).toMatchObject({ may: false });
    expect(verdictOf(standing(['admin'], rows), at(access, 'installation'))).toEqual({ may: true, role: 'admin' });
  });

  test('is open to an auditor where it reads, and nowhere else', () => {
    const auditor = standing(['auditor'], rows, 'eve');
    for (const place of ['installation', 'projects', 'server', 'project'] as const)
      for (const access of ROLES) {
        expect(verdictOf(auditor, at(access, place, 'GET'), A).may).toBe(true);
        const isViewers = access === 'viewer' && place !== 'installation';
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
          expect(verdictOf(auditor, at(access, place, method), A).may).toBe(isViewers);
      }
  });

  test('of a server asks for the role in its project', () => {
    const bob = standing([], rows, 'bob');
    const seen = ROLES.map((access) => [
      verdictOf(bob, at(access, 'server'), A),
      verdictOf(bob, at(access, 'server'), B),
    ]);

    expect(seen.map((pair) => pair.map(({ may }) => may))).toEqual([
      [true, true],
      [false, true],
      [false, true],
    ]);
  });

  test('answers for a server of another project as for one that does not exist', () => {
    for (const who of [standing(['viewer'], rows, 'eve'), standing(['editor'], rows, 'eve'), standing([], rows, 'ann')])
      for (const access of ROLES) {
        const unknown = verdictOf(who, at(access, 'server'));
        const hidden = verdictOf(who, at(access, 'server'), B);
        // Whoever is told that there is no such server is let in to look for it, as far as the role goes.
        if (unknown.may) expect(hidden).toEqual({ may: false, hides: true });
        else expect(hidden).toEqual(unknown);
      }
  });

  test('is closed to who has no role anywhere', () => {
    const nobody = standing(['sales'], rows, 'eve');

    expect(highestRole(nobody)).toBeUndefined();
    for (const place of ['installation', 'projects', 'server', 'project'] as const)
      for (const access of ROLES) expect(verdictOf(nobody, at(access, place, 'GET'), A).may).toBe(false);
  });
});

describe('the groups at a server', () => {
  const row = project(A, { members: { ann: 'editor' }, groups: { sales: 'viewer' } });
  const there = (groups: string[], id = 'ann') => groupsAt({ id, groups }, A, row).sort();

  test('are those of the login without the roles of default, and the role in its project', () => {
    expect(there(['viewer', 'chess'])).toEqual(['chess', 'editor']);
    expect(there(['editor', 'sales'], 'bob')).toEqual(['sales', 'viewer']);
    expect(there(['editor', 'chess'], 'bob')).toEqual(['chess']);
    expect(there(['admin'], 'bob')).toEqual(['admin']);
    expect(there(['auditor'], 'bob')).toEqual(['auditor']);
  });

  test('in default are what they always were, and what the project gives beside them', () => {
    expect(groupsAt({ id: 'ann', groups: ['viewer', 'admin', 'x'] }, 'default', undefined)).toEqual([
      'viewer',
      'admin',
      'x',
    ]);
    const own = project('default', { members: { ann: 'editor' } });
    expect(groupsAt({ id: 'ann', groups: ['x'] }, 'default', own)).toEqual(['x', 'editor']);
  });
});

test('a server that names no project is in default', () => {
  expect([projectOf({}), projectOf({ project: A })]).toEqual(['default', A]);
});
