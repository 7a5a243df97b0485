/** Invitations and changes of people through the real handler, the real table of sign-ins and the local user pool. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readInvitation, storeInvitation, takeLease } from '../../../../aws/tables/invitations.ts';
import { memberCommand } from '../../../../cli/member.ts';
import { invitationIdOf } from '../../../../core/model/invitations.ts';
import { allSettled } from '../../../../lambdas/management/http/allSettled.ts';
import { AwsError } from '../../../../local/aws/errors.ts';
import { DataFolder } from '../../../../local/data/folder.ts';
import { isRole, LOCAL_GROUPS, People } from '../../../../local/login/people.ts';
import { cognitoService, type DirectoryChanges } from '../../../../local/twins/cognito.ts';
import { defined } from '../../../support/defined.ts';
import { serveManagement } from '../../../support/managementServer.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';
import { beginTestSession } from '../../../support/sessions.ts';
import { startTwin, type TwinAccess } from '../../../support/twins.ts';

const POOL = 'us-east-1_Test00000';
const OWN_PASSWORD = 'A-long-passw0rd!';
const stack = await quietManagementStack();
let folder: string;
let data: DataFolder;
let people: People;
/** Errors with which the user pool answers. */
const faults: { [Name in keyof DirectoryChanges]?: AwsError } = {};
let twin: TwinAccess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-people-'));
  data = new DataFolder(join(folder, 'state'));
  people = new People(data);
  people.accounts.cost = 2;
  people.accounts.settings = {
    policy: { MinimumLength: 14, RequireSymbols: true, TemporaryPasswordValidityDays: 7 },
    mail: { subject: 'Invited', body: '{username} has {####}' },
  };
  const refusing =
    <Args extends unknown[], Result>(name: keyof DirectoryChanges, run: (...args: Args) => Result) =>
    (...args: Args): Result => {
      if (faults[name]) throw faults[name];
      return run(...args);
    };
  const { create, resend, setGroups, setEnabled, remove, signOut } = people.changes;
  twin = await startTwin(
    cognitoService({
      poolArn: `arn:aws:cognito-idp:us-east-1:000000000000:userpool/${POOL}`,
      groups: LOCAL_GROUPS,
      // Without the built-in three, one of whom is always an admin.
      users: () => people.all().filter(({ username }) => !isRole(username)),
      since: Date.parse('2026-11-01T08:30:00Z'),
      changes: {
        create: refusing('create', create),
        resend: refusing('resend', resend),
        setGroups: refusing('setGroups', setGroups),
        setEnabled: refusing('setEnabled', setEnabled),
        remove: refusing('remove', remove),
        signOut,
      },
    }),
  );
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: twin.as('all').credentials.accessKeyId,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: twin.url,
    USER_POOL: POOL,
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
});
afterEach(() => {
  for (const name of Object.keys(faults)) delete faults[name as keyof DirectoryChanges];
  for (const name of ['GROUP_ROLES', 'PASSWORDS', 'INVITATIONS']) delete process.env[name];
});

type Who = Parameters<typeof stack.call>[3];
const READER: Who = { role: 'admin', rights: ['answer-reader'] };
const invite = (email: string, more: object = {}, who?: Who) =>
  stack.call('POST', '/v1/invitations', { email, role: 'editor', ...more }, who);
const invitations = async () => (await stack.call('GET', '/v1/invitations')).body.items;
const account = (email: string) => defined(people.accounts.find(email));
const temporaryPassword = (email: string) => defined(/has (.+)$/.exec(account(email).mail?.body ?? '')?.[1]);
const claimsOf = (email: string) => {
  const { username } = account(email);
  // Of one login: later calls with them are no newer.
  const iat = String(Math.floor(Date.now() / 1_000));
  return { sub: username, 'cognito:username': username, email, email_verified: 'true', iat };
};
/** Whoever is invited, logs in with the mail's password and sets one. */
async function joined(email: string, role: 'admin' | 'editor' | 'viewer' = 'editor') {
  await invite(email, { role });
  people.accounts.setPassword(account(email).username, OWN_PASSWORD);
  await stack.call('GET', '/v1/me', undefined, { role, claims: claimsOf(email) });
  return account(email).username;
}
const NO_MAIL = new AwsError(400, 'CodeDeliveryFailureException', 'The mail could not be delivered.');
const REFUSED = new AwsError(400, 'InvalidParameterException', 'Not now.');
/** Logs in with the mail's password and sets one, but asks for nothing afterwards: the tab was closed. */
const logsInOnly = (email: string) => people.accounts.setPassword(account(email).username, OWN_PASSWORD);
async function expire(email: string) {
  const row = defined(await readInvitation(invitationIdOf(email)));
  await storeInvitation({ ...row, expiresAt: new Date(Date.now() - 1_000).toISOString() });
}
const actions = async () => (await stack.rows('audit')).map(({ action }) => action);

