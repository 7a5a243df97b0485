/** Secrets in arguments: what a call takes along, is told of, or is refused for, before the upstream that would get it. */
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { ARGUMENT_CHECKS } from '../../../../core/model/governance/modes.ts';
import { findingsIn } from '../../../../core/sandbox/sentArguments.ts';
import { type Rig, type RigOptions, startRig, textsOf } from '../../../support/sandboxRig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});
const start = async (options: RigOptions): Promise<Rig> => {
  rig = await startRig(options);
  return rig;
};

const PEM = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG'.repeat(4)}\n-----END PRIVATE KEY-----`;
const JWT = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxMjM0NTY3ODkwIn0'}.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U`;
const SECRETS: ReadonlyArray<readonly [kind: string, value: string]> = [
  ['api-key', `ghp_${'aB3'.repeat(12)}`],
  ['api-key', 'AKIAIOSFODNN7EXAMPLE'],
  ['jwt', JWT],
  ['private-key', PEM],
  ['url-credentials', 'postgres://ann:s3cret-word@db.example.com/x'],
  ['placeholder', '[EMAIL:k7m2c4xk7m2c4xk7m2c4xk7m2c4x]'],
];

describe.each(SECRETS)('%s %#', (kind, value) => {
  const places: ReadonlyArray<readonly [string, JsonObject]> = [
    ['/q', { q: value }],
    ['/q', { q: `See ${value} and tell` }],
    ['/body/list/1/a~1b', { body: { list: ['x', { 'a/b': value }] } }],
    ['/body', { body: { [value]: 'x' } }],
  ];

  test.each(places)('is found at %s', (pointer, args) => {
    const found = findingsIn(args, false);

    expect(found).toContainEqual({ pointer, kind });
    if (!JSON.stringify(args).includes(JSON.stringify(value).concat(':'))) {
      expect(JSON.stringify(found)).not.toContain(value);
    }
  });

  test.each(ARGUMENT_CHECKS)('with the setting %s', async (checkArguments) => {
    const { upstream, call } = await start({
      governance: { checkArguments },
      respond: () => ({ body: '{"ok":true}' }),
    });

    const outcome = await call('get', { q: `Use ${value}` });
    const text = textsOf(outcome).join('\n');

    expect(upstream.requests).toHaveLength(checkArguments === 'refuse' ? 0 : 1);
    expect(outcome.errorCode).toBe(checkArguments === 'refuse' ? 'argument_secret' : undefined);
    expect(outcome.findings).toEqual(checkArguments === 'off' ? undefined : [{ pointer: '/q', kind }]);
    expect(text.includes('/q: holds')).toBe(checkArguments !== 'off');
    expect(text).not.toContain(value);
  });
});

const percent = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');
const ENCODINGS: Readonly<Record<string, (value: string) => string>> = {
  base64,
  'base64 for URLs, without its end': (value) => Buffer.from(`?>${value}`).toString('base64url'),
  'base64 of gzip': (value) => base64(gzipSync(value)),
  'base64 of JSON': (value) => base64(JSON.stringify({ deep: [{ value }] })),
  'base64 of base64': (value) => base64(base64(value)),
  'a data: URL': (value) => `data:text/plain;base64,${base64(value)}`,
  percent,
  'percent, twice': (value) => percent(value).replaceAll('%', '%25'),
  'a query': (value) => `?a=1&b=${encodeURIComponent(value)}`,
  'base64 in a query': (value) => `?a=1&b=${encodeURIComponent(base64(value))}`,
  'hexadecimal digits': (value) => Buffer.from(value).toString('hex'),
  JSON: (value) => JSON.stringify({ list: [{ value }] }),
  'JSON in JSON': (value) => JSON.stringify({ inner: JSON.stringify({ value }) }),
};

describe.each(Object.entries(ENCODINGS))('written as %s', (_, written) => {
  test.each(SECRETS.filter(([kind]) => kind !== 'placeholder'))('%s %#', (kind, value) => {
    const found = findingsIn({ q: written(value), [written(value)]: 1 }, false);

    expect(found).toContainEqual({ pointer: '/q', kind });
    expect(found).toContainEqual({ pointer: '', kind });
  });

  test('a text without a secret is none', () => {
    expect(findingsIn({ q: written('The quick brown fox jumps over the lazy dog, 2026-11-29.') }, false)).toEqual([]);
  });
});

const JUNK = Buffer.from(Array.from({ length: 700 }, (_, at) => (at * 7919 + (at >> 3)) % 256));
const inside = (value: string | Uint8Array) => Buffer.concat([JUNK, Buffer.from(value), JUNK]);
const IN_DATA: Readonly<Record<string, (value: string) => string>> = {
  'base64 of bytes that are no text': (value) => base64(inside(value)),
  'base64 for URLs of such bytes': (value) => inside(value).toString('base64url'),
  'such base64 in a sentence': (value) => `The file is ${base64(inside(value))}, as you asked.`,
  'base64 in a sentence': (value) => `Decode ${base64(`key ${value} end`)} please`,
  'base64 in lines between other lines': (value) =>
    `Content: file\n\n${base64(inside(value)).replace(/.{76}/g, '$&\r\n')}\n--end`,
  'base64 of UTF-16, as shells take it': (value) => base64(Buffer.from(`login ${value}`, 'utf16le')),
  ...Object.fromEntries(
    ['a', 'ab', 'abc', 'path/to/'].map((before) => [
      `base64 behind ${before}`,
      (value: string) => `${before}${base64(inside(value))}`,
    ]),
  ),
};

