/** Answers that are held: stored sealed, listed under their token, read by nobody else and no longer than they may be. */
import { gzipSync } from 'node:zlib';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { LIMITS } from '../../../../../core/lib/limits.ts';
import { newHandle } from '../../../../../core/response/continuation/handle.ts';
import type { HeldRow } from '../../../../../core/response/continuation/heldRow.ts';
import { holdPacked } from '../../../../../lambdas/mcp-rpc/call/held.ts';
import { readMore } from '../../../../../lambdas/mcp-rpc/call/readMore.ts';
import type { CallContext } from '../../../../../lambdas/mcp-rpc/call/stage.ts';
import { BUNDLE_ID, bundleOf, bundleTool, SERVER } from '../../../../support/bundles.ts';
import { directAws, fault } from '../../../../support/directAws.ts';
import { memoryKms, memoryS3 } from '../../../../support/memoryAws.ts';

Object.assign(process.env, {
  TABLE_AUDIT: 'audit',
  TABLE_SESSIONS: 'sessions',
  BUCKET_BUNDLES: 'bundles',
  KEY_CREDENTIALS: 'key',
  AWS_REGION: 'eu-central-1',
  ORIGIN_SECRET: JSON.stringify({ previous: '', current: 'x' }),
});
const aws = directAws();
const objects = memoryS3();
memoryKms();
jest.spyOn(console, 'error').mockImplementation(() => {});

let rows = new Map<string, Record<string, unknown>>();
let entries: Record<string, unknown>[] = [];

beforeEach(() => {
  aws.reset();
  objects.clear();
  rows = new Map();
  entries = [];
  aws.on('BatchGetItem', ({ RequestItems }) => {
    const [key] = (RequestItems as { sessions: { Keys: never[] } }).sessions.Keys;
    const row = rows.get(unmarshall(key as never)['sessionId'] as string);
    return { Responses: { sessions: row ? [marshall(row)] : [] } };
  });
  aws.on('PutItem', ({ TableName, Item, ExpressionAttributeValues }) => {
    const item = unmarshall(Item as never);
    if (TableName === 'audit') {
      entries.push(item);
      return {};
    }
    const before = rows.get(item['sessionId'] as string)?.['revision'];
    const wanted = ExpressionAttributeValues && unmarshall(ExpressionAttributeValues as never)[':revision'];
    if (before !== wanted) throw fault('ConditionalCheckFailedException');
    rows.set(item['sessionId'] as string, item);
    return {};
  });
});

const contextOf = (change: { tokenId?: string; bundleId?: string; secret?: number } = {}): CallContext =>
  ({
    bundle: bundleOf([bundleTool('list')], { holdAnswers: true, systemRules: 'Be kind.' }),
    isStillOpen: async () => true,
    described: { id: 1, method: 'tools/call', era: '2026-07-28' },
    token: { tokenId: change.tokenId ?? 'tok_1', label: 'Laptop' },
    server: { serverId: SERVER, bundle: { id: change.bundleId ?? BUNDLE_ID } },
    secretFor: () => new Uint8Array(32).fill(change.secret ?? 1),
  }) as unknown as CallContext;

const TEXT = JSON.stringify({ items: Array.from({ length: 30 }, (_, id) => ({ id, name: 'secret-of-mine' })) });

async function hold(context = contextOf(), text = TEXT, size = text.length): Promise<string> {
  const handle = newHandle();
  const packed = gzipSync(text).toString('base64');
  const isHeld = await holdPacked(context, {
    handle,
    whole: { json: true, size, packed },
    callId: 'call_1',
    maxItems: 10,
  });
  expect(isHeld).toBe(true);
  return handle;
}

const read = async (args: object, context = contextOf()) => {
  const plain = args as never;
  const { signal } = new AbortController();
  const { content, isError } = await readMore(context, {
    id: 1,
    name: 'read_more',
    arguments: plain,
    plainArguments: plain,
    signal,
  });
  return { texts: content.map((block) => (block as { text: string }).text), isError };
};

