/** The local login in front of an independent OpenID provider: what people get, lose, and what is refused of the provider's answers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { decodeJwt, exportJWK, generateKeyPair } from 'jose';
import { createEgressClient, type EgressClient } from '../../../egress/index.ts';
import {
  handler as groupsOfPerson,
  type InboundEvent,
  type TokenEvent,
} from '../../../lambdas/login-groups/handler.ts';
import { DataFolder } from '../../../local/data/folder.ts';
import type { InboundTrigger } from '../../../local/login/federation/federation.ts';
import { People, type Trigger } from '../../../local/login/people.ts';
import { type Login, listenForLogin, startLogin } from '../../../local/login/provider.ts';
import { freePort } from '../../support/freePort.ts';
import { type OwnProvider, PROVIDER_CLIENT, PROVIDER_SECRET, startOwnProvider } from '../../support/ownProvider.ts';
import { signInAt } from '../../support/signIn.ts';

const CLIENT = 'dashboard';
const MAPPING = {
  username: 'sub',
  email: 'email',
  email_verified: 'email_verified',
  name: 'name',
  'custom:groups': 'groups',
};
const before = { ...process.env };
let folder: string;
let data: DataFolder;
let people: People;
let login: Login;
let client: EgressClient;
let provider: OwnProvider;
const REDIRECT = 'http://localhost:1/';

beforeAll(async () => {
  process.env['GROUP_ROLES'] = JSON.stringify({ 'Platform team': ['admin', 'answer-reader'], engineering: ['editor'] });
  folder = mkdtempSync(join(tmpdir(), 'portcullis-federation-'));
  data = new DataFolder(join(folder, 'state'));
  people = new People(data);
  process.env['GROUPS_CLAIM'] = 'groups';
  people.trigger = ((event: object) => groupsOfPerson(event as TokenEvent)) as unknown as Trigger;
  people.inbound = ((event: object) => groupsOfPerson(event as InboundEvent)) as unknown as InboundTrigger;
  const keys = await generateKeyPair('RS256', { extractable: true });
  const signingKey = { ...(await exportJWK(keys.privateKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  provider = await startOwnProvider(() => `${login.issuer}/oauth2/idpresponse`);
  client = createEgressClient({ pinned: provider.upstream.pinned, ca: provider.upstream.ca });
  login = await startLogin(await listenForLogin(await freePort()), {
    clientId: CLIENT,
    signingKey,
    cookieKey: 'cookie-key',
    callbackUrls: [REDIRECT],
    logoutUrls: [REDIRECT],
    people,
    own: {
      provider: {
        type: 'OIDC',
        name: 'Company',
        issuer: provider.issuer,
        clientId: PROVIDER_CLIENT,
        scopes: 'openid email profile',
        mapping: MAPPING,
        isOnly: false,
      },
      secret: PROVIDER_SECRET,
      client,
    },
  });
});
afterAll(async () => {
  process.env = before;
  await login.close();
  await client.close();
  await provider.close();
  data.release();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  Object.assign(provider, { groups: [], falsified: undefined, isForeignKey: false });
});

const at = () => ({ issuer: login.issuer, clientId: CLIENT, redirectUri: REDIRECT });
const throughProvider = async () => decodeJwt(await signInAt(at(), 'provider', (url) => provider.signIn(url)));

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
  const token = decodeJwt(await signInAt(at(), 'editor'));

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
    await signInAt(at(), 'provider', async (url) => {
      used = await provider.signIn(url);
      return used;
    });
    const again = await fetch(used, { redirect: 'manual' });

    for (const answer of [invented, again])
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('was not begun here')]);
  });

  test('an answer that another browser brings', async () => {
    const stolen = Promise.withResolvers<string>();
    const victim = signInAt(at(), 'provider', async (url) => {
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
  await signInAt(at(), 'provider', async (url) => {
    seen.push(url, await provider.signIn(url));
    return String(seen.at(-1));
  });

  expect(seen.join()).not.toContain(PROVIDER_SECRET);
});
