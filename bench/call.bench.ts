/**
 * Over 300 lines: one measurement with its report. The cost of a call on top of the bare HTTP exchange: request building, credential,
 * guard, reading, masking, governance, content, outcome. Both sides call the same TLS upstream over warm connections, alternately and in
 * one run.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { Agent } from 'undici';
import type { SandboxAnswer } from '../aws/services/sandbox.ts';
import { compileGovernance, DEFAULT_GOVERNANCE, type GovernanceSettings } from '../core/governance/index.ts';
import type { JsonObject } from '../core/lib/json/value.ts';
import { annotationsOf } from '../core/model/annotations.ts';
import type { Bundle, BundleTool } from '../core/model/bundle.ts';
import type { WireParameter } from '../core/model/tool.ts';
import { buildRequest } from '../core/request/build.ts';
import { type Credential, credentialShape } from '../core/request/credential/index.ts';
import {
  SERVER_HOLDER,
  type UpstreamTokensRow,
  versionOfCredential,
} from '../core/request/credential/oauth2/storedTokens.ts';
import { secretMasker } from '../core/response/secrets/mask.ts';
import type { SandboxFrame, SealedTokens } from '../core/sandbox/protocol.ts';
import { createSandbox } from '../lambdas/sandbox/serve.ts';
import { withAccessToken } from '../lambdas/shared/accessToken.ts';
import type { SigningIn } from '../lambdas/shared/signingIn.ts';
import { wholeBundles } from '../test/support/bundles.ts';
import { defined } from '../test/support/defined.ts';
import { NO_ROLES } from '../test/support/roles.ts';
import { tokenVault } from '../test/support/tokenStore.ts';
import { generator } from './support/random.ts';

const CIPHERTEXT = 'AA==';
const WARM = 1_000;
const ROUNDS = 4_000;
/** With each credential, in turns: one sandbox is a few per cent faster than another with the same credential. */
const SANDBOXES = 40;
const TARGET_US = 150;

const query = (name: string): WireParameter => ({
  argument: name,
  name,
  in: 'query',
  style: 'form',
  explode: true,
  required: false,
});
const tool: BundleTool = {
  toolId: 'tool_bench',
  name: 'list_orders',
  title: 'List orders',
  description: 'Lists the orders of a customer',
  inputSchema: { type: 'object', properties: {} },
  annotations: annotationsOf({ verb: 'GET' }),
  cacheHint: 'none',
  program: {
    verb: 'GET',
    path: '/customers/{id}/orders',
    parameters: [
      { argument: 'id', name: 'id', in: 'path', style: 'simple', explode: false, required: true },
      query('status'),
      query('limit'),
      query('tags'),
    ],
  },
};
const args: JsonObject = { id: 'cus_4711', status: 'open', limit: 20, tags: ['a b', 'ü'] };
const TOKEN = 'bench-token-0123456789abcdef0123456789abcdef';
const BEARER: Credential = { type: 'bearer', token: TOKEN };

const OAUTH: Credential = {
  type: 'oauth2',
  grant: 'refreshToken',
  tokenUrl: 'https://login.example.com/token',
  clientAuthentication: 'basic',
  clientId: 'bench',
  clientSecret: 'bench-secret-0123456789',
  refreshToken: 'bench-refresh-0123456789abcdef',
  body: 'form',
  parameters: [],
};

const microseconds = (values: number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(defined(sorted[Math.floor(sorted.length * share)]) * 1000);
};

/** Microseconds of a call in each sandbox: the median of its calls. */
const bySandbox = (times: readonly number[]): number[] =>
  Array.from({ length: SANDBOXES }, (_, sandbox) =>
    microseconds(
      times.filter((_time, round) => round % SANDBOXES === sandbox),
      0.5,
    ),
  );

function meanOf(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1) / values.length };
}

/**
 * How much longer a call takes than another: the difference of the means over sandboxes and its 95 % interval. The calls of one sandbox
 * are not independent of each other, so sandboxes are counted and not calls.
 */
function difference(some: readonly number[], others: readonly number[]): string {
  const [one, other] = [meanOf(some), meanOf(others)];
  const [middle, spread] = [one.mean - other.mean, 1.99 * Math.sqrt(one.variance + other.variance)];
  const [low, high] = [middle - spread, middle + spread].map((each) => each.toFixed(1));
  return `${middle.toFixed(1)} µs (${low} to ${high}; ${(one.mean / other.mean).toFixed(3)} of it)`;
}

interface Ready {
  readonly host: string;
  readonly ca: string;
  readonly baseUrl: string;
  readonly bytes: number;
  readonly pinned: ReadonlyArray<{ addressPort: number }>;
}

