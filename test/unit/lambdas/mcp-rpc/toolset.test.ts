/**
 * A call through a toolset of fifty servers, of which only the bundle of the called one is stored: whatever else were read would fail. And what
 * is refused whatever the sealed list says, because the rows say otherwise by now.
 */
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { bundleKey, sealBundle } from '../../../../aws/services/bundles.ts';
import { tokenHashKey } from '../../../../aws/services/keys.ts';
import { hashToken, newToken } from '../../../../core/auth/tokens/format.ts';
import type { Bundle, BundleRef } from '../../../../core/model/bundle.ts';
import { DEFAULT_GOVERNANCE } from '../../../../core/model/governance/settings.ts';
import type { SandboxFrame, SandboxRequest } from '../../../../core/sandbox/protocol.ts';
import { withGovernance } from '../../../../core/tools/bundle/build.ts';
import { composeToolset } from '../../../../core/tools/toolset/compose.ts';
import { bundleOf, bundleTool } from '../../../support/bundles.ts';
import { directAws, streamed } from '../../../support/directAws.ts';
import { callHandler } from '../../../support/functionUrl.ts';
import { memoryIot, memoryKms, memoryS3 } from '../../../support/memoryAws.ts';

Object.assign(process.env, {
  TABLE_AUDIT: 'audit',
  TABLE_TOKENS: 'tokens',
  TABLE_SERVERS: 'servers',
  TABLE_SESSIONS: 'sessions',
  TABLE_UPSTREAM_TOKENS: 'upstream',
  BUCKET_BUNDLES: 'bundles',
  FUNCTION_SANDBOX: 'sandbox',
  KEY_TOKENS: 'tokens',
  KEY_SIGNING: 'signing',
  KEY_CREDENTIALS: 'credentials',
  AWS_REGION: 'eu-central-1',
  ORIGIN_SECRET: JSON.stringify({ current: 'secret' }),
});

const TOOLSET = 'srv_Toolset00000';
const MEMBERS = Array.from({ length: 50 }, (_, at) => `srv_Member${String(at).padStart(6, '0')}`);
const CALLED = MEMBERS[7] as string;
const PREFIXES = MEMBERS.map((_, at) => `m${at}`);

const aws = directAws();
const objects = memoryS3();
memoryKms();
memoryIot(() => {});
const token = newToken(TOOLSET);
const frame: SandboxFrame = {
  frame: 'result',
  outcome: {
    content: [{ type: 'text', text: '{"id":7}' }],
    isError: false,
    status: 200,
    upstreamMs: 1,
    bytesIn: 8,
    bytesOut: 8,
    redactions: { count: 0, byType: {}, pointers: [] },
    truncations: [],
    auditArguments: { id: 7 },
    digest: 'd'.repeat(64),
  },
};
let rows: Record<string, Record<string, unknown>>;
let sealedToolset: BundleRef;
let sealedMember: BundleRef;
let handler: unknown;

const memberBundle = (serverId: string, at: number): Bundle => ({
  ...bundleOf([bundleTool('read', { toolId: `tool_${at}` })]),
  serverId,
});
async function stored(bundle: Bundle): Promise<BundleRef> {
  const { ref, bytes } = await sealBundle(bundle);
  objects.set(`bundles/${bundleKey(bundle.serverId, ref.id)}`, Buffer.from(bytes));
  return ref;
}

