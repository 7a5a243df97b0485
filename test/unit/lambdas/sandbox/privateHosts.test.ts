/** Servers with hosts in the owner's network, in the sandbox: real TLS at a private authority, and what others could try. */
import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { DEFAULT_GOVERNANCE } from '../../../../core/model/governance/settings.ts';
import type { ServerRow } from '../../../../core/model/server.ts';
import { credentialText } from '../../../../core/request/credential/index.ts';
import { authoritiesDigest } from '../../../../core/request/credential/privateHosts.ts';
import type { SandboxFrame } from '../../../../core/sandbox/protocol.ts';
import { buildSandboxSection, withGovernance } from '../../../../core/tools/bundle/build.ts';
import { createSandbox } from '../../../../lambdas/sandbox/serve.ts';
import { BUNDLE_ID, SERVER, wholeBundles } from '../../../support/bundles.ts';
import { type Authority, createAuthority } from '../../../support/certificates.ts';
import { defined } from '../../../support/defined.ts';
import { NO_ROLES } from '../../../support/roles.ts';
import { MAC, textsOf } from '../../../support/sandboxRig.ts';
import { tokenVault } from '../../../support/tokenStore.ts';
import { server, tool } from '../../../support/tools.ts';
import { startUpstream, type Upstream } from '../../../support/upstream.ts';

const HOST_KEY = Symbol.for('portcullis.egress.host');
const TOKEN = 'the-credential-inside-77';
const NETWORK = { names: ['orders.corp.example', 'stock.corp.example'], ranges: ['10.0.0.0/8'] };

let ours: Authority;
let theirs: Authority;
let orders: Upstream;
let stock: Upstream;

beforeAll(async () => {
  [ours, theirs] = await Promise.all([createAuthority('Ours'), createAuthority('Theirs')]);
  [orders, stock] = await Promise.all([
    startUpstream({ host: 'orders.corp.example', authority: ours }),
    startUpstream({ host: 'stock.corp.example', authority: theirs }),
  ]);
});
afterAll(async () => {
  await Promise.all([orders.close(), stock.close()]);
});
beforeEach(() => {
  for (const upstream of [orders, stock]) {
    upstream.requests.length = 0;
    upstream.respond = () => ({ body: '{"ok":true}', headers: { 'content-type': 'application/json' } });
  }
});

const LIST = tool({ name: 'list', path: '/list', verb: 'GET', parameters: [], body: undefined });

interface Given {
  /** The origin of an approved host. */
  readonly approved?: string;
  readonly at: Upstream;
  readonly privateHosts?: ServerRow['privateHosts'];
  /** The private hosts with which the credential was sealed. Unset: there is none. */
  readonly sealedWith?: ServerRow['privateHosts'];
  readonly network?: typeof NETWORK;
}

/** Makes a sandbox whose vault holds one credential, and a function that calls the server of this row there. */
function sandbox({ at, network = NETWORK, sealedWith }: Given) {
  const globals = globalThis as unknown as Record<symbol, unknown>;
  globals[HOST_KEY] = Object.freeze({ pinned: [...orders.pinned, ...stock.pinned] });
  const authorities = authoritiesDigest([at.baseUrl], sealedWith);
  const credential = { type: 'bearer' as const, token: TOKEN };
  let row: ServerRow;
  const serve = createSandbox({
    ...wholeBundles(async () => withGovernance(buildSandboxSection(row, [LIST]), DEFAULT_GOVERNANCE)),
    decrypt: async () => Buffer.from(credentialText({ credential, ...(authorities && { authorities }) })),
    placeholderKey: async () => createSecretKey(Buffer.alloc(32, 7)),
    roles: NO_ROLES,
    network,
    ...tokenVault(),
  });
  delete globals[HOST_KEY];
  return async (given: Given, mac = MAC): Promise<SandboxFrame> => {
    const auth = given.sealedWith
      ? { type: 'bearer' as const, origin: at.baseUrl, ciphertext: 'c2VhbGVk' }
      : { type: 'none' as const };
    row = server({
      serverId: SERVER,
      baseUrl: at.baseUrl,
      auth,
      ...(given.privateHosts && { privateHosts: given.privateHosts }),
      ...(given.approved && {
        hosts: { [given.approved]: { approvedAt: '2026-01-01T00:00:00.000Z', approvedBy: 'ann' } },
      }),
    });
    const frames: SandboxFrame[] = [];
    const request = {
      kind: 'call' as const,
      serverId: SERVER,
      bundle: { id: BUNDLE_ID, mac },
      tool: 'list',
      arguments: {},
    };
    await serve(
      { ...request, ...(given.sealedWith && { ciphertext: 'c2VhbGVk' }) },
      (frame) => frames.push(frame),
      new AbortController().signal,
    );
    return defined(frames.at(-1));
  };
}
const call = (given: Given) => sandbox(given)(given);

