/** Cut answers of a toolset's members that are read on through the toolset: as at the member, by the token of the toolset. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../core/governance/index.ts';
import { type CallAnswer, CLIENTS, closeClients, connect as connectToday } from '../support/mcpClients.ts';
import { callIn, completed, readingBy } from '../support/readOn.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { addToken, deploy, type HostedServer } from '../support/stack.ts';
import { thingsDocument } from '../support/things.ts';
import { until } from '../support/until.ts';
import type { Upstream } from '../support/upstream.ts';

const BODY = JSON.stringify({
  things: Array.from({ length: 120 }, (_, id) => ({ id, email: `thing${id}@example.org`, note: 'n' })),
});
const GOVERNED = compileGovernance({ truncation: false }).governBytes(Buffer.from(BODY), 'application/json').text;

let upstream: Upstream;
let stack: SharedStack;
let holding: HostedServer;
let plain: HostedServer;
let toolset: HostedServer;

const member = (name: string, governance: object) =>
  deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
    name,
    governance,
  });
const combine = (members: readonly HostedServer[]) =>
  deploy(stack, {
    name: 'Everything',
    source: { kind: 'toolset', members: members.map(({ serverId }) => ({ serverId })) },
    auth: { type: 'none' },
  });
const noteOf = ({ content }: CallAnswer): string => content.at(-1)?.text ?? '';
const handleOf = (answer: CallAnswer) => callIn(noteOf(answer))?.handle ?? '';
type Client = Awaited<ReturnType<typeof connectToday>>;
const read = (client: Client, handle: string) => client.call('read_more', { handle, part: '/things/50-99' });
const trailOf = async ({ serverId }: HostedServer) =>
  (await stack.api<{ items: Record<string, unknown>[] }>('GET', `/v1/servers/${serverId}/audit`)).items;

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.things.example' });
  upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: BODY });
  holding = await member('Holding', { holdAnswers: true, chooseFields: true });
  plain = await member('Plain', {});
  toolset = await combine([holding, plain]);
}, 180_000);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

describe.each(CLIENTS)('the %s client', (_name, _version, connect) => {
  test('reads the whole of a member’s answer, and is offered nothing by one that holds none', async () => {
    const client = await connect(toolset.mcpUrl);

    const tools = await client.listTools();
    const first = await client.call('listThings', {});
    const other = await client.call('plain_listThings', {});
    const asked = upstream.requests.length;
    const reading = readingBy((name, args) => client.call(name, args), handleOf(first));
    const root = await reading('');
    const whole = await completed(reading, root.text, '', root.cut);

    expect(tools.at(-1)).toMatchObject({ name: 'read_more' });
    expect(noteOf(first)).toContain('(70 items are left)');
    expect(noteOf(other)).not.toContain('read_more');
    expect(whole).toBe(GOVERNED);
    expect(upstream.requests).toHaveLength(asked);
    await client.close();
  });
});

test('fields are chosen of a piece where the member lets calls choose', async () => {
  const client = await connectToday(toolset.mcpUrl);
  const handle = handleOf(await client.call('listThings', {}));

  const piece = await client.call('read_more', { handle, part: '/things/50-51', fields: ['things.id'] });

  expect(piece.isError).toBeFalsy();
  expect(JSON.parse(piece.content[0]?.text ?? '')).toEqual([{ id: 50 }, { id: 51 }]);
});

test('a piece stands in both trails, under the call that it continues', async () => {
  const token = await addToken(stack, toolset.serverId, 'reader');
  const client = await connectToday(toolset.mcpUrl.replace(toolset.token.value, token.value));
  await read(client, handleOf(await client.call('listThings', {})));

  const [own, members, others] = await Promise.all(
    [toolset, holding, plain].map(async (server) =>
      (await trailOf(server)).filter((entry) => entry['tokenId'] === token.id),
    ),
  );

  const piece = members?.find(({ tool }) => tool === 'read_more');
  expect(piece).toMatchObject({ toolset: toolset.serverId, outcome: 'ok' });
  expect(own?.find(({ tool }) => tool === 'read_more')).toMatchObject({
    callId: piece?.['callId'],
    continues: piece?.['continues'],
    member: { serverId: holding.serverId, tool: 'read_more' },
  });
  expect(members?.some(({ tool, callId }) => tool === 'listThings' && callId === piece?.['continues'])).toBe(true);
  expect(others).toEqual([]);
});

test('a handle is of its own token alone, at the toolset as at the member', async () => {
  const token = await addToken(stack, toolset.serverId, 'other');
  const [own, other, atMember] = [
    await connectToday(toolset.mcpUrl),
    await connectToday(toolset.mcpUrl.replace(toolset.token.value, token.value)),
    await connectToday(holding.mcpUrl),
  ];
  const handle = handleOf(await own.call('listThings', {}));
  const membersOwn = handleOf(await atMember.call('listThings', {}));

  expect((await read(own, handle)).isError).toBeFalsy();
  expect(noteOf(await read(other, handle))).toContain('continuation_gone');
  expect(noteOf(await read(atMember, handle))).toContain('continuation_gone');
  expect(noteOf(await read(own, membersOwn))).toContain('continuation_gone');
});

test.each<[string, (made: HostedServer, of: HostedServer) => Promise<unknown>]>([
  ['is taken offline', (_, of) => stack.api('PUT', `/v1/servers/${of.serverId}/status`, { status: 'offline' })],
  [
    'is taken out',
    (made) =>
      stack.api('PATCH', `/v1/servers/${made.serverId}`, {
        source: { kind: 'toolset', members: [{ serverId: plain.serverId }] },
      }),
  ],
  [
    'has other rules',
    (_, of) => stack.api('PATCH', `/v1/servers/${of.serverId}`, { governance: { allowFields: ['email'] } }),
  ],
])('nothing is read on of a member that %s', async (_, change) => {
  const own = await member('Changing', { holdAnswers: true });
  const made = await combine([plain, own]);
  const client = await connectToday(made.mcpUrl);
  const handle = handleOf(await client.call('changing_listThings', {}));
  const before = await read(client, handle);

  await change(made, own);
  let answer = '';
  await until(async () => {
    // Where no member holds answers any more, the tool itself is gone.
    answer = await read(client, handle).then(noteOf, () => 'continuation_gone');
    return answer.includes('continuation_gone');
  });

  expect(before.isError).toBeFalsy();
  expect(answer).toContain('continuation_gone');
});