describe.each(Object.entries(IN_DATA))('in %s', (_, written) => {
  test.each(SECRETS.filter(([kind]) => ['api-key', 'jwt', 'private-key'].includes(kind)))('%s %#', (kind, value) => {
    expect(findingsIn({ q: written(value) }, false)).toContainEqual({ pointer: '/q', kind });
  });

  test('a program that only knows how keys begin and end has none', () => {
    const value = '-----BEGIN PRIVATE KEY-----\0-----END PRIVATE KEY-----\0';

    expect(findingsIn({ q: written(value) }, false)).toEqual([]);
  });
});

test.each([
  ['api-key', 'xAKIAIOSFODNN7EXAMPLE'],
  ['api-key', 'AKIAIOSFODNN7EXAMPLEand more'],
  ['api-key', 'AKIAIOSFODNN7EXAMPLEFOR'],
  ['api-key', `keyghp_${'aB3'.repeat(12)}`],
  ['api-key', `_ghp_${'aB3'.repeat(12)}_`],
  ['api-key', `xnpm_${'aB3'.repeat(12)}zz`],
  ['jwt', `token${JWT}`],
])('%s that is glued to letters is found, and is not in the trail: %s', async (kind, q) => {
  const { upstream, call } = await start({ governance: { checkArguments: 'refuse' } });

  const outcome = await call('get', { q });

  expect(outcome).toMatchObject({ errorCode: 'argument_secret', findings: [{ pointer: '/q', kind }] });
  expect(upstream.requests).toEqual([]);
  expect(JSON.stringify(outcome)).not.toMatch(/AKIAIOSFODNN7|aB3aB3|dozjgNryP4J3/);
});

test('words and encoded data that look like the beginning of a key are none', () => {
  const noise = Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * 7919 + (at >> 3)) % 256));
  const q = [
    'task-list-item-number-20-of-the-board',
    'disk_test_environment_2',
    'monkey-island',
    noise.toString('base64'),
  ];

  expect(findingsIn({ q }, false)).toEqual([]);
});

test('the beginning of a key in the midst of data, a name between dashes or dots, and the id in a signed URL are none', () => {
  const noise = Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * 7919 + (at >> 3)) % 256)).toString('base64');
  const q = [
    `${noise.slice(0, 2_000)}AIza${'k3Vq8Zt0'.repeat(5)}${noise.slice(2_000)}`,
    `${noise.replaceAll('+', '-').replaceAll('/', '_').slice(0, 400)}-sk-${'k3Vq8Zt0'.repeat(5)}`,
    'https://example.com/sk-bratislava-hotel-review-2023-best-places',
    'ERROR_MSG.authentication_failed.please_try_again_later_or_contact_support',
    `https://b.example.com/k?X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20261129%2Feu-west-1&X-Amz-Signature=${'ab'.repeat(32)}`,
  ];

  expect(q.map((each) => findingsIn({ q: each }, false))).toEqual(q.map(() => []));
});

test('a JSON text that is nested very deep is read to its end', () => {
  const value = JSON.stringify(`\\u0067hp_${'aB3'.repeat(12)}`).replace('\\\\u', '\\u');
  const q = `${'['.repeat(4_000)}${value}${']'.repeat(4_000)}`;

  expect(findingsIn({ q }, false)).toEqual([{ pointer: '/q', kind: 'api-key' }]);
  expect(findingsIn({ q: `${'['.repeat(40_000)}${']'.repeat(40_000)}` }, false)).toEqual([]);
});

test.each([
  ['beginnings of a token', 'eyJ'],
  ['beginnings of tokens', 'eyJ-'],
  ['two parts of a token', 'eyJaaaaaaaa.'],
  ['first lines of a private key', '-----BEGIN PRIVATE KEY-----x'],
])('%s take time in proportion', (_, unit) => {
  const timeOf = (length: number): number => {
    const q = unit.repeat(Math.ceil(length / unit.length));
    const begun = performance.now();
    findingsIn({ q }, false);
    return performance.now() - begun;
  };
  timeOf(20_000);

  // Read again from each beginning, these took eight seconds and more.
  expect(Math.min(timeOf(400_000), timeOf(400_000))).toBeLessThan(2_000);
});

test('what is no secret is sent by the strictest setting', async () => {
  const { upstream, call } = await start({ governance: { checkArguments: 'refuse' }, respond: () => ({ body: '{}' }) });

  const outcome = await call('get', {
    q: 'token 5f0c6f2e-8d1b-4a57-9d0e-7b0f4f1f2a3c, sha 0123456789abcdef0123456789abcdef01234567, https://a.example/b?c=d, a sk-word, [1], name: Annabel',
  });

  expect(outcome.errorCode).toBeUndefined();
  expect(upstream.requests).toHaveLength(1);
});

test('of many findings the first are told, and a name that is a secret is nowhere repeated', async () => {
  const key = `ghp_${'aB3'.repeat(12)}`;
  const { call } = await start({ governance: { checkArguments: 'refuse' } });

  const many = findingsIn({ list: Array.from({ length: 500 }, () => key) }, false);
  const outcome = await call('get', { q: { [key]: { inner: JWT } } });

  expect(many).toHaveLength(20);
  expect(outcome.errorCode).toBe('argument_secret');
  expect(JSON.stringify([outcome.content, outcome.findings])).not.toContain(key);
});

test('placeholders are judged by what gives them, where the server gives any', () => {
  expect(findingsIn({ q: '[EMAIL:k7m2c4xk7m2c4xk7m2c4xk7m2c4x]' }, true)).toEqual([]);
});
