/** Documents that strangers name: their time together, and what is remembered of those that were late. The spec reader is answered here. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { readDocument, withPatience } from '../../../../lambdas/authorization/documents.ts';

const { documentsMs, lateMs, lateKept } = LIMITS.signIn;
process.env['FUNCTION_SPEC_READER'] = 'spec-reader';
process.env['AWS_REGION'] = 'us-east-1';

/** What the reader was asked, and how it answers after how many milliseconds of the clock of this test. */
const asked: { url: string; ms: number }[] = [];
let takes = 0;
let answer: object = { document: {} };
/** The invocation itself is given up. */
let isAborted = false;
const lambda = mockClient(LambdaClient);
lambda.on(InvokeCommand).callsFake(({ Payload }) => {
  asked.push(JSON.parse(Buffer.from(Payload).toString()));
  jest.setSystemTime(Date.now() + takes);
  if (isAborted) throw Object.assign(new Error('aborted'), { name: 'AbortError' });
  return { Payload: Buffer.from(JSON.stringify(answer)) };
});
const LATE = { temporarily_unavailable: 'temporarily_unavailable', message: 'It cannot be read.' };
const lateBy = (late: string | undefined) => ({
  error: { code: LATE.temporarily_unavailable, message: LATE.message, ...(late && { context: { late } }) },
});

/** No test meets what another one left. */
let day = Date.parse('2026-11-01T00:00:00Z');
beforeEach(() => {
  day += 86_400_000;
  jest.useFakeTimers({ now: day, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  asked.length = 0;
  takes = 0;
  isAborted = false;
  answer = { document: { good: true } };
});
afterEach(() => {
  jest.useRealTimers();
});

const NAMING = { what: 'The document', unusable: 'invalid_client' } as const;
const read = (url: string) => readDocument('client', url, NAMING);
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error: { code: string }) => error.code,
  );

describe('the documents of one request', () => {
  test('have their time together, and none is asked for when it is over', async () => {
    takes = documentsMs * 0.6;

    const codes = await withPatience(async () => [
      await codeOf(read('https://a.example/one')),
      await codeOf(read('https://b.example/two')),
      await codeOf(read('https://c.example/three')),
    ]);

    expect(codes).toEqual(['read', 'read', 'temporarily_unavailable']);
    expect(asked).toHaveLength(2);
    expect(asked[0]?.ms).toBeLessThan(documentsMs);
    expect(asked[1]?.ms).toBeLessThan(documentsMs * 0.4);
  });

  test('have nothing to do with those of another request', async () => {
    takes = documentsMs;

    const one = await withPatience(() => codeOf(read('https://a.example/one')));
    const two = await withPatience(() => codeOf(read('https://a.example/one')));

    expect([one, two]).toEqual(['read', 'read']);
    expect(asked.map(({ ms }) => ms)).toEqual(Array(2).fill(asked[0]?.ms));
  });
});

describe('what was late', () => {
  const again = async (...urls: string[]) => {
    const before = asked.length;
    answer = { document: {} };
    for (const url of urls) await codeOf(withPatience(() => read(url)));
    return asked.slice(before).map(({ url }) => url);
  };
  const [SAME, OTHER_PATH, OTHER_HOST] = [
    'https://slow.example/a',
    'https://slow.example/b',
    'https://other.example/a',
  ];

  test.each<[string, string | undefined, string[]]>([
    ['when the host took no connection', 'host', [OTHER_HOST]],
    ['when the path did not answer', 'url', [OTHER_PATH, OTHER_HOST]],
    ['when it answered that it is busy', undefined, [SAME, OTHER_PATH, OTHER_HOST]],
  ])('is not asked for again for some seconds: %s', async (_, late, isAsked) => {
    answer = lateBy(late);
    const code = await withPatience(() => codeOf(read(SAME)));

    const soon = await again(SAME, OTHER_PATH, OTHER_HOST);
    jest.setSystemTime(Date.now() + lateMs + 1);
    const later = await again(SAME);

    expect(code).toBe('temporarily_unavailable');
    expect(soon).toEqual(isAsked);
    expect(later).toEqual([SAME]);
  });

  test('is not remembered when a slow document had left it little time', async () => {
    await withPatience(async () => {
      takes = documentsMs * 0.9;
      await codeOf(read('https://stranger.example/slow'));
      takes = 0;
      answer = lateBy('host');
      await codeOf(read(SAME));
    });

    expect(await again(SAME)).toEqual([SAME]);
  });

  test('is not remembered when our own function was', async () => {
    isAborted = true;

    const code = await withPatience(() => codeOf(read(SAME)));

    isAborted = false;
    expect(code).toBe('temporarily_unavailable');
    expect(await again(SAME)).toEqual([SAME]);
  });

  test('is forgotten for the sake of what was late after it, so that memory is bounded', async () => {
    answer = lateBy('host');
    for (let host = 0; host <= lateKept; host++) await withPatience(() => codeOf(read(`https://h${host}.example/a`)));

    expect(await again('https://h0.example/a', `https://h${lateKept}.example/a`)).toEqual(['https://h0.example/a']);
  });
});
