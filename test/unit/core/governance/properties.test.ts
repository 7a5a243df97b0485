/**
 * What holds for any JSON text, however it is written: names twice, `__proto__` and indices, lone surrogates as escapes, numbers that no
 * JavaScript number holds, white space of all kinds, bytes that are no UTF-8, lines without anything.
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileGovernance } from '../../../../core/governance/index.ts';
import { createArrayScanner } from '../../../../core/governance/json/arrayLimit.ts';
import { cutArrays } from '../../../../core/governance/json/parsedArrayLimit.ts';
import type { JsonValue } from '../../../../core/lib/json/value.ts';
import { rounds } from '../../../support/attack.ts';
import { defined } from '../../../support/defined.ts';

const numRuns = rounds(400, 4_000);

const blank = fc.constantFrom('', '', '', ' ', '\n', '\r\n', '\t', ' \t\n\r ');
const number = fc.constantFrom(
  ...'0 -0 7 1.0000 1.50 -1.25 1E400 -1e999 1e-999 1e+2 -0.0 0e0 9007199254740993 12345678901234567890 4556737586899855 219099999'.split(
    ' ',
  ),
  `0.${'3'.repeat(400)}`,
  `1e${'9'.repeat(30)}`,
);
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '\\ud800',
      '\\udfff',
      '\\ud83d\\ude00',
      '\\u0000',
      '\\u0061',
      '\\/',
      '\\n',
      '\\b',
      '\\t',
      '\\u2028',
      '\u2028',
      '\u{1f600}',
    ],
    ...[
      '\u017e',
      '\u5e02',
      '\u0660',
      '\uff11',
      '\u00ad',
      '\ufeff',
      ' ',
      '  ',
      '[{',
      ']}',
      ',',
      ':',
      '{',
      '}',
      '[REDACTED:email]',
      '[REDACTED:',
    ],
    ...[
      'ann@corp-mail.org',
      '+44 7911 123456',
      '4556 7375 8689 9855',
      '219-09-9999',
      'DE89 3704 0044 0532 0130 00',
      '84.12.33.9',
    ],
    ...[
      'Zebulon Quack',
      'password: Xk9tulip77q',
      '12 Elm Street, Leeds',
      'https://x.org/?email=ann%40corp-mail.org',
      '%40',
      '=40',
    ],
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => JSON.stringify(text).slice(1, -1)),
);
// JSON.parse of Node 24 (V8 13.6) reads the key `"` as a backslash when it has read a backslash as a key before.
const inKey = piece.filter((text) => !text.includes('\\"') && !text.includes('\\\\'));
const string = fc.oneof(
  fc.array(piece, { maxLength: 5 }).map((pieces) => `"${pieces.join('')}"`),
  fc.constantFrom(
    '"\\"\\\\"',
    '"{\\"email\\":\\"ann@corp-mail.org\\",\\"n\\":1.50}"',
    '"user"',
    '"company"',
    '"phone"',
    '"name"',
  ),
);
const key = fc.oneof(
  fc.constantFrom(
    ...'a email phone name first_name address city id type value label data items rows columns user users password note 0 17 __proto__ constructor toString'.split(
      ' ',
    ),
    ...['', '\\u0000', 'em\\u0061il', '\\ud800', '\u540d\u524d', '\u00f6sterreich', 'a/b~c'],
  ),
  fc.array(inKey, { maxLength: 3 }).map((pieces) => pieces.join('')),
);
/** Texts of JSON. */
const { text: json } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'text' },
    string,
    number,
    fc.constantFrom('true', 'false', 'null'),
    fc
      .tuple(blank, fc.array(fc.tuple(blank, tie('text'), blank), { maxLength: 7, depthIdentifier: 'text' }))
      .map(([inner, items]) =>
        items.length === 0 ? `[${inner}]` : `[${items.map((item) => item.join('')).join(',')}]`,
      ),
    fc
      .tuple(
        blank,
        fc.array(fc.tuple(blank, key, blank, blank, tie('text'), blank), { maxLength: 6, depthIdentifier: 'text' }),
      )
      .map(([inner, members]) =>
        members.length === 0
          ? `{${inner}}`
          : `{${members.map(([a, name, b, c, value, d]) => `${a}"${name}"${b}:${c}${value}${d}`).join(',')}}`,
      ),
  ),
}));
/** Some of them nested deeper than anyone looks. */
const deep = fc
  .tuple(json, fc.constantFrom(0, 0, 0, 0, 1, 40, 509, 514), fc.boolean())
  .map(([text, depth, lists]) =>
    lists ? '['.repeat(depth) + text + ']'.repeat(depth) : '{"a":'.repeat(depth) + text + '}'.repeat(depth),
  );

