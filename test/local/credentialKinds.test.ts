/**
 * Credentials of every kind on the running stack, from the API to an upstream that judges them: what it gets, what a client gets, and
 * that no place on the disk, no log and no answer holds a part of one.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { withPem } from '../../core/api/pkcs12.ts';
import { type AuthorizationServer, CLIENT, startAuthorizationServer } from '../support/authorizationServer.ts';
import { createAuthority } from '../support/certificates.ts';
import { connect } from '../support/mcpClients.ts';
import { P12, P12_PASSPHRASE } from '../support/pkcs12.ts';
import { expectedAuthorization } from '../support/sigV4.ts';
import { deploy, type LocalStack, startStack } from '../support/stack.ts';
import { type RecordedRequest, type Reply, startUpstream, type Upstream } from '../support/upstream.ts';

const PAIR = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const LOGIN = 'https://login.upstream.example/token';
const QUERY_KEY = 'query/planted+7f31';
const DIGEST = { username: 'ann', password: 'digest planted 7f31' };
const CHALLENGE = 'Digest realm="things", nonce="7f31", qop="auth", algorithm=SHA-256';
const OTHER_KEYS = ['cookie-planted-7f31', 'header-planted-7f31'] as const;

const document = (securitySchemes: object, security: object[]) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Guarded', version: '1' },
    components: { securitySchemes },
    security,
    paths: {
      '/items': {
        get: {
          operationId: 'listItems',
          parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
          responses: {},
        },
        post: {
          operationId: 'addItem',
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } },
          },
          responses: {},
        },
      },
    },
  });

const KINDS: ReadonlyArray<{
  readonly kind: string;
  readonly schemes: object;
  readonly demand: object[];
  readonly suggested: object;
  readonly auth: object | (() => object | Promise<object>);
  readonly isRight: (request: RecordedRequest, socket: object) => boolean | Promise<boolean>;
  /** Where the API is; one that asks for nothing but the credential unless it is said. */
  readonly at?: () => Upstream;
  /** What the API answers to who is wrong. */
  readonly refusal?: Reply;
}> = [
  {
    kind: 'a key in the query',
    schemes: { key: { type: 'apiKey', in: 'query', name: 'api key' } },
    demand: [{ key: [] }],
    suggested: { type: 'apiKeys', keys: [{ in: 'query', name: 'api key' }] },
    auth: { type: 'apiKeys', keys: [{ in: 'query', name: 'api key', value: QUERY_KEY }] },
    isRight: ({ target }) => target.endsWith(`api%20key=${encodeURIComponent(QUERY_KEY)}`),
  },
  {
    kind: 'a cookie and a header at once',
    schemes: {
      sid: { type: 'apiKey', in: 'cookie', name: 'sid' },
      app: { type: 'apiKey', in: 'header', name: 'X-App' },
    },
    demand: [{ sid: [], app: [] }],
    suggested: {
      type: 'apiKeys',
      keys: [
        { in: 'cookie', name: 'sid' },
        { in: 'header', name: 'X-App' },
      ],
    },
    auth: {
      type: 'apiKeys',
      keys: [
        { in: 'cookie', name: 'sid', value: OTHER_KEYS[0] },
        { in: 'header', name: 'X-App', value: OTHER_KEYS[1] },
      ],
    },
    isRight: (request) =>
      request.all('cookie')[0] === `sid=${OTHER_KEYS[0]}` && request.all('x-app')[0] === OTHER_KEYS[1],
  },
  {
    kind: 'a signature of AWS',
    schemes: {
      aws: { type: 'apiKey', in: 'header', name: 'Authorization', 'x-amazon-apigateway-authtype': 'awsSigv4' },
    },
    demand: [{ aws: [] }],
    suggested: { type: 'awsSigV4' },
    auth: { type: 'awsSigV4', ...PAIR, region: 'eu-central-1', service: 'execute-api' },
    isRight: async ({ method, target, headers, body }) => {
      const given = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
      const request = {
        method,
        target,
        headers: given,
        host: given.get('host') ?? '',
        ...(body.length > 0 && { body }),
      };
      return given.get('authorization') === (await expectedAuthorization(request, PAIR));
    },
  },
  {
    kind: 'HTTP Digest',
    schemes: { login: { type: 'http', scheme: 'digest' } },
    demand: [{ login: [] }],
    suggested: { type: 'digest' },
    auth: { type: 'digest', ...DIGEST },
    refusal: { status: 401, headers: { 'www-authenticate': CHALLENGE } },
    isRight: ({ method, target, all }) => isDigestRight(method, target, all('authorization')[0] ?? ''),
  },
  {
    kind: 'a client certificate',
    schemes: { tls: { type: 'mutualTLS' } },
    demand: [{ tls: [] }],
    suggested: { type: 'mutualTLS' },
    auth: () => ({ type: 'mutualTLS', certificate: client.cert, privateKey: client.key }),
    at: () => closed,
    isRight: (_, socket) => (socket as TLSSocket).getPeerCertificate().subject.CN === 'orders.example',
  },
  {
    kind: 'a client certificate from a PKCS #12 file beside a key and a password',
    schemes: {
      tls: { type: 'mutualTLS' },
      app: { type: 'apiKey', in: 'header', name: 'X-App' },
      login: { type: 'http', scheme: 'basic' },
    },
    demand: [{ tls: [], app: [], login: [] }],
    suggested: {
      type: 'combined',
      parts: [{ type: 'apiKeys', keys: [{ in: 'header', name: 'X-App' }] }, { type: 'mutualTLS' }, { type: 'basic' }],
    },
    auth: {
      type: 'combined',
      parts: [
        { type: 'apiKeys', keys: [{ in: 'header', name: 'X-App', value: OTHER_KEYS[1] }] },
        { type: 'mutualTLS', pkcs12: P12.curve, passphrase: P12_PASSPHRASE },
        { type: 'basic', username: 'ann', password: DIGEST.password },
      ],
    },
    at: () => selfSigned,
    isRight: (request, socket) =>
      (socket as TLSSocket).getPeerCertificate().subject.CN === 'ec client' &&
      request.all('x-app')[0] === OTHER_KEYS[1] &&
      request.all('authorization')[0] === `Basic ${Buffer.from(`ann:${DIGEST.password}`).toString('base64')}`,
  },
  {
    kind: 'a key beside OAuth 2',
    schemes: {
      app: { type: 'apiKey', in: 'query', name: 'app' },
      login: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: LOGIN, scopes: {} } } },
    },
    demand: [{ app: [], login: [] }],
    suggested: {
      type: 'combined',
      parts: [
        { type: 'apiKeys', keys: [{ in: 'query', name: 'app' }] },
        { type: 'oauth2', grant: 'clientCredentials', tokenUrl: LOGIN },
      ],
    },
    auth: {
      type: 'combined',
      parts: [
        { type: 'apiKeys', keys: [{ in: 'query', name: 'app', value: QUERY_KEY }] },
        { type: 'oauth2', grant: 'clientCredentials', tokenUrl: LOGIN, ...CLIENT },
      ],
    },
    isRight: async ({ target, all }) =>
      target.endsWith(`app=${encodeURIComponent(QUERY_KEY)}`) &&
      (await login.isGood((all('authorization')[0] ?? '').replace(/^Bearer /, ''))),
  },
];

