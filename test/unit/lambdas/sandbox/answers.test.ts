/** Answers of a real upstream as MCP content, through the whole sandbox but its process. */
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import type { RequestProgram } from '../../../../core/model/tool.ts';
import { defined } from '../../../support/defined.ts';
import { mp3, pdf, png } from '../../../support/pictures.ts';
import { type Rig, startRig, textsOf } from '../../../support/sandboxRig.ts';
import type { Reply } from '../../../support/upstream.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({
    tools: {
      head: { program: { verb: 'HEAD', path: '/items', parameters: [] } },
      create: { program: { verb: 'POST', path: '/items', parameters: [] } },
      remove: { program: { verb: 'DELETE', path: '/items', parameters: [] } },
      put: { program: { verb: 'PUT', path: '/items', parameters: [] } },
      few: { maxItems: 5 },
      declares: {
        program: { verb: 'GET', path: '/items', parameters: [], answerHeaders: ['x-customer-phone', 'x-quality'] },
      },
    },
  });
});
afterAll(() => rig.close());

const answer = (reply: Reply, tool = 'get') => {
  rig.upstream.respond = () => reply;
  return rig.call(tool);
};
const type = (value: string) => ({ 'content-type': value });
const JSON_TYPE = type('application/json');
const PNG = png();

describe('a text answer', () => {
  test('of JSON is its compact text', async () => {
    const outcome = await answer({ headers: JSON_TYPE, body: '{"a": [1, 2], "b": "ü"}' });

    expect(outcome).toMatchObject({
      isError: false,
      status: 200,
      content: [{ type: 'text', text: '{"a":[1,2],"b":"ü"}' }],
    });
    expect(outcome.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test('of JSON keeps numbers that JavaScript would change', async () => {
    const body = '{"id":12345678901234567890,"price":1.0,"ids":[9007199254740993]}';

    const outcome = await answer({ headers: JSON_TYPE, body });

    expect(textsOf(outcome)[0]).toMatch(/^{"id":12345678901234567890,"price":1(\.0)?,"ids":\[9007199254740993\]}$/);
  });

  test.each([
    ['application/x-ndjson', '{"id":9007199254740993}\n{"price":1.10}'],
    ['application/json-seq', '\u001e{"id":9007199254740993}\n\u001e{"price":1.10}\n'],
  ])('of %s keeps them, too', async (contentType, body) => {
    const outcome = await answer({ headers: type(contentType), body });
    expect(textsOf(outcome)[0]).toBe('{"id":9007199254740993}\n{"price":1.10}');
  });

  test.each([
    ['text/plain', 'hello'],
    ['text/csv; charset=utf-8', 'a,b\n1,2\n'],
    ['application/xml', '<a><b>1</b></a>'],
    ['text/html', '<p>Hi</p>'],
    ['application/yaml', 'a: 1\n'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['application/problem+json', '{"title":"x"}'],
  ])('of %s is text', async (contentType, body) => {
    const outcome = await answer({ headers: type(contentType), body });

    expect(defined(textsOf(outcome)[0]).trim()).toBe(body.trim());
    expect(outcome.isError).toBe(false);
  });

  test.each([
    ['iso-8859-1', Buffer.from('Grüße', 'latin1'), type('text/plain; charset=ISO-8859-1')],
    ['windows-1252 without a declaration', Buffer.from([0x80, 0x20, 0xfc]), type('text/plain'), '€ ü'],
    ['utf-16 by its byte order mark', Buffer.from('\ufeffGrüße', 'utf16le'), type('text/plain')],
    ['a UTF-8 byte order mark', Buffer.from('\ufeffGrüße'), type('text/plain')],
    ['shift_jis', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), type('text/plain; charset=Shift_JIS'), '日本'],
    [
      'an XML declaration',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>', 'latin1'),
      type('text/xml'),
      'ü',
    ],
    ['an HTML meta element', Buffer.from('<meta charset="iso-8859-2"><p>\xb3</p>', 'latin1'), type('text/html'), 'ł'],
    ['an unknown charset', Buffer.from('Grüße'), type('text/plain; charset=x-none')],
    ['no content type at all', Buffer.from('Grüße'), {}],
  ])('in %s is read as what it is', async (_name, body, headers, expected = 'Grüße') => {
    const outcome = await answer({ headers: headers as Record<string, string>, body });
    expect(textsOf(outcome)[0]).toContain(expected);
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['deflate', deflateSync],
  ] as const)('packed by %s is unpacked', async (encoding, pack) => {
    const outcome = await answer({
      headers: { ...JSON_TYPE, 'content-encoding': encoding },
      body: pack(Buffer.from('{"a":1}')),
    });

    expect(textsOf(outcome)).toEqual(['{"a":1}']);
    expect(outcome.bytesIn).toBe(7);
  });

  test('packed twice is unpacked twice', async () => {
    const body = brotliCompressSync(gzipSync('{"a":1}'));

    const outcome = await answer({ headers: { ...JSON_TYPE, 'content-encoding': 'gzip, br' }, body });

    expect(textsOf(outcome)).toEqual(['{"a":1}']);
  });

  test('in chunks is joined', async () => {
    const raw =
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\n3\r\n:1}\r\n0\r\n\r\n';
    expect(textsOf(await answer({ raw }))).toEqual(['{"a":1}']);
  });

  test('is redacted and cut, with the notice after the data', async () => {
    const body = JSON.stringify(Array.from({ length: 80 }, (_, id) => ({ id, email: `person${id}@mail.example.com` })));
    const outcome = await answer({ headers: JSON_TYPE, body });

    const [data, notice, ...rest] = textsOf(outcome);

    expect(JSON.parse(defined(data))).toHaveLength(50);
    expect(data).not.toContain('@mail');
    expect(notice).toContain('80');
    expect(rest).toEqual([]);
    expect(outcome.truncations).toEqual([{ pointer: '', total: 80, kept: 50 }]);
    expect(outcome.redactions.count).toBe(50);
  });

  test('is cut to the tool’s own limit', async () => {
    const body = JSON.stringify(Array.from({ length: 80 }, (_, id) => ({ id })));

    const outcome = await answer({ headers: JSON_TYPE, body }, 'few');

    expect(JSON.parse(defined(textsOf(outcome)[0]))).toHaveLength(5);
  });

  test('longer than what is read says so and stays valid JSON', async () => {
    const item = `{"id":1,"text":"${'x'.repeat(1000)}"}`;
    const body = `[${Array.from({ length: 11_000 }, () => item).join(',')}]`;

    const outcome = await answer({ headers: JSON_TYPE, body });

    expect(outcome.bytesIn).toBe(body.length);
    expect(JSON.parse(defined(textsOf(outcome)[0]))).toHaveLength(50);
    expect(outcome.truncations[0]).toMatchObject({ pointer: '', kept: 50, atLeast: true });
  });
});

describe('a binary answer', () => {
  test('that is an image is image content with its real bytes', async () => {
    const outcome = await answer({ headers: type('image/png'), body: PNG });
    expect(outcome.content).toEqual([{ type: 'image', data: PNG.toString('base64'), mimeType: 'image/png' }]);
  });

  test('that is audio is audio content', async () => {
    const outcome = await answer({ headers: type('audio/mpeg'), body: mp3() });
    expect(outcome.content).toEqual([{ type: 'audio', data: mp3().toString('base64'), mimeType: 'audio/mpeg' }]);
  });

  test('of another kind is an embedded resource with its type and no query in its address', async () => {
    rig.upstream.respond = () => ({ headers: type('application/pdf'), body: pdf() });

    const outcome = await rig.call('get', { q: 'secret' });

    expect(outcome.content).toEqual([
      {
        type: 'resource',
        resource: {
          uri: 'https://api.upstream.example/items',
          mimeType: 'application/pdf',
          blob: pdf().toString('base64'),
        },
      },
    ]);
  });

  test('without a type is told by its bytes', async () => {
    const outcome = await answer({ body: PNG });
    expect(outcome.content).toEqual([{ type: 'image', data: PNG.toString('base64'), mimeType: 'image/png' }]);
  });

  test('over the size limit is an error that names the limit', async () => {
    const outcome = await answer({ headers: type('image/png'), body: Buffer.alloc(1024 * 1024 + 1) });

    expect(outcome).toMatchObject({ isError: true, errorCode: 'answer_too_large', status: 200 });
    expect(textsOf(outcome)[0]).toMatch(/1048576.*\(limit maxBytes\)/);
  });
});

describe('an empty answer', () => {
  test('of 204 says so', async () => {
    const outcome = await answer({ status: 204 }, 'remove');

    expect(outcome).toMatchObject({ isError: false, status: 204 });
    expect(textsOf(outcome)).toEqual(['The upstream answered 204 No Content with an empty body.']);
  });

  test('of 201 passes its location on', async () => {
    const outcome = await answer({ status: 201, headers: { location: '/items/7' } }, 'create');
    expect(textsOf(outcome)[0]).toContain('location: /items/7');
  });

  test('to HEAD shows the headers', async () => {
    const outcome = await answer(
      { headers: { 'content-type': 'text/csv', 'content-length': '12345', etag: '"x"' } },
      'head',
    );

    expect(textsOf(outcome)[0]).toContain('content-length: 12345');
    expect(textsOf(outcome)[0]).toContain('etag: "x"');
  });
});

describe('an error of the upstream', () => {
  test.each([
    [404, 'The upstream answered 404 Not Found.'],
    [418, 'The upstream answered 418.'],
    [500, 'The upstream answered 500 Internal Server Error.'],
    [
      401,
      'The upstream answered 401 Unauthorized. This server has no credential for the API; its owner can give it one. Calling again does not help.',
    ],
    [304, 'The upstream answered 304 Not Modified.'],
  ])('of status %i is an error result with a governed excerpt', async (status, text) => {
    const body = status === 304 ? '' : '{"message":"no","email":"jo@mail.example.com"}';

    const outcome = await answer({ status, headers: JSON_TYPE, body });

    expect(outcome).toMatchObject({ isError: true, errorCode: 'upstream_status', status });
    expect(textsOf(outcome)[0]).toBe(text);
    if (body) expect(textsOf(outcome)[1]).toContain('"message":"no"');
    expect(JSON.stringify(outcome.content)).not.toContain('jo@mail');
  });

  test('shows the beginning of a long body only', async () => {
    const outcome = await answer({ status: 500, headers: type('text/plain'), body: 'x'.repeat(10_000) });
    expect(defined(textsOf(outcome)[1]).length).toBeLessThan(4_300);
  });

  test.each([
    ['429 with seconds', 429, '30', /wait 30 seconds/],
    ['503 with one second', 503, '1', /wait 1 second before/],
    ['503 with a date', 503, new Date(Date.now() + 3_600_000).toUTCString(), /wait 3[56]\d\d seconds/],
    ['503 with a date gone by', 503, 'Wed, 21 Oct 2015 07:28:00 GMT', /wait 0 seconds/],
    ['429 with nonsense', 429, 'soon', /limits how often/],
    ['503 without a word', 503, undefined, /unavailable for the moment/],
  ] as const)('of %s comes back as advice and is not repeated', async (_name, status, retryAfter, expected) => {
    const before = rig.upstream.requests.length;
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };

    const outcome = await answer({ status, headers });

    expect(outcome).toMatchObject({ isError: true, status });
    expect(textsOf(outcome)[0]).toMatch(expected);
    expect(rig.upstream.requests.length).toBe(before + 1);
  });
});

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('of status %i on the same host are followed', async (status) => {
    rig.upstream.respond = (request) =>
      request.target.startsWith('/items')
        ? { status, headers: { location: '/moved?x=1' } }
        : { headers: JSON_TYPE, body: '{"moved":true}' };

    const outcome = await rig.call('get');

    expect(textsOf(outcome)).toEqual(['{"moved":true}']);
    expect(defined(rig.upstream.requests.at(-1)).target).toBe('/moved?x=1');
  });

  test.each([
    [303, 'GET'],
    [302, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ])('of status %i turn a POST into %s', async (status, method) => {
    rig.upstream.respond = (request) =>
      request.target === '/items'
        ? { status, headers: { location: 'https://api.upstream.example/moved' } }
        : { headers: JSON_TYPE, body: '1' };

    const outcome = await rig.call('create');

    expect(rig.upstream.requests.at(-1)).toMatchObject({ method, target: '/moved' });
    const told = textsOf(outcome).some((text) => text.includes(`answered the POST with ${status} `));
    expect(told).toBe(method === 'GET');
  });

  test.each([
    'https://other.upstream.example/',
    'http://api.upstream.example/',
    '//evil.example/',
    'https://api.upstream.example:8443/',
    'https://user:pass@api.upstream.example/',
    'https://127.0.0.1/',
    'https://169.254.169.254/latest/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'ftp://api.upstream.example/',
    'https://api.upstream.example.evil.example/',
    'https://',
  ])('to %s are refused without a second request', async (location) => {
    const before = rig.upstream.requests.length;
    const outcome = await answer({ status: 302, headers: { location } });

    expect(outcome).toMatchObject({ isError: true, errorCode: 'egress_refused' });
    expect(rig.upstream.requests.length).toBe(before + 1);
  });

  test('without an end are stopped', async () => {
    const before = rig.upstream.requests.length;
    const outcome = await answer({ status: 302, headers: { location: '/items' } });

    expect(outcome).toMatchObject({ isError: true, errorCode: 'upstream_invalid' });
    expect(rig.upstream.requests.length).toBe(before + 6);
  });
});