export async function run(): Promise<void> {
  const worker = new Worker(new URL('./callUpstream.ts', import.meta.url));
  const upstream = await new Promise<Ready>((done, fail) => worker.once('message', done).once('error', fail));
  const rows = [];
  for (const [governance, credentials] of [
    [
      {},
      {
        'default governance': BEARER,
        'the same, with a stored access token of OAuth 2': OAUTH,
        // Both kinds twice: what runs more often is faster, because its code stays in the processor's caches.
        'the first again, in other sandboxes': { ...BEARER },
        'the second again, in other sandboxes': { ...OAUTH },
      },
    ],
    [{ pii: false, truncation: false }, { 'redaction and truncation off': BEARER }],
  ] as const) {
    const before = await connectionsOf(worker);
    const times = await compare(upstream, governance, credentials);
    const connections = (await connectionsOf(worker)) - before;
    rows.push(...times.map((row) => ({ ...row, connections })));
  }
  await worker.terminate();

  const stages = stageTimes();
  const [head] = rows;
  const overhead = defined(head).call50 - defined(head).bare50;
  const [first, second, third, fourth] = rows.map(({ times }) => bySandbox(times));
  const bearer = [...defined(first), ...defined(third)];
  const signedIn = [...defined(second), ...defined(fourth)];
  const lines = [
    `# Overhead of a tool call`,
    '',
    `GET with a path and three query parameters, bearer credential unless said otherwise, JSON answer of ${upstream.bytes} bytes; ${ROUNDS} calls each, in turns, warm connections.`,
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}.`,
    '',
    '| governance | bare undici p50 / p95 µs | whole call p50 / p95 µs | added at the median | TLS handshakes of all |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(
      (row) =>
        `| ${row.name} | ${row.bare50} / ${row.bare95} | ${row.call50} / ${row.call95} | ${row.call50 - row.bare50} µs | ${row.connections} |`,
    ),
    '',
    '| stage alone | µs |',
    '| --- | --- |',
    ...Object.entries(stages).map(([stage, us]) => `| ${stage} | ${us.toFixed(1)} |`),
    '',
    `Target: at most ${TARGET_US} µs at the median with default governance: ${overhead <= TARGET_US ? 'met' : 'missed'}.`,
    `A call with a stored access token takes longer than one with a bearer token by ${difference(signedIn, bearer)}. With the same credential, calls of other sandboxes take longer by ${difference(defined(third), defined(first))} and ${difference(defined(fourth), defined(second))}. In brackets: the 95 % interval; each sandbox counts once, with the median of its calls.`,
    '',
  ];
  console.log(lines.join('\n'));
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'call.md'), lines.join('\n'));
  process.exitCode = overhead <= TARGET_US ? 0 : 1;
}

const connectionsOf = (worker: Worker): Promise<number> =>
  new Promise((done) => {
    worker.once('message', done).postMessage('connections');
  });

/** The bare exchange and a call with each credential, alternating. */
async function compare(
  upstream: Ready,
  settings: Partial<GovernanceSettings>,
  credentials: Readonly<Record<string, Credential>>,
) {
  const { host, ca, pinned } = upstream;
  const address = [{ address: '127.0.0.1', family: 4 }];
  const agent = new Agent({
    connect: {
      ca,
      lookup: (_name: string, _options: object, done: (error: null, found: object[], family: number) => void) =>
        done(null, address, 4),
      // The guard's pinned address, as an option of undici.
      port: defined(pinned[0]).addressPort,
    } as never,
  });
  const bare = async () => {
    const { body } = await agent.request({
      origin: `https://${host}:${defined(pinned[0]).addressPort}`,
      path: '/customers/cus_4711/orders?status=open&limit=20&tags=a%20b&tags=%C3%BC',
      method: 'GET',
      headers: { accept: 'application/json', authorization: `Bearer ${TOKEN}` },
    });
    return body.text();
  };

  const calls = Object.keys(credentials).map((name) => ({
    name,
    sandboxes: [] as Array<() => Promise<unknown>>,
    times: [] as number[],
  }));
  const random = generator(1);
  for (let sandbox = 0; sandbox < SANDBOXES; sandbox++) {
    for (const { name, sandboxes } of shuffled(calls, random)) {
      sandboxes.push(await callWith(defined(credentials[name]), upstream, settings));
    }
  }
  for (let round = 0; round < WARM; round++) {
    await bare();
    for (const { sandboxes } of calls) await defined(sandboxes[round % SANDBOXES])();
  }
  const bareTimes: number[] = [];
  const time = async (act: () => Promise<unknown>, into: number[]) => {
    const started = performance.now();
    await act();
    into.push(performance.now() - started);
    // undici returns a connection to its pool one turn of the event loop after the answer.
    await new Promise(setImmediate);
  };
  for (let round = 0; round < ROUNDS; round++) {
    await time(bare, bareTimes);
    // Each comes after each other one as often, because a call is slower after some.
    for (const { sandboxes, times } of shuffled(calls, random)) {
      await time(defined(sandboxes[round % SANDBOXES]), times);
    }
  }
  await agent.close();
  return calls.map(({ name, times }) => ({
    name,
    times,
    bare50: microseconds(bareTimes, 0.5),
    bare95: microseconds(bareTimes, 0.95),
    call50: microseconds(times, 0.5),
    call95: microseconds(times, 0.95),
  }));
}

