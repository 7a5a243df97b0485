/** The sessions of the person who asks: they see and end their own, whatever their role, and nobody else's. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { quietManagementStack } from '../../../support/managementStack.ts';
import { beginTestSession } from '../../../support/sessions.ts';

const stack = await quietManagementStack();
beforeEach(() => stack.empty());

const ANN = { claims: { sub: 'ann' } };
const BO = { claims: { sub: 'bo' } };
const idsOf = async (who: object) => {
  const { body } = await stack.call('GET', '/v1/me/sessions', undefined, who);
  return body.items.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`);
};

describe.each(['nobody', 'viewer', 'editor', 'admin'] as const)('somebody with the role %s', (role) => {
  test('sees and ends one of their sessions, not those of others', async () => {
    const { server } = await stack.liveServer();
    const [mine, other, theirs] = await Promise.all([
      beginTestSession('ann', server.id),
      beginTestSession('ann', server.id),
      beginTestSession('bo', server.id),
    ]);
    const ann = { ...ANN, role };

    const seen = await idsOf(ann);
    const ended = await stack.call('DELETE', `/v1/me/sessions/${mine}`, undefined, ann);
    const refused = await stack.call('DELETE', `/v1/me/sessions/${theirs}`, undefined, ann);

    expect(seen.sort()).toEqual([`${mine} active`, `${other} active`].sort());
    expect(ended.status).toBe(204);
    expect(refused).toMatchObject({ status: 404, body: { code: 'session_not_found' } });
    expect((await idsOf(ann)).sort()).toEqual([`${mine} ended`, `${other} active`].sort());
    expect(await idsOf(BO)).toEqual([`${theirs} active`]);
    expect(stack.pushes.length).toBeGreaterThan(0);
    const trail = await stack.rows('audit');
    expect(trail.filter(({ action }) => action === 'client.disconnect')).toMatchObject([{ actor: 'ann' }]);
  });

  test('ends all of theirs at every server', async () => {
    const [one, two] = [await stack.liveServer('One'), await stack.liveServer('Two')];
    await beginTestSession('ann', one.server.id);
    await beginTestSession('ann', two.server.id);
    const theirs = await beginTestSession('bo', two.server.id);

    const { body } = await stack.call('DELETE', '/v1/me/sessions', undefined, { ...ANN, role });

    expect(body).toEqual({ ended: 2 });
    expect((await idsOf(ANN)).every((each: string) => each.endsWith(' ended'))).toBe(true);
    expect(await idsOf(BO)).toEqual([`${theirs} active`]);
  });
});

test('a connection token of one’s own is no session', async () => {
  const { token } = await stack.liveServer();

  const refused = await stack.call('DELETE', `/v1/me/sessions/${token.id}`);

  expect(refused).toMatchObject({ status: 404, body: { code: 'session_not_found' } });
});
