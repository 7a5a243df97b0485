/** The directory's adapter against the local pool, over real signed requests. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { callJson } from '../../../../aws/direct/json.ts';
import { listUsers, personOfUser } from '../../../../aws/services/directory.ts';
import { AwsError } from '../../../../local/aws/errors.ts';
import type { AwsService } from '../../../../local/aws/gateway.ts';
import { cognitoService, type LocalUser } from '../../../../local/twins/cognito.ts';
import { startTwin, type TwinAccess } from '../../../support/twins.ts';

const POOL = 'us-east-1_Test00000';
const ARN = `arn:aws:cognito-idp:us-east-1:000000000000:userpool/${POOL}`;
const SINCE = Date.parse('2026-11-01T08:30:00.250Z');
const GROUPS = ['viewer', 'editor', 'admin'];

let users: LocalUser[] = [];
let asked: string[] = [];
let signatures: string[] = [];
/** How many requests are refused as too many before one is served. */
let refusals = 0;
let twin: TwinAccess;

beforeAll(async () => {
  const directory = cognitoService({ poolArn: ARN, groups: GROUPS, users: () => users, since: SINCE });
  const watched: AwsService = {
    ...directory,
    async serve(request, response) {
      asked.push(String(request.headers['x-amz-target']).replace('AWSCognitoIdentityProviderService.', ''));
      signatures.push(String(request.headers.authorization));
      if (refusals-- > 0) throw new AwsError(400, 'TooManyRequestsException', 'Rate exceeded');
      return directory.serve(request, response);
    },
  };
  twin = await startTwin(watched, {
    management: [
      {
        Action: [
          'cognito-idp:ListUsers',
          'cognito-idp:ListUsersInGroup',
          'cognito-idp:AdminGetUser',
          'cognito-idp:AdminListGroupsForUser',
        ],
        Resource: ARN,
      },
    ],
  });
  const { accessKeyId, secretAccessKey } = twin.as('management').credentials;
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: twin.url,
    USER_POOL: POOL,
  });
});
afterAll(() => twin.close());
beforeEach(() => {
  asked = [];
  signatures = [];
  refusals = 0;
});

describe('the list of people', () => {
  test('has each with their groups, in four requests', async () => {
    users = [
      { username: 'ann', email: 'ann@example.com', name: 'Ann', groups: ['admin', 'viewer', 'chess'] },
      { username: 'bob', groups: [], status: 'FORCE_CHANGE_PASSWORD', enabled: false },
    ];

    const page = await listUsers(GROUPS);

    expect(page).toEqual({
      users: [
        {
          id: 'ann',
          username: 'ann',
          isExternal: false,
          email: 'ann@example.com',
          verifiedEmail: 'ann@example.com',
          name: 'Ann',
          isEnabled: true,
          status: 'CONFIRMED',
          createdAt: '2026-11-01T08:30:00.250Z',
          changedAt: '2026-11-01T08:30:00.250Z',
          groups: ['viewer', 'admin'],
        },
        expect.objectContaining({ id: 'bob', isEnabled: false, status: 'FORCE_CHANGE_PASSWORD', groups: [] }),
      ],
    });
    expect(asked.sort()).toEqual(['ListUsers', 'ListUsersInGroup', 'ListUsersInGroup', 'ListUsersInGroup']);
    for (const each of signatures) expect(each).toContain('/us-east-1/cognito-idp/aws4_request');
  });

  test('comes page by page, each person once and with the groups of people on other pages left apart', async () => {
    users = Array.from({ length: 150 }, (_, at) => ({
      username: `person${at}`,
      groups: at % 3 === 0 ? ['viewer'] : at % 50 === 1 ? ['admin'] : [],
    }));
    const seen: (readonly [string, readonly string[]])[] = [];
    let pages = 0;

    for (let cursor: string | undefined = ''; cursor !== undefined; pages++) {
      const page = await listUsers(GROUPS, cursor || undefined);
      seen.push(...page.users.map(({ id, groups }) => [id, groups] as const));
      cursor = page.cursor;
    }

    expect(pages).toBe(3);
    expect(seen).toEqual(users.map(({ username, groups }) => [username, groups]));
    expect(asked.filter((each) => each === 'ListUsers')).toHaveLength(3);
  });

  test('reads a group of more than one page whole', async () => {
    users = Array.from({ length: 130 }, (_, at) => ({ username: `person${at}`, groups: ['editor'] }));

    const { users: first } = await listUsers(['editor']);
    const { users: last } = await listUsers(['editor'], 'page-120');

    expect([...first, ...last].every(({ groups }) => groups.length === 1)).toBe(true);
    expect(asked.filter((each) => each === 'ListUsersInGroup')).toHaveLength(6);
  });

  test('is asked for again when the pool is busy, and given up when it stays so', async () => {
    users = [{ username: 'ann', groups: [] }];
    refusals = 2;
    const patient = await listUsers([]);
    refusals = 3;
    const busy = listUsers([]);

    expect(patient.users).toHaveLength(1);
    await expect(busy).rejects.toMatchObject({ code: 'directory_busy' });
    expect(asked).toHaveLength(6);
  });

  test('refuses a cursor that the pool does not know, as the fault of the caller', async () => {
    await expect(listUsers([], 'made up')).rejects.toMatchObject({
      name: 'InvalidInput',
      faults: [expect.objectContaining({ field: 'cursor' })],
    });
  });
});

