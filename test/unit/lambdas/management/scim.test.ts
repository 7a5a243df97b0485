/**
 * SCIM through the real handler, the real table of sign-ins and the local user pool: what becomes of people whom an identity provider provisions, puts into
 * groups, deactivates and removes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { personNow } from '../../../../aws/provisioned.ts';
import { handler } from '../../../../lambdas/management/handler.ts';
import { DataFolder } from '../../../../local/data/folder.ts';
import { isRole, LOCAL_GROUPS, People } from '../../../../local/login/people.ts';
import { cognitoService } from '../../../../local/twins/cognito.ts';
import { type CallOptions, eventOf } from '../../../support/managementEvent.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';
import { beginTestSession } from '../../../support/sessions.ts';
import { startTwin, type TwinAccess } from '../../../support/twins.ts';

const POOL = 'us-east-1_Test00000';
const stack = await quietManagementStack();
let folder: string;
let data: DataFolder;
let people: People;
let twin: TwinAccess;
let key: string;

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-scim-'));
  data = new DataFolder(join(folder, 'state'));
  people = new People(data);
  twin = await startTwin(
    cognitoService({
      poolArn: `arn:aws:cognito-idp:us-east-1:000000000000:userpool/${POOL}`,
      groups: LOCAL_GROUPS,
      users: () => people.all().filter(({ username }) => !isRole(username)),
      since: Date.parse('2026-11-01T08:30:00Z'),
      changes: people.changes,
    }),
  );
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: twin.as('all').credentials.accessKeyId,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: twin.url,
    USER_POOL: POOL,
    GROUP_ROLES: JSON.stringify({ Platform: ['admin'], Engineering: ['editor'], 'group-object-id': ['viewer'] }),
    PROVIDER_NAME: 'Company',
  });
});
afterAll(async () => {
  await twin.close();
  data.release();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const { username } of people.all()) if (!isRole(username)) people.changes.remove(username);
  await stack.empty();
  key = (await stack.call('POST', '/v1/automation-keys', { label: 'Okta', role: 'scim' })).body.value;
  // Somebody whom no request of a test touches.
  comes('zoe', ['Platform']);
});

interface ScimResult {
  readonly status: number;
  readonly headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is what a test looks at
  readonly body: any;
}

async function scim(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<ScimResult> {
  const headers = { 'content-type': 'application/scim+json', ...options.headers };
  const event = eventOf(method, `/scim/v2${path}`, body, { key, ...options, headers });
  const result = (await handler(event, {} as never)) as APIGatewayProxyStructuredResultV2;
  const answered = result.headers as Record<string, string>;
  return {
    status: result.statusCode ?? 0,
    headers: answered,
    body: result.body ? JSON.parse(result.body) : undefined,
  };
}
const list = (path: string, query: Record<string, string>) => scim('GET', path, undefined, { query });
const patch = (path: string, ...Operations: object[]) => scim('PATCH', path, { schemas: [PATCH_OP], Operations });

const mailOf = (name: string) => `${name}@example.com`;
const pushed = async (name: string, more: object = {}) =>
  (await scim('POST', '/Users', { schemas: [USER], userName: mailOf(name), active: true, ...more })).body;
const pushedGroup = (displayName: string, members: string[] = [], more: object = {}) =>
  scim('POST', '/Groups', { schemas: [GROUP], displayName, members: members.map((value) => ({ value })), ...more });

/** Somebody signs in through the provider for the first time, who names these groups. */
function comes(name: string, groups: readonly string[] = []): void {
  const attributes = { email: mailOf(name), email_verified: 'true', 'custom:groups': JSON.stringify(groups) };
  people.welcome({ username: `Company_${name}`, attributes });
}
/** A request with the login of that person, with groups as the pool's trigger puts them into its tokens. */
const asPerson = (name: string, groups: readonly string[] = []): CallOptions => ({
  role: 'nobody',
  claims: {
    sub: `Company_${name}`,
    'cognito:username': `Company_${name}`,
    email: mailOf(name),
    email_verified: 'true',
    'cognito:groups': `[${groups.join(' ')}]`,
  },
});
/** As above, of a login that comes later. */
const asPersonLater = (name: string, groups: readonly string[]): CallOptions => {
  const who = asPerson(name, groups);
  return { ...who, claims: { ...who.claims, iat: String(Math.ceil(Date.now() / 1_000) + 5) } };
};
const me = (name: string, groups?: readonly string[]) => stack.call('GET', '/v1/me', undefined, asPerson(name, groups));
const account = (name: string) => people.all().find(({ username }) => username === `Company_${name}`);
const actions = async () => (await stack.rows('audit')).map(({ action }) => action);

