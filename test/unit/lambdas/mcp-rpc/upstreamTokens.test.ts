/**
 * The row of shared upstream tokens is read together with the connection token, and only for servers whose credential has one: every row of
 * the batch is paid for with each request.
 */
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, expect, jest, test } from '@jest/globals';
import { bundleKey, sealBundle } from '../../../../aws/services/bundles.ts';
import { tokenHashKey } from '../../../../aws/services/keys.ts';
import { hashToken, newToken } from '../../../../core/auth/tokens/format.ts';
import {
  type UpstreamTokensRow,
  versionOfCredential,
} from '../../../../core/request/credential/oauth2/storedTokens.ts';
import type { SandboxFrame } from '../../../../core/sandbox/protocol.ts';
import { bundleOf, bundleTool, SERVER } from '../../../support/bundles.ts';
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

const PLAIN = { type: 'bearer', origin: 'https://api.example.com', ciphertext: 'a.b' };
const OAUTH = {
  type: 'oauth2',
  grant: 'clientCredentials',
  tokenUrl: 'https://login.example.com/token',
  origin: 'https://api.example.com',
  ciphertext: 'c.d',
};
const STORED: UpstreamTokensRow = {
  serverId: SERVER,
  holder: 'server',
  credential: versionOfCredential(OAUTH.ciphertext),
  sealed: 'sealed token',
  until: Date.now() + 3_600_000,
  generation: 1,
  version: 1,
};

const aws = directAws();
const objects = memoryS3();
memoryKms();
memoryIot(() => {});
const token = newToken(SERVER);
let handler: unknown;
let server: { auth: object } & Record<string, unknown>;

const frame: SandboxFrame = {
  frame: 'result',
  outcome: {
    content: [{ type: 'text', text: '{}' }],
    isError: false,
    status: 200,
    upstreamMs: 1,
    bytesIn: 2,
    bytesOut: 2,
    redactions: { count: 0, byType: {}, pointers: [] },
    truncations: [],
    auditArguments: {},
    digest: 'd'.repeat(64),
  },
};

beforeAll(async () => {
  const bundle = bundleOf([bundleTool('read', { schema: { type: 'object' } })]);
  const sealed = await sealBundle(bundle);
  objects.set(`bundles/${bundleKey(SERVER, sealed.ref.id)}`, Buffer.from(sealed.bytes));
  server = {
    serverId: SERVER,
    status: 'live',
    baseUrl: 'https://api.example.com',
    bundle: { ...sealed.ref, version: 1, tools: 1 },
    auth: PLAIN,
  };
  const tokenHash = hashToken(await tokenHashKey(), token);
  aws.on('BatchGetItem', ({ RequestItems }) => {
    const asked = RequestItems as Record<string, unknown>;
    const rows: Record<string, object[]> = {
      tokens: [marshall({ tokenHash, tokenId: 'tok_1', label: 'Laptop', serverId: SERVER })],
      servers: [marshall(server)],
      upstream: [marshall(STORED)],
    };
    return { Responses: Object.fromEntries(Object.keys(asked).map((table) => [table, rows[table] ?? []])) };
  });
  aws.on('GetItem', () => ({ Item: marshall(STORED) }));
  aws.on('PutItem', () => ({}));
  aws.on('InvokeWithResponseStream', () => streamed(Buffer.from(`${JSON.stringify(frame)}\n`)));
  ({ handler } = (await import('../../../../lambdas/mcp-rpc/handler.ts')) as { handler: unknown });
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

/** Calls the tool. What the first batch of the call read, single reads, and the upstream token that the sandbox got. */
async function call() {
  const [batches, reads] = [aws.calls('BatchGetItem').length, aws.calls('GetItem').length];
  const called = callHandler(handler, {
    path: `/${token}/mcp`,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read', arguments: {} } }),
  });
  await called.done;
  expect(called.text).not.toContain('"isError":true');
  const tables = Object.keys(aws.calls('BatchGetItem')[batches]?.['RequestItems'] as object);
  const sent = aws.calls('InvokeWithResponseStream').at(-1) as { tokens?: { sealed: string } };
  return {
    isReadAlong: tables.includes('upstream'),
    reads: aws.calls('GetItem').length - reads,
    sealed: sent.tokens?.sealed,
  };
}

test('a server whose credential needs no token is not asked for one, after its first request', async () => {
  expect((await call()).isReadAlong).toBe(true);
  expect(await call()).toEqual({ isReadAlong: false, reads: 0, sealed: undefined });
  expect(await call()).toEqual({ isReadAlong: false, reads: 0, sealed: undefined });
});

test('once it has a credential that needs one, the next call reads the row by itself and later ones along with the token', async () => {
  server.auth = OAUTH;

  expect(await call()).toEqual({ isReadAlong: false, reads: 1, sealed: 'sealed token' });
  expect(await call()).toEqual({ isReadAlong: true, reads: 0, sealed: 'sealed token' });
});

test('where each client has an account of its own, nothing is shared and nothing read along', async () => {
  server.auth = { ...OAUTH, grant: 'authorizationCode' };
  server['credentials'] = 'per-token';
  await call();

  expect(await call()).toMatchObject({ isReadAlong: false, reads: 1 });
});
