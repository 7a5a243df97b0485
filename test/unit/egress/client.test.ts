/** The egress client against real servers that misbehave: limits, encodings, certificates, time, pins, connections. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createEgressClient, EgressError, parseResolve, pinnedFromHost } from '../../../egress/index.ts';
import type { EgressClient, EgressOptions, EgressRequest } from '../../../egress/types.ts';
import { createAuthority } from '../../support/certificates.ts';
import { defined } from '../../support/defined.ts';
import { until } from '../../support/until.ts';
import { type Reply, startUpstream, type Upstream } from '../../support/upstream.ts';

const MB = 1024 * 1024;
let upstream: Upstream;
const clients: EgressClient[] = [];

beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await upstream.close();
});
afterEach(() => {
  jest.restoreAllMocks();
});

function clientFor(target: Upstream = upstream, options: EgressOptions = {}): EgressClient {
  const client = createEgressClient({
    only: { host: target.host, port: target.port },
    pinned: target.pinned,
    ca: target.ca,
    ...options,
  });
  clients.push(client);
  return client;
}
const get = (target: Upstream = upstream, more: Partial<EgressRequest> = {}): EgressRequest => ({
  method: 'GET',
  url: `${target.baseUrl}/x`,
  headers: [],
  keepBytes: MB,
  ...more,
});
const CRLF = Buffer.from('\r\n');
/** The line before a chunk (RFC 9112 section 7.1). */
const frame = (length: number): Buffer => Buffer.from(`${length.toString(16)}\r\n`);
const failure = async (promise: Promise<unknown>): Promise<EgressError> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof EgressError) return error;
    throw error;
  }
  throw new Error('expected a failure');
};
const ask = (reply: Reply, more: Partial<EgressRequest> = {}, options: EgressOptions = {}) => {
  upstream.respond = () => reply;
  return clientFor(upstream, options).request(get(upstream, more));
};