const settings = [{}, { truncation: false }, { maxItems: 2 }, { detectors: { email: false } }] as const;
const governors = settings.map((setting) => compileGovernance(setting));

describe('any JSON text', () => {
  test('is cut as its parsed value is, over any chunk borders', () => {
    fc.assert(
      fc.property(
        deep,
        blank,
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(600), { maxLength: 6 }),
        (text, around, maxItems, splits) => {
          const bytes = Buffer.from(around + text + around);
          const scanner = createArrayScanner(maxItems);
          const borders = [0, ...splits.map((at) => Math.min(at, bytes.length)).sort((a, b) => a - b), bytes.length];
          for (let at = 1; at < borders.length; at++) scanner.push(bytes.subarray(borders[at - 1], borders[at]));

          const result = scanner.finish({ truncated: false });

          const expected = cutArrays(JSON.parse(text) as JsonValue, maxItems).value;
          if (result.bytes === undefined) expect(text.length).toBeGreaterThan(500);
          else expect(JSON.stringify(JSON.parse(Buffer.from(result.bytes).toString()))).toBe(JSON.stringify(expected));
        },
      ),
      { numRuns },
    );
  });

  test.each(settings.map((setting, at) => [JSON.stringify(setting), defined(governors[at])] as const))(
    'gives JSON, the same as its parsed value, and nothing more when it is governed again: %s',
    (_name, { governBytes, redact }) => {
      fc.assert(
        fc.property(deep, blank, (text, around) => {
          const once = governBytes(Buffer.from(around + text), 'application/json');
          const twice = governBytes(Buffer.from(once.text), 'application/json');

          expect(twice.text).toBe(once.text);
          expect(once.bytesOut).toBe(Buffer.byteLength(once.text));
          const parsed = JSON.parse(once.text) as JsonValue;
          if (once.truncations.length === 0 && !/1E400|1e99/.test(text))
            expect(JSON.stringify(parsed)).toBe(JSON.stringify(redact(JSON.parse(text) as JsonValue)));
        }),
        { numRuns },
      );
    },
  );

  test('keeps the text of every number that stays', () => {
    const [, { governBytes }] = governors as unknown as [unknown, (typeof governors)[0]];
    fc.assert(
      fc.property(fc.array(number, { maxLength: 9 }), (numbers) => {
        const body = `{"note":"ann@corp-mail.org","counts":[${numbers.join(',')}]}`;
        expect(governBytes(Buffer.from(body), 'application/json').text).toBe(
          body.replace('ann@corp-mail.org', '[REDACTED:email]'),
        );
      }),
      { numRuns },
    );
  });

  test('with bytes that are no UTF-8 reads as its decoding', () => {
    fc.assert(
      fc.property(
        deep,
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0x80, max: 0xff })), { maxLength: 4 }),
        (text, faults) => {
          const bytes = Buffer.from(text);
          for (const [at, byte] of faults) bytes[at % bytes.length] = byte;
          // Not the marks of UTF-16.
          fc.pre(defined(bytes[0]) < 0xfe);
          const decoded = Buffer.from(bytes.toString('utf8'));
          const { governBytes } = defined(governors[0]);
          expect(governBytes(bytes, 'application/json').text).toBe(governBytes(decoded, 'application/json').text);
        },
      ),
      { numRuns },
    );
  });

  test('in lines keeps its lines, also empty ones, and every line is JSON', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom('', ' '),
            json.map((text) => text.replace(/[\r\n]/g, ' ')),
          ),
          { minLength: 2, maxLength: 8 },
        ),
        fc.constantFrom('\n', '\r\n'),
        (lines, end) => {
          const { governBytes } = defined(governors[1]);
          const { text } = governBytes(Buffer.from(lines.join(end)), 'application/x-ndjson');
          const given = lines.filter((line) => line.trim() !== '');
          const kept = text.split('\n').filter((line) => line.trim() !== '');
          expect(kept.length).toBe(given.length);
          for (const line of kept) JSON.parse(line);
          expect(governBytes(Buffer.from(text), 'application/x-ndjson').text).toBe(text);
        },
      ),
      { numRuns },
    );
  });
});
