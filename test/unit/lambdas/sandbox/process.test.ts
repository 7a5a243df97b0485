/**
 * The sandbox function whole: bundled as for deployment, started as the local host starts it, one locked-down process per
 * server, before AWS services on loopback and a real TLS upstream.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DEFAULT_GOVERNANCE } from '../../../../core/governance/index.ts';
import type { Bundle } from '../../../../core/model/bundle.ts';
import type { CallOutcome, SandboxFrame, SandboxRequest } from '../../../../core/sandbox/protocol.ts';
import { FunctionPool, invokeBuffered } from '../../../../local/functions/pool.ts';
import { ensureBundled } from '../../../../local/lib/bundled.ts';
import { bundleFunction } from '../../../support/asset.ts';
import { rounds } from '../../../support/attack.ts';
import { bundleOf, bundleTool } from '../../../support/bundles.ts';
import { defined } from '../../../support/defined.ts';
import { type MiniAws, sandboxVariables, startMiniAws } from '../../../support/miniAws.ts';
import { credentialOf, formsOf, REFLECTIONS } from '../../../support/reflections.ts';
import { until } from '../../../support/until.ts';
import { startUpstream, type Upstream } from '../../../support/upstream.ts';

const TOKEN = 'tok-9f86d081884c7d659a2feaa0/+"ü';
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sandbox-')));
let aws: MiniAws;
let upstream: Upstream;
let pool: FunctionPool;
let output = '';

beforeAll(async () => {
  const module = join(await ensureBundled(), 'sandbox/handler', 'index.mjs');
  aws = await startMiniAws();
  upstream = await startUpstream();
  const log = new PassThrough().setMaxListeners(0);
  log.on('data', (chunk) => {
    output += chunk;
  });
  pool = new FunctionPool(
    {
      logicalId: 'Sandbox',
      roleId: 'Role',
      variables: sandboxVariables(aws),
      place: 'process',
      module,
      handler: 'handler',
      functionName: 'sandbox',
      memoryMb: 128,
      // As long as a test: the start of a process counts, which takes a loaded machine more than a function may take on AWS.
      timeoutMs: 120_000,
      egress: { pinned: upstream.pinned, ca: upstream.ca },
    } as unknown as ConstructorParameters<typeof FunctionPool>[0],
    { workers: 2, log },
  );
});
afterAll(async () => {
  pool.close();
  await upstream.close();
  await aws.close();
  rmSync(folder, { recursive: true, force: true });
});

const serverOf = (serverId: string, change: Partial<Bundle> = {}): Bundle => ({
  ...bundleOf([
    bundleTool('get', { program: { verb: 'GET', path: '/x', parameters: [] } }),
    bundleTool('post', { program: { verb: 'POST', path: '/x', parameters: [] } }),
  ]),
  serverId,
  upstream: { baseUrl: upstream.baseUrl, host: upstream.host, port: 443, timeoutMs: 60_000 },
  auth: { type: 'bearer' },
  ...change,
});

interface Invocation {
  readonly frames: SandboxFrame[];
  readonly failure?: string;
}
/** Invokes as mcp-rpc does; `left` is called with what to call when the caller goes away. */
const invoke = (request: SandboxRequest, tenantId: string, left?: (gone: () => void) => void): Promise<Invocation> =>
  new Promise((done) => {
    let text = '';
    const frames = () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as SandboxFrame);
    const gone = pool.invoke(
      request,
      {
        chunk: (data) => {
          text += Buffer.from(data).toString();
        },
        done: () => done({ frames: frames() }),
        failed: (type, message) => done({ frames: frames(), failure: `${type}: ${message}` }),
      },
      { tenantId },
    );
    left?.(gone);
  });
type WithBundle = Exclude<SandboxRequest, { kind: 'check' | 'inspect' | 'list' }>;
const callOf = (bundle: Bundle, tool = 'get', secret: object = { type: 'bearer', token: TOKEN }): WithBundle => ({
  kind: 'call',
  serverId: bundle.serverId,
  bundle: aws.store(bundle),
  tool,
  arguments: {},
  ...(bundle.auth.type === 'none'
    ? {}
    : { ciphertext: aws.encrypt(bundle.serverId, upstream.baseUrl, JSON.stringify(secret)) }),
});
const outcomeOf = ({ frames, failure }: Invocation): CallOutcome => {
  const last = frames.at(-1);
  if (last?.frame !== 'result') throw new Error(`no result: ${failure ?? JSON.stringify(last)}\n${output}`);
  return last.outcome;
};

