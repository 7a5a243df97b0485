/**
 * The two ways on which an editor once got an admin's credential sent to a host of theirs, through the running stack: by the undo of a
 * refused sealing, and by naming the base URL of a server whose first import had failed. For credentials of every kind.
 */

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rounds } from '../support/attack.ts';
import { oneOfEachKind, type Planted, plantedCredentials } from '../support/planted.ts';
import { type Stage, theftStage } from '../support/thefts.ts';

let stage: Stage;
let planted: readonly Planted[];
beforeAll(async () => {
  planted = oneOfEachKind(await plantedCredentials('login.home.example'));
  stage = await theftStage();
}, 180_000);
afterAll(() => stage?.close());

/** How often each kind is tried, and how many at once. */
const TRIES = rounds(1, 4);
const AT_ONCE = 4;

/** What an editor does while a sealing is refused. Returns whether the credential was used at home, and whether elsewhere. */
async function attempt({ auth }: Planted, segment: string) {
  if (auth.type === 'digest') stage.challenged.add(segment);
  const foreign = `${stage.foreign.baseUrl}/${segment}`;
  const victim = await stage.server({ auth, baseUrl: `${stage.home.baseUrl}/${segment}` });
  await stage.connect(victim, auth);
  await stage.call(victim);
  const isUsed = stage.bearing('home', segment) > 0;
  const enabling = stage.as('editor', 'PATCH', `${victim.path}/tools`, { toolIds: [victim.escaping], enabled: true });
  const removing = stage.as('editor', 'PUT', `${victim.path}/credentials`, { type: 'none' });
  for (let tried = 0; tried < 20; tried++) {
    const moved = await stage.as('editor', 'PATCH', victim.path, { baseUrl: foreign });
    if (moved.status === 200) break;
  }
  await Promise.all([enabling, removing]);
  await stage.rested(victim.id);
  await stage.as('editor', 'PATCH', victim.path, { governance: { maxItems: 3 } });
  await stage.as('editor', 'POST', `${victim.path}/deployments`, {});
  await stage.rested(victim.id);
  for (let call = 0; call < 3; call++) await stage.call(victim);
  return { isUsed, isStolen: stage.bearing('foreign', segment) > 0 };
}

test('an undo that meets another base URL sends no credential there', async () => {
  const stolen: string[] = [];
  const unused: string[] = [];

  const all = Array.from({ length: TRIES }, (_, round) =>
    planted.map((each, at) => ({ each, segment: `v${round}-${at}` })),
  ).flat();
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const attempts = all.slice(from, from + AT_ONCE).map(async ({ each, segment }) => {
      const { isUsed, isStolen } = await attempt(each, segment);
      if (!isUsed) unused.push(each.name);
      if (isStolen) stolen.push(each.name);
    });
    await Promise.all(attempts);
  }

  expect({ stolen, unused, elsewhere: stage.bearing('foreign') }).toEqual({ stolen: [], unused: [], elsewhere: 0 });
}, 180_000);

test('a credential that was given before the base URL was known goes to no host that somebody else names', async () => {
  const before = stage.bearing('foreign');
  const respond = stage.home.respond;
  stage.home.respond = () => ({ status: 503 });
  const victims = await Promise.all(
    planted.map(({ auth }) =>
      stage.server({
        source: { kind: 'openapi', url: `${stage.home.baseUrl}/openapi.json` },
        baseUrl: undefined,
        auth,
      }),
    ),
  );
  stage.home.respond = respond;

  await Promise.all(
    victims.map(async (victim) => {
      await stage.as('editor', 'PATCH', victim.path, {
        baseUrl: stage.foreign.baseUrl,
        source: { kind: 'openapi', url: `${stage.foreign.baseUrl}/openapi.json` },
      });
      await stage.as('editor', 'POST', `${victim.path}/deployments`, {});
      await stage.rested(victim.id);
      await stage.call(victim);
    }),
  );

  expect(stage.bearing('foreign') - before).toBe(0);
}, 120_000);

test('a sealed header goes to no host but its own, by no order of a move, an undo and a removal', async () => {
  const before = stage.bearing('foreign');
  const sealed = { name: 'X-Planted', value: 'planted-in-a-header', sealed: true };
  const stolen: string[] = [];
  const unused: string[] = [];

  for (let round = 0; round < TRIES; round++) {
    const segment = `h${round}`;
    const foreign = `${stage.foreign.baseUrl}/${segment}`;
    const baseUrl = `${stage.home.baseUrl}/${segment}`;
    const victim = await stage.server({ auth: { type: 'none' }, baseUrl, headers: [sealed] });
    const change = (body: object) => stage.as('editor', 'PATCH', victim.path, body);
    await stage.call(victim);
    if (stage.bearing('home', segment) === 0) unused.push(segment);
    const enabling = stage.as('editor', 'PATCH', `${victim.path}/tools`, { toolIds: [victim.escaping], enabled: true });
    await Promise.all([
      enabling,
      change({ headers: [] }),
      change({ baseUrl: foreign }),
      change({ baseUrl: foreign, headers: [{ name: 'X-Planted', sealed: true }] }),
      change({ baseUrl: foreign, headers: [] }),
    ]);
    await stage.rested(victim.id);
    await change({ headers: [{ name: 'X-Planted', sealed: true }] });
    await change({ baseUrl: foreign, headers: [{ name: 'X-Planted', sealed: true, tools: ['listOrders'] }] });
    await change({ baseUrl: foreign });
    await stage.as('editor', 'POST', `${victim.path}/deployments`, {});
    await stage.rested(victim.id);
    for (let call = 0; call < 3; call++) await stage.call(victim);
    if (stage.bearing('foreign', segment) > 0) stolen.push(segment);
  }

  expect({ stolen, unused, elsewhere: stage.bearing('foreign') - before }).toEqual({
    stolen: [],
    unused: [],
    elsewhere: 0,
  });
}, 120_000);