describe('text under the name of something else', () => {
  const people = JSON.stringify([{ email: 'jane.roe@mail-corp.com', name: 'Jane' }]);
  const table = `email;city\n${'jane.roe@mail-corp.com;Köln\n'.repeat(20)}`;
  const two = { ...type('multipart/mixed; boundary=b') };
  test.each<[string, Reply]>([
    ['a download', { headers: type('application/octet-stream'), body: people }],
    ['an unknown type', { headers: type('application/vnd.acme.v2'), body: people }],
    ['an image', { headers: type('image/png'), body: people }],
    ['a film', { headers: type('video/mp4'), body: people }],
    ['a sheet in an old charset', { headers: type('application/vnd.ms-excel'), body: Buffer.from(table, 'latin1') }],
    ['wide characters', { headers: type('application/octet-stream'), body: Buffer.from(`\ufeff${people}`, 'utf16le') }],
    ['a charset that it has not', { headers: type('application/json; charset=utf-16le'), body: people }],
    ['a part of another type', { headers: two, body: `--b\r\nContent-Type: font/ttf\r\n\r\n${people}\r\n--b--` }],
    ['parts without an end', { headers: two, body: `--b\r\nContent-Type: application/json\r\n\r\n${people}` }],
    ['parts without a boundary', { headers: type('multipart/mixed'), body: `--b\r\n\r\n${people}\r\n--b--` }],
  ])('is cleaned as text: %s', async (_name, reply) => {
    // Act
    const outcome = await answer(reply);

    // Assess
    expect(outcome.content.every((block) => block.type === 'text')).toBe(true);
    expect(textsOf(outcome)[0]).toContain('[REDACTED:email]');
    expect(textsOf(outcome).join()).not.toContain('jane.roe');
  });

  test.each<[string, Buffer]>([
    ['a document', pdf()],
    ['a few bytes', Buffer.from('c3285f40', 'hex')],
    ['zeros', Buffer.alloc(400)],
  ])('is not what bytes are taken for: %s', async (_name, body) => {
    const outcome = await answer({ headers: type('application/octet-stream'), body });
    expect(outcome.content[0]).toMatchObject({ type: 'resource', resource: { blob: body.toString('base64') } });
  });

  test('in more parts than are split keeps them all', async () => {
    const outcome = await answer({
      headers: two,
      body: `${Array.from({ length: 150 }, (_, at) => `--b\r\n\r\nnumber ${at}\r\n`).join('')}--b--`,
    });
    expect(textsOf(outcome).join('')).toContain('number 149');
  });

  test('in parts in parts without end is cleaned in time', async () => {
    const deep = 8_000;
    const opening = Array.from({ length: deep }, (_, at) => `--${at}\nContent-Type:text/x;boundary=${at + 1}\n\n`);

    const outcome = await answer({ headers: type('text/plain'), body: `${opening.join('')}jane.roe@mail-corp.com` });

    expect(outcome).toMatchObject({ isError: false });
    expect(textsOf(outcome)[0]).not.toContain('jane.roe');
  });
});

