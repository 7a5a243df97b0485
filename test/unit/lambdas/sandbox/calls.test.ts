/** What a call does around its exchange: credential, explanation, arguments for the audit log, digest. */
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { JsonValue } from '../../../../core/lib/json/value.ts';
import type { Bundle } from '../../../../core/model/bundle.ts';
import { upgraded } from '../../../../core/model/migrations.ts';
import type { RequestProgram } from '../../../../core/model/tool.ts';
import type { Credential } from '../../../../core/request/credential/index.ts';
import rows from '../../../datasets/earlier/rows.json' with { type: 'json' };
import { defined } from '../../../support/defined.ts';
import { type Rig, type RigOptions, startRig, textsOf } from '../../../support/sandboxRig.ts';
import type { Reply } from '../../../support/upstream.ts';

let rig: Rig | undefined;
const start = async (options: RigOptions = {}) => {
  rig = await startRig(options);
  return rig;
};
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const BEARER: Credential = { type: 'bearer', token: 'secret-token-123' };
const KEYS: Credential = {
  type: 'apiKeys',
  keys: [
    { in: 'query', name: 'api_key', value: 'query/s3cret' },
    { in: 'cookie', name: 'sid', value: 'cookie-s3cret' },
    { in: 'header', name: 'X-App', value: 'header-s3cret' },
  ],
};
const SIGNED: Credential = {
  type: 'awsSigV4',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'eu-central-1',
  service: 'execute-api',
};
const program: RequestProgram = {
  verb: 'POST',
  path: '/orders/{id}',
  parameters: [
    { argument: 'id', name: 'id', in: 'path', style: 'simple', explode: false, required: true },
    { argument: 'X-Api-Key', name: 'X-Api-Key', in: 'header', style: 'simple', explode: false, required: false },
    { argument: 'Accept', name: 'Accept', in: 'header', style: 'simple', explode: false, required: false },
  ],
  body: { kind: 'json', contentType: 'application/json', required: false, layout: 'whole', argument: 'body' },
};