describe('groups, where people come from an identity provider', () => {
  const GROUPS_THERE = { 'custom:groups': '[Platform+team]' };
  beforeEach(() => {
    process.env['GROUP_ROLES'] = '{"Platform team":["admin"]}';
    users = [
      { username: 'ann', groups: ['admin'] },
      { username: 'Company_bob', groups: ['viewer'], status: 'EXTERNAL_PROVIDER', attributes: GROUPS_THERE },
    ];
  });
  afterEach(() => {
    delete process.env['GROUP_ROLES'];
    delete process.env['PASSWORDS'];
  });

  test.each([
    ['passwords', undefined, ['admin']],
    ['none', 'false', []],
  ])('are those of the provider, and those of the pool for its own people: with %s', async (_, passwords, own) => {
    if (passwords !== undefined) process.env['PASSWORDS'] = passwords;

    const [ann, bob] = [await personOfUser('ann'), await personOfUser('Company_bob')];
    const { users: listed } = await listUsers(GROUPS);

    expect(ann).toMatchObject({ groups: own, isExternal: false });
    expect(bob).toMatchObject({ groups: ['admin'], isExternal: true });
    expect(listed.map(({ groups }) => groups)).toEqual([own, ['admin']]);
  });
});

describe('the local pool', () => {
  const ask = (operation: string, input: object) =>
    callJson('cognito_identity_provider', operation, input, { isRepeatable: true });

  test.each([
    ['another pool', 'ListUsers', { UserPoolId: 'us-east-1_Other' }, 'ResourceNotFoundException'],
    ['more than 60 at once', 'ListUsers', { UserPoolId: POOL, Limit: 61 }, 'InvalidParameterException'],
    ['an unknown group', 'ListUsersInGroup', { UserPoolId: POOL, GroupName: 'chess' }, 'ResourceNotFoundException'],
    ['an operation that sets a password', 'AdminSetUserPassword', { UserPoolId: POOL }, 'UnknownOperationException'],
  ])('refuses %s', async (_what, operation, input, code) => {
    await expect(ask(operation, input)).rejects.toMatchObject({ name: code });
  });

  test('refuses who has no right', async () => {
    const stranger = await startTwin(
      cognitoService({ poolArn: ARN, groups: GROUPS, users: () => users, since: SINCE }),
      { other: [{ Action: 'cognito-idp:ListUsersInGroup', Resource: ARN }] },
    );
    const { accessKeyId } = stranger.as('other').credentials;

    const answer = await fetch(stranger.url, {
      method: 'POST',
      headers: {
        'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers',
        authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20261121/us-east-1/cognito-idp/aws4_request, Signature=0`,
      },
      body: JSON.stringify({ UserPoolId: POOL }),
    });

    expect(await answer.json()).toMatchObject({ __type: 'AccessDeniedException' });
    await stranger.close();
  });
});

test.each(['', 'ann smith', 'ann\n', 'a'.repeat(129)])(
  'a name that no user can have is unknown: %j',
  async (username) => {
    const found = await personOfUser(username);

    expect([found, asked]).toEqual([undefined, []]);
  },
);
