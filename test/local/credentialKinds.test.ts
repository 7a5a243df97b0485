/**
 * Credentials of every kind on the running stack, from the API to an upstream that judges them: what it gets, what a client gets, and
 * that no place on the disk, no log and no answer holds a part of one.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from '../support/mcpClients.ts';
import { expectedAuthorization } from '../support/sigV4.ts';
import { deploy, type LocalStack, startStack } from '../support/stack.ts';
import { type RecordedRequest, type Reply, startUpstream, type Upstream } from '../support/upstream.ts';

const PAIR = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const QUERY_KEY = 'query/planted+7f31';
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
  readonly auth: object;
  readonly isRight: (request: RecordedRequest) => boolean | Promise<boolean>;
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
];

let upstream: Upstream;
let stack: LocalStack;
beforeAll(async () => {
  upstream = await startUpstream({ host: 'api.guarded.example' });
  stack = await startStack({ upstreams: [upstream] });
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

describe.each(KINDS)('$kind', ({ schemes, demand, suggested, auth, isRight }) => {
  test('is suggested by the document, accepted by the API and seen by nobody else', async () => {
    // Prepare
    const text = document(schemes, demand);
    upstream.respond = async (request): Promise<Reply> =>
      (await isRight(request))
        ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ you: `asked ${request.target}` }) }
        : { status: 403, body: 'no' };

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

const secrets = () => [QUERY_KEY, ...OTHER_KEYS, PAIR.secretAccessKey];

const stored = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? stored(path) : [readFileSync(path, 'latin1')];
  });