describe('a key with the role scim', () => {
  test('does nothing but SCIM, and no other key or login does SCIM', async () => {
    const { body: other } = await stack.call('POST', '/v1/automation-keys', { label: 'CI', role: 'admin' });

    expect(await stack.call('GET', '/v1/servers', undefined, { key })).toMatchObject({
      status: 403,
      body: { code: 'key_not_allowed' },
    });
    expect((await scim('GET', '/Users', undefined, { key: other.value })).status).toBe(403);
    expect((await scim('GET', '/Users', undefined, { key: 'pca_wrong' })).status).toBe(401);
    const { status, headers, body } = await scim('GET', '/ServiceProviderConfig', undefined, {
      headers: { authorization: 'Bearer nothing' },
    });
    expect({ status, type: headers['content-type'], schemas: body.schemas }).toEqual({
      status: 401,
      type: 'application/scim+json',
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    });
  });

  test('is refused from the request on that follows its revocation', async () => {
    const [{ id }] = (await stack.call('GET', '/v1/automation-keys')).body.items;

    await stack.call('DELETE', `/v1/automation-keys/${id}`);

    expect((await scim('GET', '/Users')).status).toBe(401);
  });

  test('is made with no project, and not without an identity provider or where people are fixed', async () => {
    const make = (more: object = {}) =>
      stack.call('POST', '/v1/automation-keys', { label: 'Entra', role: 'scim', ...more });
    const ofProject = await make({ project: 'default' });
    const { GROUP_ROLES } = process.env;
    delete process.env['GROUP_ROLES'];
    const [without, used] = [await make(), await scim('GET', '/Users')];
    process.env['GROUP_ROLES'] = GROUP_ROLES;
    process.env['INVITATIONS'] = 'false';
    const fixed = [await make(), await scim('GET', '/Users')];
    delete process.env['INVITATIONS'];

    expect(ofProject).toMatchObject({ status: 400, body: { faults: [{ field: '/project' }] } });
    expect(without).toMatchObject({ status: 409, body: { code: 'scim_off' } });
    expect(used.status).toBe(409);
    expect(fixed).toMatchObject([{ body: { code: 'members_fixed' } }, { status: fixed[1]?.status }]);
    expect(fixed[1]?.body.detail).toContain('members_fixed');
  });
});

test('a key for SCIM is made by nobody who lacks a right that a pushed group gives', async () => {
  const before = process.env['GROUP_ROLES'];
  process.env['GROUP_ROLES'] = JSON.stringify({ Platform: ['admin'], Privacy: ['answer-reader'] });

  const answers = [
    await stack.call('POST', '/v1/automation-keys', { label: 'Okta', role: 'scim' }),
    await stack.call('POST', '/v1/automation-keys', { label: 'Okta', role: 'scim' }, { rights: ['answer-reader'] }),
  ];

  process.env['GROUP_ROLES'] = before;
  expect(answers).toMatchObject([{ status: 403, body: { code: 'right_not_yours' } }, { status: 201 }]);
});