describe('a body', () => {
  test('within the limit comes whole', async () => {
    const response = await ask({ body: 'x'.repeat(1000) });

    expect(response).toMatchObject({ status: 200, totalBytes: 1000, truncated: false });
    expect(response.body.length).toBe(1000);
  });

  test('over the kept bytes is cut and counted', async () => {
    const response = await ask({ body: 'x'.repeat(5000) }, { keepBytes: 1234, abortBytes: 10_000 });

    expect(response.body.length).toBe(1234);
    expect(response).toMatchObject({ totalBytes: 5000, truncated: true });
  });

  test('that cannot be read is of an answer whose status is known', async () => {
    const seen: number[] = [];
    const onStatus = (status: number) => seen.push(status);

    await failure(ask({ status: 410, body: 'x'.repeat(20_000) }, { keepBytes: 0, abortBytes: 10_000, onStatus }));
    await ask({ body: 'x'.repeat(9_000) }, { keepBytes: 0, abortBytes: 10_000, onStatus });

    expect(seen).toEqual([410, 200]);
  });

  test('over the abort limit ends the exchange', async () => {
    const error = await failure(ask({ body: 'x'.repeat(20_000) }, { keepBytes: 100, abortBytes: 10_000 }));

    expect(error).toMatchObject({ code: 'response_too_large', unanswered: false });
    expect(error.message).toContain('10000 bytes');
  });

  test('without an abort limit of its own ends at the kept bytes', async () => {
    expect(await failure(ask({ body: 'x'.repeat(101) }, { keepBytes: 100 }))).toMatchObject({
      code: 'response_too_large',
    });
    expect(await ask({ body: 'x'.repeat(100) }, { keepBytes: 100 })).toMatchObject({
      totalBytes: 100,
      truncated: false,
    });
  });

  const zeros = Buffer.alloc(200 * MB);
  const bombs = {
    gzip: gzipSync(zeros),
    br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
    zstd: zstdCompressSync(zeros),
  };

  test.each(Object.entries(bombs))('that unpacks by %s to 200 MB is stopped at the limit', async (encoding, body) => {
    expect(body.length).toBeLessThan(MB);

    const error = await failure(
      ask({ headers: { 'content-encoding': encoding }, body }, { keepBytes: MB, abortBytes: 5 * MB }),
    );
    expect(error.code).toBe('response_too_large');
  });

  test('that is a bomb inside a bomb is stopped as well', async () => {
    const body = gzipSync(bombs.gzip);

    const error = await failure(
      ask({ headers: { 'content-encoding': 'gzip, gzip' }, body }, { keepBytes: MB, abortBytes: 5 * MB }),
    );

    expect(error.code).toBe('response_too_large');
  });

  const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync };
  test.each(Object.entries(packers))(
    'with a megabyte behind what %s has packed ends, and so does the next',
    async (encoding, pack) => {
      const body = Buffer.concat([pack('packed'), Buffer.alloc(MB)]);
      upstream.respond = () => ({ headers: { 'content-encoding': encoding }, body });
      const client = clientFor(upstream, { totalMs: 5_000 });
      const outcome = () =>
        client.request(get(upstream, { abortBytes: 4 * MB })).then(
          ({ body }) => Buffer.from(body).toString(),
          ({ code }) => code,
        );

      expect(['packed', 'decode_failed']).toContain(await outcome());
      expect(['packed', 'decode_failed']).toContain(await outcome());
    },
  );

  test.each(Object.entries(packers).filter(([encoding]) => encoding !== 'gzip'))(
    'that goes on for ever behind what %s has packed holds no connection',
    async (encoding, pack) => {
      const held = await startUpstream({ authority: await createAuthority() });
      held.respond = (_request, socket) => {
        const write = (bytes: Buffer) => socket.write(Buffer.concat([frame(bytes.length), bytes, CRLF]));
        socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nTransfer-Encoding: chunked\r\n\r\n`);
        write(Buffer.concat([pack('packed'), Buffer.from('and more')]));
        const more = setInterval(() => (socket.destroyed ? clearInterval(more) : write(Buffer.from('x'))), 10);
        return { hang: true };
      };

      try {
        const { body } = await clientFor(held).request(get(held));
        expect(Buffer.from(body).toString()).toBe('packed');
        await until(() => held.open === 0);
      } finally {
        await held.close();
      }
    },
    10_000,
  );

  test.each(Object.entries(packers))(
    'that %s has packed and that ends too early is refused',
    async (encoding, pack) => {
      const whole = pack('a long enough text, so that something of it can be unpacked');
      for (const length of [1, whole.length - 8, whole.length - 1]) {
        const reply = { headers: { 'content-encoding': encoding }, body: whole.subarray(0, length) };
        expect(await failure(ask(reply))).toMatchObject({ code: 'decode_failed' });
      }
    },
  );

  test.each(Object.keys(packers))('without a byte is empty, also when it is called %s', async (encoding) => {
    const { body } = await ask({ headers: { 'content-encoding': encoding }, body: '' });
    expect(body.length).toBe(0);
  });

  test('that demands an enormous window is refused', async () => {
    const body = zstdCompressSync(zeros.subarray(0, 64 * MB), {
      params: { [constants.ZSTD_c_windowLog]: 26 },
      pledgedSrcSize: 64 * MB,
    });

    const error = await failure(
      ask({ headers: { 'content-encoding': 'zstd' }, body }, { keepBytes: MB, abortBytes: 100 * MB }),
    );

    expect(error.code).toBe('decode_failed');
  });

  test.each([
    ['an unknown encoding', 'compress', 'x'],
    ['three layers', 'gzip, gzip, gzip', 'x'],
    ['bytes that are not what they say', 'gzip', 'this is not gzip'],
    ['a damaged stream', 'br', brotliCompressSync('hello world').fill(255, 3)],
  ])('with %s is refused', async (_name, encoding, body) => {
    expect(await failure(ask({ headers: { 'content-encoding': encoding }, body }))).toMatchObject({
      code: 'decode_failed',
    });
  });

  test('of HEAD and 204 is not unpacked', async () => {
    const headers = { 'content-encoding': 'gzip' };

    expect(await ask({ headers }, { method: 'HEAD' })).toMatchObject({ status: 200, totalBytes: 0 });
    expect(await ask({ status: 204, headers })).toMatchObject({ status: 204, totalBytes: 0 });
  });
});

describe('interim answers', () => {
  const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';

  test('before the answer are passed over', async () => {
    const { status } = await ask({ raw: `${hint.repeat(30)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n` });
    expect(status).toBe(200);
  });

  test('without an end are stopped long before the time is up', async () => {
    upstream.respond = (_request, socket) => {
      const more = setInterval(() => (socket.destroyed ? clearInterval(more) : socket.write(hint)), 1);
      return { hang: true };
    };

    const error = await failure(clientFor().request(get()));

    expect(error).toMatchObject({ code: 'headers_too_large', unanswered: false });
  });
});

describe('headers', () => {
  test('that are many and long end the exchange', async () => {
    const headers = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-${index}`, 'v'.repeat(1000)]));
    expect(await failure(ask({ headers }))).toMatchObject({ code: 'headers_too_large' });
  });

  test('of an answer are all there, repeated ones too', async () => {
    const response = await ask({ headers: { 'x-a': ['1', '2'], 'set-cookie': ['a=1', 'b=2'] } });

    expect(response.headers.get('x-a')).toBe('1, 2');
    expect(response.headers.get('set-cookie')).toBe('a=1, b=2');
  });

  test('are sent in order, with repetitions, and nothing but Host, Connection, Accept-Encoding and the length is added', async () => {
    await ask(
      {},
      {
        method: 'POST',
        headers: [
          ['X-B', '2'],
          ['x-a', '1'],
          ['X-B', '3'],
        ],
        body: Buffer.from('body'),
      },
    );
    expect(defined(upstream.requests.at(-1)).headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`)).toEqual(
      [
        'host: api.upstream.example',
        'connection: keep-alive',
        'x-b: 2',
        'x-a: 1',
        'x-b: 3',
        'accept-encoding: gzip, br, zstd',
        'content-length: 4',
      ],
    );
  });

  test.each(['a\r\nx-evil: 1', 'a\nb', 'a\0b'])('that hold %j are never written', async (value) => {
    const before = upstream.requests.length;

    expect(await failure(ask({}, { headers: [['x-a', value]] }))).toMatchObject({ code: 'url_invalid' });
    expect(upstream.requests.length).toBe(before);
  });

  test.each([
    ['both a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two different lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
    ['no status line', 'hello\r\n\r\n'],
    ['a line break in a name', 'HTTP/1.1 200 OK\r\nX-A\r\n : 1\r\n\r\n'],
  ])('with %s make no answer', async (_name, raw) => {
    expect((await failure(ask({ raw, end: 'close' }))).code).toBe('connection_lost');
  });
});

describe('a certificate', () => {
  const against = async (options: Parameters<typeof startUpstream>[0], egress: EgressOptions = {}) => {
    const server = await startUpstream(options);
    try {
      return await failure(clientFor(server, egress).request(get(server)));
    } finally {
      expect(server.requests).toEqual([]);
      await server.close();
    }
  };

  test('of another name is refused', async () => {
    expect(await against({ certificateNames: ['other.example'] })).toMatchObject({ code: 'tls_failed' });
  });

  test('that has expired is refused', async () => {
    expect(await against({ expired: true })).toMatchObject({ code: 'tls_failed' });
  });

  test('of an authority that is not trusted is refused', async () => {
    const { ca } = await createAuthority('another one');
    expect(await against({}, { ca })).toMatchObject({ code: 'tls_failed' });
  });

  test('is verified whatever the environment says', async () => {
    // Prepare
    const { emitWarning } = process;
    process.emitWarning = () => {};
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      // Act and assess
      expect(await against({ certificateNames: ['other.example'] })).toMatchObject({ code: 'tls_failed' });
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      process.emitWarning = emitWarning;
    }
  });

  test('is needed: a server in plain text is refused', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const addressPort = (server.address() as AddressInfo).port;
    const client = clientFor(upstream, {
      pinned: [{ host: upstream.host, port: 443, address: '127.0.0.1', addressPort }],
    });

    expect((await failure(client.request(get()))).code).toMatch(/^(tls_failed|connect_failed)$/);

    server.close();
  });
});

describe('time', () => {
  test('to connect is limited, TLS included', async () => {
    const sockets: Array<{ destroy(): void }> = [];
    const silent = createServer((socket) => sockets.push(socket));
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const addressPort = (silent.address() as AddressInfo).port;
    const client = clientFor(upstream, {
      connectMs: 100,
      pinned: [{ host: upstream.host, port: 443, address: '127.0.0.1', addressPort }],
    });

    expect(await failure(client.request(get()))).toMatchObject({ code: 'timeout_connect', unanswered: true });

    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test('to the headers is limited on its own', async () => {
    upstream.respond = () => ({ raw: 'HTTP/1.1 200 OK\r\nX-A: 1\r\n' });
    const client = clientFor(upstream, { headersMs: 100, totalMs: 5_000 });

    expect(await failure(client.request(get()))).toMatchObject({ code: 'timeout_headers' });
  });

  test('in all is limited, however slowly the body drips', async () => {
    upstream.respond = (_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
      return { hang: true };
    };
    const client = clientFor(upstream, { headersMs: 5_000, totalMs: 1_000 });

    expect(await failure(client.request(get()))).toMatchObject({ code: 'timeout_total' });
  });

  test('runs on over redirects', async () => {
    upstream.respond = () => ({ status: 302, headers: { location: '/again' }, delayMs: 60 });
    const client = clientFor(upstream, { totalMs: 1_000, maxRedirects: 100 });

    expect(await failure(client.request(get()))).toMatchObject({ code: 'timeout_total' });
  });

  test('is the caller’s to end', async () => {
    const caller = new AbortController();
    upstream.respond = () => {
      caller.abort();
      return { hang: true };
    };

    const error = await failure(clientFor().request(get(upstream, { signal: caller.signal })));

    expect(error).toMatchObject({ code: 'aborted' });
  });
});

describe('the body of a redirect is of no use', () => {
  const cases: [string, Reply][] = [
    ['short', { status: 302, headers: { location: '/there' }, body: 'moved' }],
    ['longer than is read of it', { status: 302, headers: { location: '/there' }, body: 'x'.repeat(MB) }],
    ['broken off', { raw: 'HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 9\r\n\r\nmov', end: 'close' }],
    ['packed as nothing known', { status: 302, headers: { location: '/there', 'content-encoding': 'x' }, body: 'm' }],
  ];
  test.each(cases)('when it is %s', async (_name, reply) => {
    upstream.respond = ({ target }) => (target === '/x' ? reply : { body: 'there' });

    const response = await clientFor().request(get());

    expect(Buffer.from(response.body).toString()).toBe('there');
    expect(response.url).toBe(`${upstream.baseUrl}/there`);
  });
});

test('a caller who leaves while a connection is being made is answered at once', async () => {
  const held: Socket[] = [];
  const silent = createServer((socket) => held.push(socket));
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const { port } = silent.address() as AddressInfo;
  const pinned = [{ ...defined(upstream.pinned[0]), addressPort: port }];
  const caller = new AbortController();
  const client = clientFor(upstream, { pinned, connectMs: 30_000 });
  const failed = failure(client.request(get(upstream, { signal: caller.signal })));
  await until(() => held.length > 0);
  caller.abort();

  expect(await failed).toMatchObject({ code: 'aborted' });
  for (const socket of held) socket.destroy();
  silent.close();
});

describe('connections', () => {
  test('are reused, so that warm calls need no handshake', async () => {
    upstream.respond = () => ({ body: 'ok' });
    const client = clientFor();

    const before = upstream.connections;
    for (let call = 0; call < 20; call++) await client.request(get());

    expect(upstream.connections).toBe(before + 1);
  });

  test('are not reused after a pause in which the function may have been frozen', async () => {
    upstream.respond = () => ({ body: 'ok' });
    const client = clientFor();
    await client.request(get());
    const before = upstream.connections;
    const now = Date.now();
    // Many servers close a connection that was idle for five seconds; a frozen function does not hear of it.
    jest.spyOn(Date, 'now').mockReturnValue(now + 4_500);

    await client.request(get());

    expect(upstream.connections).toBe(before + 1);
  });

  test('are closed with the client', async () => {
    const own = await startUpstream();
    const client = clientFor(own);
    await client.request(get(own));
    expect(own.open).toBe(1);

    await client.close();
    await until(() => own.open === 0);
    expect(own.open).toBe(0);

    await own.close();
  });
});

describe('methods and URLs', () => {
  test('may be limited to some', async () => {
    const client = clientFor(upstream, { methods: ['GET'] });
    expect(await failure(client.request(get(upstream, { method: 'POST' })))).toMatchObject({
      code: 'method_not_allowed',
    });
  });

  test.each(['/a/../b', '/%2e%2e/x', "/q?a='b'&c=[d]|{e}", '/a;b=c,d', '/%E4%F6', '/?a=%zz'])(
    'the path %s is sent exactly as it is or refused, never rewritten',
    async (path) => {
      upstream.respond = () => ({ body: 'ok' });
      const before = upstream.requests.length;
      await clientFor()
        .request(get(upstream, { url: `${upstream.baseUrl}${path}` }))
        .catch(() => undefined);

      for (const request of upstream.requests.slice(before)) expect(request.target).toBe(path);
    },
  );

  test.each(['/ü', '/a b', '/a\r\nb', '/a\tb'])('the path %j is refused, because it is not encoded', async (path) => {
    const url = `${upstream.baseUrl}${path}`;
    expect(await failure(clientFor().request(get(upstream, { url })))).toMatchObject({ code: 'url_invalid' });
  });

  test('a fragment is not sent', async () => {
    upstream.respond = () => ({ body: 'ok' });

    await clientFor().request(get(upstream, { url: `${upstream.baseUrl}/x?y#z` }));

    expect(defined(upstream.requests.at(-1)).target).toBe('/x?y');
  });
});