describe('a call', () => {
  test.each([
    [BEARER, 'authorization', 'Bearer secret-token-123'],
    [
      { type: 'basic', username: 'jö', password: 'pä:ss' },
      'authorization',
      `Basic ${Buffer.from('jö:pä:ss').toString('base64')}`,
    ],
    [{ type: 'header', name: 'X-Api-Key', value: 'key-12345' }, 'x-api-key', 'key-12345'],
  ] as const)('carries %j', async (credential, name, value) => {
    const { upstream, call } = await start({ credential });

    await call('get');

    expect(defined(upstream.requests[0]).all(name)).toEqual([value]);
  });

  test('carries keys in query, cookie and header, also where a redirect leads, and shows none of them', async () => {
    const { upstream, call } = await start({
      credential: KEYS,
      respond: ({ target }): Reply =>
        target.startsWith('/items')
          ? { status: 307, headers: { location: `/moved?${target.split('?')[1]}` } }
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ you: `asked ${target}` }) },
    });

    const { content, explain } = await call('get', { q: 'a b' }, { explain: true });

    expect(upstream.requests.map(({ target }) => target)).toEqual([
      '/items?q=a%20b&api_key=query%2Fs3cret',
      '/moved?q=a%20b&api_key=query%2Fs3cret',
    ]);
    for (const request of upstream.requests) {
      expect([request.all('cookie'), request.all('x-app')]).toEqual([['sid=cookie-s3cret'], ['header-s3cret']]);
    }
    expect(explain).toMatchObject({
      request: { url: 'https://api.upstream.example/items?q=a%20b&api_key=••••' },
      reasons: { leaves: [{ pointer: '/you', outcome: 'kept' }] },
    });
    expect(JSON.stringify([content, explain])).not.toContain('s3cret');
    expect(JSON.stringify(content)).toContain('/moved?q=a%20b&api_key=[CREDENTIAL]');
  });

  test('is refused, and nothing sent, where an argument sets what the credential does', async () => {
    const { upstream, call } = await start({
      credential: { type: 'apiKeys', keys: [{ in: 'query', name: 'q', value: 's3cret-key' }] },
    });

    const outcome = await call('get', { q: 'mine' });

    expect(outcome).toMatchObject({ isError: true, errorCode: 'credential_invalid' });
    expect(textsOf(outcome)[0]).toContain('leave that argument out');
    expect(upstream.requests).toEqual([]);
  });

  test('is signed for AWS, and anew for where a redirect leads', async () => {
    const { upstream, call } = await start({
      credential: SIGNED,
      respond: ({ target }) =>
        target.startsWith('/items') ? { status: 307, headers: { location: '/moved' } } : { body: '{}' },
    });

    await call('get', { q: 1 });

    const [first, second] = upstream.requests.map((request) => request.all('authorization'));
    const scope = String.raw`Credential=AKIAIOSFODNN7EXAMPLE/\d{8}/eu-central-1/execute-api/aws4_request`;
    expect(first).toEqual([
      expect.stringMatching(
        new RegExp(`^AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host;x-amz-date, Signature=[0-9a-f]{64}$`),
      ),
    ]);
    expect(second?.[0]?.slice(0, -64)).toBe(first?.[0]?.slice(0, -64));
    expect(second).not.toEqual(first);
  });

  test.each([
    ['alone', SIGNED],
    ['beside a key', { type: 'combined', parts: [SIGNED, KEYS] } as Credential],
  ])('has no signature in its answer, also of where a redirect leads: %s', async (_how, credential) => {
    const spellings = (text: string) => [
      text,
      text.toUpperCase(),
      Buffer.from(text).toString('base64'),
      [...text].join(' '),
      encodeURIComponent(text),
    ];
    const signatures: string[] = [];
    const { call } = await start({
      credential,
      respond: ({ target, all }) => {
        const signature = all('authorization')[0]?.slice(-64) ?? '';
        signatures.push(signature);
        if (target.startsWith('/items')) return { status: 307, headers: { location: '/moved' } };
        return { status: target.includes('fails') ? 403 : 200, body: JSON.stringify(signatures.flatMap(spellings)) };
      },
    });

    const text = textsOf(await call('get', { q: 1 })).join();

    expect(signatures).toHaveLength(2);
    expect(signatures.every((signature) => /^[\da-f]{64}$/.test(signature))).toBe(true);
    for (const spelling of signatures.flatMap(spellings)) expect(text).not.toContain(spelling);
  });

  test('without auth carries none, and says who asks and what it takes', async () => {
    const { upstream, call } = await start();

    await call('get');

    const request = defined(upstream.requests[0]);
    expect(request.all('authorization')).toEqual([]);
    expect(request.all('user-agent')).toEqual(['portcullis/1']);
    expect(request.all('accept')).toEqual(['application/json, text/*;q=0.9, */*;q=0.8']);
  });

  test('lets an Accept parameter of the tool stand alone', async () => {
    const { upstream, call } = await start({ tools: { order: { program } } });

    await call('order', { id: 1, Accept: 'application/vnd.orders.v2+json' });

    expect(defined(upstream.requests[0]).all('accept')).toEqual(['application/vnd.orders.v2+json']);
  });

  test('keeps the digits of its arguments', async () => {
    const { upstream, call } = await start({ tools: { order: { program } } });
    const argumentsText = '{"id":12345678901234567890,"body":{"amount":1.0}}';

    const outcome = await call('order', {}, { argumentsText });

    expect(upstream.requests[0]).toMatchObject({ target: '/orders/12345678901234567890' });
    expect(outcome.auditArguments).toEqual({ id: '12345678901234567890', body: { amount: '1.0' } });
    expect(defined(upstream.requests[0]).body.toString()).toBe('{"amount":1.0}');
  });

  test('wipes the decrypted bytes before the upstream is reached', async () => {
    // Prepare
    let plaintext = Buffer.alloc(0);
    let atRequest = '';
    const { call } = await start({
      credential: BEARER,
      respond: () => {
        atRequest = plaintext.toString('latin1');
        return { body: 'ok' };
      },
      dependencies: {
        decrypt: async () => {
          plaintext = Buffer.from(JSON.stringify(BEARER));
          return plaintext;
        },
      },
    });

    // Act
    const outcome = await call('get');

    // Assess
    expect(outcome.isError).toBe(false);
    expect(atRequest).toMatch(/^\0+$/);
    expect(plaintext.every((byte) => byte === 0)).toBe(true);
  });

  test('wipes bytes that are no credential, too, and says nothing of them', async () => {
    let plaintext = Buffer.alloc(0);
    const { call, upstream } = await start({
      credential: BEARER,
      dependencies: {
        decrypt: async () => {
          plaintext = Buffer.from('{"type":"bearer","token":"bad secret"}');
          return plaintext;
        },
      },
    });

    const outcome = await call('get');

    expect(outcome).toMatchObject({ isError: true, errorCode: 'credential_invalid' });
    expect(JSON.stringify(outcome)).not.toContain('bad secret');
    expect(plaintext.every((byte) => byte === 0)).toBe(true);
    expect(upstream.requests).toEqual([]);
  });

  test('refuses a credential of another type than the server’s', async () => {
    const { call, upstream } = await start({
      credential: BEARER,
      dependencies: { decrypt: async () => Buffer.from('{"type":"header","name":"X-A","value":"v4lue"}') },
    });

    expect(await call('get')).toMatchObject({ isError: true, errorCode: 'credential_invalid' });
    expect(upstream.requests).toEqual([]);
  });

  test('refuses an argument in the place of the credential', async () => {
    const { call, upstream } = await start({
      credential: { type: 'header', name: 'x-api-key', value: 'real-key-1' },
      tools: { order: { program } },
    });

    const outcome = await call('order', { id: 1, 'X-Api-Key': 'forged' });

    expect(outcome).toMatchObject({ isError: true, errorCode: 'credential_invalid' });
    expect(upstream.requests).toEqual([]);
  });

  test('with a bad argument reaches nobody and names the argument', async () => {
    const { call, upstream } = await start({ credential: BEARER, tools: { order: { program } } });

    const outcome = await call('order', { id: '../admin' });

    expect(outcome).toMatchObject({ isError: true, errorCode: 'argument_invalid', upstreamMs: 0 });
    expect(textsOf(outcome)[0]).toContain('id:');
    expect(upstream.requests).toEqual([]);
  });

  test.each([5_000, 100_000])('with arguments nested %i deep reaches nobody and says so', async (depth) => {
    const { call, upstream } = await start({ credential: BEARER, tools: { order: { program } } });
    let deep: JsonValue = 1;
    for (let level = 0; level < depth; level++) deep = [deep];
    const texts = [undefined, `{"id":${'['.repeat(depth)}${']'.repeat(depth)}}`];

    for (const argumentsText of texts) {
      const args = argumentsText === undefined ? { id: deep } : { id: 1 };
      const outcome = await call('order', args, argumentsText === undefined ? {} : { argumentsText });
      expect(outcome).toMatchObject({ isError: true, errorCode: 'argument_invalid', upstreamMs: 0 });
      expect(textsOf(outcome)[0]).toContain('nested too deeply');
    }
    expect(upstream.requests).toEqual([]);
  });

  test('of a tool with a server of its own elsewhere is refused by the guard', async () => {
    const away: RequestProgram = { verb: 'GET', path: '/x', parameters: [], baseUrl: 'https://uploads.example.com' };
    const { call } = await start({ tools: { away: { program: away } } });

    expect(await call('away')).toMatchObject({ isError: true, errorCode: 'egress_refused' });
  });

  test('hands its arguments to the audit log redacted', async () => {
    const { call } = await start({ tools: { order: { program } } });

    const outcome = await call('order', { id: 1, body: { email: 'jane@mail.example.com', note: 'hi' } });

    expect(outcome.auditArguments).toMatchObject({ id: 1, body: { note: 'hi' } });
    expect(JSON.stringify(outcome.auditArguments)).not.toContain('jane@');
  });

  test('has the digest of its content', async () => {
    const { call } = await start();
    const outcome = await call('get');

    const digest = createHash('sha256').update(JSON.stringify(outcome.content)).digest('hex');

    expect(outcome.digest).toBe(digest);
  });

  test('explains itself on demand, with the credential masked', async () => {
    const { call } = await start({
      credential: BEARER,
      tools: { order: { program } },
      respond: (request) => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'jane@mail.example.com', you: request.all('authorization')[0] }),
      }),
    });

    const { explain } = await call('order', { id: 'a b', body: { n: 1 } }, { explain: true });

    expect(explain).toMatchObject({
      request: { method: 'POST', url: 'https://api.upstream.example/orders/a%20b', body: '{"n":1}' },
      response: { status: 200, contentType: 'application/json', tokens: expect.any(Number) },
    });
    expect((defined(explain)['request'] as { headers: string[][] }).headers).toContainEqual([
      'authorization',
      'Bearer ••••',
    ]);
    expect(JSON.stringify(explain)).toContain('jane@mail.example.com');
    expect(JSON.stringify(explain)).not.toContain('secret-token');
  });

  test('explains a long answer as a whole, and counts the tokens of all of it', async () => {
    const lines = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => `line ${n}`));
    let body = '';
    const { call } = await start({ respond: () => ({ headers: { 'content-type': 'application/json' }, body }) });
    const explained = async (next: string) => {
      body = next;
      const { explain } = await call('get', { q: 1 }, { explain: true });
      return defined(explain)['response'] as { raw: string; tokens: number };
    };

    const whole = await explained(lines(5_000));
    const cut = await explained(lines(40_000));

    expect(whole).toMatchObject({ raw: lines(5_000) });
    expect(cut.raw).toBe(lines(40_000).slice(0, 256 * 1024));
    expect(cut.tokens).toBeGreaterThan(whole.tokens * 7);
  });

  test('explains itself even when nothing was sent', async () => {
    const { call } = await start({ respond: () => ({ hang: true }), timeoutMs: 500 });

    const outcome = await call('get', { q: 1 }, { explain: true });

    expect(outcome).toMatchObject({ errorCode: 'upstream_timeout', explain: { request: { method: 'GET' } } });
  });
});

