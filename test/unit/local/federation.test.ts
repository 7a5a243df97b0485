/** The local login in front of an independent OpenID provider: what people get, lose, and what is refused of the provider's answers. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { People } from '../../../local/login/people.ts';
import type { Login } from '../../../local/login/provider.ts';
import { CLIENT, type FederatedLogin, startFederatedLogin } from '../../support/federatedLogin.ts';
import { type OwnProvider, PROVIDER_CLIENT, PROVIDER_SECRET, startOwnProvider } from '../../support/ownProvider.ts';
import { signInAt } from '../../support/signIn.ts';

const MAPPING = {
  username: 'sub',
  email: 'email',
  email_verified: 'email_verified',
  name: 'name',
  'custom:groups': 'groups',
};
let federated: FederatedLogin;
let login: Login;
let people: People;
let provider: OwnProvider;

beforeAll(async () => {
  provider = await startOwnProvider(() => `${login.issuer}/oauth2/idpresponse`);
  const settings = {
    type: 'OIDC',
    name: 'Company',
    issuer: provider.issuer,
    clientId: PROVIDER_CLIENT,
    scopes: 'openid email profile',
    mapping: MAPPING,
    isOnly: false,
  } as const;
  federated = await startFederatedLogin({ provider: settings, secret: PROVIDER_SECRET }, provider.upstream);
  ({ login, people } = federated);
});
afterAll(async () => {
  await federated.close();
  await provider.close();
});
beforeEach(() => {
  Object.assign(provider, { groups: [], falsified: undefined, isForeignKey: false });
});

const throughProvider = () => federated.signIn((url) => provider.signIn(url));

describe('who comes from the provider', () => {
  test('has the roles and rights that their groups there stand for', async () => {
    provider.groups = ['Platform team', 'chess'];

    const token = await throughProvider();

    expect(token).toMatchObject({ token_use: 'access', client_id: CLIENT, username: 'Company_ann' });
    expect(token['cognito:groups']).toEqual(['admin', 'answer-reader', 'chess']);
  });

  test('loses a role with the group, at the next sign-in', async () => {
    provider.groups = ['engineering'];
    const first = await throughProvider();
    provider.groups = ['chess'];
    const second = await throughProvider();

    expect([first['cognito:groups'], second['cognito:groups']]).toEqual([['editor', 'engineering'], ['chess']]);
  });

  test('has none by a group that is only called like a role', async () => {
    provider.groups = ['admin', 'editor', 'answer-reader', 'x admin'];

    expect((await throughProvider())['cognito:groups']).toEqual([]);
  });

  test('has the role of an invitation where no group there gives roles', async () => {
    provider.groups = ['engineering', 'admin'];
    await throughProvider();
    const { GROUP_ROLES: mapped } = process.env;
    process.env['GROUP_ROLES'] = '{}';
    people.changes.setGroups('Company_ann', ['viewer']);

    const token = await throughProvider();
    process.env['GROUP_ROLES'] = mapped;
    const byGroups = await throughProvider();
    people.changes.setGroups('Company_ann', []);

    expect(token['cognito:groups']).toEqual(['viewer', 'engineering']);
    expect(byGroups['cognito:groups']).toEqual(['editor', 'engineering']);
  });

  test('who is locked out comes in no more', async () => {
    await throughProvider();
    people.changes.setEnabled('Company_ann', false);
    const locked = await throughProvider().catch((error: Error) => error.message);
    people.changes.setEnabled('Company_ann', true);

    expect(locked).toContain('this account is locked');
    expect(await throughProvider()).toMatchObject({ username: 'Company_ann' });
  });

  test('is in the directory, with what the provider says', async () => {
    provider.groups = ['engineering'];
    await throughProvider();

    const found = people.all().find(({ username }) => username === 'Company_ann');

    expect(found).toMatchObject({ status: 'EXTERNAL_PROVIDER', groups: [] });
    expect(found?.attributes).toMatchObject({ email: 'ann@corp.example', 'custom:groups': '[engineering]' });
  });

  test('loses their groups where the provider leaves the claim out, as by an empty list, and stays who they are', async () => {
    const seen: unknown[] = [];
    for (const groups of [undefined, []]) {
      provider.groups = ['Platform team'];
      seen.push((await throughProvider())['cognito:groups']);
      provider.groups = groups;
      seen.push((await throughProvider())['cognito:groups']);
    }
    const { attributes } = people.all().find(({ username }) => username === 'Company_ann') ?? {};

    expect(seen).toEqual([['admin', 'answer-reader'], [], ['admin', 'answer-reader'], []]);
    expect(attributes).toMatchObject({ email: 'ann@corp.example', email_verified: 'true', name: 'ann' });
  });

  test.each([
    ['says that there are more than it sends', { _claim_names: { groups: 'src1' }, _claim_sources: {} }, 'too many'],
    ['only says that there are some', { hasgroups: true }, 'too many'],
    ['sends more than can be stored', { groups: Array.from({ length: 200 }, (_, at) => `group-${at}-x`) }, '2048'],
  ])('is refused, and told what to do, where the provider %s', async (_, said, told) => {
    provider.groups = ['Platform team'];
    await throughProvider();
    provider.groups = undefined;
    provider.falsified = said;

    const refused = throughProvider();

    await expect(refused).rejects.toThrow(told);
    await expect(refused).rejects.toThrow('assigned to this application');
  });

  test('would keep their groups without the trigger, as Cognito does: attributes that are not sent stay', async () => {
    const { inbound } = people;
    provider.groups = ['Platform team'];
    await throughProvider();
    people.inbound = undefined;
    provider.groups = undefined;

    const without = await throughProvider();
    people.inbound = inbound;

    expect(without['cognito:groups']).toEqual(['admin', 'answer-reader']);
  });
});

test('people of the pool itself keep their groups', async () => {
  const token = decodeJwt(await signInAt(federated.place, 'editor'));

  expect(token['cognito:groups']).toEqual(['editor']);
});

describe('of the provider is refused', () => {
  test.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'somebody-else' }],
    ['several audiences without azp', { aud: [PROVIDER_CLIENT, 'somebody-else'] }],
    ['another nonce', { nonce: 'forged' }],
    ['a token that has expired', { exp: 1_700_000_000 }],
    ['no subject', { sub: undefined }],
  ])('%s', async (_, falsified) => {
    provider.falsified = falsified;

    await expect(throughProvider()).rejects.toThrow('ID token is not acceptable');
  });

  test('a signature by a key that it does not publish', async () => {
    provider.isForeignKey = true;

    await expect(throughProvider()).rejects.toThrow('ID token is not acceptable');
  });

  test('an answer to a sign-in that was not begun here, and the second use of one', async () => {
    const invented = await fetch(`${login.issuer}/oauth2/idpresponse?code=x&state=forged`);
    let used = '';
    await federated.signIn(async (url) => {
      used = await provider.signIn(url);
      return used;
    });
    const again = await fetch(used, { redirect: 'manual' });

    for (const answer of [invented, again])
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('was not begun here')]);
  });

  test('an answer that another browser brings', async () => {
    const stolen = Promise.withResolvers<string>();
    const victim = federated.signIn(async (url) => {
      stolen.resolve(await provider.signIn(url));
      return `${login.issuer}/oauth2/idpresponse?state=none`;
    });
    await expect(victim).rejects.toThrow();

    const taken = await fetch(await stolen.promise);

    expect(taken.status).toBe(400);
  });
});

test('the client secret is in no page and no address', async () => {
  const seen: string[] = [];
  await federated.signIn(async (url) => {
    seen.push(url, await provider.signIn(url));
    return String(seen.at(-1));
  });

  expect(seen.join()).not.toContain(PROVIDER_SECRET);
});