const codeOf = (frame: SandboxFrame) =>
  frame.frame === 'result' ? (frame.outcome.errorCode ?? 'answered') : frame.frame;
const textOf = (frame: SandboxFrame) => (frame.frame === 'result' ? textsOf(frame.outcome).join('\n') : '');
const inside = (authority: Authority, upstream = orders) => ({
  [upstream.baseUrl]: { certificateAuthorities: authority.ca },
});

test('a server calls its private host by the authority that it was given, with its credential', async () => {
  const frame = await call({ at: orders, privateHosts: inside(ours), sealedWith: inside(ours) });

  expect(codeOf(frame)).toBe('answered');
  expect(orders.requests.map((one) => one.all('authorization'))).toEqual([[`Bearer ${TOKEN}`]]);
});

test.each([
  ['a server that does not say that the host is private', () => ({ at: orders })],
  ['a server with the authority of another', () => ({ at: orders, privateHosts: inside(theirs) })],
  ['a server that gives its authority for another host', () => ({ at: orders, privateHosts: inside(ours, stock) })],
  [
    'a server whose host the deployment does not list',
    () => ({ at: orders, privateHosts: inside(ours), network: { ...NETWORK, names: ['stock.corp.example'] } }),
  ],
  [
    'a deployment that lists nothing',
    () => ({ at: orders, privateHosts: inside(ours), network: { names: [], ranges: [] } }),
  ],
])('%s does not trust the private authority', async (_, given) => {
  const frame = await call(given());

  expect(codeOf(frame)).toBe('upstream_unreachable');
  expect(orders.requests).toEqual([]);
});

test.each([
  ['the server and the deployment name both', {}],
  ['it is approved as well', { approved: 'https://stock.corp.example' }],
])('a redirect to another private host is refused, although %s', async (_, more) => {
  orders.respond = () => ({ status: 302, headers: { location: `${stock.baseUrl}/list` } });

  const frame = await call({ at: orders, privateHosts: { ...inside(ours), ...inside(theirs, stock) }, ...more });

  expect(codeOf(frame)).toBe('egress_refused');
  expect(stock.requests).toEqual([]);
});

test.each([
  ['another authority', () => inside(ours), () => inside(theirs)],
  ['a private authority in place of the public ones', () => ({ [orders.baseUrl]: {} }), () => inside(ours)],
  ['the public authorities in place of a private one', () => inside(ours), () => ({ [orders.baseUrl]: {} })],
  [
    'one more authority',
    () => inside(ours),
    () => ({ [orders.baseUrl]: { certificateAuthorities: ours.ca + theirs.ca } }),
  ],
])('a credential is not opened under %s', async (_, sealedWith, now) => {
  const frame = await call({ at: orders, sealedWith: sealedWith(), privateHosts: now() });

  expect(frame).toMatchObject({ frame: 'fault', code: 'credential_unavailable' });
  expect(textOf(frame)).not.toContain(TOKEN);
  expect(orders.requests).toEqual([]);
});

test('an opened credential that is kept for the next call is not used under another authority', async () => {
  const given = { at: orders, sealedWith: inside(ours), privateHosts: inside(ours) };
  const run = sandbox(given);
  expect(codeOf(await run(given))).toBe('answered');

  const next = await run(
    { ...given, privateHosts: { [orders.baseUrl]: { certificateAuthorities: ours.ca + theirs.ca } } },
    'b3RoZXI=',
  );

  expect(next).toMatchObject({ frame: 'fault', code: 'credential_unavailable' });
});