describe('a user', () => {
  test('is made, found, replaced, changed and deleted', async () => {
    const made = await scim('POST', '/Users', {
      schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      userName: 'Ann@Example.com',
      externalId: '00u1',
      name: { givenName: 'Ann', familyName: 'Archer', middleName: 'not kept' },
      emails: [{ value: mailOf('ann'), type: 'work', primary: 'True' }],
      password: 'never-kept',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
    });
    const { id } = made.body;
    const found = await list('/Users', { filter: 'userName eq "ann@example.com"' });
    const replaced = await scim('PUT', `/Users/${id}`, { schemas: [USER], id, userName: mailOf('ann'), active: true });
    const gone = await scim('DELETE', `/Users/${id}`);

    expect(made).toMatchObject({
      status: 201,
      headers: { 'content-type': 'application/scim+json', location: `https://edge.example.com/scim/v2/Users/${id}` },
      body: {
        userName: 'Ann@Example.com',
        active: true,
        name: { givenName: 'Ann', familyName: 'Archer' },
        emails: [{ value: mailOf('ann'), type: 'work', primary: true }],
        meta: { resourceType: 'User', version: 'W/"1"' },
      },
    });
    expect(await stack.everythingStored()).not.toMatch(/never-kept|Sales|not kept/);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id, externalId: '00u1' }] });
    expect(replaced.body).toMatchObject({ userName: mailOf('ann'), meta: { version: 'W/"2"' } });
    expect(replaced.body).not.toHaveProperty('name');
    expect(gone.status).toBe(204);
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
    expect(await actions()).toEqual(
      expect.arrayContaining(['scim.user.create', 'scim.user.change', 'scim.user.delete']),
    );
  });

  test('has names that nobody else has, also when two are made at once', async () => {
    const twice = await Promise.all([1, 2].map(() => scim('POST', '/Users', { userName: mailOf('bo') })));
    const { id } = await pushed('cy', { externalId: 'x' });
    const taken = await scim('PUT', `/Users/${id}`, { userName: mailOf('BO') });

    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(taken).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    expect((await scim('POST', '/Users', { userName: 'other', externalId: 'x' })).status).toBe(409);
  });

  test('is changed only in the version that the client knows', async () => {
    const { id } = await pushed('di');
    const headers = { 'if-match': 'W/"1"' };

    const first = await scim('PUT', `/Users/${id}`, { userName: mailOf('di'), displayName: 'Di' }, { headers });
    const late = await scim('PUT', `/Users/${id}`, { userName: mailOf('di'), displayName: 'Dina' }, { headers });
    const same = await scim('GET', `/Users/${id}`, undefined, { headers: { 'if-none-match': 'W/"2"' } });

    expect([first.status, first.headers['etag'], late.status, same.status]).toEqual([200, 'W/"2"', 412, 304]);
  });

  test('has no role by being made, and that of pushed groups in the place of those of the login', async () => {
    comes('eve', ['Platform']);
    const before = await me('eve', ['admin']);
    const { id } = await pushed('eve');
    const provisioned = await me('eve', ['admin']);
    await pushedGroup('Engineering', [id]);
    const inGroup = await stack.call('GET', '/v1/me', undefined, asPersonLater('eve', ['admin']));
    const members = (await stack.call('GET', '/v1/members')).body.members;
    const refreshed = await personNow('Company_eve');

    expect(before.body.role).toBe('admin');
    expect(provisioned.body.role).toBe('admin');
    expect(inGroup.body.role).toBe('editor');
    expect(members).toContainEqual(expect.objectContaining({ id: 'Company_eve', role: 'editor', status: 'active' }));
    expect(refreshed?.groups).toEqual(['editor', 'Engineering']);
  });

  test('who is not active is refused at once, whatever their login says, and is let in again by the same way', async () => {
    comes('fay', ['Engineering']);
    const { id } = await pushed('fay');
    const before = await me('fay', ['editor']);

    const off = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
    const refused = await me('fay', ['editor']);
    const inMcp = await personNow('Company_fay');
    const shown = (await stack.call('GET', '/v1/members')).body.members;
    await patch(`/Users/${id}`, { op: 'replace', value: { active: true } });
    const again = await stack.call('GET', '/v1/me', undefined, asPersonLater('fay', ['editor']));

    expect(before.status).toBe(200);
    expect(off).toMatchObject({ status: 200, body: { active: false } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'deactivated' } });
    expect(inMcp).toBeUndefined();
    expect(shown).toContainEqual(expect.objectContaining({ id: 'Company_fay', status: 'disabled' }));
    expect(again).toMatchObject({ status: 200, body: { role: 'editor' } });
    expect(account('fay')?.enabled).toBe(true);
  });

  test.each([
    ['active: false', async (id: string) => patch(`/Users/${id}`, { op: 'replace', value: { active: false } })],
    ['DELETE', async (id: string) => scim('DELETE', `/Users/${id}`)],
  ])('who is ended by %s holds nothing any more', async (how, end) => {
    // Prepare
    comes('gil', ['Platform']);
    const { id } = await pushed('gil');
    const { server } = await stack.liveServer('Orders');
    const who = asPerson('gil', ['admin']);
    await stack.call('POST', `/v1/servers/${server.id}/tokens`, { label: 'Theirs' }, who);
    await stack.call('POST', '/v1/automation-keys', { label: 'Theirs', role: 'editor' }, who);
    await beginTestSession('Company_gil', server.id);

    // Act
    const answer = await end(id);

    // Assess
    const open = (await stack.rows('tokens')).filter(
      ({ createdBy, revokedAt }) => createdBy === 'Company_gil' && !revokedAt,
    );
    const keys = (await stack.call('GET', '/v1/automation-keys')).body.items;
    expect(answer.status).toBeLessThan(300);
    expect(open).toEqual([]);
    expect(keys.map(({ label }: { label: string }) => label)).toEqual(['Okta']);
    expect(how === 'DELETE' ? account('gil') : account('gil')?.enabled).toBe(how === 'DELETE' ? undefined : false);
    const [entry] = (await stack.rows('audit')).filter(({ action }) =>
      /^member\.(change|remove)$/.test(String(action)),
    );
    expect(entry).toMatchObject({ actorName: 'automation key Okta' });
  });

  test('is found by the provider’s id and by earlier names, without a verified address', async () => {
    people.welcome({
      username: 'Company_00u7',
      attributes: { email: mailOf('hal'), 'custom:groups': '["Engineering"]' },
    });
    people.welcome({ username: 'Company_old@example.com', attributes: { 'custom:groups': '["Engineering"]' } });
    const { id } = await pushed('hal', { externalId: '00u7' });
    const named = await pushed('old');
    await scim('PUT', `/Users/${named.id}`, { userName: 'new@example.com' });

    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
    await patch(`/Users/${named.id}`, { op: 'replace', path: 'active', value: false });

    const enabled = people.all().filter(({ username }) => /^Company_(00u7|old)/.test(username));
    expect(enabled.map((each) => each.enabled)).toEqual([false, false]);
    expect(await personNow('Company_old@example.com')).toBeUndefined();
  });

  test('with an unverified address of somebody else is not them', async () => {
    people.welcome({
      username: 'Company_mallory',
      attributes: { email: mailOf('ida'), 'custom:groups': '["Engineering"]' },
    });
    const { id } = await pushed('ida');
    await pushedGroup('Platform', [id]);

    const person = await personNow('Company_mallory');
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });

    expect(person?.groups).toEqual(['editor', 'Engineering']);
    expect(people.all().find(({ username }) => username === 'Company_mallory')?.enabled).toBe(true);
  });

  test('who is made inactive, or gets the names of somebody while inactive, is ended as if deactivated', async () => {
    const ends: Array<[name: string, change: () => Promise<ScimResult>]> = [
      ['lea', () => scim('POST', '/Users', { schemas: [USER], userName: mailOf('lea'), active: false })],
      [
        'leo',
        async () => {
          const { id } = await pushed('nobody', { active: false });
          return patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: mailOf('leo') });
        },
      ],
    ];
    for (const [name, change] of ends) {
      comes(name, ['Engineering']);

      const { status, body } = await change();

      expect({ status: status < 300, active: body.active }).toEqual({ status: true, active: false });
      expect(account(name)?.enabled).toBe(false);
      await patch(`/Users/${body.id}`, { op: 'replace', path: 'active', value: true });
      expect(account(name)?.enabled).toBe(true);
    }
  });

  test('whom an admin has locked out here stays locked out when the provider deactivates and activates them', async () => {
    comes('max', ['Engineering']);
    const { id } = await pushed('max');
    await stack.call('PATCH', '/v1/members/Company_max', { enabled: false });

    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true });

    expect(account('max')?.enabled).toBe(false);
  });

  test('is found in whatever case the provider writes the name at a login', async () => {
    people.welcome({ username: 'Company_Nia.North', attributes: { email: mailOf('nia'), 'custom:groups': '[]' } });
    const { id } = await pushed('nia', { userName: 'nia.north', emails: [{ value: mailOf('nia') }] });

    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });

    expect(people.all().find(({ username }) => username === 'Company_Nia.North')?.enabled).toBe(false);
  });

  test('who was made inactive without being locked out is locked out when the request is repeated', async () => {
    comes('ray', ['Engineering']);
    const make = () => scim('POST', '/Users', { userName: mailOf('ray'), active: false });
    const { setEnabled } = people.changes;
    const changes = people.changes as { setEnabled: typeof setEnabled };
    changes.setEnabled = () => {
      throw new Error('The pool is away.');
    };
    const failed = await make();
    changes.setEnabled = setEnabled;

    const repeated = await make();

    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(repeated.status).toBe(409);
    expect(account('ray')?.enabled).toBe(false);
  });

  test('who is deactivated at the provider is let in by it alone', async () => {
    comes('quin', ['Engineering']);
    const { id } = await pushed('quin');
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });

    const enabled = await stack.call('PATCH', '/v1/members/Company_quin', { enabled: true });

    expect(enabled).toMatchObject({ status: 409, body: { code: 'member_deactivated' } });
    expect(account('quin')?.enabled).toBe(false);
  });

  test('is known by the account that has logged in, and none is known twice', async () => {
    people.welcome({ username: 'Company_Pat.Pine', attributes: { email: mailOf('pat'), 'custom:groups': '[]' } });
    const { id } = await pushed('pat', { userName: 'pat.pine' });
    await Promise.all([1, 2, 3].map(() => me('Pat.Pine', ['editor'])));
    const { version } = (await scim('GET', `/Users/${id}`)).body.meta;
    await me('Pat.Pine', ['editor']);

    expect((await scim('GET', `/Users/${id}`)).body.meta.version).toBe(version);
    await scim('DELETE', `/Users/${id}`);
    expect(account('Pat.Pine')).toBeUndefined();
  });

  test('whose address was that of somebody else before takes nobody along', async () => {
    comes('oli', ['Engineering']);
    const before = await pushed('oli');
    await scim('PUT', `/Users/${before.id}`, { userName: 'oliver@example.com' });
    const after = await pushed('oli');

    await patch(`/Users/${after.id}`, { op: 'replace', path: 'active', value: false });

    expect(account('oli')?.enabled).toBe(true);
    expect((await me('oli', ['editor'])).status).toBe(200);
  });

  test('whose account the pool did not lock out is locked out when the request is repeated', async () => {
    comes('jon', ['Engineering']);
    const { id } = await pushed('jon');
    const { setEnabled } = people.changes;
    const changes = people.changes as { setEnabled: typeof setEnabled };
    changes.setEnabled = () => {
      throw new Error('The pool is away.');
    };
    const failed = await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
    const meanwhile = await me('jon', ['editor']);
    changes.setEnabled = setEnabled;

    const repeated = await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });

    expect(failed.status).toBeGreaterThanOrEqual(400);
    expect(meanwhile.status).toBeGreaterThan(400);
    expect(repeated.status).toBe(200);
    expect(account('jon')?.enabled).toBe(false);
  });
});