describe('an invitation', () => {
  test('makes an account with a temporary password and the role, and is accepted by the first login', async () => {
    const made = await invite('Ann@Example.com', { role: 'viewer' });
    const first = people.accounts.logIn('ann@example.com', temporaryPassword('ann@example.com'));
    const weak = people.accounts.setPassword(account('ann@example.com').username, 'short');
    people.accounts.setPassword(account('ann@example.com').username, OWN_PASSWORD);
    const before = await invitations();
    await stack.call('GET', '/v1/me', undefined, { role: 'viewer', claims: claimsOf('ann@example.com') });
    const [after] = await invitations();

    expect(made).toMatchObject({ status: 201, body: { email: 'ann@example.com', state: 'pending', way: 'password' } });
    expect(first.kind).toBe('new_password');
    expect(weak).toContain('at least 14');
    expect(people.accounts.logIn('ann@example.com', OWN_PASSWORD).kind).toBe('in');
    expect(account('ann@example.com').groups).toEqual(['viewer']);
    expect([before[0].state, after.state]).toEqual(['pending', 'accepted']);
    expect(await actions()).toEqual(expect.arrayContaining(['member.invite', 'member.join']));
  });

  test('of one address by two at once is made by one of them', async () => {
    const both = await Promise.all([
      invite('bo@example.com', { role: 'viewer' }),
      invite('bo@example.com', { role: 'admin' }),
    ]);

    const won = defined(both.find(({ status }) => status === 201));
    const lost = defined(both.find(({ status }) => status !== 201));
    expect(lost).toMatchObject({ status: 409, body: { code: 'invitation_pending' } });
    expect(account('bo@example.com').groups).toEqual([won.body.role]);
    expect(await invitations()).toHaveLength(1);
  });

  test('that is sent again has a new password for seven days more, also after it has expired', async () => {
    const { body } = await invite('cy@example.com');
    const old = temporaryPassword('cy@example.com');
    people.accounts.change(account('cy@example.com').username, { until: Date.now() - 1 });
    await expire('cy@example.com');
    const late = people.accounts.logIn('cy@example.com', old);
    const [expired] = await invitations();

    const sent = await stack.call('POST', `/v1/invitations/${body.id}/resend`);

    expect(late).toMatchObject({ kind: 'refused', message: expect.stringContaining('expired') });
    expect(expired.state).toBe('expired');
    expect(sent).toMatchObject({ status: 200, body: { state: 'pending' } });
    expect(people.accounts.logIn('cy@example.com', old).kind).toBe('refused');
    expect(people.accounts.logIn('cy@example.com', temporaryPassword('cy@example.com')).kind).toBe('new_password');
    expect(account('cy@example.com').groups).toEqual(['editor']);
  });

  test('that has expired can be made anew with another role, which is then the only one', async () => {
    await invite('di@example.com', { role: 'admin' });
    await expire('di@example.com');

    const anew = await invite('di@example.com', { role: 'viewer' });

    expect(anew.status).toBe(201);
    expect(account('di@example.com').groups).toEqual(['viewer']);
  });

  test('that is withdrawn leaves no account; one that was accepted cannot be', async () => {
    const { body } = await invite('ed@example.com');
    const withdrawn = await stack.call('DELETE', `/v1/invitations/${body.id}`);
    const again = await stack.call('DELETE', `/v1/invitations/${body.id}`);
    const gone = people.accounts.find('ed@example.com');
    await joined('flo@example.com');
    const late = await stack.call('DELETE', `/v1/invitations/${invitationIdOf('flo@example.com')}`);

    expect([withdrawn.body.state, again.status, gone]).toEqual(['withdrawn', 200, undefined]);
    expect(late).toMatchObject({ status: 409, body: { code: 'invitation_closed' } });
    expect(people.accounts.find('flo@example.com')).toBeDefined();
  });

  test('of somebody whose login was not noted is accepted by the next one, also after it has expired', async () => {
    await invite('fay@example.com');
    logsInOnly('fay@example.com');
    await expire('fay@example.com');
    const [before] = await invitations();

    await stack.call('GET', '/v1/me', undefined, { role: 'editor', claims: claimsOf('fay@example.com') });
    const [after] = await invitations();

    expect([before.state, after.state]).toEqual(['expired', 'accepted']);
    expect((await readInvitation(after.id))?.acceptedBy).toBe(account('fay@example.com').username);
  });

  test.each([
    ['pending', async () => undefined],
    ['expired', expire],
  ])('that is %s and cannot be withdrawn because the person has logged in is accepted', async (state, prepare) => {
    const { body } = await invite('gia@example.com');
    logsInOnly('gia@example.com');
    await prepare('gia@example.com');
    const [before] = await invitations();

    const withdrawn = await stack.call('DELETE', `/v1/invitations/${body.id}`);
    const [after] = await invitations();

    expect(withdrawn).toMatchObject({ status: 409, body: { code: 'invitation_closed' } });
    expect([before.state, after.state]).toEqual([state, 'accepted']);
    expect(people.accounts.find('gia@example.com')).toBeDefined();
  });

  test('gives no right that the inviter lacks', async () => {
    const without = await invite('gus@example.com', { rights: ['answer-reader'] });
    const withIt = await invite('gus@example.com', { rights: ['answer-reader'] }, READER);

    expect(without).toMatchObject({ status: 403, body: { code: 'right_not_yours' } });
    expect(withIt.status).toBe(201);
    expect(account('gus@example.com').groups).toEqual(['editor', 'answer-reader']);
  });

  test('whose mail could not be sent is taken back, and can be repeated', async () => {
    faults.create = NO_MAIL;
    const failed = await invite('hal@example.com');
    delete faults.create;
    const repeated = await invite('hal@example.com');

    expect(failed).toMatchObject({ status: 502, body: { code: 'mail_not_sent' } });
    expect(repeated.status).toBe(201);
    expect(await actions()).toContain('member.invite.undone');
  });

  test.each([
    ['its account cannot be put into a group', async () => invite('ian@example.com'), 'setGroups'],
    [
      'an account with a password is in the way of one of the provider',
      async () => {
        await invite('ian@example.com');
        await expire('ian@example.com');
        process.env['GROUP_ROLES'] = '{}';
        return invite('ian@example.com', { way: 'provider' });
      },
      'remove',
    ],
  ] as const)('is taken back where %s, also while nothing can be removed', async (_why, refused, operation) => {
    if (operation === 'setGroups')
      faults.setGroups = new AwsError(400, 'InvalidParameterException', 'Too many groups.');
    faults.remove = REFUSED;

    const failed = await refused();
    const [row] = await invitations();

    expect(failed).toMatchObject({ status: 409, body: { code: 'directory_refused' } });
    expect(failed.body.detail).toMatch(/refuses this\. [^.]+\.$/);
    expect(JSON.stringify(failed.body)).not.toMatch(/\w+Exception|Not now|Too many groups/);
    expect(row.state).toBe('withdrawn');
    expect(await actions()).toContain('member.invite.undone');
  });

  test('whose mail could not be sent again ends when it did before', async () => {
    await invite('jan@example.com');
    const [before] = await invitations();
    faults.resend = NO_MAIL;

    const failed = await stack.call('POST', `/v1/invitations/${before.id}/resend`);
    const [after] = await invitations();

    expect(failed).toMatchObject({ status: 502, body: { code: 'mail_not_sent' } });
    expect(after).toEqual(before);
    expect(await actions()).toContain('member.invite.again.undone');
  });

  test.each([
    ['no address', 'ann'],
    ['two addresses', 'ann@example.com,bo@example.com'],
    ['a quotation mark', 'a"b@example.com'],
  ])('is refused for %s', async (_what, email) => {
    expect(await invite(email)).toMatchObject({ status: 400, body: { faults: [{ field: '/email' }] } });
  });

  test('is refused for a member, and where the deployment leaves people to the user pool', async () => {
    await joined('ida@example.com');
    const member = await invite('ida@example.com', { role: 'admin' });
    process.env['INVITATIONS'] = 'false';
    const fixed = await invite('jo@example.com');

    expect(member).toMatchObject({ status: 409, body: { code: 'already_member' } });
    expect(account('ida@example.com').groups).toEqual(['editor']);
    expect(fixed).toMatchObject({ status: 409, body: { code: 'members_fixed' } });
  });
});

