/** Reading values out of a large document by their positions, in whatever order. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import { sourceOf } from '../../../../../core/governance/json/buffers.ts';

const ascii = Array.from({ length: 300_000 }, (_, at) => String.fromCharCode(33 + (at % 90))).join('');
const positions = [0, 65_530, 65_536, 8, 131_071, 299_000, 64, 57_344, 57_343, 200_000];

describe('a document in ASCII', () => {
  test('gives what stands between two positions, also far apart and to and fro', () => {
    const source = sourceOf(Buffer.from(ascii));
    for (let round = 0; round < 20; round++) {
      for (const start of positions)
        for (const length of [0, 1, 9, 900]) {
          expect(source.slice(start, start + length)).toBe(ascii.slice(start, start + length));
        }
    }
  });

  test('gives values longer than a stretch', () => {
    const source = sourceOf(Buffer.from(ascii));

    expect(source.slice(10, 250_000)).toBe(ascii.slice(10, 250_000));
    expect(source.slice(5, 60_005)).toBe(ascii.slice(5, 60_005));
    expect(source.text(0, ascii.length)).toBe(ascii);
  });
});

describe.each([
  ['two bytes', '\u017e'],
  ['three bytes', '\u5e02'],
  ['four bytes', '\u{1f600}'],
])('a document with characters of %s', (_name, character) => {
  const text = ascii.replaceAll('A', character);
  const bytes = Buffer.from(text);
  /** Starts and ends that part no character. */
  const places = positions.flatMap((start) =>
    [0, 1, 9, 900].map((length) => {
      const whole = (at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at);
      const [first, last] = [whole(start), whole(start + length)];
      const before = Buffer.byteLength(text.slice(0, first));
      const end = before + Buffer.byteLength(text.slice(first, last));
      return { first, last, before, end };
    }),
  );

  test('gives what stands between two positions, also far apart and to and fro', () => {
    const source = sourceOf(bytes);
    for (let round = 0; round < 20; round++) {
      for (const { first, last, before, end } of places)
        expect(source.characters(before, end, before - first, end - last)).toBe(text.slice(first, last));
    }
  });

  test('gives values longer than a stretch, and itself', () => {
    const source = sourceOf(bytes);

    expect(source.characters(0, bytes.length, 0, bytes.length - text.length)).toBe(text);
    expect(source.text(0, bytes.length)).toBe(text);
  });

  test('is redacted beside such characters, in keys as well', () => {
    const { governBytes } = compileGovernance({ truncation: false });
    const row = (at: number) => ({
      [`${character}x`]: `${character.repeat(at % 7)} ${at}`,
      name: { first_name: `Ann${character}` },
      note: `${character} write to a${at}@mail.example.org ${character}`,
    });
    const body = Buffer.from(JSON.stringify({ users: Array.from({ length: 3_000 }, (_, at) => row(at)) }));

    const { text: governed, bytesOut } = governBytes(body, 'application/json');

    expect(bytesOut).toBe(Buffer.byteLength(governed));
    expect(JSON.parse(governed)).toEqual({
      users: Array.from({ length: 3_000 }, (_, at) => ({
        ...row(at),
        name: { first_name: '[REDACTED:name]' },
        note: `${character} write to [REDACTED:email] ${character}`,
      })),
    });
  });
});

test('a document that is no UTF-8 is read as its decoding', () => {
  const { governBytes } = compileGovernance({ truncation: false });
  const body = Buffer.concat([
    Buffer.from('{"note":"a'),
    Buffer.from([0xff, 0xe2, 0x82]),
    Buffer.from('","email":"a@mail.example.org"}'),
  ]);

  expect(governBytes(body, 'application/json').text).toBe('{"note":"a\ufffd\ufffd","email":"[REDACTED:email]"}');
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
