/** Policies on the running stack: what passes, what a model is told, what the trail says, and what cannot be sealed. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ask, type Logins, loginsOf } from '../support/logins.ts';
import { CLIENTS, closeClients, connect, HTTP_CLIENTS, SSE_CLIENTS } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { addToken, deploy, type HostedServer } from '../support/stack.ts';
import type { Upstream } from '../support/upstream.ts';

const ALL = { name: 'all', text: 'permit(principal, action, resource);', mode: 'enforce' };
const SMALL = {
  name: 'small-refunds',
  text: 'forbid(principal, action == Action::"refund", resource) when { context.input.amount > 100 };',
  mode: 'enforce',
  advice: 'Refund at most 100 at once.',
};

let upstream: Upstream;
let stack: SharedStack;
let hosted: HostedServer;

const json = (properties: object, required: readonly string[]) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', properties, required } } },
});
const DOCUMENT = (baseUrl: string) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: baseUrl }],
  paths: {
    '/orders': { get: { operationId: 'listOrders', tags: ['orders'], responses: {} } },
    '/refunds': {
      post: {
        operationId: 'refund',
        tags: ['money'],
        requestBody: json({ amount: { type: 'integer' }, reason: { type: 'string' }, note: {} }, ['amount']),
        responses: {},
      },
    },
    '/orders/{id}': {
      delete: {
        operationId: 'deleteOrder',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {},
      },
    },
  },
});

const make = (more: object = {}) =>
  deploy(stack, {
    name: 'Shop',
    source: { kind: 'openapi', document: JSON.stringify(DOCUMENT(upstream.baseUrl)) },
    auth: { type: 'none' },
    ...more,
  });
const setPolicies = (policies: readonly object[], { serverId } = hosted) =>
  stack.api('PATCH', `/v1/servers/${serverId}`, { policies });

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.asked.example' });
  upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: '{"done":true}' });
  hosted = await make();
}, 180_000);
afterAll(async () => {
  await closeClients();
  await stack?.stop();
  await upstream?.close();
});

const textOf = (answer: { content?: unknown }) => JSON.stringify(answer.content);
const refund = async (amount: number, url = hosted.mcpUrl, name = 'refund') => {
  const client = await connect(url);
  const answer = await client.call(name, { amount });
  await client.close();
  return textOf(answer);
};
/** Entries of calls, the newest first. */
async function calls({ serverId } = hosted) {
  const { items } = await stack.api<{
    items: { kind: string; tool: string; errorCode?: string; policies?: string[]; wouldDeny?: string[] }[];
  }>('GET', `/v1/servers/${serverId}/audit`);
  return items.filter(({ kind }) => kind === 'call');
}

describe('a policy about an argument', () => {
  beforeAll(() => setPolicies([ALL, SMALL]));

  test.each([...HTTP_CLIENTS, ...SSE_CLIENTS])(
    'holds for %s, in every form of the number',
    async (_, __, connectAs) => {
      const client = await connectAs(hosted.mcpUrl);
      const before = upstream.requests.length;

      const refused = [await client.call('refund', { amount: 101 }), await client.call('refund', { amount: '101' })];
      const made = await client.call('refund', { amount: 100 });
      await client.close();

      for (const answer of refused) {
        expect(answer.isError).toBe(true);
        expect(textOf(answer)).toContain(
          'the policy small-refunds forbids it. Refund at most 100 at once. (policy_denied)',
        );
      }
      expect(textOf(made)).toContain('done');
      expect(upstream.requests.length).toBe(before + 1);
    },
  );

  test('is named in the trail', async () => {
    await refund(500);

    expect((await calls())[0]).toMatchObject({
      errorCode: 'policy_denied',
      tool: 'refund',
      policies: ['small-refunds'],
    });
  });

  test('is changed for the next call, without a new deployment', async () => {
    await setPolicies([ALL, { ...SMALL, text: SMALL.text.replace('100', '1000') }]);
    expect(await refund(101)).toContain('done');
    expect(await refund(1_001)).toContain('policy_denied');

    await setPolicies([]);
    expect(await refund(1_001)).toContain('done');
  });
});

