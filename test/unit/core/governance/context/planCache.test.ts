/** The cache of plans: what shares a plan, and that a full cache goes on caching. */
import { expect, test } from '@jest/globals';
import { createPlanner } from '../../../../../core/governance/context/planCache.ts';
import { createKeyReader } from '../../../../../core/governance/fieldName/nameCache.ts';
import { defined } from '../../../../support/defined.ts';

const planner = () => createPlanner(createKeyReader());

test('objects with the same keys in equal scopes have one plan', () => {
  const { root, planOf, planOfKeys } = planner();
  const plan = planOfKeys(['tags', 'limits'], root);
  const [tags, limits] = plan.variant(0).fields.map(({ childScope }) => childScope);

  expect(planOf({ tags: 1, limits: 2 }, root)).toBe(plan);
  expect(planOf({ limits: 2, tags: 1 }, root)).not.toBe(plan);
  expect(planOf({ id: 1 }, defined(tags))).toBe(planOf({ id: 2 }, defined(tags)));
  expect(planOf({ id: 1 }, defined(tags))).not.toBe(planOf({ id: 1 }, defined(limits)));
});

test('a full cache forgets, and caches what comes next', () => {
  const { root, planOfKeys } = planner();
  const first = planOfKeys(['first'], root);
  for (let at = 0; at < 8; at++) planOfKeys([`key${at}`], root);

  const next = planOfKeys(['next'], root);

  expect(planOfKeys(['next'], root)).toBe(next);
  expect(planOfKeys(['first'], root)).not.toBe(first);
});

test('a plan of very long keys is made anew each time', () => {
  const { root, planOf, planOfKeys } = planner();
  const long = Array.from({ length: 3 }, (_, at) => `${at} `.repeat(3_000));
  const object = Object.fromEntries(long.map((key) => [key, 1]));

  expect(planOfKeys(long, root)).not.toBe(planOfKeys(long, root));
  expect(planOf(object, root)).not.toBe(planOf(object, root));
  expect(planOf(object, root).keys).toEqual(long);
});

test('plans of ever new scopes are not kept without limit', () => {
  const { root, planOfKeys } = planner();
  const scopes = Array.from({ length: 2_100 }, (_, at) => ({ ...root, role: `role${at}` as 'none' }));
  const first = planOfKeys(['id'], defined(scopes[0]));
  for (const scope of scopes) planOfKeys(['id'], scope);

  const last = planOfKeys(['id'], defined(scopes.at(-1)));

  expect(planOfKeys(['id'], defined(scopes.at(-1)))).toBe(last);
  expect(planOfKeys(['id'], defined(scopes[0]))).not.toBe(first);
});