describe('the last admin who can log in', () => {
  beforeEach(() => people.changes.remove('Company_zoe'));

  test.each([
    ['deactivated', (id: string) => patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })],
    ['deleted', (id: string) => scim('DELETE', `/Users/${id}`)],
    ['put into a group without the role', (id: string) => pushedGroup('Engineering', [id])],
    [
      'found by the names of somebody who is not active',
      async () => {
        const { id } = await pushed('other', { active: false });
        return scim('PUT', `/Users/${id}`, { userName: 'Other', externalId: 'ada' });
      },
    ],
    [
      'found by the names of somebody in a group without the role',
      async () => {
        const other = await pushed('other');
        await pushedGroup('Engineering', [other.id]);
        return scim('PUT', `/Users/${other.id}`, { userName: 'Other', externalId: 'ada' });
      },
    ],
    [
      'made anew by its id as inactive',
      () => scim('POST', '/Users', { userName: 'Other', externalId: 'ada', active: false }),
    ],
  ])('is not %s', async (_how, change) => {
    comes('ada', ['Platform']);
    const { id } = await pushed('ada');

    const answer = await change(id);

    expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('last_admin') } });
    expect((await me('ada', ['admin'])).body.role).toBe('admin');
    expect(account('ada')?.enabled).toBe(true);
  });

  test.each([
    ['a new person', () => scim('POST', '/Users', { userName: 'Other', externalId: 'ada', active: true })],
    [
      'somebody who gets other names',
      async () => scim('PUT', `/Users/${(await pushed('other')).id}`, { userName: 'Other', externalId: 'ada' }),
    ],
  ])('does not become %s by the name of their login, whom no pushed group makes an admin', async (_who, change) => {
    comes('ada');
    const { id } = await pushed('ada');
    await pushedGroup('Platform', [id]);

    const answer = await change();

    expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('last_admin') } });
    expect((await personNow('Company_ada'))?.groups).toContain('admin');
  });

  test('is not taken out of the group, and its group neither renamed nor deleted', async () => {
    comes('ada', ['Platform']);
    const { id } = await pushed('ada');
    const { id: groupId } = (await pushedGroup('Platform', [id])).body;

    const answers = [
      await patch(`/Groups/${groupId}`, { op: 'remove', path: `members[value eq "${id}"]` }),
      await patch(`/Groups/${groupId}`, { op: 'replace', path: 'displayName', value: 'Chess' }),
      await scim('PUT', `/Groups/${groupId}`, { displayName: 'Platform', members: [] }),
      await scim('DELETE', `/Groups/${groupId}`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect((await scim('GET', `/Groups/${groupId}`)).body).toMatchObject({
      displayName: 'Platform',
      members: [{ value: id }],
    });
  });

  test('of two whom two requests take at once stays one', async () => {
    comes('ada', ['Platform']);
    comes('bea', ['Platform']);
    const ids = [(await pushed('ada')).id, (await pushed('bea')).id];
    const { id: groupId } = (await pushedGroup('Platform', ids)).body;

    const answers = await Promise.all([
      patch(`/Groups/${groupId}`, { op: 'remove', path: `members[value eq "${ids[0]}"]` }),
      patch(`/Users/${ids[1]}`, { op: 'replace', path: 'active', value: false }),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a group', () => {
  test('is made, found, renamed, and deleted; people in it are shown with it', async () => {
    const { id } = await pushed('kim');
    const made = await pushedGroup('Engineering', [id], { externalId: 'group-1' });
    const groupId = made.body.id;
    const found = await list('/Groups', { filter: 'displayName eq "engineering"', excludedAttributes: 'members' });
    const byMember = await list('/Groups', { filter: `id eq "${groupId}" and members eq "${id}"` });
    const user = await scim('GET', `/Users/${id}`);
    const renamed = await patch(`/Groups/${groupId}`, {
      op: 'Replace',
      value: { id: groupId, displayName: 'Builders' },
    });
    const gone = await scim('DELETE', `/Groups/${groupId}`);

    expect(made).toMatchObject({ status: 201, body: { members: [{ value: id }] } });
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: groupId, externalId: 'group-1' }] });
    expect(found.body.Resources[0]).not.toHaveProperty('members');
    expect(byMember.body.totalResults).toBe(1);
    expect(user.body.groups).toEqual([
      { value: groupId, display: 'Engineering', $ref: `https://edge.example.com/scim/v2/Groups/${groupId}` },
    ]);
    expect(renamed.body.displayName).toBe('Builders');
    expect(gone.status).toBe(204);
    expect((await scim('GET', `/Users/${id}`)).body).not.toHaveProperty('groups');
    expect(await actions()).toEqual(
      expect.arrayContaining(['scim.group.create', 'scim.group.change', 'scim.group.delete']),
    );
  });

  test('gives a role by the provider’s id of it as well, and one in projects and at servers by its name', async () => {
    comes('lea');
    const { id } = await pushed('lea');
    await pushedGroup('Readers', [id], { externalId: 'group-object-id' });
    const { body: project } = await stack.call('POST', '/v1/projects', { name: 'Shop' });
    await stack.call('PATCH', `/v1/projects/${project.id}`, { groups: { Readers: 'editor' } });

    const { body } = await me('lea');

    expect(body.role).toBe('editor');
    expect(body.projects).toContainEqual({ id: project.id, name: 'Shop', role: 'editor' });
    expect((await personNow('Company_lea'))?.groups).toEqual(['viewer', 'Readers', 'group-object-id']);
  });

  test('whose name is that of a role gives none', async () => {
    comes('mia');
    const { id } = await pushed('mia');
    await pushedGroup('admin', [id]);

    expect(await me('mia')).toMatchObject({ status: 403, body: { code: 'no_role' } });
  });

  test('that somebody leaves ends what their lower role may not hold, and their logins', async () => {
    comes('ned', ['Platform']);
    const { id } = await pushed('ned');
    const { id: admins } = (await pushedGroup('Platform', [id])).body;
    await pushedGroup('Readers', [id], { externalId: 'group-object-id' });
    const { server } = await stack.liveServer('Orders');
    const iat = String(Math.floor(Date.now() / 1_000) - 10);
    const who = { ...asPerson('ned', ['admin']), claims: { ...asPerson('ned', ['admin']).claims, iat } };
    await stack.call('POST', `/v1/servers/${server.id}/tokens`, { label: 'Theirs' }, who);

    const left = await patch(`/Groups/${admins}`, { op: 'Remove', path: 'members', value: [{ value: id }] });

    expect(left.body).not.toHaveProperty('members');
    expect(await stack.call('GET', '/v1/me', undefined, who)).toMatchObject({
      status: 401,
      body: { code: 'login_ended' },
    });
    const open = (await stack.rows('tokens')).filter(
      ({ createdBy, revokedAt }) => createdBy === 'Company_ned' && !revokedAt,
    );
    expect(open).toEqual([]);
    expect((await personNow('Company_ned'))?.groups).toEqual(['viewer', 'Readers', 'group-object-id']);
  });

  test('that is the first one of somebody ends what it may not hold of what the groups of their login gave', async () => {
    comes('sam', ['Platform']);
    comes('tim', ['Platform']);
    const ids = [(await pushed('sam')).id, (await pushed('tim')).id];
    const { server } = await stack.liveServer('Orders');
    const iat = String(Math.floor(Date.now() / 1_000) - 10);
    const login = (name: string) => {
      const who = asPerson(name, ['admin']);
      return { ...who, claims: { ...who.claims, iat } };
    };
    const token = { label: 'Theirs' };
    for (const name of ['sam', 'tim']) await stack.call('POST', `/v1/servers/${server.id}/tokens`, token, login(name));

    await pushedGroup('Readers', [ids[0] as string], { externalId: 'group-object-id' });
    await pushedGroup('Platform', [ids[1] as string]);

    const open = (await stack.rows('tokens')).filter(({ revokedAt, label }) => label === 'Theirs' && !revokedAt);
    expect(open.map(({ createdBy }) => createdBy)).toEqual(['Company_tim']);
    expect((await stack.call('GET', '/v1/me', undefined, login('sam'))).body.code).toBe('login_ended');
    expect((await stack.call('GET', '/v1/me', undefined, login('tim'))).body.role).toBe('admin');
  });

  test('too large for one request is whole once the same request has come again, and made twice by none', async () => {
    const ids = await Promise.all(Array.from({ length: 25 }, async (_, at) => (await pushed(`w${at}`)).id as string));
    const now = performance.now.bind(performance);
    let elapsed = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => {
      elapsed += 1_000;
      return now() + elapsed;
    });
    const first = await pushedGroup('Everybody', ids, { externalId: 'all' });
    clock.mockRestore();

    const other = await pushedGroup('Everybody', ids);
    const again = await pushedGroup('Everybody', ids, { externalId: 'all' });
    const third = await pushedGroup('Everybody', ids, { externalId: 'all' });

    expect(first).toMatchObject({ status: 503, body: { detail: expect.stringContaining('scim_unfinished') } });
    expect(first.headers).toHaveProperty('retry-after');
    expect([other.status, again.status, third.status]).toEqual([409, 201, 409]);
    expect(again.body.members).toHaveLength(25);
    expect((await list('/Groups', { filter: 'displayName eq "Everybody"' })).body.totalResults).toBe(1);
  });

  test('of many is changed by requests at once without losing one', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, async (_, at) => (await pushed(`p${at}`)).id as string));
    const groups = [(await pushedGroup('One')).body.id, (await pushedGroup('Two')).body.id];

    const answers = await Promise.all(
      groups.flatMap((group) =>
        ids.map((value) => patch(`/Groups/${group}`, { op: 'add', path: 'members', value: [{ value }] })),
      ),
    );

    const failed = answers.filter(({ status }) => status !== 200);
    expect(failed.filter(({ status, headers }) => status !== 503 || headers['retry-after'] === undefined)).toEqual([]);
    const counts = await Promise.all(
      groups.map(async (id) => (await scim('GET', `/Groups/${id}`)).body.members.length),
    );
    expect(counts[0] + counts[1]).toBe(24 - failed.length);
  });

  test('takes people only, and only those who are there', async () => {
    const { id: other } = (await pushedGroup('Inner')).body;

    expect((await pushedGroup('Outer', [other])).body).toMatchObject({ scimType: 'invalidValue' });
    expect((await pushedGroup('Outer', ['usr_000000000000'])).body).toMatchObject({ scimType: 'invalidValue' });
  });
});

