/** Answers by their cache hints: an immutable one is given again to its own token for the same arguments; a change names what is stale. */
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { chooseTool } from '../../../../../core/mcp/actions.ts';
import { listingOf } from '../../../../../core/mcp/listing.ts';
import { annotationsOf } from '../../../../../core/model/annotations.ts';
import type { CallOutcome } from '../../../../../core/sandbox/protocol.ts';
import type { CallContext } from '../../../../../lambdas/mcp-rpc/call/stage.ts';
import { callTool } from '../../../../../lambdas/mcp-rpc/call/stages.ts';
import { BUNDLE_ID, bundleOf, bundleTool, SERVER } from '../../../../support/bundles.ts';
import { directAws, fault, streamed } from '../../../../support/directAws.ts';
import { memoryKms, memoryS3 } from '../../../../support/memoryAws.ts';

Object.assign(process.env, {
  TABLE_AUDIT: 'audit',
  TABLE_SESSIONS: 'sessions',
  BUCKET_BUNDLES: 'bundles',
  KEY_CREDENTIALS: 'key',
  FUNCTION_SANDBOX: 'sandbox',
  AWS_REGION: 'eu-central-1',
  ORIGIN_SECRET: JSON.stringify({ previous: '', current: 'x' }),
});
const aws = directAws();
const objects = memoryS3();
memoryKms();
jest.spyOn(console, 'error').mockImplementation(() => {});

const outcome: CallOutcome = {
  content: [{ type: 'text', text: '{"planet":"Earth"}' }],
  isError: false,
  status: 200,
  upstreamMs: 12,
  bytesIn: 100,
  bytesOut: 18,
  redactions: { count: 0, byType: {}, pointers: [] },
  truncations: [],
  auditArguments: {},
  digest: 'd'.repeat(64),
};
const INVOKE = 'InvokeWithResponseStream';
let answer = outcome;
let rows = new Map<string, Record<string, unknown>>();
let entries: Record<string, unknown>[] = [];

beforeEach(() => {
  aws.reset();
  objects.clear();
  rows = new Map();
  entries = [];
  answer = outcome;
  aws.on(INVOKE, async function* () {
    return yield* streamed(Buffer.from(`${JSON.stringify({ frame: 'result', outcome: answer })}\n`));
  });
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
    const wanted = ExpressionAttributeValues && unmarshall(ExpressionAttributeValues as never)[':revision'];
    if (rows.get(item['sessionId'] as string)?.['revision'] !== wanted) throw fault('ConditionalCheckFailedException');
    rows.set(item['sessionId'] as string, item);
    return {};
  });
});

const tools = [
  bundleTool('planet', { cacheHint: 'immutable' }),
  bundleTool('never', { cacheHint: 'no-store' }),
  bundleTool('plain'),
  bundleTool('write', {
    annotations: annotationsOf({ verb: 'POST' }),
    program: { verb: 'POST', path: '/planet', parameters: [] },
  }),
];

async function call(name: string, id: number, { tokenId = 'tok_1', secret = 1, holdAnswers = true, server = {} } = {}) {
  const bundle = bundleOf(tools, { holdAnswers });
  const listing = listingOf(bundle, BUNDLE_ID, { listChanged: false });
  const args = { id };
  const { signal } = new AbortController();
  const chosen = chooseTool(listing, { id: 1, name, arguments: args, plainArguments: args, signal });
  if (chosen.kind !== 'tool') throw new Error('no tool is meant');
  const context = {
    bundle,
    readingTool: listing.readingTool,
    readable: listing.byName,
    isStillOpen: async () => true,
    described: { id: 1, method: 'tools/call', era: '2026-07-28' },
    token: { tokenId, label: 'Laptop' },
    server: { serverId: SERVER, bundle: { id: BUNDLE_ID, mac: 'bWFj' }, auth: { type: 'none' }, ...server },
    secretFor: () => new Uint8Array(32).fill(secret),
  } as unknown as CallContext;
  return callTool(context, chosen);
}
const asked = () => aws.calls(INVOKE).length;

test('is asked for again where each client has its own account, which may be another one by then', async () => {
  const server = { credentials: 'per-token' };
  await call('planet', 1, { server });
  await call('planet', 1, { server });

  expect(asked()).toBe(2);
});

test('an immutable answer is given again, entered as the answer of the call that asked', async () => {
  const first = await call('planet', 1);
  const second = await call('planet', 1);

  expect(second).toEqual(first);
  expect(asked()).toBe(1);
  expect(entries).toHaveLength(2);
  expect(entries[1]).toMatchObject({ tool: 'planet', outcome: 'ok', upstreamMs: 0, continues: entries[0]?.['callId'] });
  expect([...objects.values()].join()).not.toContain('Earth');
});

test.each<[string, () => Promise<unknown>]>([
  ['for other arguments', () => call('planet', 2)],
  ['to another token', () => call('planet', 1, { tokenId: 'tok_2', secret: 2 })],
  ['where answers are not held', () => call('planet', 1, { holdAnswers: false })],
])('it is not given %s', async (_, again) => {
  await call('planet', 1);

  await again();

  expect(asked()).toBe(2);
});

test.each(['never', 'plain'])('an answer of %s is asked for each time, and not stored', async (name) => {
  await call(name, 1);
  await call(name, 1);

  expect(asked()).toBe(2);
  expect(objects.size).toBe(0);
});

test('an error is not given again', async () => {
  answer = { ...outcome, isError: true, errorCode: 'upstream_status', status: 500 };

  await call('planet', 1);
  await call('planet', 1);

  expect(asked()).toBe(2);
});

test('a change has its note name the reading tools of its resource', async () => {
  await call('write', 1);

  expect(aws.calls(INVOKE)[0]?.['notes']).toEqual(['What these tools answered before may be stale now: planet.']);
});