/** RFC 7616, section 3.4.1. */
function isDigestRight(method: string, target: string, header: string): boolean {
  const member = (name: string) => new RegExp(`[ ,]${name}="?([^",]*)`).exec(header)?.[1] ?? '';
  const hash = (...parts: string[]) => createHash('sha256').update(parts.join(':')).digest('hex');
  const who = hash(DIGEST.username, 'things', DIGEST.password);
  const counted = [member('nc'), member('cnonce'), 'auth'];
  return member('uri') === target && member('response') === hash(who, '7f31', ...counted, hash(method, target));
}

let open: Upstream;
/** Of those that talk to nobody without a certificate: of an authority, and of one that issued itself. */
let closed: Upstream;
let selfSigned: Upstream;
let client: { cert: string; key: string };
let login: AuthorizationServer;
let stack: LocalStack;
beforeAll(async () => {
  const clients = await createAuthority('Clients');
  client = await clients.issueClient('orders.example');
  open = await startUpstream({ host: 'api.guarded.example' });
  closed = await startUpstream({ host: 'api.closed.example', clientCa: clients.ca });
  const { certificate } = withPem({ type: 'mutualTLS', pkcs12: P12.curve, passphrase: P12_PASSPHRASE });
  selfSigned = await startUpstream({ host: 'api.selfsigned.example', clientCa: String(certificate) });
  login = await startAuthorizationServer({});
  stack = await startStack({ upstreams: [open, closed, selfSigned, login.upstream] });
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await login?.close();
  await Promise.all([open, closed, selfSigned].map((each) => each?.close()));
});

