/** Four eyes on a whole stack: who asks and who approves, by logins and an automation key, with events, a demoted approver, and over a restart. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { busEntries } from '../support/eventBus.ts';
import { type Answer, ask, type Logins, loginsOf } from '../support/logins.ts';
import { type LocalStack, startStack } from '../support/stack.ts';
import { toldIn, typesOf } from '../support/told.ts';
import { until } from '../support/until.ts';

const FLAGS = ['--context', 'events=true'];
let stack: LocalStack;
let logins: Logins;
let id: string;
beforeAll(async () => {
  stack = await startStack({ flags: FLAGS });
  logins = await loginsOf(stack);
  const made = await stack.api<{ server: { id: string }; deployment: { id: string } }>('POST', '/v1/servers', {
    name: 'Orders',
    source: { kind: 'manual' },
    baseUrl: 'https://api.example.com/v1',
    auth: { type: 'none' },
    tokenLabel: null,
  });
  id = made.server.id;
  const path = `/v1/servers/${id}/deployments/${made.deployment.id}`;
  await until(async () => (await stack.api<{ status: string }>('GET', path)).status === 'live');
  // The local login has one admin of the installation.
  await stack.api('PATCH', '/v1/projects/default', { members: { editor: 'admin' } });
  await stack.api('PUT', '/v1/projects/default/floor', { rules: { secondPerson: ['governance', 'hosts', 'tokens'] } });
}, 240_000);
afterAll(() => stack?.stop());

type Who = 'ann' | 'ben' | 'cleo';
/** Ann and Ben are editors; Cleo is one until she is demoted. */
const as = (who: Who, groups: readonly string[] = ['editor']) =>
  logins.token({ sub: who, 'cognito:groups': groups, email: `${who}@corp.example`, email_verified: true });
const send = async (who: Who, method: string, path: string, body?: object): Promise<Answer> =>
  ask(stack, await as(who), method, path, body);
const change = (who: Who, body: object) => send(who, 'PATCH', `/v1/servers/${id}`, body);
const pathOf = ({ body }: Answer) => `/v1/change-requests/${body.context.change}`;
const readBy = async (who: Who, asked: Answer) => (await send(who, 'GET', pathOf(asked))).body;
const decide = async (who: Who, asked: Answer, decision = 'approve'): Promise<Answer> =>
  send(who, 'POST', pathOf(asked), { decision, digest: (await readBy(who, asked)).digest });
const governance = async () =>
  (await stack.api<{ governance: { overrides: object } }>('GET', `/v1/servers/${id}`)).governance.overrides;

test('an editor asks, another one approves, and it is done once, of several who approve at the same moment', async () => {
  const asks = await Promise.all([1, 2, 3].map(() => change('ann', { governance: { mode: 'minimal' } })));
  const [asked] = asks as [Answer];
  const own = await decide('ann', asked);

  const both = await Promise.all([decide('ben', asked), decide('cleo', asked), decide('ben', asked)]);

  expect(asks.map(({ status, body }) => [status, body.code])).toEqual(asks.map(() => [202, 'second_person_needed']));
  expect(new Set(asks.map(({ body }) => body.context.change)).size).toBe(1);
  expect(own).toMatchObject({ status: 403, body: { code: 'change_own' } });
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await governance()).toEqual({ mode: 'minimal' });
  const { items } = await stack.api<{ items: { action: string; actorName: string; detail: object }[] }>(
    'GET',
    `/v1/servers/${id}/audit`,
  );
  expect(items.filter(({ action }) => action === 'server.change')).toEqual([
    expect.objectContaining({
      actorName: 'ann@corp.example',
      detail: expect.objectContaining({ secondPerson: expect.stringMatching(/^(ben|cleo)@/) }),
    }),
  ]);
});

test('a new change withdraws what waits, and so does the person', async () => {
  const asked = await change('ann', { governance: { pii: false } });
  expect((await change('ben', { governance: { mode: null } })).status).toBe(200);

  const late = await decide('cleo', asked);
  const again = await change('ann', { governance: { pii: false } });
  const withdrawn = await decide('ann', again, 'withdraw');

  expect([late.status, late.body.code]).toEqual([409, 'approval_decided']);
  expect(withdrawn.body.status).toBe('withdrawn');
  expect(await governance()).toEqual({});
});

