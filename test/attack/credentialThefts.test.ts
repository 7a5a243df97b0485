/**
 * The two ways on which an editor once got an admin's credential sent to a host of theirs, through the running stack: by the undo of a
 * refused sealing, and by naming the base URL of a server whose first import had failed.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rounds } from '../support/attack.ts';
import { type Stage, theftStage } from '../support/thefts.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await theftStage();
}, 180_000);
afterAll(() => stage?.close());

const TRIES = rounds(5, 40);

test('an undo that meets another base URL sends no credential there', async () => {
  const foreign = `${stage.foreign.baseUrl}/v1`;
  let stolen = 0;

  for (let at = 0; at < TRIES; at++) {
    const before = stage.stolen();
    const victim = await stage.server();
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
    if (stage.stolen() > before) stolen++;
  }

  expect(`${stolen} of ${TRIES} tries`).toBe(`0 of ${TRIES} tries`);
});

test('a credential that was given before the base URL was known goes to no host that somebody else names', async () => {
  const respond = stage.home.respond;
  stage.home.respond = () => ({ status: 503 });
  const victim = await stage.server({
    source: { kind: 'openapi', url: `${stage.home.baseUrl}/openapi.json` },
    baseUrl: undefined,
  });
  stage.home.respond = respond;
  const before = stage.stolen();

  await stage.as('editor', 'PATCH', victim.path, {
    baseUrl: stage.foreign.baseUrl,
    source: { kind: 'openapi', url: `${stage.foreign.baseUrl}/openapi.json` },
  });
  await stage.as('editor', 'POST', `${victim.path}/deployments`, {});
  await stage.rested(victim.id);
  await stage.call(victim);

  expect(stage.stolen() - before).toBe(0);
});