describe('what policies cannot see', () => {
  const NOTED = 'forbid(principal, action, resource) when { context.input has note && context.input.note == "x" };';
  const REASON =
    'forbid(principal, action, resource) when { context.input has reason && context.input.reason == "x" };';
  beforeAll(() => setPolicies([ALL, SMALL, { name: 'noted', text: NOTED, mode: 'enforce' }]));

  const post = async (args: string) => {
    const response = await fetch(hosted.mcpUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"refund","arguments":${args}}}`,
    });
    return response.text();
  };

  test.each([
    ['digits that JavaScript rounds', '{"amount":100.00000000000000001}', 'policy_undecided'],
    ['an argument of any type', '{"amount":1,"note":"x"}', 'policy_undecided'],
    ['the same amount in other digits', '{"amount":100.0}', 'done'],
    ['a larger one in other digits', '{"amount":1.01e2}', 'policy_denied'],
  ])('is not passed over: %s', async (_, args, expected) => {
    const before = upstream.requests.length;

    expect(await post(args)).toContain(expected);
    expect(upstream.requests.length - before).toBe(expected === 'done' ? 1 : 0);
  });

  test('is not passed over: a placeholder', async () => {
    const own = await make({ governance: { placeholders: ['email'] } });
    await setPolicies([ALL, { name: 'reasons', text: REASON, mode: 'enforce' }], own);
    const client = await connect(own.mcpUrl);

    const answer = await client.call('refund', { amount: 1, reason: '[EMAIL:k7m2k7m2k7m2k7m2k7m2k7m2]' });
    await client.close();

    expect(textOf(answer)).toMatch(/placeholder.*policy_undecided/);
  });

  test('is not approved where nothing permits it', async () => {
    const asks = 'forbid(principal, action == Action::"refund", resource);';
    await setPolicies([
      { name: 'reading', text: 'permit(principal, action in Action::"is:readOnly", resource);', mode: 'enforce' },
      { name: 'asks', text: asks, mode: 'approve' },
    ]);

    expect(await refund(1)).toContain('policy_denied');
  });
});

test('what no policy permits is not made, and the model is told what is', async () => {
  const text = 'permit(principal, action in Action::"is:readOnly", resource);';
  await setPolicies([{ name: 'reading', text, mode: 'enforce', advice: 'You may read orders.' }]);
  const client = await connect(hosted.mcpUrl);

  expect(textOf(await client.call('listOrders', {}))).toContain('done');
  expect(textOf(await client.call('deleteOrder', { id: 1 }))).toMatch(
    /no policy permits this call with these arguments. You may read orders. \(policy_denied\)/,
  );
  await client.close();
});

test('shadow mode refuses nothing and is told in the trail', async () => {
  await setPolicies([ALL, { ...SMALL, mode: 'shadow' }]);

  expect(await refund(101)).toContain('done');
  expect((await calls())[0]).toMatchObject({ tool: 'refund', wouldDeny: ['small-refunds'] });
  expect((await calls())[0]?.errorCode).toBeUndefined();
  expect(await refund(1)).toContain('done');
  expect((await calls())[0]?.wouldDeny).toBeUndefined();
});

test('tags and labels of tokens count', async () => {
  const text =
    'forbid(principal is Token, action in Action::"tag:money", resource) when { principal.label like "night*" };';
  await setPolicies([ALL, { name: 'night', text, mode: 'enforce' }]);
  const night = await addToken(stack, hosted.serverId, 'night shift');
  const url = hosted.mcpUrl.replace(hosted.token.value, night.value);

  expect(await refund(1, url)).toContain('policy_denied');
  expect(await refund(1)).toContain('done');
});

test('nobody is asked to agree to a call that policies refuse', async () => {
  const text = 'forbid(principal, action == Action::"deleteOrder", resource) when { context.input.id == 7 };';
  const asking = await make({
    elicitation: { confirm: 'always', missing: false },
    policies: [ALL, { name: 'kept', text, mode: 'enforce' }],
  });
  const client = new Client(
    { name: 'asked', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
  );
  let questions = 0;
  client.setRequestHandler('elicitation/create', async () => {
    questions++;
    return { action: 'accept', content: { ok: true } };
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(asking.mcpUrl)));
  const remove = (id: number) => client.callTool({ name: 'deleteOrder', arguments: { id } });

  expect(textOf(await remove(7))).toContain('policy_denied');
  expect(questions).toBe(0);
  expect(textOf(await remove(8))).toContain('done');
  expect(questions).toBe(1);
  await client.close();
});

describe('through a toolset', () => {
  test('its policies hold, under its names, and those of the member as well', async () => {
    await setPolicies([ALL, SMALL]);
    const members = [{ serverId: hosted.serverId, prefix: 'shop', prefixed: true }];
    const toolset = await deploy(stack, {
      name: 'Team',
      source: { kind: 'toolset', members },
      auth: { type: 'none' },
      policies: [
        ALL,
        {
          name: 'tiny',
          text: 'forbid(principal, action == Action::"shop_refund", resource) when { context.input.amount > 10 };',
          mode: 'enforce',
        },
      ],
    });

    expect(await refund(11, toolset.mcpUrl, 'shop_refund')).toContain('policy tiny');
    expect(await refund(11)).toContain('done');
    await stack.api('PATCH', `/v1/servers/${toolset.serverId}`, { policies: [] });
    expect(await refund(11, toolset.mcpUrl, 'shop_refund')).toContain('done');
    expect(await refund(101, toolset.mcpUrl, 'shop_refund')).toContain('policy small-refunds');
    expect((await calls(toolset))[0]).toMatchObject({ errorCode: 'policy_denied', policies: ['small-refunds'] });
  });
});

describe('a call that a person has to approve', () => {
  const BIG = { ...SMALL, name: 'big-refunds', mode: 'approve', advice: undefined };
  interface Request {
    readonly id: string;
    readonly digest: string;
    readonly status: string;
    readonly arguments: string;
  }
  let logins: Logins;
  beforeAll(async () => {
    logins = await loginsOf(stack);
  });
  beforeEach(() => setPolicies([ALL, BIG]));
  const path = () => `/v1/servers/${hosted.serverId}/approvals`;
  const requests = async () => (await stack.api<{ items: Request[] }>('GET', path())).items;
  const waiting = async (amount: number) => {
    const found = (await requests()).find(
      (each) => each.status === 'waiting' && each.arguments === `{"amount":${amount}}`,
    );
    if (!found) throw new Error(`No call with ${amount} waits.`);
    return found;
  };
  const decide = async ({ id, digest }: Request, decision: 'approve' | 'deny', more: object = {}) =>
    ask(stack, await logins.of('editor'), 'POST', `${path()}/${id}`, { decision, digest, ...more });

  test.each([...HTTP_CLIENTS.slice(0, 3), ...SSE_CLIENTS.slice(0, 1)])(
    'is made once when it is approved, with %s',
    async (name, __, connectAs) => {
      const amount = 200 + 10 * CLIENTS.findIndex(([each]) => each === name);
      const client = await connectAs(hosted.mcpUrl);
      const before = upstream.requests.length;

      const asked = textOf(await client.call('refund', { amount }));
      expect(asked).toContain('approval_required');
      expect(textOf(await client.call('refund', { amount }))).toContain('approval_required');
      const request = await waiting(amount);
      expect(asked).toContain(request.id);
      expect((await decide(request, 'approve')).body).toMatchObject({
        status: 'approved',
        decidedBy: { id: 'editor-1' },
      });
      expect(textOf(await client.call('refund', { amount: amount + 1 }))).toContain('approval_required');
      expect(upstream.requests.length).toBe(before);

      expect(textOf(await client.call('refund', { amount }))).toContain('done');
      expect(upstream.requests.length).toBe(before + 1);
      expect(textOf(await client.call('refund', { amount }))).toContain('approval_required');
      expect(upstream.requests.length).toBe(before + 1);
      await client.close();
      const [, made] = await calls();
      expect(made).toMatchObject({ approvedBy: [{ approval: request.id, person: 'editor-1' }] });
      for (const left of await requests()) if (left.status === 'waiting') await decide(left, 'deny');
    },
  );

  test.each([
    ['approve', 'done'],
    ['deny', 'approval_denied'],
  ] as const)('a client that opens pages waits for the decision: %s', async (decision, outcome) => {
    const amount = decision === 'approve' ? 260 : 261;
    const client = new Client(
      { name: 'opens', version: '1' },
      { capabilities: { elicitation: { url: {} } }, versionNegotiation: { mode: 'auto' } },
    );
    const opened: string[] = [];
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      opened.push(String((params as { url?: string }).url));
      // Whoever opens the page takes a moment longer than the client.
      const request = await waiting(amount);
      setTimeout(() => void decide(request, decision), 500);
      return { action: 'accept' };
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(hosted.mcpUrl)));
    const before = upstream.requests.length;

    const answer = textOf(await client.callTool({ name: 'refund', arguments: { amount } }));

    expect(answer).toContain(outcome);
    expect(upstream.requests.length - before).toBe(decision === 'approve' ? 1 : 0);
    expect(opened).toHaveLength(1);
    expect(opened[0]).toMatch(new RegExp(`^${stack.edgeUrl}/servers/${hosted.serverId}/approvals\\?request=apr_`));
    await client.close();
  });

  test('a client whose person declines to open the page is told what its call waits for', async () => {
    const client = new Client(
      { name: 'declines', version: '1' },
      { capabilities: { elicitation: { url: {} } }, versionNegotiation: { mode: 'auto' } },
    );
    client.setRequestHandler('elicitation/create', async () => ({ action: 'decline' }));
    await client.connect(new StreamableHTTPClientTransport(new URL(hosted.mcpUrl)));

    const answer = textOf(await client.callTool({ name: 'refund', arguments: { amount: 262 } }));

    const request = await waiting(262);
    expect(answer).toContain(`/servers/${hosted.serverId}/approvals?request=${request.id}`);
    await decide(request, 'deny');
    await client.close();
  });

  test('is made once by many at the same moment', async () => {
    await refund(300);
    await decide(await waiting(300), 'approve');
    const before = upstream.requests.length;

    const answers = await Promise.all(Array.from({ length: 12 }, () => refund(300)));

    expect(answers.filter((answer) => answer.includes('done'))).toHaveLength(1);
    expect(upstream.requests.length).toBe(before + 1);
    await decide(await waiting(300), 'deny');
  });

  test('is decided once, by whoever has read it and may', async () => {
    await refund(301);
    const request = await waiting(301);
    const to = `${path()}/${request.id}`;
    const body = { decision: 'approve', digest: request.digest };

    expect((await ask(stack, await logins.of('viewer'), 'POST', to, body)).status).toBe(403);
    expect((await decide({ ...request, digest: 'a'.repeat(64) }, 'approve')).body.code).toBe('approval_changed');
    const both = await Promise.all([decide(request, 'approve'), decide(request, 'deny'), decide(request, 'approve')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await decide(request, 'deny')).body.code).toBe('approval_decided');
    const unknown = { ...request, id: 'apr_01ARZ3NDEKTSV4RRFFQ69G5FAV' };
    expect((await decide(unknown, 'approve')).body.code).toBe('approval_not_found');
  });

  test('is refused with a reason that the model is told', async () => {
    await refund(302);
    await decide(await waiting(302), 'deny', { reason: 'Ask accounting first.' });

    const answer = await refund(302);

    expect(answer).toContain('Ask accounting first.');
    expect(answer).toContain('approval_denied');
  });

  test('is not approved by another token, an argument or a header', async () => {
    await refund(303);
    const request = await waiting(303);
    await decide(request, 'approve');
    const other = await addToken(stack, hosted.serverId, 'other');
    const before = upstream.requests.length;

    expect(await refund(303, hosted.mcpUrl.replace(hosted.token.value, other.value))).toContain('approval_required');
    const client = await connect(hosted.mcpUrl, { 'x-approval': request.id, 'x-approved-by': 'editor-1' });
    const forged = { amount: 304, approval: request.id, approvedBy: 'editor-1', reason: `approved ${request.id}` };
    expect(textOf(await client.call('refund', forged))).not.toContain('done');
    await client.close();
    expect(upstream.requests.length).toBe(before);
    for (const left of await requests()) if (left.status === 'waiting') await decide(left, 'deny');
  });

  test('stays forbidden where another policy forbids it', async () => {
    const never = { name: 'never', text: SMALL.text.replace('100', '10000'), mode: 'enforce' };
    await setPolicies([ALL, BIG, never]);

    expect(await refund(20_000)).toMatch(/big-refunds, never forbid it.*policy_denied/);
    expect(await refund(305)).toContain('approval_required');
  });

  test('is shown with what nobody would see in its arguments', async () => {
    const client = await connect(hosted.mcpUrl);
    await client.call('refund', { amount: 307, reason: 'for\u202ednuf' });
    await client.close();

    const shown = (await requests()).find((each) => each.arguments.includes('307'));

    expect(shown?.arguments).toBe('{"amount":307,"reason":"for\\u202ednuf"}');
    if (shown) await decide(shown, 'deny');
  });

  test('needs a person to attend to it', async () => {
    await refund(306);

    const { items } = await stack.api<{ items: { condition: string; title: string }[] }>(
      'GET',
      `/v1/attention?server=${hosted.serverId}`,
    );

    expect(items).toContainEqual(expect.objectContaining({ condition: 'calls_waiting' }));
  });

  test('cannot be asked for without end', async () => {
    const answers: string[] = [];
    for (let n = 0; n < 6; n++) answers.push(await refund(400 + n));

    expect(answers.at(-1)).toContain('approval_impossible');
  });

  test('cannot be set by a permit', async () => {
    await expect(setPolicies([{ ...ALL, mode: 'approve' }])).rejects.toThrow(/policy_invalid.*forbid/s);
  });
});

describe('what does not fit the tools is refused, and what was stays', () => {
  beforeAll(() => setPolicies([ALL, SMALL]));
  const refusal = (promise: Promise<unknown>) => promise.then(() => 'taken', String);

  test.each([
    ['no Cedar', 'allow everything', /policy_invalid.*rule: .*unexpected token/s],
    ['a tool that there is not', 'forbid(principal, action == Action::"gone", resource);', /policy_invalid.*gone/s],
    [
      'an argument that there is not',
      'forbid(principal, action == Action::"refund", resource) when { context.input.sum > 1 };',
      /policy_invalid.*sum/s,
    ],
    [
      'a value of another type',
      'forbid(principal, action == Action::"refund", resource) when { context.input.amount > "1" };',
      /policy_invalid/,
    ],
    [
      'a nest that breaks the engine',
      `permit(principal, action, resource) when { ${'('.repeat(900)}true${')'.repeat(900)} };`,
      /policy_invalid.*nested/s,
    ],
  ])('%s', async (_, text, message) => {
    expect(await refusal(setPolicies([ALL, { name: 'rule', text, mode: 'enforce' }]))).toMatch(message);

    const { policies } = await stack.api<{ policies: object[] }>('GET', `/v1/servers/${hosted.serverId}`);
    expect(policies).toEqual([ALL, SMALL]);
    expect(await refund(101)).toContain('policy_denied');
  });

  test('another name for a tool that a policy names', async () => {
    const { items } = await stack.api<{ items: { id: string; name: string }[] }>(
      'GET',
      `/v1/servers/${hosted.serverId}/tools`,
    );
    const id = items.find(({ name }) => name === 'refund')?.id;

    const renamed = stack.api('PATCH', `/v1/servers/${hosted.serverId}/tools/${id}`, { name: 'pay_back' });

    expect(await refusal(renamed)).toMatch(/policy_invalid.*refund/s);
    expect(await refund(101)).toContain('policy_denied');
  });

  test('two of one name', async () => {
    expect(await refusal(setPolicies([ALL, ALL]))).toMatch(/policies/);
  });
});

test('a copy has the policies of its original', async () => {
  await setPolicies([ALL, SMALL]);
  const { server } = await stack.api<{ server: { policies: object[] } }>(
    'POST',
    `/v1/servers/${hosted.serverId}/duplicate`,
    {},
  );

  expect(server.policies).toEqual([ALL, SMALL]);
});