describe('a sandbox process', () => {
  test('answers a probe once bundle and governance are ready', async () => {
    const bundle = serverOf('srv_Probe0000001');

    const { frames } = await invoke(
      { kind: 'probe', serverId: bundle.serverId, bundle: aws.store(bundle) },
      bundle.serverId,
    );

    expect(frames).toEqual([{ frame: 'ready', tools: 2 }]);
  });

  test('loads the engine of custom patterns for a server that has some, under the lock-down', async () => {
    upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: '{"order":"ZX-1234"}' });
    const customPatterns = [{ name: 'order-code', pattern: String.raw`ZX-\d{4}` }];
    const bundle = serverOf('srv_Pattern00001', { governance: { ...DEFAULT_GOVERNANCE, customPatterns } });

    const outcome = outcomeOf(await invoke(callOf(bundle), bundle.serverId));

    expect(outcome.content[0]).toMatchObject({ text: '{"order":"[REDACTED:order-code]"}' });
  });

  test('calls the upstream with the decrypted credential, under the lock-down', async () => {
    upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
    const bundle = serverOf('srv_Call00000001');

    const outcome = outcomeOf(await invoke(callOf(bundle), bundle.serverId));

    expect(outcome).toMatchObject({ isError: false, status: 200, content: [{ type: 'text', text: '{"a":1}' }] });
    expect(
      defined(upstream.requests.at(-1))
        .all('authorization')
        .map((value) => Buffer.from(value, 'latin1').toString()),
    ).toEqual([`Bearer ${TOKEN}`]);
  });

  test('sends signs of life while the upstream works', async () => {
    upstream.respond = () => ({ delayMs: 1_300, body: 'late' });
    const bundle = serverOf('srv_Alive0000001');

    const { frames } = await invoke(callOf(bundle), bundle.serverId);

    expect(frames[0]).toEqual({ frame: 'alive' });
    expect(frames.at(-1)).toMatchObject({ frame: 'result' });
  });

  test('abandons the upstream when the caller has cancelled the call, and does not look for a lost connection', async () => {
    const bundle = serverOf('srv_Gone00000001');
    let isClosed = false;
    let leave = () => {};
    upstream.respond = (_request, socket) =>
      new Promise((answer) => {
        socket.on('close', () => {
          isClosed = true;
          answer({ hang: true });
        });
        leave();
      });
    const looks = () => aws.operations.filter((operation) => operation.includes('/cancelled/srv_Gone00000001/call_1'));

    const invocation = invoke({ ...callOf(bundle), callId: 'call_1' } as SandboxRequest, bundle.serverId, (gone) => {
      leave = gone;
    });
    await until(() => looks().length > 0);
    const wasClosedBefore = isClosed;
    aws.cancel(bundle.serverId, 'call_1');
    const outcome = outcomeOf(await invocation);

    expect(wasClosedBefore).toBe(false);
    expect(outcome).toMatchObject({ isError: true, errorCode: 'aborted' });
    await until(() => isClosed);
    expect(isClosed).toBe(true);
  });

  test('looks for no cancellation of a call that has ended', async () => {
    upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
    const bundle = serverOf('srv_Quick0000001');

    const looks = () => aws.operations.filter((operation) => operation.includes('/cancelled/srv_Quick0000001/'));

    await invoke({ ...callOf(bundle), callId: 'call_2' } as SandboxRequest, bundle.serverId);
    // The call itself may take longer than until the first look; what it sent before its end has arrived behind this call.
    await invoke(callOf(bundle), bundle.serverId);
    const before = looks();
    // Longer than the time between two looks.
    upstream.respond = () => ({ delayMs: 1_300, body: 'late' });
    await invoke(callOf(bundle), bundle.serverId);

    expect(looks()).toEqual(before);
  });

  test.each([
    [
      'a bundle whose signature is another',
      (ref: WithBundle) => ({ ...ref, bundle: { ...ref.bundle, mac: 'AAAA' } }),
      'bundle_unavailable',
    ],
    [
      'a bundle that is not stored',
      (ref: WithBundle) => ({ ...ref, bundle: { ...ref.bundle, id: 'b'.repeat(64) } }),
      'bundle_unavailable',
    ],
    ['another tool', (ref: SandboxRequest) => ({ ...ref, tool: 'nope' }) as SandboxRequest, 'tool_unknown'],
    [
      'a ciphertext of another server',
      (ref: SandboxRequest) =>
        ({ ...ref, ciphertext: aws.encrypt('srv_Other', upstream.baseUrl, '{}') }) as SandboxRequest,
      'credential_unavailable',
    ],
    [
      'a credential for another host',
      (ref: SandboxRequest) =>
        ({ ...ref, ciphertext: aws.encrypt(ref.serverId, 'https://api.elsewhere.example', '{}') }) as SandboxRequest,
      'credential_unavailable',
    ],
    [
      'a credential for another port',
      (ref: SandboxRequest) =>
        ({ ...ref, ciphertext: aws.encrypt(ref.serverId, `${upstream.baseUrl}:8443`, '{}') }) as SandboxRequest,
      'credential_unavailable',
    ],
    [
      'no ciphertext',
      (ref: SandboxRequest) => ({ ...ref, ciphertext: undefined }) as SandboxRequest,
      'credential_unavailable',
    ],
    ['an event that is no request', () => ({ hello: 1 }) as unknown as SandboxRequest, 'request_invalid'],
  ] as const)('answers %s with a fault', async (_name, change, code) => {
    const bundle = serverOf('srv_Fault0000001');

    const { frames } = await invoke(change(callOf(bundle)), bundle.serverId);

    expect(frames).toEqual([{ frame: 'fault', code, message: expect.any(String) }]);
  });

  test('refuses another server than its tenant', async () => {
    const { frames } = await invoke(callOf(serverOf('srv_Mine00000001')), 'srv_Theirs000001');
    expect(frames).toEqual([{ frame: 'fault', code: 'tenant_mismatch', message: expect.any(String) }]);
  });

  test('reports its environment and what its lock-down denies', async () => {
    const inspect = async (serverId: string) =>
      defined(
        (await invoke({ kind: 'inspect', serverId }, serverId)).frames.find(({ frame }) => frame === 'inspection'),
      );

    const [first, again, other] = [
      await inspect('srv_Mine00000001'),
      await inspect('srv_Mine00000001'),
      await inspect('srv_Theirs000001'),
    ].map((frame) => (frame.frame === 'inspection' ? frame.inspection : undefined));

    expect(first?.tries.filter(({ isDenied }) => !isDenied)).toEqual([]);
    expect(first).toMatchObject({ isTenant: true, node: process.version });
    expect(again?.environment).toBe(first?.environment);
    expect(other?.environment).not.toBe(first?.environment);
  });

  test('talks to nothing of AWS but its bundles, cancellations and the two KMS operations', () => {
    for (const operation of aws.operations) {
      expect(operation).toMatch(/^(GET \/test-bundles\/(bundles|cancelled)\/|TrentService\.(VerifyMac|Decrypt)$)/);
    }
  });
});