describe('a credential that the upstream puts where no text is', () => {
  const token = 'Zq9-secretTOKEN_47abcXYZ0123';
  const bytes = Buffer.from([1, 2, 3, 0, 255]);
  test.each<[string, Reply]>([
    ['the type of an image', { headers: type(`image/${token}`), body: bytes }],
    ['the type of a file', { headers: type(`application/${token}`), body: bytes }],
    ['the host of a redirect', { status: 302, headers: { location: `https://${token}.attacker.example/` } }],
    ['the name of an encoding', { headers: { 'content-encoding': token }, body: 'x' }],
    ['the address of a file', { status: 302, headers: { location: `/files/${token}/x` } }],
    ['wide characters of an image', { headers: type('image/png'), body: Buffer.from(`\0${token}`, 'utf16le') }],
  ])('is blanked in %s', async (_name, reply) => {
    // Prepare
    const guarded = await startRig({ credential: { type: 'bearer', token } });
    guarded.upstream.respond = ({ target }) =>
      target.startsWith('/files') ? { headers: type('application/x-file'), body: bytes } : reply;
    try {
      // Act
      const outcome = await guarded.call('get', {}, { explain: true });

      // Assess
      const shown = `${JSON.stringify(outcome)}${Buffer.from(JSON.stringify(outcome.content).match(/"(?:data|blob)":"([^"]+)"/)?.[1] ?? '', 'base64').toString('utf16le')}`;
      expect(shown.toLowerCase()).not.toContain(token.toLowerCase());
    } finally {
      await guarded.close();
    }
  });
});

