import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import type { GroupPlan } from '../../../../core/model/bundle.ts';
import { exposedAs } from '../../../../core/model/exposition.ts';
import { planGroups } from '../../../../core/tools/exposition.ts';

const tool = (name: string, { tag = '', path = `/${name}`, verb = 'GET' } = {}) => ({
  name,
  tag,
  path,
  annotations: annotationsOf({ verb }),
});
const shown = (plans: readonly GroupPlan[]) => Object.fromEntries(plans.map(({ name, tools }) => [name, tools]));

const verbs = fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'DELETE');
const segment = fc.constantFrom('pets', 'Orders', 'v2', 'api', '{id}', 'users.list', 'größe', '用户', '2010-04-01');
const anyTag = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'pets',
    'Pets',
    'pet-store',
    'Pet Store',
    'PetStore',
    'other',
    'Uploads (Chunked)',
    '用户',
    '订单',
    'a_read',
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ minLength: 61, maxLength: 200 }),
);
const anyTools = fc
  .array(
    fc.record({
      tag: anyTag,
      path: fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
      verb: verbs,
    }),
    {
      maxLength: 300,
    },
  )
  .map((all) => all.map((one, at) => tool(`tool_${at}`, one)));

describe('the plan of groups', () => {
  test('puts every tool in exactly one group, under names that every client takes', () => {
    fc.assert(
      fc.property(anyTools, (tools) => {
        const plans = planGroups(tools);
        const names = plans.map(({ name }) => name);
        const members = plans.flatMap((plan) => plan.tools);

        expect(members.toSorted()).toEqual(tools.map(({ name }) => name).sort());
        expect(new Set(names).size).toBe(names.length);
        expect(names).toEqual(names.toSorted());
        for (const { name, title, tools: own } of plans) {
          expect(name).toMatch(/^[a-z][a-z0-9_-]{0,44}$/);
          expect(title.isWellFormed()).toBe(true);
          expect(own.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  test('does so for hundreds of tools under few tags as well, whose groups are divided', () => {
    const path = fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`);
    const tag = fc.constantFrom('pets', 'pets-orders', 'x'.repeat(120), '用户');
    const many = fc.array(fc.record({ tag, path, verb: verbs }), { minLength: 900, maxLength: 1_200, size: 'max' });
    let divided = 0;

    fc.assert(
      fc.property(many, (all) => {
        const tools = all.map((one, at) => tool(`tool_${at}`, one));
        const plans = planGroups(tools);
        const names = plans.map(({ name }) => name);

        expect(plans.flatMap((plan) => plan.tools).sort()).toEqual(tools.map(({ name }) => name).sort());
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_-]{0,44}$/);
        if (names.some((name) => name.includes('-'))) divided++;
      }),
      { numRuns: 25 },
    );
    expect(divided).toBeGreaterThan(5);
  });

  test('never has what changes beside what reads', () => {
    fc.assert(
      fc.property(anyTools, (tools) => {
        const reads = new Map(tools.map(({ name, annotations }) => [name, annotations.readOnlyHint]));
        for (const { name, tools: own } of planGroups(tools)) {
          expect(own.map((one) => reads.get(one))).toEqual(own.map(() => name.endsWith('_read')));
        }
      }),
    );
  });

  test('does not depend on the order of the tools', () => {
    fc.assert(
      fc.property(anyTools, fc.nat(), (tools, seed) => {
        const other = tools.toSorted(
          (one, two) => ((one.name.length * 7 + seed) % 3) - ((two.name.length * 7 + seed) % 3),
        );
        expect(planGroups(other.toReversed())).toEqual(planGroups(tools));
      }),
    );
  });

  test('leaves the groups of other tags as they are when a tool comes', () => {
    fc.assert(
      fc.property(anyTools, anyTag, verbs, (tools, tag, verb) => {
        const tagged = tools.map((one) => (one.tag.trim() === '' ? { ...one, tag: 'some' } : one));
        const before = planGroups(tagged);
        const after = planGroups([...tagged, tool('zz_new', { tag: tag.trim() || 'some', verb })]);

        const grown = after.filter(({ tools: own }) => own.includes('zz_new'));
        const without = after.flatMap((plan) => {
          const own = plan.tools.filter((name) => name !== 'zz_new');
          return own.length === 0 ? [] : [{ ...plan, tools: own }];
        });
        expect(grown).toHaveLength(1);
        // A tag that shares its group may give it its title; nothing else moves.
        expect(shown(without)).toEqual(shown(before));
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['pets', 'pets_read', 'pets (read)'],
    ['Pet Store', 'pet_store_read', 'Pet Store (read)'],
    ['PetStore', 'pet_store_read', 'PetStore (read)'],
    ['Uploads (Chunked)', 'uploads_chunked_read', 'Uploads (Chunked) (read)'],
    ['multi-factor-auth.challenges', 'multi_factor_auth_challenges_read', 'multi-factor-auth.challenges (read)'],
    ['Größen', 'groo_en_', 'Größen (read)'],
    ['用户', 'tag_', '用户 (read)'],
  ])('names a group of the tag %j %s', (tag, name, title) => {
    const [plan] = planGroups([tool('a', { tag })]);

    expect(plan?.title).toBe(title);
    expect(plan?.name.startsWith(name.replace('groo_en_', 'gro'))).toBe(true);
  });

  test('tells tags of another script apart', () => {
    const names = ['用户', '订单', 'Заказы API', 'Пользователи API'].map(
      (tag) => planGroups([tool('a', { tag })])[0]?.name,
    );

    expect(new Set(names).size).toBe(4);
  });

  test('takes tools without a tag by what their paths are about', () => {
    const tools = [
      ...['/api/v1/users', '/api/v1/users/{id}', '/users/{id}/mail'].map((path, at) => tool(`u${at}`, { path })),
      tool('p', { path: '/v2/pets' }),
      tool('q', { tag: 'pets', path: '/x' }),
      tool('lonely', { path: '/ping' }),
      tool('pathless', { path: '/#Action=Describe' }),
      tool('only_parameters', { path: '/{a}/{b}', verb: 'POST' }),
    ];

    expect(shown(planGroups(tools))).toEqual({
      users_read: ['u0', 'u1', 'u2'],
      pets_read: ['p', 'q'],
      other_read: ['lonely', 'pathless'],
      other_change: ['only_parameters'],
    });
  });

  test('divides a large group by the paths of its tools, without touching any other', () => {
    const many = (from: string, number: number) =>
      Array.from({ length: number }, (_, at) =>
        tool(`${from}_${at}`, { tag: 'repos', path: `/repos/{owner}/${from}/${at}` }),
      );
    const others = [tool('x', { tag: 'repos-issues' }), tool('y', { tag: 'users' })];
    const tools = [
      ...many('issues', 60),
      ...many('pulls', 50),
      ...many('rare', 2),
      tool('root', { tag: 'repos', path: '/repos/{owner}' }),
    ];

    const plans = planGroups([...tools, ...others]);

    expect(plans.map(({ name, title, tools: own }) => [name, title, own.length])).toEqual([
      ['repos-issues_read', 'repos / issues (read)', 60],
      ['repos-pulls_read', 'repos / pulls (read)', 50],
      ['repos_issues_read', 'repos-issues (read)', 1],
      ['repos_read', 'repos (read)', 3],
      ['users_read', 'users (read)', 1],
    ]);
  });

  test('goes one segment further where one part is still large', () => {
    const tools = ['pods', 'secrets'].flatMap((kind) =>
      Array.from({ length: 60 }, (_, at) =>
        tool(`${kind}_${at}`, { tag: 'core', path: `/api/v1/namespaces/{n}/${kind}/${at}` }),
      ),
    );

    expect(planGroups(tools).map(({ name }) => name)).toEqual(['core-pods_read', 'core-secrets_read']);
  });
});

describe('the name of a group', () => {
  test.each([
    ['1-Click Applications', 'tag_1_click_applications_read'],
    ['2FA', 'tag_2_fa_read'],
    ['Fax', 'fax_read'],
  ])('of %s begins with a letter', (tag, name) => {
    expect(planGroups([tool('a', { tag })]).map((plan) => plan.name)).toEqual([name]);
  });

  test('leaves room for the key of the server, also where a group is divided', () => {
    const tag = 'An immensely long tag that nobody would want to read to its end';
    const tools = Array.from({ length: 240 }, (_, at) =>
      tool(`t${at}`, { tag, verb: 'PUT', path: `/${tag}/${'segments-of-'.repeat(4)}${at % 2}/${at}` }),
    );

    for (const { name } of planGroups(tools)) {
      expect(name.length + LIMITS.serverKey).toBeLessThan(60);
    }
  });
});

describe('auto', () => {
  test('groups above the threshold, and what an owner chose is left alone', () => {
    const limit = LIMITS.groupingThreshold;

    const { searchThreshold: most } = LIMITS;

    expect([limit, limit + 1, most, most + 1].map((tools) => exposedAs('auto', tools))).toEqual([
      'flat',
      'grouped',
      'grouped',
      'search',
    ]);
    expect([exposedAs('flat', 2_000), exposedAs('grouped', 0)]).toEqual(['flat', 'grouped']);
  });
});