describe('code in a sandbox process', () => {
  let module: string;
  beforeAll(async () => {
    const asset = join(folder, 'probe');
    mkdirSync(asset);
    module = await bundleFunction('test/unit/lambdas/sandbox/environmentProbe.ts', asset);
  });
  const probe = async (handler: string) => {
    const log = new PassThrough().setMaxListeners(0);
    const probing = new FunctionPool({ ...pool.definition, module, handler }, { workers: 2, log });
    try {
      return await invokeBuffered(probing, {}, { tenantId: 'srv_Look00000001' });
    } finally {
      probing.close();
    }
  };

  test('finds no key of its role once the function is loaded', async () => {
    const text = await probe('look');

    const { environment } = JSON.parse(text) as { environment: Record<string, string> };
    expect(Object.keys(environment)).toContain('BUCKET_BUNDLES');
    expect(Object.keys(environment).filter((name) => /KEY_ID|SECRET|SESSION/.test(name))).toEqual([]);
    expect(text).not.toContain('of-the-role');
  });

  test('is ended when it takes more memory than the function has, outside of the heap too', async () => {
    await expect(probe('hoard')).rejects.toMatchObject({ errorType: 'Runtime.OutOfMemory' });
  });
});

describe('a server that misbehaves', () => {
  test('by exhausting its memory takes no other down, and its next call works', async () => {
    // Prepare: an answer of a million tiny objects that nothing cuts, in a process of 128 MB.
    const { governance } = bundleOf([]);
    const greedy = serverOf('srv_Greedy000001', {
      governance: { ...governance, truncation: false, maxBytes: 4 * 1024 * 1024 },
    });
    const modest = serverOf('srv_Modest000001');
    const bomb = `[${new Array(3_300_000).fill('{}').join(',')}]`;
    upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: bomb });

    // Act
    const crash = await invoke(callOf(greedy), greedy.serverId);
    upstream.respond = () => ({ body: 'fine', headers: { 'content-type': 'text/plain' } });
    const other = await invoke(callOf(modest), modest.serverId);
    const next = await invoke(callOf(greedy), greedy.serverId);

    // Assess
    // On a slow machine the time for cleaning is up before the memory is.
    const end = crash.failure ?? outcomeOf(crash).errorCode;
    expect(end).toMatch(/Runtime\.(ExitError|OutOfMemory)|governance_timeout/);
    expect(outcomeOf(other)).toMatchObject({ isError: false });
    expect(outcomeOf(next)).toMatchObject({ isError: false });
  });

  test('by a pattern that would never end gets a clear error in time, and its next call works', async () => {
    const { governance } = bundleOf([]);
    const customPatterns = Array.from({ length: 20 }, (_, index) => ({
      name: `p${index}`,
      pattern: '(?:(?:a+)+b?){1,30}c',
    }));
    const slow = serverOf('srv_Slow00000001', {
      governance: { ...governance, customPatterns, maxBytes: 4 * 1024 * 1024 },
    });
    upstream.respond = () => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'a'.repeat(1_000_000) }),
    });
    const stopped = outcomeOf(await invoke(callOf(slow), slow.serverId));
    upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: '{"text":"short"}' });

    const next = outcomeOf(await invoke(callOf(slow), slow.serverId));

    expect(stopped.isError).toBe(true);
    expect(stopped.errorCode).toMatch(/^(governance_timeout|pattern_too_slow)$/);
    expect(next).toMatchObject({ isError: false, content: [{ type: 'text', text: '{"text":"short"}' }] });
  });
});