test('a body that comes encoded may be as large as another one', async () => {
  const body = JSON.stringify({ userName: mailOf('large'), title: 'x'.repeat(1_000_000) });
  const event = eventOf('POST', '/scim/v2/Users', undefined, {
    key,
    headers: { 'content-type': 'application/scim+json' },
  });
  const send = async (text: string) => {
    const encoded = { ...event, body: Buffer.from(text).toString('base64'), isBase64Encoded: true };
    return ((await handler(encoded, {} as never)) as APIGatewayProxyStructuredResultV2).statusCode;
  };

  expect(await send(body)).toBe(201);
  expect(await send(body.replace('"x', `"${'y'.repeat(60_000)}`))).toBe(413);
});

describe('a list', () => {
  test('comes in pages, and never more than 200 at once', async () => {
    for (let at = 0; at < 5; at++) await pushed(`q${at}`);

    const second = await list('/Users', { startIndex: '3', count: '2' });
    const none = await list('/Users', { count: '0' });
    const wild = await list('/Users', { startIndex: '-5', count: '100000', attributes: 'userName,meta.version' });

    expect(second.body).toMatchObject({ totalResults: 5, startIndex: 3, itemsPerPage: 2 });
    expect(none.body).toMatchObject({ totalResults: 5, itemsPerPage: 0, Resources: [] });
    expect(wild.body.startIndex).toBe(1);
    expect(Object.keys(wild.body.Resources[0]).sort()).toEqual(['id', 'meta', 'schemas', 'userName']);
    expect(wild.body.Resources[0].meta).toEqual({ version: 'W/"1"' });
  });

  test('is also had by POST to .search', async () => {
    await pushed('ron');

    const { body } = await scim('POST', '/Users/.search', { filter: 'userName sw "ron"', attributes: ['userName'] });

    expect(body.Resources).toEqual([expect.objectContaining({ userName: mailOf('ron') })]);
  });
});