describe('an event', () => {
  test('whose bundle a later version has made ends in a fault that says so', async () => {
    const { frames } = await start({
      dependencies: {
        loadBundle: async () => {
          upgraded('bundle', { format: 3 });
          throw new Error('not reached');
        },
      },
    });

    const seen = await frames({ kind: 'call', tool: 'get', arguments: {} });

    expect(seen).toMatchObject([{ frame: 'fault', code: 'schema_newer', message: expect.stringContaining('form 3') }]);
  });

  test('with a bundle of each earlier form is answered', async () => {
    const earlier = rows.flatMap((each) => ('bundle' in each ? [JSON.parse(defined(each.bundle)) as Bundle] : []));
    const { upstream, bundle } = await start();
    const now = { upstream: bundle.upstream, serverId: bundle.serverId };
    const { frames } = await start({
      at: upstream,
      dependencies: { loadBundle: async () => upgraded('bundle', { ...earlier[0], ...now }) },
    });

    const seen = await frames({ kind: 'call', tool: 'get_orders', arguments: {} });
    await upstream.close();

    expect(earlier).toHaveLength(1);
    expect(seen).toMatchObject([{ frame: 'result', outcome: { isError: false } }]);
  });

  test('for another tenant, bundle or tool ends in one fault', async () => {
    const { frames } = await start();
    const call = { kind: 'call' as const, tool: 'get', arguments: {} };

    expect(await frames(call, { tenantId: 'srv_other0000000' })).toMatchObject([
      { frame: 'fault', code: 'tenant_mismatch' },
    ]);
    expect(await frames({ ...call, serverId: 'srv_other0000000' })).toMatchObject([
      { frame: 'fault', code: 'bundle_unavailable' },
    ]);
    expect(await frames({ ...call, tool: 'toString' })).toMatchObject([{ frame: 'fault', code: 'tool_unknown' }]);
    expect(await frames({ ...call, arguments: [] as never })).toMatchObject([
      { frame: 'fault', code: 'request_invalid' },
    ]);
    for (const argumentsText of ['{', 'null', '[1]', '"x"']) {
      expect(await frames({ ...call, argumentsText } as never)).toMatchObject([
        { frame: 'fault', code: 'request_invalid' },
      ]);
    }
  });

  test('probes without calling anybody', async () => {
    const { frames, upstream } = await start();

    expect(await frames({ kind: 'probe' })).toEqual([{ frame: 'ready', tools: 1 }]);
    expect(upstream.requests).toEqual([]);
  });

  test('whose governance cannot be compiled is a fault, not a call', async () => {
    const { frames } = await start({ governance: { customPatterns: [{ name: 'bad', pattern: '(' }] } });
    expect(await frames({ kind: 'probe' })).toMatchObject([{ frame: 'fault', code: 'pattern_invalid' }]);
  });
});