test('an automation key asks, and neither it nor who made it approves', async () => {
  await stack.api('PATCH', '/v1/projects/default', { members: { ann: 'admin' } });
  const { value } = await stack.api<{ value: string }>('POST', '/v1/automation-keys', { label: 'CI', role: 'editor' });
  const asked = await ask(stack, value, 'PATCH', `/v1/servers/${id}`, {
    hosts: [{ origin: 'https://files.example.com', approved: true }],
  });
  const { digest } = await readBy('ben', asked);
  const body = { decision: 'approve', digest };

  const byKey = await ask(stack, value, 'POST', pathOf(asked), body);
  const byMaker = await ask(stack, stack.accessToken, 'POST', pathOf(asked), body);
  const second = await decide('ben', asked);

  expect(asked.status).toBe(202);
  expect(byKey.body.code).toBe('key_not_allowed');
  expect(byMaker.body.code).toBe('change_own');
  expect(second.body.status).toBe('done');
  const { hosts } = await stack.api<{ hosts: { origin: string }[] }>('GET', `/v1/servers/${id}`);
  expect(hosts).toMatchObject([{ origin: 'https://files.example.com' }]);
});

test('who has lost the role approves nothing, and what they asked for is withdrawn', async () => {
  const project = (members: object) => stack.api('PATCH', '/v1/projects/default', { members });
  await project({ dora: 'editor' });
  const dora = await logins.token({ sub: 'dora', 'cognito:groups': [] });
  const asked = await change('ann', { governance: { dryRun: true } });
  const hers = await ask(stack, dora, 'PATCH', `/v1/servers/${id}`, { governance: { mode: 'minimal' } });
  const { digest } = (await ask(stack, dora, 'GET', pathOf(asked))).body;
  await project({ dora: 'viewer' });

  const demoted = await ask(stack, dora, 'POST', pathOf(asked), { decision: 'approve', digest });
  const ofDemoted = await decide('ben', hers);
  await project({ dora: null });
  const stranger = await ask(stack, dora, 'GET', pathOf(asked));

  expect(demoted).toMatchObject({ status: 403, body: { code: 'role_required' } });
  expect(ofDemoted).toMatchObject({ status: 409, body: { code: 'change_overtaken' } });
  expect(stranger.status).toBe(403);
  expect(await governance()).toEqual({});
});

test('after a restart what waits still waits, and a token that was approved is made once, for who asked', async () => {
  const label = { label: 'Nightly' };
  const token = () => send('ann', 'POST', `/v1/servers/${id}/tokens`, label);
  const [asked, other] = [await token(), await change('ann', { governance: { dryRun: true } })];
  await decide('ben', asked);
  await stack.kill();
  stack = await startStack({ flags: FLAGS, data: stack.data });
  // The login is at another port.
  logins = await loginsOf(stack);

  const [one, two, foreign] = await Promise.all([
    token(),
    token(),
    send('ben', 'POST', `/v1/servers/${id}/tokens`, label),
  ]);
  const approved = await decide('ben', other);

  const made = [one, two].filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  expect(made[0]?.body.token.value).toEqual(expect.any(String));
  expect([foreign.status, foreign.body.code]).toEqual([202, 'second_person_needed']);
  expect(approved.body.status).toBe('done');
  expect(await governance()).toEqual({ dryRun: true });
}, 240_000);

test('a project that nobody shares sees nothing of it, and both events were told', async () => {
  const { id: project } = await stack.api<{ id: string }>('POST', '/v1/projects', { name: 'Elsewhere' });
  await stack.api('PATCH', `/v1/projects/${project}`, { members: { zoe: 'admin' } });
  const zoe = await logins.token({ sub: 'zoe', 'cognito:groups': [] });
  const asked = await change('ann', { governance: { mode: 'minimal' } });

  const list = await ask(stack, zoe, 'GET', '/v1/change-requests');
  const one = await ask(stack, zoe, 'GET', pathOf(asked));
  const none = await ask(stack, zoe, 'GET', `/v1/change-requests/chg_${'0'.repeat(32)}`);

  expect(list.body).toEqual({ items: [], waiting: 0 });
  expect([one.status, one.body.code]).toEqual([404, 'change_request_not_found']);
  expect({ ...one.body, requestId: '' }).toEqual({ ...none.body, requestId: '' });
  const told = () => busEntries(stack).filter(({ DetailType }) => DetailType.startsWith('change.'));
  const wanted = toldIn('test/local/fourEyes.test.ts');
  await until(() => typesOf(told().map(({ DetailType }) => DetailType)).length === wanted.length);
  expect(typesOf(told().map(({ DetailType }) => DetailType))).toEqual(wanted);
  expect(JSON.stringify(told())).not.toContain('corp.example');
});
