/**
 * Secrets that credentials name, on the whole stack: calls have their values, a rotation is picked up after one refused call, and what is missing is told by its
 * code. The stack's `upstream-secrets.json` is Secrets Manager and Parameter Store.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { closeClients, connect } from '../support/mcpClients.ts';
import { deploy, type LocalStack, startStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const AT = 'arn:aws:secretsmanager:us-east-1:123456789012:secret';
const SECRET = `${AT}:orders-Ab12Cd`;
const MISSING = `${AT}:gone-Ab12Cd`;
const ELSEWHERE = `${AT}:elsewhere-Ab12Cd`;
const PARAMETER = 'arn:aws:ssm:us-east-1:123456789012:parameter/orders/key';

let upstream: Upstream;
let stack: LocalStack;
let good = 'first-token-of-the-orders-api';
const parameter = 'parameter-of-the-orders-api';

beforeAll(async () => {
  upstream = await startUpstream({
    host: 'api.orders.example',
    respond: (request) => {
      const [sent] = [...request.all('authorization'), ...request.all('x-key')];
      const isGood = sent === `Bearer ${good}` || sent === parameter;
      const body = JSON.stringify({ orders: isGood ? 3 : 0, sent });
      return { status: isGood ? 200 : 401, headers: { 'content-type': 'application/json' }, body };
    },
  });
  const upstreamSecrets = {
    [SECRET]: [upstream.baseUrl],
    [PARAMETER]: [upstream.baseUrl],
    [MISSING]: [upstream.baseUrl],
    [ELSEWHERE]: ['https://api.elsewhere.example'],
  };
  const flags = ['--context', `upstreamSecrets=${JSON.stringify(upstreamSecrets)}`];
  stack = await startStack({ upstreams: [upstream], flags });
  await store();
}, 180_000);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

/** What Secrets Manager and Parameter Store have. */
const store = () =>
  writeFile(
    join(stack.data, 'state', 'upstream-secrets.json'),
    JSON.stringify({
      [SECRET]: JSON.stringify({ token: good, user: 'orders' }),
      [PARAMETER]: parameter,
      [ELSEWHERE]: 'x',
    }),
  );

/** A server with this credential, and what a call of its tool says. */
async function serverWith(auth: object) {
  const server = await deploy(stack, { name: 'Orders', source: { kind: 'manual' }, baseUrl: upstream.baseUrl, auth });
  await stack.api('POST', `/v1/servers/${server.serverId}/tools`, {
    name: 'list_orders',
    verb: 'GET',
    path: '/orders',
  });
  const client = await connect(server.mcpUrl);
  const call = async () => {
    const result = await client.call('list_orders', {});
    return { isError: result.isError ?? false, text: JSON.stringify(result.content) };
  };
  return Object.assign(call, { serverId: server.serverId });
}
const bearer = (arn: string, key = 'token') => ({
  type: 'bearer',
  token: `{{resolve:secretsmanager:${arn}:SecretString:${key}}}`,
});

test('a call has the member of the secret that its credential names, masked in the answer, and a rotation after one refused call', async () => {
  const call = await serverWith(bearer(SECRET));

  const first = await call();
  expect(first.isError).toBe(false);
  expect(first.text).toContain('\\"orders\\":3');
  expect(first.text).not.toContain(good);

  good = 'second-token-of-the-orders-api';
  await store();
  const refused = await call();
  // A refusal lets the secret be read anew, once in ten seconds at most.
  let after = refused;
  await until(async () => {
    after = await call();
    return !after.isError;
  });

  expect(refused.isError).toBe(true);
  expect(after).toMatchObject({ isError: false });
  expect(after.text).not.toContain(good);
}, 60_000);

test('a parameter is one as well', async () => {
  const keys = [{ in: 'header', name: 'X-Key', value: `{{resolve:ssm-secure:${PARAMETER}}}` }];
  const call = await serverWith({ type: 'apiKeys', keys });

  const { isError, text } = await call();

  expect(isError).toBe(false);
  expect(text).not.toContain(parameter);
});

test.each([
  ['does not exist', bearer(MISSING), 'secret_not_found'],
  ['is not allowed for this host', bearer(ELSEWHERE), 'secret_not_allowed'],
  ['is not named by the deployment', bearer(`${AT}:other-Ab12Cd`), 'secret_not_allowed'],
  ['has no such member', bearer(SECRET, 'password'), 'secret_invalid'],
])('a call with a secret that %s says so and sends nothing', async (_why, auth, code) => {
  const sent = upstream.requests.length;
  const call = await serverWith(auth);

  const { isError, text } = await call();

  expect(isError).toBe(true);
  expect(text).toContain('secret');
  expect(upstream.requests.length).toBe(sent);
  let codes: unknown[] = [];
  await until(async () => {
    const trail = `/v1/servers/${call.serverId}/audit?limit=20`;
    const { items } = await stack.api<{ items: { errorCode?: string }[] }>('GET', trail);
    codes = items.map(({ errorCode }) => errorCode);
    return codes.includes(code);
  });
  expect(codes).toContain(code);
});

test('a reference that is none is refused when it is entered', async () => {
  const body = {
    name: 'Misspelt',
    source: { kind: 'manual' },
    baseUrl: upstream.baseUrl,
    auth: { type: 'bearer', token: '{{resolve:secretsmanager:orders:SecretString:token}}' },
  };

  await expect(stack.api('POST', '/v1/servers', body)).rejects.toThrow(/no reference to a secret/);
});