describe('pins', () => {
  test.each([
    ['api.example.com:443:127.0.0.1', { host: 'api.example.com', port: 443, address: '127.0.0.1', addressPort: 443 }],
    [
      'API.example.com:443:127.0.0.1:8443',
      { host: 'api.example.com', port: 443, address: '127.0.0.1', addressPort: 8443 },
    ],
    ['a.example:8443:[::1]:9000', { host: 'a.example', port: 8443, address: '::1', addressPort: 9000 }],
    ['a.example:8443:[::1]', { host: 'a.example', port: 8443, address: '::1', addressPort: 8443 }],
  ])('%s is read', (text, expected) => {
    expect(parseResolve(text)).toEqual(expected);
  });

  test.each([
    '',
    'a.example',
    'a.example:443',
    'a.example:443:b.example',
    'a.example:0:127.0.0.1',
    'a.example:443:::1',
    'a.example:443:127.0.0.1:99999',
    'a.example:x:127.0.0.1',
    '*:443:127.0.0.1',
  ])('%j is refused with the right form', (text) => {
    expect(() => parseResolve(text)).toThrow(/host:port:address/);
  });

  test('hold for exactly their host and port', async () => {
    const { pinned, ca } = upstream;
    const client = clientFor(upstream, { only: undefined, pinned, ca, connectMs: 300 } as EgressOptions);
    const before = upstream.connections;

    expect((await failure(client.request(get(upstream, { url: 'https://other.upstream.example/' })))).code).toBe(
      'dns_failed',
    );
    expect((await failure(client.request(get(upstream, { url: 'https://api.upstream.example:8443/' })))).code).toBe(
      'dns_failed',
    );
    expect(upstream.connections).toBe(before);
  });

  test('come from the host’s frozen object alone', () => {
    const key = Symbol.for('portcullis.egress.host');
    const globals = globalThis as unknown as Record<symbol, unknown>;
    expect(pinnedFromHost()).toEqual({});

    globals[key] = { pinned: upstream.pinned, ca: 'x' };
    expect(pinnedFromHost()).toEqual({});

    globals[key] = Object.freeze({ pinned: upstream.pinned, ca: 'x' });
    expect(pinnedFromHost()).toEqual({ pinned: upstream.pinned, ca: 'x' });

    delete globals[key];
  });

  test('cannot come from the environment', async () => {
    const names = [
      'PORTCULLIS_RESOLVE',
      'RESOLVE',
      'NODE_EXTRA_CA_CERTS',
      'HTTPS_PROXY',
      'https_proxy',
      'ALL_PROXY',
      'NODE_USE_ENV_PROXY',
    ];
    for (const name of names) process.env[name] = `http://127.0.0.1:${defined(upstream.pinned[0]).addressPort}`;

    try {
      const client = createEgressClient({ connectMs: 300, ...pinnedFromHost() });
      const before = upstream.connections;

      expect((await failure(client.request(get()))).code).toBe('dns_failed');
      expect(upstream.connections).toBe(before);

      await client.close();
    } finally {
      for (const name of names) delete process.env[name];
    }
  });
});

test('a caller that leaves at a redirect to another origin sends nothing there', async () => {
  const caller = new AbortController();
  let sent = 0;
  const elsewhere = (): EgressClient => {
    caller.abort();
    return {
      request: () => {
        sent++;
        return Promise.reject(new Error('not reached'));
      },
      close: async () => {},
    };
  };

  const error = await failure(
    ask({ status: 302, headers: { location: 'https://elsewhere.example/' } }, { signal: caller.signal, elsewhere }),
  );

  expect(error.code).toBe('aborted');
  expect(sent).toBe(0);
});