describe('somebody of the identity provider', () => {
  const username = 'Company_kim';
  const comes = (attributes: Record<string, string>) => people.welcome({ username, attributes });
  const accept = (claims: Record<string, string> = {}) =>
    stack.call('POST', '/v1/invitations/accept', undefined, {
      role: 'nobody',
      claims: { sub: username, 'cognito:username': username, ...claims },
    });
  const roles = () => people.all().find((user) => user.username === username)?.groups;

  beforeEach(() => {
    process.env['GROUP_ROLES'] = '{}';
  });

  test('takes the invited role at the first login, by the verified address, once', async () => {
    await invite('kim@corp.example', { way: 'provider' });
    comes({ email: 'Kim@corp.example', email_verified: 'true' });

    const accepted = await accept();
    const again = await accept();

    expect(people.accounts.find('kim@corp.example')).toBeUndefined();
    expect([accepted.status, accepted.body.state, again.status]).toEqual([200, 'accepted', 200]);
    expect(roles()).toEqual(['editor']);
    expect((await actions()).filter((action) => action === 'member.join')).toHaveLength(1);
  });

  test.each([
    ['the address is not verified', { email: 'kim@corp.example', email_verified: 'false' }, 'address_not_verified'],
    ['the address is another one', { email: 'kim@other.example', email_verified: 'true' }, 'invitation_not_found'],
  ])('takes nothing where %s', async (_why, attributes, code) => {
    await invite('kim@corp.example', { way: 'provider', role: 'admin' });
    comes(attributes);

    expect((await accept()).body.code).toBe(code);
    expect(roles()).toEqual([]);
  });

  test('takes no invitation that is withdrawn, expired, or meant for a password', async () => {
    comes({ email: 'kim@corp.example', email_verified: 'true' });
    const { body } = await invite('kim@corp.example', { way: 'provider' });
    await stack.call('DELETE', `/v1/invitations/${body.id}`);
    const withdrawn = await accept();
    await invite('kim@corp.example', { way: 'provider' });
    await expire('kim@corp.example');
    const expired = await accept();
    await invite('kim@corp.example', { way: 'password' });
    const other = await accept();

    expect([withdrawn, expired, other].map((answer) => answer.body.code)).toEqual([
      'invitation_not_found',
      'invitation_expired',
      'invitation_not_found',
    ]);
    expect(roles()).toEqual([]);
  });

  test('does not get the invited role by repeating a failed acceptance once an admin has chosen another', async () => {
    await invite('kim@corp.example', { way: 'provider', role: 'admin' });
    comes({ email: 'kim@corp.example', email_verified: 'true' });
    faults.setGroups = REFUSED;
    const failed = await accept();
    delete faults.setGroups;
    await stack.call('PATCH', `/v1/members/${username}`, { role: 'viewer' });

    const again = await accept({ iat: String(Math.ceil(Date.now() / 1_000) + 1) });

    expect(failed).toMatchObject({ status: 409, body: { code: 'directory_refused' } });
    expect(again.status).toBe(200);
    expect(roles()).toEqual(['viewer']);
  });

  test('gets the invited role by repeating an acceptance that failed', async () => {
    await invite('kim@corp.example', { way: 'provider' });
    comes({ email: 'kim@corp.example', email_verified: 'true' });
    faults.setGroups = REFUSED;
    await accept();
    delete faults.setGroups;

    const again = await accept();

    expect([again.status, again.body.state]).toEqual([200, 'accepted']);
    expect(roles()).toEqual(['editor']);
  });

  test('is given the role when nobody else changes people', async () => {
    await invite('kim@corp.example', { way: 'provider' });
    comes({ email: 'kim@corp.example', email_verified: 'true' });
    const until = Date.now() + 200;
    // Another request's, which ends by itself after 35 seconds.
    await takeLease('another request', until - 35_000);

    const accepted = await accept();

    expect(accepted.status).toBe(200);
    expect(Date.parse(accepted.body.acceptedAt)).toBeGreaterThanOrEqual(until);
  });

  test('has roles by groups alone where groups give them: no invitation, no change, but locked out at once', async () => {
    process.env['GROUP_ROLES'] = JSON.stringify({ platform: ['admin'] });
    comes({ email: 'kim@corp.example', email_verified: 'true', 'custom:groups': '[platform]' });
    await joined('lee@example.com', 'admin');
    const path = `/v1/members/${username}`;

    const answers = [
      await invite('new@corp.example', { way: 'provider' }),
      await stack.call('PATCH', path, { role: 'viewer' }),
      await stack.call('DELETE', path),
      await stack.call('PATCH', path, { enabled: false }),
    ];

    expect(answers.map(({ status, body }) => body.code ?? status)).toEqual([
      'roles_from_provider',
      'roles_from_provider',
      'roles_from_provider',
      200,
    ]);
    expect(people.has(username)).toBe(false);
  });
});

