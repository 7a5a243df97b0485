/** Whatever an upstream sends becomes content, and never an exception. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileGovernance } from '../../../../core/governance/index.ts';
import { toUtf8, withoutCutCharacter } from '../../../../core/lib/charset.ts';
import { type Answer, type AnswerRules, answerContent } from '../../../../core/response/content.ts';
import { adviceFor, isScopeMissing, retryAfterSeconds, statusText } from '../../../../core/response/status.ts';

const governor = compileGovernance();
const rules: AnswerRules = {
  govern: (bytes, contentType) => governor.governBytes(bytes, contentType),
  redact: (value) => governor.redact(value),
  notice: () => undefined,
  systemRules: 'rules',
  declaredHeaders: [],
  finish: (value) => value,
  isClosed: false,
  maxBytes: 1000,
};
const answer = (change: Partial<Answer> & { type?: string }): Answer => ({
  method: 'GET',
  url: 'https://api.upstream.example/x?q=1',
  status: 200,
  headers: new Headers(change.type === undefined ? {} : { 'content-type': change.type }),
  body: new Uint8Array(),
  totalBytes: change.body?.length ?? 0,
  truncated: false,
  ...change,
});

describe('any answer', () => {
  test('of any bytes under any declaration becomes content that JSON can carry', () => {
    const type = fc.oneof(
      fc.constantFrom(
        'application/json',
        'text/plain',
        'text/csv',
        'text/html',
        'application/xml',
        'image/png',
        'application/x-ndjson',
        'application/octet-stream',
        '',
        'nonsense',
        'text/plain; charset=',
        'text/plain; charset=utf-16',
        'text/xml; charset="utf-7"',
      ),
      fc.string({ unit: fc.constantFrom(...'abc/;= "+*'), maxLength: 20 }),
    );
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
      fc.json().map((text) => Buffer.from(text)),
      fc.json().map((text) => Buffer.from(text, 'utf16le')),
    );

    fc.assert(
      fc.property(
        type,
        body,
        fc.integer({ min: 100, max: 599 }),
        fc.boolean(),
        (declared, bytes, status, truncated) => {
          const headers = {
            get: (name: string) => (name === 'content-type' ? declared : null),
            keys: () => ['content-type'],
          };
          const result = answerContent(
            answer({ headers, body: bytes, status, truncated, totalBytes: bytes.length + 1 }),
            rules,
          );
          expect(result.content.length).toBeGreaterThanOrEqual(1);
          expect(result.notes.at(-1)).toMatch(/\nrules$/);
          expect(result.isError).toBe(status < 200 || status > 299 || result.errorCode === 'answer_too_large');
          for (const block of result.content) if (block.type === 'text') expect(block.text.isWellFormed()).toBe(true);
          expect(JSON.parse(JSON.stringify(result))).toEqual(result);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('text', () => {
  test('that was cut inside a character loses that character only', () => {
    const whole = Buffer.from('aé日🎈');
    for (let length = 0; length <= whole.length; length++) {
      const text = Buffer.from(withoutCutCharacter(whole.subarray(0, length))).toString();
      expect('aé日🎈'.startsWith(text)).toBe(true);
      expect(text).not.toContain('\ufffd');
    }
  });

  test('of JSON that is broken UTF-8 keeps its structure', () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(Buffer.from(toUtf8(bytes, { mediaType: 'application/json' })).toString()).toBe('{"a":"\ufffd"}');
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');

  test.each([
    ['0', 0],
    ['120', 120],
    [' 7 ', 7],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60],
    ['Thursday, 01-Jan-26 00:01:00 GMT', 60],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['', undefined],
    [null, undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['2026-01-01T00:01:00Z', undefined],
    ['99999999999', undefined],
  ])('of %j is %j seconds', (value, seconds) => {
    expect(retryAfterSeconds(value, now)).toBe(seconds);
  });

  test('is advice with the seconds, and its absence another one', () => {
    expect(adviceFor(429, 30)).toContain('30 seconds');
    expect(adviceFor(429, undefined)).toContain('call less often');
    expect(adviceFor(404, undefined)).toBe('');
    expect(adviceFor(401, 5, 'nothing')).toContain('5 seconds');
  });
});

describe('a refusal', () => {
  test.each([
    [401, 'nothing', 'has no credential for the API'],
    [403, 'nothing', 'has no credential for the API'],
    [401, 'elsewhere', 'gets no credential'],
    [403, 'elsewhere', 'gets no credential'],
    [401, 'token', 'call once more'],
    [401, 'lastToken', 'look at the credential'],
    [401, 'credential', 'its owner has to renew it'],
    [403, 'credential', 'may not do this'],
    [403, 'lastToken', 'may not do this'],
  ] as const)('of %i to what was sent as %s is advised by its cause', (status, sent, advice) => {
    expect(adviceFor(status, undefined, sent)).toContain(advice);
  });

  test.each([
    [403, 'Bearer error="insufficient_scope", scope="write"', true],
    [401, 'Bearer realm="x", error=insufficient_scope', true],
    [401, 'Bearer error="invalid_token"', false],
    [404, 'Bearer error="insufficient_scope"', false],
    [403, null, false],
  ])('of %i with the challenge %j lacks a scope: %s', (status, challenge, expected) => {
    expect(isScopeMissing(status, challenge)).toBe(expected);
  });

  test('stands beside a status in words', () => {
    expect(statusText(429)).toBe('429 Too Many Requests');
    expect(statusText(599)).toBe('599');
  });
});
