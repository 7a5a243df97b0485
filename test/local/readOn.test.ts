/** Cut answers that are read on, on the running stack: in every protocol and way of listing, by their own token, until it is revoked. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../core/governance/index.ts';
import { type CallAnswer, CLIENTS, closeClients, connect as connectToday, toolNames } from '../support/mcpClients.ts';
import { callIn, completed, joinedCharacters, readingBy } from '../support/readOn.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { addToken, deploy, type HostedServer } from '../support/stack.ts';
import { thingsDocument } from '../support/things.ts';
import type { Upstream } from '../support/upstream.ts';

const BODY = JSON.stringify({
  things: Array.from({ length: 120 }, (_, id) => ({
    id: 90_000_000_000_000_000_000n.toString() + id,
    email: `thing${id}@example.org`,
    sizes: Array.from({ length: id === 7 ? 130 : 2 }, (_each, size) => size),
  })),
  has_more: false,
});
const GOVERNED = compileGovernance({ truncation: false }).governBytes(Buffer.from(BODY), 'application/json').text;

let upstream: Upstream;
let stack: SharedStack;
let hosted: HostedServer;
const document = () => JSON.stringify(thingsDocument(upstream.baseUrl));

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.things.example' });
  upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: BODY });
  hosted = await deploy(stack, {
    source: { kind: 'openapi', document: document() },
    auth: { type: 'none' },
    governance: { holdAnswers: true },
  });
}, 180_000);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

type Next = NonNullable<ReturnType<typeof callIn>>;

const noteOf = ({ content }: CallAnswer): string => content.at(-1)?.text ?? '';
const path = () => `/v1/servers/${hosted.serverId}`;

describe.each(CLIENTS)('the %s client', (_name, _version, connect) => {
  test('finds the reading tool, and reads the whole by the calls that the notes give', async () => {
    const client = await connect(hosted.mcpUrl);

    const tools = await client.listTools();
    const first = await client.call('listThings', {});
    const handle = callIn(noteOf(first))?.handle ?? '';
    const asked = upstream.requests.length;
    const read = readingBy((name, args) => client.call(name, args), handle);
    const root = await read('');
    const whole = await completed(read, root.text, '', root.cut);

    expect(tools.at(-1)).toMatchObject({ name: 'read_more' });
    expect(callIn(noteOf(first))).toMatchObject({ name: 'read_more', part: '/things/50-99' });
    expect(noteOf(first)).toContain('(70 items are left)');
    expect(whole).toBe(GOVERNED);
    expect(await joinedCharacters(read, '', 20_000)).toBe(GOVERNED);
    expect(upstream.requests).toHaveLength(asked);
    await client.close();
  });
});

test.each(['compact', 'grouped'] as const)('a %s list has the tool as well', async (exposition) => {
  const other = await deploy(stack, {
    source: { kind: 'openapi', document: document() },
    auth: { type: 'none' },
    exposition,
    governance: { holdAnswers: true, pseudonyms: true },
  });
  const client = await connectToday(other.mcpUrl);

  const first =
    exposition === 'grouped'
      ? await client.call((await toolNames(other.mcpUrl)).find((name) => name.startsWith('things_read')) ?? '', {
          action: 'listThings',
        })
      : await client.call('listThings', {});
  const next = callIn(noteOf(first));
  const piece = await client.call(next?.name ?? '', { handle: next?.handle, part: next?.part });

  expect(await toolNames(other.mcpUrl)).toContain('read_more');
  expect(JSON.parse(piece.content[0]?.text ?? '')).toHaveLength(50);
  // With pseudonyms each of the 100 addresses has a marker of its own, in the first piece as in the next.
  const markers = [first, piece].flatMap(
    ({ content }) => content[0]?.text?.match(/\[REDACTED:email:[0-9a-z]{7}\]/g) ?? [],
  );
  expect(new Set(markers).size).toBe(100);
});

test('what is held is on the disk in no form that can be read', async () => {
  const client = await connectToday(hosted.mcpUrl);
  await client.call('listThings', {});

  const files = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const at = join(folder, name);
      return statSync(at).isDirectory() ? files(at) : [at];
    });
  const texts = files(stack.data).map((file) => readFileSync(file, 'latin1'));

  expect(texts.some((text) => text.includes(`held/${hosted.serverId}/`))).toBe(true);
  expect(texts.filter((text) => text.includes('thing77@') || text.includes('"sizes":[0,1]'))).toEqual([]);
});

test('a handle is of its own token alone, and ends with it', async () => {
  const client = await connectToday(hosted.mcpUrl);
  const token = await addToken(stack, hosted.serverId);
  const otherUrl = hosted.mcpUrl.replace(hosted.token.value, token.value);
  const other = await connectToday(otherUrl);
  const own = callIn(noteOf(await client.call('listThings', {}))) as Next;
  const theirs = callIn(noteOf(await other.call('listThings', {}))) as Next;
  const read = (at: typeof client, { handle }: Next) => at.call('read_more', { handle, part: '/things/50-99' });

  expect((await read(client, own)).isError).toBeFalsy();
  expect(await read(client, theirs)).toMatchObject({ isError: true });
  expect(noteOf(await read(client, theirs))).toContain('continuation_gone');

  await stack.api('DELETE', `${path()}/tokens/${token.id}`);
  await expect(read(other, theirs)).rejects.toThrow();
  expect(noteOf(await read(client, theirs))).toContain('continuation_gone');
});

test('another version of the server knows no handle of the one before, and without the setting there is no tool', async () => {
  const client = await connectToday(hosted.mcpUrl);
  const next = callIn(noteOf(await client.call('listThings', {}))) as Next;

  await stack.api('PATCH', path(), { governance: { allowFields: ['email'] } });
  const gone = await client.call('read_more', { handle: next.handle, part: next.part });
  await stack.api('PATCH', path(), { governance: { holdAnswers: false } });
  const names = await toolNames(hosted.mcpUrl);
  const plain = await client.call('listThings', {});

  expect(noteOf(gone)).toContain('continuation_gone');
  expect(names).not.toContain('read_more');
  expect(noteOf(plain)).not.toContain('read_more');
});

test('the trail names the call that a piece belongs to', async () => {
  const { items } = await stack.api<{ items: Record<string, unknown>[] }>('GET', `${path()}/audit`);
  const piece = items.find(({ tool, outcome }) => tool === 'read_more' && outcome === 'ok');

  expect(items.some(({ tool, callId }) => tool === 'listThings' && callId === piece?.['continues'])).toBe(true);
});