describe('a member', () => {
  test('gets another role at once: tokens of before are refused, later ones are taken', async () => {
    const id = await joined('mia@example.com', 'viewer');
    const call = (iat: number) =>
      stack.call('GET', '/v1/me', undefined, {
        role: 'editor',
        claims: { ...claimsOf('mia@example.com'), iat: String(Math.floor(iat / 1_000)) },
      });

    const changed = await stack.call('PATCH', `/v1/members/${id}`, { role: 'editor' });
    const [old, fresh] = [await call(Date.now() - 5_000), await call(Date.now() + 2_000)];

    expect(changed).toMatchObject({ status: 200, body: { role: 'editor', groups: ['editor'] } });
    expect(account('mia@example.com').groups).toEqual(['editor']);
    expect(old).toMatchObject({ status: 401, body: { code: 'login_ended' } });
    expect(fresh.status).toBe(200);
  });

  test('who is removed is logged in nowhere, and the connection tokens and invitations of theirs end', async () => {
    await joined('ned@example.com', 'admin');
    const id = await joined('ola@example.com', 'admin');
    const ola: Who = { role: 'admin', claims: claimsOf('ola@example.com') };
    const { server } = await stack.liveServer();
    await stack.call('POST', `/v1/servers/${server.id}/tokens`, { label: 'Hers' }, ola);
    await invite('pat@example.com', {}, ola);

    const removed = await stack.call('DELETE', `/v1/members/${id}`);
    const tokens = (await stack.call('GET', `/v1/servers/${server.id}/tokens`)).body.items;
    const refused = await stack.call('GET', '/v1/me', undefined, ola);

    expect(removed.body).toEqual({ sessions: 0, tokens: 1, clients: 0, keys: 0, invitations: 1 });
    expect(people.accounts.find('ola@example.com')).toBeUndefined();
    expect(people.accounts.find('pat@example.com')).toBeUndefined();
    expect(tokens.find((token: { label: string }) => token.label === 'Hers').revokedAt).toBeDefined();
    expect(tokens.filter((token: { revokedAt?: string }) => token.revokedAt === undefined)).toHaveLength(1);
    expect(refused).toMatchObject({ status: 401, body: { code: 'login_ended' } });
    expect(await stack.call('DELETE', `/v1/members/${id}`)).toMatchObject({ status: 404 });
  });

  test('who is removed leaves alone whom they invited and who has logged in, though that was not noted', async () => {
    await joined('nora@example.com', 'admin');
    const id = await joined('otto@example.com', 'admin');
    const otto: Who = { role: 'admin', claims: claimsOf('otto@example.com') };
    await invite('pia@example.com', {}, otto);
    await invite('rob@example.com', {}, otto);
    logsInOnly('pia@example.com');

    const removed = await stack.call('DELETE', `/v1/members/${id}`);

    expect(removed).toMatchObject({ status: 200, body: { invitations: 1 } });
    expect(people.accounts.find('otto@example.com')).toBeUndefined();
    expect(people.accounts.find('rob@example.com')).toBeUndefined();
    expect(account('pia@example.com').groups).toEqual(['editor']);
    expect((await readInvitation(invitationIdOf('pia@example.com')))?.state).toBe('accepted');
  });

  test('who is the last admin stays one, also when two admins demote each other at once', async () => {
    const one = await joined('quin@example.com', 'admin');
    const alone = await Promise.all([
      stack.call('PATCH', `/v1/members/${one}`, { role: 'viewer' }),
      stack.call('PATCH', `/v1/members/${one}`, { enabled: false }),
      stack.call('DELETE', `/v1/members/${one}`),
    ]);
    const other = await joined('ray@example.com', 'admin');

    const both = await Promise.all(
      [one, other].map((id) => stack.call('PATCH', `/v1/members/${id}`, { role: 'viewer' })),
    );

    expect(alone.map(({ body }) => body.code)).toEqual(['last_admin', 'last_admin', 'last_admin']);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(people.accounts.all().filter(({ groups }) => groups.includes('admin'))).toHaveLength(1);
  });

  test('gets a right from those alone who have it, and loses it to any admin', async () => {
    const id = await joined('sue@example.com');
    const path = `/v1/members/${id}`;
    const without = await stack.call('PATCH', path, { rights: ['answer-reader'] });
    const given = await stack.call('PATCH', path, { rights: ['answer-reader'] }, READER);
    const taken = await stack.call('PATCH', path, { rights: [] });

    expect(without).toMatchObject({ status: 403, body: { code: 'right_not_yours' } });
    expect([given.body.rights, taken.body.rights]).toEqual([['answer-reader'], []]);
    expect(account('sue@example.com').groups).toEqual(['editor']);
  });

  test('who was invited and is removed before the first login is not invited any more', async () => {
    const { body } = await invite('wim@example.com');
    const removed = await stack.call('DELETE', `/v1/members/${account('wim@example.com').username}`);
    const [row] = await invitations();

    expect([removed.status, row.id, row.state]).toEqual([200, body.id, 'withdrawn']);
    expect(people.accounts.find('wim@example.com')).toBeUndefined();
  });

  test('who is no admin any more has no invitations open', async () => {
    await joined('xeno@example.com', 'admin');
    const id = await joined('yves@example.com', 'admin');
    await invite('zed@example.com', { role: 'admin' }, { role: 'admin', claims: claimsOf('yves@example.com') });

    await stack.call('PATCH', `/v1/members/${id}`, { role: 'editor' });

    expect(people.accounts.find('zed@example.com')).toBeUndefined();
  });

  test('who is locked out cannot log in until they are let in again', async () => {
    await joined('tom@example.com', 'admin');
    const id = await joined('una@example.com');
    const logIn = () => people.accounts.logIn('una@example.com', OWN_PASSWORD).kind;

    const locked = await stack.call('PATCH', `/v1/members/${id}`, { enabled: false });
    const out = logIn();
    await stack.call('PATCH', `/v1/members/${id}`, { enabled: true });

    expect([locked.body.status, out, logIn()]).toEqual(['disabled', 'refused', 'in']);
  });

  test('whom the user pool refuses to change stays as they were, and the trail says so', async () => {
    const id = await joined('abe@example.com');
    const iat = String(Math.floor(Date.now() / 1_000) - 5);
    const abe: Who = { role: 'editor', claims: { ...claimsOf('abe@example.com'), iat } };
    faults.setGroups = REFUSED;
    faults.setEnabled = REFUSED;

    const refused = await stack.call('PATCH', `/v1/members/${id}`, { role: 'admin' });
    const notRemoved = await stack.call('DELETE', `/v1/members/${id}`);
    const still = await stack.call('GET', '/v1/me', undefined, abe);

    expect([refused, notRemoved]).toMatchObject(Array(2).fill({ status: 409, body: { code: 'directory_refused' } }));
    expect(still.status).toBe(200);
    expect(account('abe@example.com').groups).toEqual(['editor']);
    expect(await actions()).toEqual(expect.arrayContaining(['member.change', 'member.change.undone']));
  });

  test('who is changed in part has no valid token of before, and a repetition finishes it', async () => {
    await joined('bea@example.com', 'admin');
    const id = await joined('cal@example.com', 'admin');
    const cal: Who = { role: 'admin', claims: claimsOf('cal@example.com') };
    await invite('dot@example.com', {}, cal);
    const demote = () => stack.call('PATCH', `/v1/members/${id}`, { role: 'viewer', enabled: false });
    faults.setEnabled = REFUSED;

    const failed = await demote();
    const [inPart, old] = [account('cal@example.com'), await stack.call('GET', '/v1/me', undefined, cal)];
    delete faults.setEnabled;
    const repeated = await demote();

    expect(failed).toMatchObject({ status: 409, body: { code: 'directory_refused' } });
    expect(inPart).toMatchObject({ groups: ['viewer'], enabled: true });
    expect(old).toMatchObject({ status: 401, body: { code: 'login_ended' } });
    expect(repeated).toMatchObject({ status: 200, body: { role: 'viewer', status: 'disabled' } });
    expect(await actions()).not.toContain('member.change.undone');
    expect(people.accounts.find('dot@example.com')).toBeUndefined();
  });

  test('who has not accepted yet is not changed but invited anew', async () => {
    await invite('val@example.com');

    expect(
      await stack.call('PATCH', `/v1/members/${account('val@example.com').username}`, { role: 'admin' }),
    ).toMatchObject({ status: 409, body: { code: 'member_invited' } });
  });
});

