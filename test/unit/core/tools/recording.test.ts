/** Answers of recordings: which are read of a file, of which tools they are, and in which portions they are sent. */
import { describe, expect, test } from '@jest/globals';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { NO_FIELDS } from '../../../../core/model/answerFields.ts';
import { readFields } from '../../../../core/tools/recordedFields.ts';
import { matchedAnswers, toolFinder } from '../../../../core/tools/recordedTool.ts';
import { readRecording, UnreadableRecording } from '../../../../core/tools/recording.ts';
import { recordingOf } from '../../../support/recordedOrders.ts';

const BASE = 'https://api.example.com/v1';

const har = (...entries: object[]) => JSON.stringify({ log: { entries } });
const entry = (url: string, content: object, status = 200, method = 'GET') => ({
  request: { method, url },
  response: { status, content },
});

describe('a recording', () => {
  test('gives bodies, methods and addresses without queries, and nothing else', () => {
    const { answers, leftOut } = readRecording(recordingOf(BASE));

    expect(answers.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${BASE}/orders`,
      `GET ${BASE}/customers/cus_000001`,
      `GET ${BASE}/nowhere`,
      'GET https://elsewhere.example.org/orders',
    ]);
    expect(JSON.stringify(answers)).not.toContain('tok-in-');
    expect(leftOut).toEqual({ failed: 1, page: 1 });
  });

  test('has bodies in base64, and leaves out what is no text', () => {
    const json = Buffer.from('{"a":"é"}').toString('base64');
    const { answers, leftOut } = readRecording(
      har(
        entry(BASE, { mimeType: 'application/json', encoding: 'base64', text: json }),
        entry(BASE, { mimeType: 'application/json', encoding: 'base64', text: '/////w==' }),
        entry(BASE, { mimeType: 'application/json', encoding: 'base64', text: '%%' }),
        entry(BASE, { mimeType: 'application/json' }),
        entry(BASE, {}, 200, 'OPTIONS'),
      ),
    );

    expect(answers.map(({ text }) => text)).toEqual(['{"a":"é"}']);
    expect(leftOut).toEqual({ page: 2, empty: 1 });
  });

  test('may be the examples of a Postman collection, in folders, below a variable', () => {
    const response = [
      {
        code: 200,
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: '{"a":1}',
        originalRequest: { method: 'GET', url: { raw: '{{base}}/orders?x=1' } },
      },
    ];
    const collection = { info: {}, item: [{ item: [{ request: {}, response }] }] };

    const { answers } = readRecording(JSON.stringify(collection));

    expect(answers).toEqual([{ method: 'GET', url: '/orders', contentType: 'application/json', text: '{"a":1}' }]);
  });

  test.each(['{"a": 1}', '{"a": 1}\n{"a": 2}', 'id,name\n1,x', '{"log": {}}', '[', 'null'])(
    '%j is an answer as it is',
    (text) => {
      expect(readRecording(text)).toEqual({ answers: [{ contentType: '', text }], leftOut: {} });
    },
  );

  test('of any form of an archive ends with answers or reasons', () => {
    const odd = [
      null,
      1,
      'x',
      [],
      {},
      { request: 1, response: [] },
      { response: { content: { text: 1 } } },
      { request: { url: {} } },
    ];

    const { answers, leftOut } = readRecording(JSON.stringify({ log: { entries: odd } }));

    expect(answers).toEqual([]);
    expect(Object.values(leftOut).reduce((sum, times) => sum + times, 0)).toBe(odd.length);
  });

  test('leaves out an answer that no request can hold', () => {
    const { bytes } = LIMITS.recordedAnswers;

    expect(readRecording('\u0001'.repeat(bytes / 2)).leftOut).toEqual({ large: 1 });
    expect(readRecording('é'.repeat(bytes / 2 + 1)).leftOut).toEqual({ large: 1 });
  });

  test('is refused over the limit before it is parsed, and where it is empty', () => {
    const large = `{"log":{"entries":[${' '.repeat(LIMITS.recordedAnswers.file)}`;

    expect(() => readRecording(large)).toThrow(UnreadableRecording);
    expect(() => readRecording(' \n')).toThrow(/empty/);
  });

  test('of 60 MB has the answers up to the limits, and counts the others', () => {
    const { bytes, read } = LIMITS.recordedAnswers;
    const small = JSON.stringify(entry(`${BASE}/orders`, { mimeType: 'application/json', text: '{"a":1}' }));
    const big = JSON.stringify(
      entry(`${BASE}/orders`, { mimeType: 'application/json', text: `"${'x'.repeat(bytes)}"` }),
    );
    const text = `{"log":{"entries":[${[...Array.from({ length: 28 }, () => big), ...Array.from({ length: read + 7 }, () => small)].join(',')}]}}`;

    const { answers, leftOut } = readRecording(text);

    expect(text.length).toBeGreaterThan(58_000_000);
    expect(answers).toHaveLength(read);
    expect(leftOut).toEqual({ large: 28, many: 7 });
  });
});

describe('the tool of an answer', () => {
  const tools = [
    { id: 'list', verb: 'GET', path: '/orders' },
    { id: 'one', verb: 'GET', path: '/orders/{orderId}' },
    { id: 'latest', verb: 'GET', path: '/orders/latest' },
    { id: 'make', verb: 'POST', path: '/orders' },
    { id: 'file', verb: 'GET', path: '/files/{path+}' },
    { id: 'odd', verb: 'GET', path: '/a.b/{x}-{y}/' },
    { id: 'other', verb: 'GET', path: '/orders', baseUrl: 'https://files.example.com' },
  ];
  const find = toolFinder(tools, `${BASE}/`);

  test.each([
    ['GET', `${BASE}/orders`, 'list'],
    ['GET', `${BASE}/orders/`, 'list'],
    ['POST', `${BASE}/orders`, 'make'],
    ['GET', `${BASE}/orders/17`, 'one'],
    ['GET', `${BASE}/orders/a%2Fb`, 'one'],
    ['GET', `${BASE}/orders/latest`, 'latest'],
    ['GET', `${BASE}/files/a/b/c.txt`, 'file'],
    ['GET', `${BASE}/a.b/1-2`, 'odd'],
    ['GET', '/orders/17', 'one'],
    ['GET', 'https://files.example.com/orders', 'other'],
  ])('of %s %s is %s', (method, url, toolId) => {
    expect(find({ method, url, contentType: '', text: '' })).toEqual({ toolId });
  });

  test.each([
    ['DELETE', `${BASE}/orders`, 'method'],
    ['GET', `${BASE}/orders/1/items`, 'none'],
    ['GET', `${BASE}/aXb/1-2`, 'none'],
    ['GET', 'https://api.example.com/orders', 'none'],
    ['GET', 'https://elsewhere.example.org/v1/orders', 'host'],
    ['GET', `${BASE}/${'x'.repeat(9_000)}`, 'address'],
    ['GET', 'https://', 'none'],
    ['GET', '', 'address'],
  ])('of %s %s is none: %s', (method, url, why) => {
    expect(find({ method, url, contentType: '', text: '' })).toEqual({ why });
  });

  test.each([
    ['/{a}-{b}-{c}-{d}-{e}.json', '-'.repeat(3_000), undefined],
    ['/{a}-{b}-{c}-{d}-{e}.json', `${'-'.repeat(3_000)}.json`, 'tool'],
    ['/{a}{b}{c}{d}/x', 'a'.repeat(3_000), undefined],
    ['/{a+}-{b+}-{c+}-{d+}/x', '-'.repeat(3_000), undefined],
    ['/{a+}/{b}-{c}.json', 'one/two/3-4.json', 'tool'],
    ['/{a}.{b}', 'one.two.three', 'tool'],
  ])('by a template of many variables is found without trying all of their lengths: %s', (path, at, toolId) => {
    const one = toolFinder([{ id: 'tool', verb: 'GET', path }], BASE);

    const found = one({ method: 'GET', url: `${BASE}/${at}`, contentType: '', text: '' });

    expect(found).toEqual(toolId === undefined ? { why: 'none' } : { toolId });
  });

  test('may be chosen for an answer that does not say what was called', () => {
    const answers = readRecording('{"a": 1}').answers;

    expect(matchedAnswers(answers, find)).toEqual({ answers: [], unmatched: { address: 1 } });
    expect(matchedAnswers(answers, find, 'one').answers).toEqual([
      { toolId: 'one', contentType: '', text: '{"a": 1}' },
    ]);
  });
});

describe('portions', () => {
  const { bytes, count } = LIMITS.recordedAnswers;
  const answer = (text: string) => ({ toolId: 'one', contentType: '', text });
  const sizes = async (answers: ReturnType<typeof answer>[]) => {
    const sent: number[] = [];
    await readFields(answers, async (portion) => {
      expect(portion.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)).toBeLessThanOrEqual(bytes);
      expect(Buffer.byteLength(JSON.stringify({ answers: portion }))).toBeLessThan(5.5 * 1024 * 1024);
      sent.push(portion.length);
      return NO_FIELDS;
    });
    return sent;
  };

  test('hold what one request takes, in bytes and in number', async () => {
    expect(await sizes(Array.from({ length: count + 1 }, () => answer('{}')))).toEqual([count, 1]);
    expect(await sizes(Array.from({ length: 4 }, () => answer('é'.repeat(bytes / 4))))).toEqual([2, 2]);
    // Signs that JSON escapes make a body longer.
    expect(await sizes([answer('"'.repeat(bytes / 2)), answer('"'.repeat(bytes / 2))])).toEqual([1, 1]);
  });

  test('are sent in halves where they take too long, and a single answer is told as it fails', async () => {
    const sent: number[] = [];
    const slow = Object.assign(new Error('slow'), { code: 'governance_timeout' });
    const told = readFields(
      Array.from({ length: 5 }, (_, at) => answer(String(at))),
      async (portion) => {
        sent.push(portion.length);
        if (portion.length > 2) throw slow;
        return { ...NO_FIELDS, values: portion.length };
      },
    );

    expect(await told).toMatchObject({ values: 5 });
    expect(sent).toEqual([5, 3, 2, 1, 2]);
    await expect(readFields([answer('x')], async () => Promise.reject(slow))).rejects.toBe(slow);
  });
});