describe('connection failures', () => {
  /** Answers the first request with `first` and later ones properly. */
  const failFirst = (first: Reply) => {
    let count = 0;
    rig.upstream.respond = () => (count++ === 0 ? first : { headers: JSON_TYPE, body: '{"second":true}' });
    return () => count;
  };

  test.each(['get', 'put', 'head'])('before any answer are repeated once for %s', async (tool) => {
    const count = failFirst({ raw: '', end: 'reset' });

    expect(await rig.call(tool)).toMatchObject({ isError: false, status: 200 });
    expect(count()).toBe(2);
  });

  test.each(['create', 'remove'])('are not repeated for %s', async (tool) => {
    const count = failFirst({ raw: '', end: 'reset' });

    expect(await rig.call(tool)).toMatchObject({ isError: true, errorCode: 'upstream_unreachable' });
    expect(count()).toBe(1);
  });

  test.each([
    ['a part of the status line', 'HTTP/1.1 20', 'reset'],
    ['a part of the status line, closed', 'HTTP/1.1 20', 'close'],
    ['the headers', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n', 'reset'],
    ['a part of the body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc', 'reset'],
    ['a part of the body, closed', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc', 'close'],
  ] as const)('after %s are not repeated', async (_name, raw, end) => {
    // The pause lets the bytes arrive before a reset could overtake them.
    const count = failFirst({ raw, end, endDelayMs: 30 });
    const outcome = await rig.call('get');

    expect(outcome).toMatchObject({ isError: true });
    expect(outcome.errorCode).toMatch(/^upstream_/);
    expect(count()).toBe(1);
  });

  test('twice in a row are an error', async () => {
    rig.upstream.respond = () => ({ raw: '', end: 'close' });
    const before = rig.upstream.requests.length;

    expect(await rig.call('get')).toMatchObject({ isError: true, errorCode: 'upstream_unreachable' });
    expect(rig.upstream.requests.length).toBe(before + 2);
  });

  test('by something that is no HTTP are an error', async () => {
    const outcome = await answer({ raw: 'SSH-2.0-OpenSSH\r\n\r\n', end: 'close' });

    expect(outcome).toMatchObject({ isError: true, errorCode: 'upstream_unreachable' });
    expect(textsOf(outcome)[0]).toBe('The upstream sent something that is not an HTTP response.');
  });
});

describe('a change that failed', () => {
  const change = async (options: Parameters<typeof startRig>[0], annotations = annotationsOf({ verb: 'POST' })) => {
    const program = { verb: 'POST', path: '/things', parameters: [] } as const;
    const own = await startRig({ ...options, tools: { change: { annotations, program } } });
    try {
      return textsOf(await own.call('change')).join(' ');
    } finally {
      await own.close();
    }
  };
  const CAUTION = 'Check that before you call again';

  test.each<[string, Parameters<typeof startRig>[0]]>([
    ['took too long', { timeoutMs: 1_000, respond: () => ({ hang: true }) }],
    ['lost its connection', { respond: () => ({ raw: '', end: 'close' }) }],
    [
      'was answered with something that cannot be read',
      { respond: () => ({ headers: { 'content-encoding': 'gzip' }, body: 'x' }) },
    ],
  ])('because it %s says one thing: to look first', async (_why, options) => {
    const text = await change(options);

    expect(text).toContain(CAUTION);
    expect(text).not.toMatch(/try again|ask for/i);
  });

  test('and can be repeated says the other', async () => {
    const text = await change({ timeoutMs: 1_000, respond: () => ({ hang: true }) }, annotationsOf({ verb: 'PUT' }));

    expect(text).toContain('Try again later');
    expect(text).not.toContain(CAUTION);
  });
});

describe('time and absence', () => {
  test('an upstream that does not answer is a timeout', async () => {
    const slow = await startRig({ timeoutMs: 1_000, respond: () => ({ hang: true }) });
    try {
      const outcome = await slow.call('get');

      expect(outcome).toMatchObject({ isError: true, errorCode: 'upstream_timeout' });
      expect(textsOf(outcome)[0]).toContain('1000 ms');
      expect(textsOf(outcome)[0]).toContain('(limit upstreamMs)');
    } finally {
      await slow.close();
    }
  });

  test('a tool that is marked as long has its own time, and a trial of it has that of any other', async () => {
    const reply = (ms: number) => (_request: unknown, socket: Socket) => {
      setTimeout(() => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'), ms);
      return { hang: true };
    };
    const program: RequestProgram = { verb: 'GET', path: '/report', parameters: [] };
    const late = await startRig({ timeoutMs: 300, respond: reply(900), tools: { long: { program, longMs: 60_000 } } });
    const later = await startRig({ respond: reply(4_000), tools: { long: { program, longMs: 400 } } });
    try {
      const answered = await late.call('long');
      const tried = await late.call('long', {}, { explain: true });
      const ended = await later.call('long');

      expect(answered).toMatchObject({ isError: false, status: 200 });
      expect(tried).toMatchObject({ isError: true, errorCode: 'upstream_timeout' });
      expect(ended).toMatchObject({ isError: true, errorCode: 'upstream_timeout' });
      expect(textsOf(ended)[0]).toContain('(limit longMs)');
    } finally {
      await Promise.all([late.close(), later.close()]);
    }
  });

  test('a stream of events that never ends is an answer of what came in time', async () => {
    const slow = await startRig({
      timeoutMs: 1_500,
      respond: (_request, socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {"n":1}\n\n');
        setTimeout(() => socket.write('data: {"n":2}\n\n'), 50);
        return { hang: true };
      },
    });
    try {
      const outcome = await slow.call('get');

      expect(outcome).toMatchObject({ isError: false, status: 200 });
      expect(textsOf(outcome)[0]).toContain('data: {"n":2}');
      expect(textsOf(outcome)[1]).toContain('did not end within 1500 ms');
    } finally {
      await slow.close();
    }
  });

  test('a stream of events that ends is a whole answer', async () => {
    const outcome = await answer({ headers: type('text/event-stream'), body: 'data: {"n":1}\n\ndata: [DONE]\n\n' });

    expect(outcome).toMatchObject({ isError: false });
    expect(textsOf(outcome)).toEqual([expect.stringContaining('[DONE]'), expect.stringContaining('End of the API')]);
  });

  test('a body that never ends is a timeout', async () => {
    const slow = await startRig({
      timeoutMs: 1_000,
      respond: () => ({ raw: 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nabc' }),
    });
    try {
      expect(await slow.call('get')).toMatchObject({ isError: true, errorCode: 'upstream_timeout' });
    } finally {
      await slow.close();
    }
  });

  test('a caller that leaves ends the upstream call and is told apart from a timeout', async () => {
    const caller = new AbortController();
    rig.upstream.respond = (_request, socket) =>
      new Promise((done) => {
        socket.on('close', () => done({ hang: true }));
        caller.abort();
      });

    const outcome = await rig.call('get', {}, { signal: caller.signal });

    expect(outcome).toMatchObject({ isError: true, errorCode: 'aborted' });
  });

  test('a caller that has left already causes no request', async () => {
    const before = rig.upstream.requests.length;

    expect(await rig.call('get', {}, { signal: AbortSignal.abort() })).toMatchObject({ errorCode: 'aborted' });
    expect(rig.upstream.requests.length).toBe(before);
  });
});

describe('notes of the gateway', () => {
  const CODE = /^\[portcullis:[0-9a-f]{12}\]\n/;

  test('stand last in one block, after data and headers, also on errors', async () => {
    const ruled = await startRig({ governance: { systemRules: 'Answer in German.' } });
    try {
      const body = JSON.stringify({ list: Array.from({ length: 60 }, (_, id) => id) });
      ruled.upstream.respond = () => ({ headers: { ...JSON_TYPE, etag: '"1"' }, body });
      const texts = textsOf(await ruled.call('get'));
      expect(texts).toHaveLength(3);
      expect(texts[1]).toBe('Headers of the answer:\netag: "1"');
      expect(texts[2]).toMatch(CODE);
      expect(texts[2]).toMatch(
        /The list at \/list has 60 items[\s\S]*\nThe owner of this server asks:\nAnswer in German\.$/,
      );

      ruled.upstream.respond = () => ({ status: 500, body: 'no', headers: type('text/plain') });
      expect(textsOf(await ruled.call('get')).at(-1)).toMatch(/Answer in German\.$/);
    } finally {
      await ruled.close();
    }
  });

  test('close an answer of text, and leave JSON as it is', async () => {
    const { content } = await answer({ headers: type('text/plain'), body: 'Hi' });
    const [first = '', data, last] = content.map((block) => (block.type === 'text' ? block.text : ''));
    const code = /^\[portcullis:[0-9a-f]{12}\]/.exec(first)?.[0];
    expect([first, data, last]).toEqual([`${code} The API's data:`, 'Hi', `${code} End of the API's data.`]);
    expect(textsOf(await answer({ headers: JSON_TYPE, body: '{"a":"Hi"}' }))).toEqual(['{"a":"Hi"}']);
  });
});

describe('headers of an answer', () => {
  const shown = async (headers: Reply['headers'], more: Reply = {}, tool = 'get') => {
    const outcome = await answer({ body: '{"a":1}', ...more, headers: { ...JSON_TYPE, ...headers } }, tool);
    return textsOf(outcome)
      .filter((text) => !text.startsWith('{'))
      .join('\n');
  };

  test('that lead on are told in lines of their own, behind the data', async () => {
    const outcome = await answer({
      headers: {
        ...JSON_TYPE,
        link: '</items?page=2>; rel="next"',
        location: '/items/7',
        'x-total-count': '57',
        'X-WP-TotalPages': '6',
        'x-next-page': '2',
        'content-range': 'items 0-9/57',
        'retry-after': '3',
        etag: 'W/"1"',
        date: 'Sun, 22 Nov 2026 12:00:00 GMT',
        server: 'nginx',
        'x-request-id': '1',
        'x-ratelimit-remaining': '9',
      },
      body: '[1]',
    });
    expect(textsOf(outcome)).toEqual([
      '[1]',
      [
        'Headers of the answer:',
        'content-range: items 0-9/57',
        'etag: W/"1"',
        'link: </items?page=2>; rel="next"',
        'location: /items/7',
        'retry-after: 3',
        'x-next-page: 2',
        'x-total-count: 57',
        'x-wp-totalpages: 6',
      ].join('\n'),
    ]);
  });

  test('that the description declares are told, too', async () => {
    expect(await shown({ 'x-quality': 'A', 'x-other': 'B' }, {}, 'declares')).toBe(
      'Headers of the answer:\nx-quality: A',
    );
  });

  test('are governed by their names and values', async () => {
    const text = await shown(
      {
        location: '/people/jane.roe@mail-corp.com?phone=%2B14155552671',
        link: Buffer.from('<https://x.example/?q=jürgen@großmann-corp.com>; rel="next"').toString('latin1'),
        'x-customer-phone': '781 5991',
      },
      {},
      'declares',
    );
    expect(text.split('\n').slice(1)).toEqual([
      'link: <https://x.example/?q=[REDACTED:email]>; rel="next"',
      'location: /people/[REDACTED:email]?phone=[REDACTED:phone]',
      'x-customer-phone: [REDACTED:phone]',
    ]);
  });

  test('are bounded in length and number', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 80 }, (_, at) => [
        `x-pagination-${'abcdefghij'[at % 10]}${'klmnopqr'[Math.floor(at / 10)]}`,
        '1',
      ]),
    );
    expect((await shown(many)).split('\n').slice(-1)).toEqual(['(40 more headers)']);

    const long = await shown({ link: `<${'x'.repeat(5_000)}>` });
    expect(long).toMatch(/^Headers of the answer:\nlink: <x{1999}… \(the first 2000 of 5002 characters\)$/);
  });

  test('of HEAD are all but cookies, authentication and those of one connection', async () => {
    const text = await shown(
      {
        'x-anything': 'yes',
        'set-cookie': 'sid=1',
        'www-authenticate': 'Basic',
        'keep-alive': 'timeout=5',
        'cache-control': 'private',
      },
      { body: '' },
      'head',
    );

    expect(text).toContain('\nx-anything: yes');
    expect(text).toContain('\ncache-control: private\n');
    expect(text).not.toMatch(/cookie|authenticate|keep-alive|transfer-encoding/);
  });

  test.each([
    [429, 'x-ratelimit-reset: 60'],
    [405, 'allow: GET'],
    [409, 'etag: "2"'],
  ])('of an error of status %i lead on as well', async (status, line) => {
    const [name = '', value = ''] = line.split(': ');

    const outcome = await answer({ status, headers: { ...JSON_TYPE, [name]: value }, body: '{}' });

    expect(defined(textsOf(outcome)[0]).split('\n')[1]).toBe(line);
  });
});