test('who logs out everywhere has no login of before, and nobody else is logged out', async () => {
  await joined('una@example.com');
  await joined('vera@example.com');
  const [una, vera] = ['una@example.com', 'vera@example.com'].map(
    (email): Who => ({ role: 'editor', claims: claimsOf(email) }),
  );
  const before = people.onSignOut;
  const out: string[] = [];
  people.onSignOut = (username) => out.push(username);

  const answer = await stack.call('DELETE', '/v1/me/logins', undefined, una);
  people.onSignOut = before;

  expect(answer.status).toBe(204);
  expect(out).toEqual([account('una@example.com').username]);
  expect(await stack.call('GET', '/v1/me', undefined, una)).toMatchObject({
    status: 401,
    body: { code: 'login_ended' },
  });
  expect(await stack.call('GET', '/v1/me', undefined, vera)).toMatchObject({ status: 200 });
  expect(await actions()).toContain('session.end.all');
});

test('nobody is logged out everywhere where the deployment changes no people', async () => {
  process.env['INVITATIONS'] = 'false';

  expect(await stack.call('DELETE', '/v1/me/logins')).toMatchObject({ status: 409, body: { code: 'members_fixed' } });
});

/** An admin or editor with one of everything that a person can hold, made through the API with their own login. */
async function holder(email: string, role: 'admin' | 'editor') {
  const id = await joined(email, role);
  const who: Who = { role, claims: claimsOf(email) };
  const { server } = await stack.liveServer(`Server of ${email}`);
  await stack.call('POST', `/v1/servers/${server.id}/tokens`, { label: 'Theirs' }, who);
  await beginTestSession(id, server.id);
  if (role === 'admin') {
    const client = { name: 'Nightly job', redirectUris: [], isMachine: true, auth: 'secret' };
    await stack.call('POST', '/v1/oauth-clients', client, who);
    await stack.call(
      'POST',
      '/v1/oauth-clients',
      { ...client, name: 'For people', isMachine: false, redirectUris: ['https://app.example.com/back'] },
      who,
    );
    await stack.call('POST', '/v1/automation-keys', { label: 'Pipeline', role: 'editor' }, who);
    await stack.call('POST', '/v1/invitations', { email: `friend.of.${email}`, role: 'viewer' }, who);
  }
  return { id, server };
}
const open = async (id: string) => (await stack.call('GET', `/v1/members/${id}/holdings`)).body.ends;