describe.each(KINDS)('$kind', ({ schemes, demand, suggested, auth: given, isRight, refusal, at = () => open }) => {
  test('is suggested by the document, accepted by the API and seen by nobody else', async () => {
    // Prepare
    const text = document(schemes, demand);
    const upstream = at();
    const auth = typeof given === 'function' ? await given() : given;
    upstream.respond = async (request, socket): Promise<Reply> =>
      (await isRight(request, socket))
        ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ you: `asked ${request.target}` }) }
        : (refusal ?? { status: 403, body: 'no' });

    // Act
    const preview = await stack.api<{ auth: { suggested: object } }>('POST', '/v1/specs/preview', { document: text });
    const hosted = await deploy(stack, {
      source: { kind: 'openapi', document: text },
      baseUrl: upstream.baseUrl,
      auth,
    });
    const client = await connect(hosted.mcpUrl);
    const read = await client.call('listItems', { q: 'a b' });
    const written = await client.call('addItem', { name: 'ä' });
    await client.close();
    const server = await stack.api<{ auth: object }>('GET', `/v1/servers/${hosted.serverId}`);
    const tools = await stack.api<{ items: { id: string; name: string }[] }>(
      'GET',
      `/v1/servers/${hosted.serverId}/tools`,
    );
    const id = tools.items.find(({ name }) => name === 'listItems')?.id;
    const trial = await stack.api('POST', `/v1/servers/${hosted.serverId}/tools/${id}/try`, { arguments: { q: '1' } });

    // Assess
    expect(preview.auth.suggested).toMatchObject(suggested);
    expect(server.auth).toMatchObject(suggested);
    expect([read.isError ?? false, written.isError ?? false]).toEqual([false, false]);
    const told = JSON.stringify([read, written, server, trial]);
    for (const secret of secrets()) expect(told).not.toContain(secret);
  }, 60_000);
});

test('no place of the stack holds a part of any of them', async () => {
  const kept = [...stored(stack.data), await stack.output()];
  for (const secret of secrets()) {
    for (const spelled of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]) {
      expect(kept.filter((text) => text.includes(spelled))).toEqual([]);
    }
  }
});

/** Of a key in PEM form its first line is enough. */
const lineOf = (pem: string) => pem.split('\n')[1] ?? '';

const secrets = () => [
  QUERY_KEY,
  ...OTHER_KEYS,
  PAIR.secretAccessKey,
  DIGEST.password,
  createHash('sha256').update(`${DIGEST.username}:things:${DIGEST.password}`).digest('hex'),
  lineOf(client.key),
  lineOf(String(withPem({ type: 'mutualTLS', pkcs12: P12.curve, passphrase: P12_PASSPHRASE })['privateKey'])),
  P12.curve,
  P12_PASSPHRASE,
  CLIENT.clientSecret,
  ...login.issued,
];

const stored = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? stored(path) : [readFileSync(path, 'latin1')];
  });
