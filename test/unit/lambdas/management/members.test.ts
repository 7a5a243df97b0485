/** The list of members through the real handler and the local pool. */
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AwsError } from '../../../../local/aws/errors.ts';
import { cognitoService, type LocalUser } from '../../../../local/twins/cognito.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';
import { startTwin } from '../../../support/twins.ts';

const POOL = 'us-east-1_Test00000';
const stack = await quietManagementStack();
let users: LocalUser[] = [];
const twin = await startTwin(
  cognitoService({
    poolArn: `arn:aws:cognito-idp:us-east-1:000000000000:userpool/${POOL}`,
    groups: ['viewer', 'editor', 'admin', 'answer-reader'],
    users: () => {
      if (users.length === 0) throw new AwsError(400, 'TooManyRequestsException', 'Rate exceeded');
      return users;
    },
    since: Date.parse('2026-11-01T08:30:00Z'),
  }),
);
Object.assign(process.env, {
  AWS_ACCESS_KEY_ID: twin.as('all').credentials.accessKeyId,
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: twin.url,
  USER_POOL: POOL,
});
afterAll(() => twin.close());
beforeEach(() => {
  users = [{ username: 'ann', email: 'ann@example.com', groups: ['admin'] }];
});

const list = (query?: Record<string, string>, role: 'admin' | 'editor' | 'viewer' = 'admin') =>
  stack.call('GET', '/v1/members', undefined, { role, ...(query && { query }) });

describe('members', () => {
  test('are shown with the highest of their roles and what becomes of them', async () => {
    users = [
      { username: '4', email: 'dora@example.com', groups: ['viewer'], status: 'FORCE_CHANGE_PASSWORD' },
      { username: '1', email: 'ann@example.com', name: 'Ann', groups: ['viewer', 'admin', 'answer-reader'] },
      { username: '2', email: 'bob@example.com', groups: ['editor'], enabled: false },
      { username: '3', email: 'cleo@example.com', groups: ['chess'], status: 'EXTERNAL_PROVIDER' },
      { username: '5', groups: [], status: 'ARCHIVED' },
    ];

    const { status, body } = await list();

    const times = { createdAt: '2026-11-01T08:30:00.000Z', lastModifiedAt: '2026-11-01T08:30:00.000Z' };
    expect(status).toBe(200);
    expect(body).toEqual({
      managed: true,
      members: [
        { id: '5', groups: [], rights: [], status: 'unknown', ...times },
        {
          id: '1',
          email: 'ann@example.com',
          name: 'Ann',
          role: 'admin',
          groups: ['admin', 'viewer'],
          rights: ['answer-reader'],
          status: 'active',
          ...times,
        },
        {
          id: '2',
          email: 'bob@example.com',
          role: 'editor',
          groups: ['editor'],
          rights: [],
          status: 'disabled',
          ...times,
        },
        { id: '3', email: 'cleo@example.com', groups: [], rights: [], status: 'active', ...times },
        {
          id: '4',
          email: 'dora@example.com',
          role: 'viewer',
          groups: ['viewer'],
          rights: [],
          status: 'invited',
          ...times,
        },
      ],
    });
  });

  test('say where they are changed, when that is Cognito itself', async () => {
    const { LOGIN_ISSUER } = process.env;
    process.env['LOGIN_ISSUER'] = `https://cognito-idp.eu-west-1.amazonaws.com/${POOL}`;
    const { body } = await list();
    process.env['LOGIN_ISSUER'] = LOGIN_ISSUER;

    expect(body.userPool).toEqual({ id: POOL, region: 'eu-west-1' });
    expect((await list()).body).not.toHaveProperty('userPool');
  });

  test('come in pages of sixty', async () => {
    users = Array.from({ length: 61 }, (_, at) => ({ username: `p${at}`, groups: ['viewer'] }));

    const first = await list();
    const second = await list({ cursor: first.body.cursor });

    expect([first.body.members.length, second.body.members.length]).toEqual([60, 1]);
    expect(second.body).not.toHaveProperty('cursor');
    expect(second.body.members[0]).toMatchObject({ role: 'viewer' });
  });

  test.each(['editor', 'viewer'] as const)('are no business of an %s', async (role) => {
    expect(await list(undefined, role)).toMatchObject({ status: 403, body: { code: 'role_required' } });
  });

  test('are refused with the way out when the pool is busy, and with the fault for a cursor that is none', async () => {
    const wrong = await list({ cursor: 'made up' });
    users = [];
    const busy = await list();

    expect(wrong).toMatchObject({ status: 400, body: { faults: [{ field: 'cursor' }] } });
    expect(busy).toMatchObject({ status: 503, body: { code: 'directory_busy', title: 'Service Unavailable' } });
  });
});
