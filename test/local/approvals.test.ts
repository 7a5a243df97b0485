/** Approvals of single calls when something changes between the question and the call: the stack, who approves, the token. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ask, type Logins, loginsOf } from '../support/logins.ts';
import { connect } from '../support/mcpClients.ts';
import { addToken, deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const POLICIES = [
  { name: 'all', text: 'permit(principal, action, resource);', mode: 'enforce' },
  {
    name: 'asked',
    text: 'forbid(principal, action == Action::"pay", resource) when { context.input.amount > 10 };',
    mode: 'approve',
  },
];

let upstream: Upstream;
let stack: LocalStack;
let hosted: HostedServer;
let logins: Logins;
beforeAll(async () => {
  upstream = await startUpstream({ host: 'api.paid.example' });
  upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: '{"done":true}' });
  stack = await startStack({ upstreams: [upstream] });
  logins = await loginsOf(stack);
  const amount = { name: 'amount', in: 'query', required: true, schema: { type: 'integer' } };
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Payments', version: '1' },
    paths: { '/pay': { get: { operationId: 'pay', parameters: [amount], responses: {} } } },
  });
  hosted = await deploy(stack, {
    source: { kind: 'openapi', document },
    baseUrl: upstream.baseUrl,
    auth: { type: 'none' },
    policies: POLICIES,
  });
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

const path = () => `/v1/servers/${hosted.serverId}/approvals`;
async function pay(amount: number, token = hosted.token.value): Promise<string> {
  const client = await connect(hosted.mcpUrl.replace(hosted.token.value, token));
  const { content } = await client.call('pay', { amount });
  await client.close();
  return JSON.stringify(content);
}
async function decide(amount: number, login: string, decision = 'approve') {
  const { items } = await stack.api<{ items: { id: string; digest: string; status: string; arguments: string }[] }>(
    'GET',
    path(),
  );
  const request = items.find((each) => each.status === 'waiting' && each.arguments === `{"amount":${amount}}`);
  return ask(stack, login, 'POST', `${path()}/${request?.id}`, { decision, digest: request?.digest });
}

test('somebody whose login has ended decides nothing, and the request waits on', async () => {
  const former = await logins.token({ sub: 'former-1', 'cognito:groups': ['viewer'], email: 'former@corp.example' });
  const ended = await logins.token({ sub: 'editor-9', 'cognito:groups': ['editor'], email: 'e9@corp.example' }, -1);
  expect(await pay(20)).toContain('approval_required');

  expect((await decide(20, former)).status).toBe(403);
  expect((await decide(20, ended)).status).toBe(401);
  expect(await pay(20)).toContain('approval_required');
  expect((await decide(20, await logins.of('editor'))).status).toBe(200);
  expect(await pay(20)).toContain('done');
});

test('an approval of a token that was revoked makes no call, with it or with another one', async () => {
  const token = await addToken(stack, hosted.serverId, 'short');
  expect(await pay(30, token.value)).toContain('approval_required');
  await decide(30, await logins.of('editor'));
  const before = upstream.requests.length;

  await stack.api('DELETE', `/v1/servers/${hosted.serverId}/tokens/${token.id}`);

  await expect(pay(30, token.value)).rejects.toThrow();
  expect(await pay(30)).toContain('approval_required');
  expect(upstream.requests.length).toBe(before);
});

/** A call of a client that opens the page of its request, and so waits for the decision; `opened` once it does. */
async function waitingCall(amount: number, token: string, signal: AbortSignal) {
  const client = new Client(
    { name: 'opens', version: '1' },
    { capabilities: { elicitation: { url: {} } }, versionNegotiation: { mode: 'auto' } },
  );
  const opened = new Promise<void>((resolve) => {
    client.setRequestHandler('elicitation/create', async () => {
      setTimeout(resolve, 500);
      return { action: 'accept' };
    });
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(hosted.mcpUrl.replace(hosted.token.value, token))));
  const outcome = client.callTool({ name: 'pay', arguments: { amount } }, { signal }).then(
    (answer) => JSON.stringify(answer),
    (error: unknown) => String(error),
  );
  await opened;
  return { outcome, close: () => client.close() };
}
/** Resolves once the trail has as many calls that an approval was demanded of. */
const heldBack = async (count: number, tokenId: string): Promise<void> => {
  type Entries = { items: { errorCode?: string; tokenId?: string }[] };
  const { items } = await stack.api<Entries>('GET', `/v1/servers/${hosted.serverId}/audit`);
  const found = items.filter((each) => each.errorCode === 'approval_required' && each.tokenId === tokenId).length;
  if (found < count) {
    await sleep(200);
    await heldBack(count, tokenId);
  }
};

test('a call that waits for its approval is not made once its token is revoked', async () => {
  const token = await addToken(stack, hosted.serverId, 'revoked');
  const before = upstream.requests.length;
  const call = await waitingCall(32, token.value, new AbortController().signal);

  await stack.api('DELETE', `/v1/servers/${hosted.serverId}/tokens/${token.id}`);
  expect((await decide(32, await logins.of('editor'))).status).toBe(200);
  await call.outcome;

  expect(upstream.requests.length).toBe(before);
  await call.close();
});

test('a call whose client has left uses no approval up', async () => {
  const token = await addToken(stack, hosted.serverId, 'left');
  const leaving = new AbortController();
  const call = await waitingCall(33, token.value, leaving.signal);

  leaving.abort();
  expect((await decide(33, await logins.of('editor'))).status).toBe(200);
  await call.outcome;
  await heldBack(2, token.id);

  expect(await pay(33, token.value)).toContain('done');
  await call.close();
}, 60_000);

test('what was asked and what was decided outlive a restart, and an approved call is still made once', async () => {
  expect(await pay(40)).toContain('approval_required');
  expect(await pay(50)).toContain('approval_required');
  await decide(40, await logins.of('editor'));
  const before = upstream.requests.length;

  const { edgeUrl, data } = stack;
  await stack.kill();
  stack = await startStack({ upstreams: [upstream], data });
  logins = await loginsOf(stack);
  hosted = { ...hosted, mcpUrl: hosted.mcpUrl.replace(edgeUrl, stack.edgeUrl) };

  expect(await pay(40)).toContain('done');
  expect(await pay(40)).toContain('approval_required');
  expect(await pay(50)).toContain('approval_required');
  expect((await decide(50, await logins.of('editor'))).status).toBe(200);
  expect(await pay(50)).toContain('done');
  expect(upstream.requests.length).toBe(before + 2);
}, 300_000);