describe('credentials', () => {
  test('are nowhere to be found after hundreds of calls to upstreams that reflect them in every form', async () => {
    // Prepare
    let turn = 0;
    upstream.respond = (request) => {
      const { header, secret } = credentialOf(request);
      return defined(REFLECTIONS[turn++ % REFLECTIONS.length])(header, secret);
    };
    const bundle = serverOf('srv_Mirror000001');
    const request = { ...callOf(bundle), explain: true } as SandboxRequest;

    // Act
    const answers: string[] = [];
    for (let round = 0; round < rounds(10, 50); round++) {
      const batch = await Promise.all(Array.from({ length: 20 }, () => invoke(request, bundle.serverId)));
      answers.push(...batch.map((item) => JSON.stringify(item)));
    }

    // Assess
    const needles = [...formsOf(TOKEN), 'tok-9f86d081884c', '9f86d081884c7d659a2feaa0'];
    const images = answers.flatMap((text) =>
      [...text.matchAll(/"(?:data|blob)":"([^"]+)"/g)].map(([, data]) =>
        Buffer.from(defined(data), 'base64').toString('latin1'),
      ),
    );
    const everything = [...answers, ...images, output].join('\n');
    expect(answers).toHaveLength(rounds(200, 1_000));
    expect(images.length).toBeGreaterThan(rounds(20, 100));
    const found = needles.flatMap((needle) =>
      [...answers, ...images, output].filter((text) => text.includes(needle)).slice(0, 1),
    );
    expect(found).toEqual([]);
    for (const needle of ['environment-secret-of-the-role', 'environment-session-of-the-role'])
      expect(everything.includes(needle)).toBe(false);
    expect(output).not.toContain('Bearer');
  });
});