describe('a request that is refused', () => {
  test.each<[what: string, run: () => Promise<ScimResult>, status: number, scimType: string | undefined]>([
    ['a filter that is none', () => list('/Users', { filter: 'userName eq' }), 400, 'invalidFilter'],
    [
      'a filter of 3,000 characters',
      () => list('/Users', { filter: `userName eq "${'x'.repeat(3_000)}"` }),
      400,
      'invalidFilter',
    ],
    [
      'a filter of 40 brackets',
      () => list('/Users', { filter: `${'('.repeat(40)}active pr${')'.repeat(40)}` }),
      400,
      'invalidFilter',
    ],
    ['a body that is no JSON', () => scim('POST', '/Users', undefined, { rawBody: '{' }), 400, 'invalidSyntax'],
    ['no userName', () => scim('POST', '/Users', { displayName: 'x' }), 400, 'invalidValue'],
    ['a name of 300 characters', () => scim('POST', '/Users', { userName: 'x'.repeat(300) }), 400, 'invalidValue'],
    ['a name of two lines', () => scim('POST', '/Users', { userName: 'a\nb' }), 400, 'invalidValue'],
    ['another schema', () => scim('POST', '/Users', { schemas: [GROUP], userName: 'x' }), 400, 'invalidSyntax'],
    [
      '11 addresses',
      () =>
        scim('POST', '/Users', { userName: 'x', emails: Array.from({ length: 11 }, (_, at) => ({ value: `${at}` })) }),
      400,
      'tooMany',
    ],
    [
      'a deep body',
      () => scim('POST', '/Users', JSON.parse(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`)),
      400,
      'invalidSyntax',
    ],
    ['a body of 2 MB', () => scim('POST', '/Users', { userName: 'x', title: 'x'.repeat(2_000_000) }), 413, undefined],
    [
      'a media type that is no JSON',
      () => scim('POST', '/Users', undefined, { rawBody: 'x', headers: { 'content-type': 'text/plain' } }),
      415,
      undefined,
    ],
    ['a user that is none', () => scim('GET', '/Users/usr_nobody'), 404, undefined],
    ['an endpoint that is none', () => scim('GET', '/Things'), 404, undefined],
    [
      'a value that is no text',
      () => scim('POST', '/Users', { schemas: [{ toString: 1, valueOf: 1 }], userName: 'x' }),
      400,
      'invalidSyntax',
    ],
    [
      'active that is no truth value',
      () => scim('POST', '/Users', { userName: 'x', active: { toString: 1, valueOf: 1 } }),
      400,
      'invalidValue',
    ],
    [
      'a search with an object for a number',
      () => scim('POST', '/Users/.search', { startIndex: { toString: 1, valueOf: 1 } }),
      400,
      'invalidValue',
    ],
    [
      'a search for attributes that are no texts',
      () => scim('POST', '/Users/.search', { attributes: [{ toString: 1, valueOf: 1 }] }),
      400,
      'invalidValue',
    ],
    ['/Me', () => scim('GET', '/Me'), 501, undefined],
    ['bulk', () => scim('POST', '/Bulk', {}), 501, undefined],
    ['a method that is none', () => scim('DELETE', '/Users'), 405, undefined],
  ])('for %s says so as SCIM does', async (_what, run, status, scimType) => {
    const answer = await run();

    expect(answer).toMatchObject({
      status,
      headers: { 'content-type': 'application/scim+json' },
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status) },
    });
    expect(answer.body.scimType).toBe(scimType);
  });
});