/** By the tables, also of somebody who was removed. */
async function held(id: string) {
  const tokens = (await stack.rows('tokens')).filter(
    ({ createdBy, revokedAt, signIn }) => createdBy === id && revokedAt === undefined && signIn === undefined,
  );
  const { items } = (await stack.call('GET', '/v1/oauth-clients')).body;
  const clients = items.filter(
    (client: { isMachine: boolean; createdBy: string }) => client.isMachine && client.createdBy === id,
  );
  const keys = (await stack.call('GET', '/v1/automation-keys')).body.items.filter(
    ({ createdBy }: { createdBy: string }) => createdBy === id,
  );
  return { tokens: tokens.length, clients: clients.length, keys: keys.length };
}

describe('what a person holds', () => {
  const ALL = { sessions: 1, tokens: 1, clients: 1, keys: 1, invitations: 1 };
  const NONE = { sessions: 0, tokens: 0, clients: 0, keys: 0, invitations: 0 };
  const OF_ROLE = {
    viewer: { ...NONE, tokens: 1, clients: 1, keys: 1, invitations: 1 },
    editor: { ...NONE, clients: 1, keys: 1, invitations: 1 },
    admin: NONE,
  };
  type Change = [change: string, method: string, query: string, body: object | undefined, ends: object];
  const CHANGES: Change[] = [
    ['a lock-out', 'PATCH', '', { enabled: false }, ALL],
    [
      'a lock-out that keeps tokens',
      'PATCH',
      '',
      { enabled: false, tokens: 'keep' },
      { ...ALL, tokens: 0, clients: 0, keys: 0 },
    ],
    ['a removal', 'DELETE', '', undefined, ALL],
    ['a removal that keeps tokens', 'DELETE', '?tokens=keep', undefined, { ...ALL, tokens: 0, clients: 0, keys: 0 }],
    ['the role viewer', 'PATCH', '', { role: 'viewer' }, OF_ROLE.viewer],
    ['the role viewer that keeps tokens', 'PATCH', '', { role: 'viewer', tokens: 'keep' }, { ...NONE, invitations: 1 }],
    ['the role editor', 'PATCH', '', { role: 'editor' }, OF_ROLE.editor],
    ['the same role', 'PATCH', '', { role: 'admin' }, NONE],
    ['a right', 'PATCH', '', { rights: [] }, NONE],
    ['nothing', 'PATCH', '', {}, NONE],
    ['tokens alone', 'PATCH', '', { tokens: 'revoke' }, NONE],
  ];

  test.each(CHANGES)('is counted before, and ended by %s as far as it says', async (_, method, query, body, ends) => {
    await joined('ada@example.com', 'admin');
    const { id } = await holder('gil@example.com', 'admin');
    const bystander = await holder('ida@example.com', 'admin');
    const before = await open(id);

    const answer = await stack.call(method, `/v1/members/${id}`, body, {
      query: Object.fromEntries(new URLSearchParams(query)),
    });

    expect(before).toEqual(ALL);
    expect(method === 'PATCH' ? answer.body.ended : answer.body).toEqual(ends);
    expect(await open(bystander.id)).toEqual(ALL);
    const left = Object.entries(ALL).map(([kind, had]) => [kind, had - ((ends as Record<string, number>)[kind] ?? 0)]);
    if (method === 'PATCH') expect(await open(id)).toEqual(Object.fromEntries(left));
    const clients = (await stack.call('GET', '/v1/oauth-clients')).body.items as { name: string }[];
    expect(clients.filter(({ name }) => name === 'For people')).toHaveLength(2);
  });

  test('has the machine clients whose secret they have replaced', async () => {
    await joined('ada@example.com', 'admin');
    const { id } = await holder('gil@example.com', 'admin');
    const client = { name: 'Of the owner', redirectUris: [], isMachine: true, auth: 'secret' };
    const { body } = await stack.call('POST', '/v1/oauth-clients', client);
    const who: Who = { role: 'admin', claims: claimsOf('gil@example.com') };

    const replaced = await stack.call('POST', `/v1/oauth-clients/${body.client.id}/rotate`, undefined, who);
    const before = await open(id);
    const { body: removed } = await stack.call('DELETE', `/v1/members/${id}`);

    expect([replaced.status, before.clients, removed.clients]).toEqual([200, 2, 2]);
    expect(JSON.stringify((await stack.call('GET', '/v1/oauth-clients')).body)).not.toContain(body.client.id);
  });

  test.each<[change: string, method: string, body: object | undefined]>([
    ['a lock-out', 'PATCH', { enabled: false }],
    ['a removal', 'DELETE', undefined],
    ['the role viewer', 'PATCH', { role: 'viewer' }],
  ])('that is made at the moment of %s ends with it', async (_, method, body) => {
    // Prepare
    await joined('ada@example.com', 'admin');
    const { id, server } = await holder('gil@example.com', 'admin');
    const iat = String(Math.floor(Date.now() / 1_000) - 10);
    const who: Who = { role: 'admin', claims: { ...claimsOf('gil@example.com'), iat } };
    const client = { name: 'Late', redirectUris: [], isMachine: true, auth: 'secret' };
    let friends = 0;
    let keys = 0;
    const makers = [
      () => stack.call('POST', `/v1/servers/${server.id}/tokens`, { label: 'Late' }, who),
      () => stack.call('POST', '/v1/oauth-clients', client, who),
      // There may be a hundred.
      () =>
        keys++ < 60
          ? stack.call('POST', '/v1/automation-keys', { label: 'Late', role: 'admin' }, who)
          : stack.call('POST', '/v1/oauth-clients', client, who),
      () => stack.call('POST', '/v1/invitations', { email: `late.${friends++}@example.com`, role: 'viewer' }, who),
    ];
    let isOver = false;
    const made: number[] = [];

    // Act
    const making = makers.flatMap((make) =>
      [1, 2].map(async () => {
        while (!isOver) made.push((await make()).status);
      }),
    );
    const changed = await stack.call(method, `/v1/members/${id}`, body);
    isOver = true;
    await Promise.all(making);

    // Assess
    expect(changed).toMatchObject({ status: 200 });
    expect(new Set(made)).toEqual(new Set([201, 401]));
    const left = await held(id);
    const pending = (await invitations()).filter(
      (invitation: { state: string; createdBy: string }) =>
        invitation.state === 'pending' && invitation.createdBy === id,
    );
    expect({ ...left, invitations: pending.length }).toEqual({ tokens: 0, clients: 0, keys: 0, invitations: 0 });
    expect(people.all().filter(({ email = '' }) => email.startsWith('late.'))).toEqual([]);
  });

  test.each(['viewer', 'editor', 'admin'] as const)('is counted as the role %s would end it', async (role) => {
    await joined('ada@example.com', 'admin');
    const { id } = await holder('gil@example.com', 'admin');

    const asked = await stack.call('GET', `/v1/members/${id}/holdings`, undefined, { query: { role } });
    const done = await stack.call('PATCH', `/v1/members/${id}`, { role });

    expect(asked.body.ends).toEqual(OF_ROLE[role]);
    expect(done.body.ended).toEqual(OF_ROLE[role]);
  });

  test('that was kept stays when a right changes, and ends with the next lock-out', async () => {
    await joined('ada@example.com', 'admin');
    const { id } = await holder('gil@example.com', 'editor');

    await stack.call('PATCH', `/v1/members/${id}`, { role: 'viewer', tokens: 'keep' });
    await stack.call('PATCH', `/v1/members/${id}`, { rights: [] });
    const kept = await open(id);
    const locked = await stack.call('PATCH', `/v1/members/${id}`, { enabled: false });

    expect(kept.tokens).toBe(1);
    expect(locked.body.ended.tokens).toBe(1);
  });

  test('stays ended when they are let in again, who then see what it was and make it anew', async () => {
    await joined('ada@example.com', 'admin');
    const { id, server } = await holder('gil@example.com', 'editor');
    await stack.call('PATCH', `/v1/members/${id}`, { enabled: false });

    const back = await stack.call('PATCH', `/v1/members/${id}`, { enabled: true });
    const { ends, revoked } = (await stack.call('GET', `/v1/members/${id}/holdings`)).body;
    const iat = String(Math.ceil(Date.now() / 1_000) + 1);
    const who: Who = { role: 'editor', claims: { ...claimsOf('gil@example.com'), iat } };
    const made = await stack.call('POST', `/v1/servers/${server.id}/tokens`, { label: 'Anew' }, who);

    expect(back.body).toMatchObject({ status: 'active', ended: NONE });
    expect(ends).toEqual(NONE);
    expect(revoked).toEqual([
      { server: { id: server.id, name: 'Server of gil@example.com' }, label: 'Theirs', revokedAt: expect.any(String) },
    ]);
    expect(made.status).toBe(201);
  });
});

