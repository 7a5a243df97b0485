/** Reading values out of a large document by their positions, in whatever order. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../core/governance/index.ts';
import { sourceOf } from '../../../../core/governance/rewrite/source.ts';

const ascii = Array.from({ length: 300_000 }, (_, at) => String.fromCharCode(33 + (at % 90))).join('');
const wide = ascii.replaceAll('A', 'ž');

describe.each([
  ['bytes', ascii],
  ['UTF-16', wide],
])('a document of %s', (_name, text) => {
  const positions = [0, 65_530, 65_536, 8, 131_071, 299_000, 64, 57_344, 57_343, 200_000];

  test('gives what stands between two positions, also far apart and to and fro', () => {
    const source = sourceOf(Buffer.from(text));
    for (let round = 0; round < 20; round++) {
      for (const start of positions)
        for (const length of [0, 1, 9, 900]) {
          expect(source.slice(start, start + length)).toBe(text.slice(start, start + length));
        }
    }
  });

  test('gives values longer than a stretch', () => {
    const source = sourceOf(Buffer.from(text));
    expect(source.slice(10, 250_000)).toBe(text.slice(10, 250_000));
    expect(source.slice(5, 60_005)).toBe(text.slice(5, 60_005));
    expect(source.text).toBe(text);
  });
});

test('documents that follow each other, the larger first, keep nothing of one another', () => {
  const { governBytes } = compileGovernance({ truncation: false });
  const write = (rows: number, name: string) =>
    Buffer.from(
      JSON.stringify({ data: Array.from({ length: rows }, () => ({ email: 'a.b@mail.example.org', note: name })) }),
    );
  governBytes(write(5_000, 'the first one'), 'application/json');
  const { text } = governBytes(write(2, 'the second'), 'application/json');
  expect(JSON.parse(text)).toEqual({
    data: Array.from({ length: 2 }, () => ({ email: '[REDACTED:email]', note: 'the second' })),
  });
});

test('a document inside of a string of another one is governed beside it', () => {
  const { governBytes } = compileGovernance({ truncation: false });
  const inner = JSON.stringify({ email: 'a.b@mail.example.org', city: 'x' });
  const body = Buffer.from(
    JSON.stringify({ email: 'c.d@mail.example.org', payload: inner, last: 'e.f@mail.example.org' }),
  );
  const { text } = governBytes(body, 'application/json');
  expect(JSON.parse(text)).toEqual({
    email: '[REDACTED:email]',
    payload: '{"email":"[REDACTED:email]","city":"x"}',
    last: '[REDACTED:email]',
  });
});
