/**
 * A thousand calls through the whole stack, with a credential of every kind, to an upstream that sends it back in every form: afterwards
 * nothing of it, of the tokens that were obtained with it, or of what the token endpoint was sent is in any answer, table, bundle, log,
 * audit entry or file. And one server that misbehaves does not touch another.
 */

import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { defined } from '../support/defined.ts';
import { plainCall } from '../support/plainCall.ts';
import { CODE, issuing, oneOfEachKind, type Planted, plantedCredentials } from '../support/planted.ts';
import { credentialOf, formsOf, REFLECTIONS } from '../support/reflections.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy, type HostedServer } from '../support/stack.ts';
import { storedTexts } from '../support/storedTexts.ts';
import type { RecordedRequest, Respond, Upstream } from '../support/upstream.ts';

const CALLS = 1_000;
const AT_ONCE = 20;
const LOGIN = 'login.mirror.example';

let upstream: Upstream;
let login: Upstream;
let stack: SharedStack;
let planted: readonly Planted[];
let servers: readonly HostedServer[];

beforeAll(async () => {
  stack = await sharedStack();
  planted = oneOfEachKind(await plantedCredentials(LOGIN));
  [upstream, login] = await Promise.all([
    stack.upstream({ host: 'api.mirror.example', asksForCertificate: true }),
    stack.upstream({ host: LOGIN, asksForCertificate: true, respond: issuing }),
  ]);
  servers = await Promise.all(
    planted.map(({ name, auth }) => deploy(stack, { name, source: documentOf(upstream.baseUrl), auth })),
  );
  await Promise.all(
    planted.map(({ auth }, at) => auth['grant'] === 'authorizationCode' && connect(defined(servers[at]))),
  );
});
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
  await login?.close();
});

/** A person consents; every code is as good as another one at this token endpoint. */
async function connect({ serverId }: HostedServer): Promise<void> {
  const begun = await stack.api<{ authorizationUrl: string }>('POST', `/v1/servers/${serverId}/consents`);
  const state = new URL(begun.authorizationUrl).searchParams.get('state');
  await stack.api('POST', '/v1/consents', { state, code: CODE });
}

const CHALLENGE = {
  status: 401,
  headers: { 'www-authenticate': 'Digest realm="things", nonce="7f31", qop="auth", algorithm=SHA-256' },
};

const documentOf = (baseUrl: string) => ({
  kind: 'openapi',
  document: JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Mirror', version: '1' },
    servers: [{ url: baseUrl }],
    paths: {
      '/reflect': { get: { operationId: 'reflect', responses: { 200: { description: 'ok' } } } },
      '/change': { post: { operationId: 'change', responses: { 200: { description: 'ok' } } } },
    },
  }),
});

const callTool = async (server: HostedServer, name: string): Promise<string> => {
  const response = await plainCall(server.mcpUrl, name);
  return `${response.status} ${await response.text()}`;
};

const decodedImages = (answers: readonly string[]): string[] =>
  answers.flatMap((text) =>
    [...text.matchAll(/"(?:data|blob)":"([^"]+)"/g)].map(([, data]) =>
      Buffer.from(defined(data), 'base64').toString('utf8'),
    ),
  );

const HEADERS = ['authorization', 'x-app', 'cookie', 'x-amz-security-token'];
/** The headers of custom credentials, whatever the kind is planted with. */
const customHeaders = (): string[] =>
  planted.flatMap(({ auth }) => (auth.type === 'header' ? [String(auth['name']).toLowerCase()] : []));

/** What a request was authenticated with; nothing when that was no text. */
function sentWith(request: RecordedRequest): ReturnType<typeof credentialOf>[] {
  const key = /[?&]key=([^&]+)/.exec(request.target)?.[1];
  const inQuery = key === undefined ? [] : [{ header: decodeURIComponent(key), secret: decodeURIComponent(key) }];
  const present = [...HEADERS, ...customHeaders()].filter((name) => request.all(name).length > 0);
  return [...inQuery, ...present.map((name) => credentialOf(request, name))];
}

