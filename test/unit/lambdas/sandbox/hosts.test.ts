/** Tools on another host than the base URL's, before two TLS upstreams and a KMS of the test's own: which credential goes where. */

import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { decryptCredential, encryptCredential, openTokens, sealTokens } from '../../../../aws/credentials.ts';
import { DEFAULT_GOVERNANCE } from '../../../../core/model/governance/settings.ts';
import { authOf } from '../../../../core/model/hosts.ts';
import type { ServerRow } from '../../../../core/model/server.ts';
import type { SandboxFrame } from '../../../../core/sandbox/protocol.ts';
import { buildSandboxSection, withGovernance } from '../../../../core/tools/bundle/build.ts';
import { createSandbox } from '../../../../lambdas/sandbox/serve.ts';
import { kmsService } from '../../../../local/twins/kms.ts';
import { BUNDLE_ID, SERVER, wholeBundles } from '../../../support/bundles.ts';
import { defined } from '../../../support/defined.ts';
import { NO_ROLES } from '../../../support/roles.ts';
import { MAC } from '../../../support/sandboxRig.ts';
import { server, tool } from '../../../support/tools.ts';
import { startTwin, type TwinAccess } from '../../../support/twins.ts';
import { startUpstream, type Upstream } from '../../../support/upstream.ts';

const KEY = {
  id: '00000000-0000-0000-0000-00000000000a',
  arn: 'arn:aws:kms:us-east-1:000000000000:key/00000000-0000-0000-0000-00000000000a',
  usage: 'ENCRYPT_DECRYPT' as const,
  material: createSecretKey(randomBytes(32)),
};
const OF_HOME = 'the-credential-of-home-11';
const OF_FILES = 'the-credential-of-files-22';
const HOST_KEY = Symbol.for('portcullis.egress.host');

let twin: TwinAccess;
let home: Upstream;
let files: Upstream;
const before = { ...process.env };

beforeAll(async () => {
  twin = await startTwin(kmsService([KEY]));
  const { credentials } = twin.as('all');
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_KMS: twin.url,
    KEY_CREDENTIALS: KEY.arn,
  });
  [home, files] = await Promise.all([
    startUpstream({ host: 'api.home.example' }),
    startUpstream({ host: 'files.home.example' }),
  ]);
});
afterAll(async () => {
  process.env = before;
  await Promise.all([twin.close(), home.close(), files.close()]);
});
afterEach(() => {
  home.requests.length = 0;
  files.requests.length = 0;
});

const TOOLS = [
  tool({ name: 'listOrders', path: '/orders', verb: 'GET', parameters: [], body: undefined }),
  tool({
    name: 'listFiles',
    path: '/files',
    verb: 'GET',
    parameters: [],
    body: undefined,
    baseUrl: 'https://files.home.example/v2',
  }),
];
const sealed = async (origin: string, token: string) => ({
  type: 'bearer' as const,
  origin,
  ciphertext: await encryptCredential(SERVER, origin, Buffer.from(JSON.stringify({ type: 'bearer', token }))),
});
const APPROVAL = { approvedAt: '2026-01-01T00:00:00.000Z', approvedBy: 'someone' };

async function rowOf(change: (files: Awaited<ReturnType<typeof sealed>>) => Partial<ServerRow>): Promise<ServerRow> {
  const [auth, ofFiles] = await Promise.all([sealed(home.baseUrl, OF_HOME), sealed(files.baseUrl, OF_FILES)]);
  return server({ serverId: SERVER, baseUrl: `${home.baseUrl}/v1`, auth, ...change(ofFiles) });
}

/** Seals the row and calls a tool as mcp-rpc does; `handedOver` replaces the ciphertext that belongs to it. */
async function call(row: ServerRow, name: string, handedOver?: string): Promise<SandboxFrame> {
  const bundle = withGovernance(buildSandboxSection(row, TOOLS), DEFAULT_GOVERNANCE);
  const globals = globalThis as unknown as Record<symbol, unknown>;
  globals[HOST_KEY] = Object.freeze({ pinned: [...home.pinned, ...files.pinned], ca: `${home.ca}\n${files.ca}` });
  const serve = createSandbox({
    ...wholeBundles(async () => bundle),
    decrypt: decryptCredential,
    openTokens,
    sealTokens,
    placeholderKey: () => Promise.reject(new Error('No placeholders here.')),
    roles: NO_ROLES,
  });
  delete globals[HOST_KEY];
  const ciphertext = handedOver ?? authOf(defined(TOOLS.find((one) => one.name === name)), row).ciphertext;
  const frames: SandboxFrame[] = [];
  await serve(
    {
      kind: 'call',
      serverId: SERVER,
      bundle: { id: BUNDLE_ID, mac: MAC },
      tool: name,
      arguments: {},
      ...(ciphertext && { ciphertext }),
    },
    (frame) => frames.push(frame),
    new AbortController().signal,
  );
  return defined(frames.at(-1));
}

const approved = (ofFiles: ServerRow['auth']) => ({ hosts: { [files.baseUrl]: { ...APPROVAL, auth: ofFiles } } });

test('each host is called with its own credential', async () => {
  const row = await rowOf(approved);

  for (const name of ['listOrders', 'listFiles']) expect(await call(row, name)).toMatchObject({ frame: 'result' });

  expect(home.requests.map((one) => [one.target, one.all('authorization')])).toEqual([
    ['/v1/orders', [`Bearer ${OF_HOME}`]],
  ]);
  expect(files.requests.map((one) => [one.target, one.all('authorization')])).toEqual([
    ['/v2/files', [`Bearer ${OF_FILES}`]],
  ]);
});

test('an approved host without a credential is called without one, whatever is handed over', async () => {
  const row = await rowOf(() => ({ hosts: { [files.baseUrl]: APPROVAL } }));

  await call(row, 'listFiles');
  await call(row, 'listFiles', row.auth.ciphertext);

  expect(files.requests.map((one) => one.all('authorization'))).toEqual([[], []]);
});

test('a tool on a host that is not approved is not sealed', async () => {
  const row = await rowOf(() => ({}));

  expect(await call(row, 'listFiles')).toMatchObject({ frame: 'fault', code: 'tool_unknown' });
  expect(files.requests).toEqual([]);
});

test('a credential that is handed over for the other host is opened for neither', async () => {
  const row = await rowOf(approved);
  const ofFiles = defined(defined(defined(row.hosts)[files.baseUrl]).auth).ciphertext;

  const answers = [await call(row, 'listFiles', row.auth.ciphertext), await call(row, 'listOrders', ofFiles)];

  for (const answer of answers) expect(answer).toMatchObject({ frame: 'fault', code: 'credential_unavailable' });
  expect([...home.requests, ...files.requests]).toEqual([]);
});

test('a row that says a credential is for another host than it was sealed for sends it nowhere', async () => {
  const row = await rowOf(approved);
  const forged = { ...row, hosts: { [files.baseUrl]: { ...APPROVAL, auth: { ...row.auth, origin: files.baseUrl } } } };

  expect(await call(forged, 'listFiles')).toMatchObject({ frame: 'fault', code: 'credential_unavailable' });
  expect(files.requests).toEqual([]);
});