/** The items in random order. */
function shuffled<Item>(items: readonly Item[], next: (below: number) => number): Item[] {
  const left = [...items];
  return items.map(() => left.splice(next(left.length), 1)[0] as Item);
}

/** A sandbox that is called with this credential, in the way of mcp-rpc. */
async function callWith(
  credential: Credential,
  { host, ca, pinned, baseUrl }: Ready,
  settings: Partial<GovernanceSettings>,
): Promise<() => Promise<unknown>> {
  const bundle: Bundle = {
    format: 1,
    serverId: 'srv_bench',
    name: 'bench',
    upstream: { baseUrl, host, port: 443, timeoutMs: 30_000 },
    auth: credentialShape(credential),
    governance: { ...DEFAULT_GOVERNANCE, ...settings },
    exposition: 'flat',
    tools: [tool],
  };
  const vault = tokenVault();
  const globals = globalThis as unknown as Record<symbol, unknown>;
  globals[Symbol.for('portcullis.egress.host')] = Object.freeze({ pinned, ca });
  const serve = createSandbox({
    ...wholeBundles(async () => bundle),
    decrypt: async () => Buffer.from(JSON.stringify(credential)),
    placeholderKey: () => Promise.reject(new Error('No placeholders here.')),
    roles: NO_ROLES,
    ...vault,
  });
  delete globals[Symbol.for('portcullis.egress.host')];
  const request = {
    kind: 'call' as const,
    serverId: 'srv_bench',
    bundle: { id: '0'.repeat(64), mac: 'AA==' },
    tool: tool.name,
    arguments: args,
    ciphertext: CIPHERTEXT,
  };
  const never = new AbortController().signal;
  const run = async (tokens?: SealedTokens): Promise<SandboxAnswer> => {
    let last: SandboxFrame | undefined;
    await serve(
      { ...request, ...(tokens && { tokens }) },
      (frame) => {
        last = frame;
      },
      never,
    );
    if (last?.frame !== 'result' || last.outcome.isError) throw new Error(`the call failed: ${JSON.stringify(last)}`);
    return last;
  };
  return credential.type === 'oauth2' ? signedInCall({ credential, origin: new URL(baseUrl).origin, vault, run }) : run;
}

/** A call as mcp-rpc makes it, with a valid stored token that is read in the call's own batch. */
async function signedInCall({
  credential,
  origin,
  vault,
  run,
}: {
  readonly credential: Extract<Credential, { type: 'oauth2' }>;
  readonly origin: string;
  readonly vault: ReturnType<typeof tokenVault>;
  readonly run: (tokens: SealedTokens) => Promise<SandboxAnswer>;
}) {
  const { serverId, holder, tokenUrl } = {
    serverId: 'srv_bench',
    holder: SERVER_HOLDER,
    tokenUrl: credential.tokenUrl,
  };
  const of = { serverId, origin, ciphertext: CIPHERTEXT, holder, tokenOrigin: new URL(tokenUrl).origin };
  const tokens = { accessToken: TOKEN, refreshToken: 'bench-refresh-fedcba9876543210' };
  const row: UpstreamTokensRow = {
    serverId,
    holder,
    credential: versionOfCredential(CIPHERTEXT),
    sealed: await vault.sealTokens(of, Buffer.from(JSON.stringify(tokens))),
    until: Number.MAX_SAFE_INTEGER,
    generation: 1,
    version: 2,
  };
  const signingIn: SigningIn = {
    serverId,
    bundle: { id: '0'.repeat(64), mac: 'AA==' },
    auth: { grant: credential.grant, tokenUrl, origin, ciphertext: CIPHERTEXT },
    holder,
    isCurrent: async () => true,
  };
  const none = async (): Promise<never> => {
    throw new Error('a token that holds is not asked for');
  };
  const dependencies = { read: none, write: none, sandbox: none };
  return () => withAccessToken(signingIn, row, { isRepeatable: true, run }, dependencies);
}

/** Microseconds of each synchronous stage alone. */
function stageTimes(): Record<string, number> {
  const body = Buffer.from(
    JSON.stringify({
      items: Array.from({ length: 20 }, (_, id) => ({ id, email: `p${id}@mail.example.com`, name: `Order ${id}` })),
    }),
  );
  const text = body.toString();
  const masker = secretMasker(BEARER);
  const governor = compileGovernance();
  const time = (act: () => unknown): number => {
    for (let round = 0; round < 2_000; round++) act();
    const started = performance.now();
    for (let round = 0; round < 5_000; round++) act();
    return (performance.now() - started) / 5;
  };
  return {
    'building the request': time(() => buildRequest(tool.program, 'https://api.upstream.example/v1', args)),
    'compiling the search for the credential, once for each': time(() => secretMasker(BEARER)),
    'blanking the credential, in the answer and in the result': time(() => {
      masker.bytes(body, { isText: true, isCut: false });
      masker.text(text, { isJson: true });
    }),
    [`governance of ${body.length} bytes`]: time(() => governor.governBytes(body, 'application/json')),
  };
}