beforeAll(async () => {
  const read = MEMBERS.map((serverId, at) => {
    const bundle = memberBundle(serverId, at);
    const member = { serverId, prefix: PREFIXES[at] as string };
    return { member, name: serverId, bundleId: 'x', bundle, tools: bundle.tools, rows: [] };
  });
  const row = { serverId: TOOLSET, name: 'All', exposition: 'flat' } as const;
  const { section, governance } = composeToolset(row, read, DEFAULT_GOVERNANCE);
  sealedToolset = await stored(withGovernance(section, governance));
  sealedMember = await stored(memberBundle(CALLED, 7));
  const tokenHash = hashToken(await tokenHashKey(), token);
  aws.on('BatchGetItem', ({ RequestItems }) => {
    const { servers } = RequestItems as { servers: { Keys: { serverId: { S: string } }[] } };
    const found = servers.Keys.flatMap(({ serverId }) => rows[serverId.S] ?? []);
    const held = { tokenHash, tokenId: 'tok_1', label: 'Laptop', serverId: TOOLSET };
    return {
      Responses: { tokens: [marshall(held)], servers: found.map((row) => marshall(row)), sessions: [], upstream: [] },
    };
  });
  aws.on('PutItem', () => ({}));
  aws.on('UpdateItem', () => ({}));
  ({ handler } = (await import('../../../../lambdas/mcp-rpc/handler.ts')) as { handler: unknown });
});
beforeEach(() => {
  aws.on('InvokeWithResponseStream', () => streamed(Buffer.from(`${JSON.stringify(frame)}\n`)));
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const members = MEMBERS.map((serverId, at) => ({ serverId, prefix: PREFIXES[at] }));
  rows = {
    [TOOLSET]: {
      serverId: TOOLSET,
      status: 'live',
      auth: { type: 'none' },
      source: { kind: 'toolset', members },
      bundle: { ...sealedToolset, version: 1, tools: 50 },
    },
    [CALLED]: {
      serverId: CALLED,
      status: 'live',
      baseUrl: 'https://api.example.com',
      auth: { type: 'none' },
      source: { kind: 'manual' },
      bundle: { ...sealedMember, version: 1, tools: 1 },
    },
  };
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function call(): Promise<{ text: string; reads: number; sent: SandboxRequest[] }> {
  const before = [aws.calls('BatchGetItem').length, aws.calls('InvokeWithResponseStream').length];
  const called = callHandler(handler, {
    path: `/${token}/mcp`,
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'm7_read' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'm7_read',
        arguments: { id: 7 },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  });
  await called.done;
  return {
    text: called.text,
    reads: aws.calls('BatchGetItem').length - (before[0] ?? 0),
    sent: aws.calls('InvokeWithResponseStream').slice(before[1]) as unknown as SandboxRequest[],
  };
}

test('loads the list and the one member, and reads the rows in one batch before the answer, and before a further call too', async () => {
  const first = await call();
  const second = await call();

  for (const { text, sent } of [first, second]) {
    expect(text).toContain('\\"id\\":7');
    expect(sent).toHaveLength(1);
  }
  expect([first.reads, second.reads]).toEqual([3, 2]);
});

test.each([
  ['is offline', () => change(CALLED, { status: 'offline' })],
  ['was taken out', () => change(TOOLSET, { source: { kind: 'toolset', members: [] } })],
])('a member that %s while it answers has its answer withheld, however the call was foreseen', async (_, meanwhile) => {
  await call();
  aws.on('InvokeWithResponseStream', () => {
    meanwhile();
    return streamed(Buffer.from(`${JSON.stringify(frame)}\n`));
  });

  const { text, sent } = await call();

  expect(text).toContain('answer_withheld');
  expect(sent).toHaveLength(1);
});

const change = (serverId: string, more: object) => {
  rows[serverId] = { ...rows[serverId], ...more };
};

test.each([
  ['is offline', 'member_offline', () => change(CALLED, { status: 'offline' })],
  ['is being deleted', 'member_offline', () => change(CALLED, { status: 'deleting' })],
  ['is gone', 'member_offline', () => delete rows[CALLED]],
  ['was taken out', 'member_offline', () => change(TOOLSET, { source: { kind: 'toolset', members: [] } })],
  ['has become a toolset', 'member_offline', () => change(CALLED, { source: { kind: 'toolset', members: [] } })],
])('a member that %s is not called, although the sealed list has it', async (_, code, before) => {
  before();

  const { text, sent } = await call();

  expect(text).toContain(code);
  expect(sent).toHaveLength(0);
});

test('a tool that the member has no more is not called', async () => {
  const ref = await stored({ ...bundleOf([bundleTool('read', { toolId: 'tool_another' })]), serverId: CALLED });
  change(CALLED, { bundle: { ...ref, version: 2, tools: 1 } });

  const { text, sent } = await call();

  expect(text).toContain('tool_unknown');
  expect(sent).toHaveLength(0);
});