describe('an answer that is held', () => {
  test('is read piece by piece, each with the next call and the rules of the owner, and entered', async () => {
    const handle = await hold();

    const { texts, isError } = await read({ handle, part: '/items/10-19' });

    expect(isError).toBeUndefined();
    expect(JSON.parse(texts[0] ?? '')).toHaveLength(10);
    expect(texts[1]).toMatch(/^\[portcullis:\w+\]\nThese are items 10 to 19 of 30 at \/items\.\n/);
    expect(texts[1]).toContain(`read_more {"handle":"${handle}","part":"/items/20-29"} (10 items are left)`);
    expect(texts[1]).toContain('Be kind.');
    expect(entries).toMatchObject([
      { kind: 'call', tool: 'read_more', outcome: 'ok', continues: 'call_1', class: 'query', upstreamMs: 0 },
    ]);
    expect(String(entries[0]?.['arguments'])).toContain('/items/10-19');
  });

  test('lies sealed, and its list says nothing of it', async () => {
    await hold();

    const stored = [...objects].map(([key, bytes]) => `${key} ${bytes.toString('latin1')}`).join();
    expect(stored).toContain(`bundles/held/${SERVER}/tok_1/`);
    expect(stored).not.toContain('secret-of-mine');
    expect(JSON.stringify([...rows.values()])).not.toContain('secret-of-mine');
  });

  test.each([
    ['another token', { tokenId: 'tok_2' }],
    ['another version of the server', { bundleId: 'b'.repeat(64) }],
  ])('is not there for %s', async (_, change) => {
    const handle = await hold();

    const { texts, isError } = await read({ handle, part: '' }, contextOf(change));

    expect(isError).toBe(true);
    expect(texts[0]).toContain('(continuation_gone)');
  });

  test('opens to nobody who does not present the token itself, whatever is stored', async () => {
    const handle = await hold();

    const { texts, isError } = await read({ handle, part: '' }, contextOf({ secret: 2 }));

    expect(isError).toBe(true);
    expect(texts.join()).not.toContain('secret-of-mine');
  });

  test('an object that is put in the place of another opens nothing', async () => {
    const [first, second] = [await hold(), await hold(contextOf(), '{"other":1}')];
    objects.set(
      `bundles/held/${SERVER}/tok_1/${first}`,
      objects.get(`bundles/held/${SERVER}/tok_1/${second}`) as Buffer,
    );

    const { isError } = await read({ handle: first, part: '' });

    expect(isError).toBe(true);
  });

  test('is gone after a quarter of an hour, whether its object is or not', async () => {
    const handle = await hold();
    jest.useFakeTimers({ now: Date.now() + LIMITS.heldAnswers.ms + 1, doNotFake: ['setTimeout', 'nextTick'] });

    const { texts } = await read({ handle, part: '' });

    jest.useRealTimers();
    expect(texts[0]).toContain('(continuation_gone)');
    expect(objects.size).toBe(1);
  });

  test('makes room for newer ones, by count and by bytes', async () => {
    const first = await hold();
    for (let more = 0; more < LIMITS.heldAnswers.count; more++) await hold();
    const big = await hold(contextOf(), TEXT, LIMITS.heldAnswers.bytes);

    const [row] = [...rows.values()] as unknown as HeldRow[];

    expect(row?.held.map(({ handle }) => handle)).toEqual([big]);
    expect((await read({ handle: first, part: '' })).texts[0]).toContain('(continuation_gone)');
    expect((await read({ handle: big, part: '' })).isError).toBeUndefined();
  });

  test('those of twins that store at the same moment are all listed', async () => {
    const handles = await Promise.all(Array.from({ length: 4 }, () => hold()));

    const [row] = [...rows.values()] as unknown as HeldRow[];

    expect(row?.held.map(({ handle }) => handle).sort()).toEqual([...handles].sort());
  });

  test('is withheld when the connection was closed meanwhile', async () => {
    const handle = await hold();

    const { texts, isError } = await read({ handle, part: '' }, { ...contextOf(), isStillOpen: async () => false });

    expect(isError).toBe(true);
    expect(texts.join()).not.toContain('secret-of-mine');
    expect(entries).toMatchObject([{ outcome: 'error', errorCode: 'answer_withheld', bytesOut: 0 }]);
  });

  test('does not leave when it cannot be entered', async () => {
    const handle = await hold();
    aws.on('PutItem', () => {
      throw fault('InternalServerError');
    });

    const { texts } = await read({ handle, part: '' });

    expect(texts.join()).not.toContain('secret-of-mine');
    expect(texts[0]).toContain('(audit_unavailable)');
  });

  test.each([
    [{}, '/handle'],
    [{ handle: 'x' }, '/handle'],
    [{ handle: newHandle() }, '/part'],
    [{ handle: newHandle(), part: 'items' }, '/part'],
    [{ handle: newHandle(), part: '', other: 1 }, '/other'],
  ])('wrong arguments %j are named', async (args, field) => {
    const { texts, isError } = await read(args);

    expect(isError).toBe(true);
    expect(texts[0]).toContain(`- ${field}: `);
  });

  test('a place that is not there is told with the rule', async () => {
    const handle = await hold();

    const { texts } = await read({ handle, part: '/nobody' });

    expect(texts[0]).toContain('names no place in this answer');
  });
});
