/**
 * Roles × routes: every route of the management API, as the table of routes has it, asked by everybody who may and may not. A route that
 * is added is asked as well. Who may, meets the checks that come behind the role: the server that is named does not exist.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ROUTES, type Route } from '../../core/api/routes/index.ts';
import { ask, type Logins, loginsOf } from '../support/logins.ts';
import { type LocalStack, startStack } from '../support/stack.ts';

let stack: LocalStack;
let logins: Logins;
beforeAll(async () => {
  stack = await startStack();
  logins = await loginsOf(stack);
}, 180_000);
afterAll(() => stack?.stop());

const PLACES: Readonly<Record<string, string>> = {
  id: 'srv_000000000000',
  toolId: 'tool_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  tokenId: 'tok_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  linkId: 'link_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  approvalId: 'apr_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  changeId: 'chg_0123456789abcdef0123456789abcdef',
  deploymentId: 'dep_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  entryId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  authorizationId: '0123456789abcdefghijklmnopqrstuv',
  oauthClientId: 'app_0123456789abcdefghijkl',
  webhookId: 'whk_0123456789abcdefghijkl',
  deliveryId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  memberId: '0d9c7c1e',
  invitationId: 'inv_0123456789abcdef0123456789abcdef',
  keyId: 'key_0123456789Ab',
  projectId: 'prj_0123456789AB',
};
const pathOf = ({ path }: Route) =>
  path.replace(/\{(\w+)\}/g, (_, name) => {
    const place = PLACES[name];
    if (place === undefined) throw new Error(`The table of places does not know {${name}} of ${path}`);
    return place;
  });
const ROLES = ['viewer', 'editor', 'admin'];
/** Last what ends the login that asks. */
const routes = (Object.entries(ROUTES) as [string, Route][]).sort(
  ([one], [other]) => Number(one === 'endOwnLogins') - Number(other === 'endOwnLogins'),
);

/** Who has no role decides what a client may do in their name, and nothing else. */
const noRole = ({ access }: Route) => (access === 'person' ? 'in' : '403 no_role');

/** Who asks, and what becomes of it behind API Gateway and the check of the role: `in` is any answer of the route itself. */
const WHO: Readonly<Record<string, { token: () => Promise<string | undefined>; meets: (route: Route) => string }>> = {
  'nobody who is logged in': { token: async () => undefined, meets: () => '401' },
  'a token of somebody’s making': { token: async () => 'eyJhbGciOiJub25lIn0.e30.', meets: () => '401' },
  'a token signed with another key': {
    token: async () => `${(await logins.of('admin')).split('.').slice(0, 2).join('.')}.${'A'.repeat(342)}`,
    meets: () => '401',
  },
  'an admin whose token has ended': {
    token: () => logins.token({ sub: 'a', 'cognito:groups': ['admin'] }, -1),
    meets: () => '401',
  },
  'an admin of another client': {
    token: () => logins.token({ sub: 'a', 'cognito:groups': ['admin'], aud: 'another-client' }),
    meets: () => '401',
  },
  'somebody in no group': { token: () => logins.token({ sub: 'a' }), meets: noRole },
  'somebody in a group that is none of ours': {
    token: () => logins.token({ sub: 'a', 'cognito:groups': ['Admin', 'administrators', 'admin-'] }),
    meets: noRole,
  },
  'an admin without a subject': {
    token: () => logins.token({ 'cognito:groups': ['admin'] }),
    meets: () => '401 no_login',
  },
  'somebody in no group who calls themselves admin': {
    token: () =>
      logins.token({ sub: 'a', email: 'admin@corp.example', email_verified: false, groups: ['admin'], role: 'admin' }),
    meets: noRole,
  },
  'an editor whose e-mail is not verified': {
    token: () =>
      logins.token({ sub: 'a', 'cognito:groups': ['editor'], email: 'boss@corp.example', email_verified: false }),
    meets: (route) => allowed('editor', route),
  },
  'a viewer who may read kept answers': {
    token: () => logins.token({ sub: 'a', 'cognito:groups': ['viewer', 'answer-reader'] }),
    meets: (route) => allowed('viewer', route, ['answer-reader']),
  },
  'somebody who may read kept answers and has no role': {
    token: () => logins.token({ sub: 'a', 'cognito:groups': ['answer-reader'] }),
    meets: noRole,
  },
  ...Object.fromEntries(
    ROLES.map((role) => [`${role}s`, { token: () => logins.of(role), meets: (route: Route) => allowed(role, route) }]),
  ),
};

/** `rights`: groups beside that of the role. */
function allowed(role: string, { access, right }: Route, rights: readonly string[] = []): string {
  if (access !== 'person' && ROLES.indexOf(role) < ROLES.indexOf(access)) return '403 role_required';
  return right === undefined || rights.includes(right) ? 'in' : '403 right_required';
}

describe.each(Object.entries(WHO))('%s', (_who, { token, meets }) => {
  test('may call what the table of routes says, and nothing else', async () => {
    const login = await token();
    const seen: Record<string, string> = {};
    const wanted: Record<string, string> = {};

    for (const [name, route] of routes) {
      const body = route.body && !route.bodyOptional ? {} : undefined;
      const { status, body: answer } = await ask(stack, login, route.method, pathOf(route), body);
      wanted[name] =
        route.access === 'public' ? 'in' : route.access === 'token' ? '401 token_not_accepted' : meets(route);
      const refused = status === 401 || status === 403;
      seen[name] = refused ? [status, answer?.code].filter(Boolean).join(' ') : status < 500 ? 'in' : String(status);
    }

    expect(seen).toEqual(wanted);
  });
});

test('nobody calls themselves by an address that is not verified', async () => {
  const claims = { sub: 'a-subject', 'cognito:groups': ['editor'], email: 'boss@corp.example', email_verified: false };

  const { body } = await ask(stack, await logins.token(claims), 'GET', '/v1/me');

  expect(body).toEqual({ id: 'a-subject', name: 'a-subject', role: 'editor', rights: [] });
});