/** What the token endpoint was sent that may be seen nowhere else. */
const presented = (): string[] =>
  login.requests.flatMap(({ body, all }) => {
    const form = new URLSearchParams(body.toString());
    const names = ['code', 'code_verifier', 'client_assertion', 'assertion', 'refresh_token', 'password'];
    const jwt = (all('authorization')[0] ?? '').replace(/^Bearer /, '');
    return [...names.flatMap((name) => form.getAll(name)), ...(jwt === '' ? [] : [jwt])];
  });

describe('a credential that its upstream sends back', () => {
  test('is found nowhere after a thousand calls', async () => {
    // Prepare
    let turn = 0;
    const mirror: Respond = (request, socket) => {
      const isCertified = (socket as TLSSocket).getPeerCertificate().subject !== undefined;
      const sent = sentWith(request);
      // Nothing but a user name and password for HTTP Digest waits for a challenge.
      if (sent.length === 0 && !isCertified) return CHALLENGE;
      const which = Math.floor(turn / REFLECTIONS.length) % sent.length;
      const { header, secret } = sent[which] ?? { header: '', secret: '' };
      return defined(REFLECTIONS[turn++ % REFLECTIONS.length])(header, secret);
    };
    upstream.respond = mirror;

    // Act
    const answers: string[] = [];
    for (let done = 0; done < CALLS; done += AT_ONCE) {
      const batch = Array.from({ length: AT_ONCE }, (_, index) =>
        callTool(defined(servers[(done + index) % servers.length]), index % 7 === 0 ? 'change' : 'reflect'),
      );
      answers.push(...(await Promise.all(batch)));
    }
    const listed = await Promise.all(
      servers.flatMap(({ serverId }) =>
        ['', '/tools', '/audit', '/deployments'].map((path) => stack.api('GET', `/v1/servers/${serverId}${path}`)),
      ),
    );

    // Assess
    const places = [...answers, ...decodedImages(answers), JSON.stringify(listed), ...storedTexts(stack.data)];
    const needles = new Set(planted.flatMap(({ sent, kept }) => [...sent, ...kept]).flatMap(formsOf));
    const asked = new Set(presented());
    // Those who can get another token are given it after a 401, and asked again.
    expect(turn).toBeGreaterThanOrEqual(CALLS);
    expect(answers.filter((text) => text.startsWith('200 '))).toHaveLength(CALLS);
    expect(
      answers.filter((text) => text.includes('[CREDENTIAL]') || text.includes('[REDACTED')).length,
    ).toBeGreaterThan(CALLS / 2);
    expect(asked.size).toBeGreaterThan(0);
    expect(
      [...needles, ...asked].flatMap((needle) => places.filter((text) => text.includes(needle)).slice(0, 1)),
    ).toEqual([]);
  });
});

describe('a server that misbehaves', () => {
  test('leaves the calls of the others alone, and is back with its next call', async () => {
    // Prepare: the first server's upstream sends a huge nested answer, or nothing at all.
    const [bad, good] = ['bearer', 'header'].map((type) =>
      defined(servers[planted.findIndex(({ auth }) => auth.type === type)]),
    ) as [HostedServer, HostedServer];
    const isBad = (request: { all(name: string): string[] }) => request.all('authorization')[0]?.startsWith('Bearer');
    let isQuiet = false;
    upstream.respond = (request) => {
      if (isQuiet || !isBad(request)) return { headers: { 'content-type': 'application/json' }, body: '{"ok":true}' };
      return { headers: { 'content-type': 'application/json' }, body: `${'['.repeat(3_000_000)}` };
    };

    // Act
    const [broken, ...others] = await Promise.all([
      callTool(bad, 'reflect'),
      ...Array.from({ length: 10 }, () => callTool(good, 'reflect')),
    ]);
    isQuiet = true;
    const next = await callTool(bad, 'reflect');

    // Assess
    expect(broken).toMatch(/^200 /);
    expect(others.filter((text) => text.includes('{\\"ok\\":true}'))).toHaveLength(10);
    expect(next).toContain('{\\"ok\\":true}');
  });
});