test('work on many things goes on where one fails, and says which error came first', async () => {
  const tried: number[] = [];

  const { results, failure } = await allSettled([...Array(120).keys()], async (item) => {
    tried.push(item);
    if (item % 50 === 7) throw new Error(`${item} failed`);
    return item;
  });

  expect(tried).toHaveLength(120);
  expect(results).toHaveLength(117);
  expect(failure).toEqual(new Error('7 failed'));
});

describe('the command line', () => {
  test('invites, lists, changes, locks out and removes people', async () => {
    const server = await serveManagement(stack);
    let said = '';
    const out = { write: (text: string) => (said += text) } as unknown as NodeJS.WritableStream;
    const run = async (...args: string[]) => {
      said = '';
      const options = { environment: { PORTCULLIS_TOKEN: 'good' } };
      const code = await memberCommand([...args, '--url', server.url], out, options).catch(
        (error: Error) => error.message,
      );
      return `${code} ${said}`;
    };
    await joined('wes@example.com', 'admin');

    const invited = await run('invite', 'xia@example.com', '--role', 'viewer');
    const again = await run('resend', 'xia@example.com');
    const listed = await run('list');
    const withdrawn = await run('withdraw', 'xia@example.com');
    await joined('yan@example.com', 'viewer');
    const set = await run('set', 'YAN@example.com', '--role', 'editor');
    const held = await run('holds', 'yan@example.com');
    const locked = await run('lock', 'yan@example.com');
    const removed = await run('remove', 'yan@example.com', '--keep-tokens');
    const unknown = await run('remove', 'yan@example.com');
    const wrong = await run('invite', 'zoe@example.com');
    await server.close();

    expect(invited).toMatch(/^0 ✓ xia@example\.com is invited as viewer, until 20/);
    expect(again).toMatch(/^0 ✓ xia@example\.com is invited again/);
    expect(listed).toContain('wes@example.com  admin  active');
    expect(listed).toContain('xia@example.com  viewer  invitation pending until');
    expect(withdrawn).toContain('is withdrawn');
    expect(set).toContain('✓ yan@example.com is editor');
    expect(held).toContain('would end: sessions 0, connection tokens 0, machine clients 0, invitations 0');
    expect(locked).toContain('is locked out\n  ended: sessions 0, connection tokens 0');
    expect(removed).toContain('connection tokens 0');
    expect(unknown).toContain('There is no member yan@example.com.');
    expect(wrong).toContain('member invite needs --role.');
  });
});
