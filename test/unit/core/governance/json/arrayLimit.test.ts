import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createArrayScanner } from '../../../../../core/governance/json/arrayLimit.ts';
import { findExactNumbers } from '../../../../../core/governance/json/bytes.ts';
import { MAX_DEPTH } from '../../../../../core/governance/json/openContainers.ts';
import { cutArrays } from '../../../../../core/governance/json/parsedArrayLimit.ts';
import type { JsonValue } from '../../../../../core/lib/json/value.ts';
import { defined } from '../../../../support/defined.ts';

function scan(text: string, maxItems: number, splits: readonly number[] = [], truncated = false) {
  const bytes = Buffer.from(text);
  const scanner = createArrayScanner(maxItems);
  let from = 0;
  for (const at of [...splits].sort((a, b) => a - b)) {
    const to = Math.min(at, bytes.length);
    if (to > from) scanner.push(bytes.subarray(from, to));
    from = Math.max(from, to);
  }
  scanner.push(bytes.subarray(from));
  return scanner.finish({ truncated });
}

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(defined(bytes)).toString('utf8');
const awkward = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"', '\\', '\\"', '[{', ']}', '\ud83d\ude00', '\u2028', 'a/b~c', ''),
);
// JSON.parse of Node 24 (V8 13.6) reads the key `"` as a backslash when it has read a backslash as a key before.
const key = awkward.filter((text) => !text.endsWith('\\'));
const { value: json } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, depthIdentifier: 'json' },
    awkward,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 12, depthIdentifier: 'json' }),
    fc.dictionary(key, tie('value'), { maxKeys: 6, depthIdentifier: 'json' }),
  ) as fc.Arbitrary<JsonValue>,
}));

describe('array scanner', () => {
  test('equals parse, cut and stringify on any JSON, with any limit, in any layout, over any chunk borders', () => {
    fc.assert(
      fc.property(
        json,
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.nat(400), { maxLength: 8 }),
        fc.constantFrom(undefined, 1, '\t'),
        (value, maxItems, splits, indent) => {
          // Prepare
          const text = JSON.stringify(value, null, indent);
          const expected = cutArrays(JSON.parse(text) as JsonValue, maxItems);

          // Act
          const result = scan(text, maxItems, splits);

          // Assess
          expect(JSON.stringify(JSON.parse(textOf(result.bytes)))).toBe(JSON.stringify(expected.value));
          const order = (cuts: readonly { pointer: string }[]) =>
            [...cuts].sort((a, b) => (a.pointer < b.pointer ? -1 : 1));
          expect(order(result.truncations)).toEqual(order(expected.truncations));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('closes an input that was cut anywhere into valid JSON that is a part of the whole', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(json, { minLength: 1, maxLength: 9 }), fc.dictionary(key, json, { minKeys: 1, maxKeys: 5 })),
        fc.nat(),
        fc.integer({ min: 1, max: 6 }),
        (value, cut, maxItems) => {
          // Prepare
          const bytes = Buffer.from(JSON.stringify(value));
          const scanner = createArrayScanner(maxItems);

          // Act
          scanner.push(bytes.subarray(0, 1 + (cut % (bytes.length - 1))));
          const result = scanner.finish({ truncated: true });

          // Assess
          expect(() => JSON.parse(textOf(result.bytes))).not.toThrow();
          expect(result.repaired).toBe(true);
          for (const truncation of result.truncations) expect(truncation.kept).toBeLessThanOrEqual(truncation.total);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('keeps what stands behind a long array and counts what it left out', () => {
    // Prepare
    const text = JSON.stringify({
      data: Array.from({ length: 2_000 }, (_, id) => ({ id, text: '"]},[{\\' })),
      next: 'c2',
      total: 2_000,
    });

    // Act
    const result = scan(text, 50);

    // Assess
    const cut = JSON.parse(textOf(result.bytes)) as { data: unknown[]; next: string; total: number };
    expect(cut.data).toHaveLength(50);
    expect(cut).toMatchObject({ next: 'c2', total: 2_000 });
    expect(result.truncations).toEqual([{ pointer: '/data', total: 2_000, kept: 50 }]);
  });

  test('names nested cuts by pointers with escaped segments', () => {
    // Act
    const result = scan('{"a/b":[{"c~d":[1,2,3]},{"c~d":[]}]}', 2);

    // Assess
    expect(result.truncations).toEqual([{ pointer: '/a~1b/0/c~0d', total: 3, kept: 2 }]);
  });

  test('says at least how many when the input ends inside an array', () => {
    // Act
    const result = scan('{"items":[{"id":1},{"id":2},{"id":3', 50, [], true);

    // Assess
    expect(textOf(result.bytes)).toBe('{"items":[{"id":1},{"id":2},{}]}');
    expect(result.truncations).toEqual([{ pointer: '/items', total: 3, kept: 3, atLeast: true }]);
  });

  test.each([
    ['a missing bracket', '{"a":[1,2'],
    ['a wrong bracket', '{"a":[1,2}}'],
    ['text behind the document', '{"a":1}{"b":2}'],
    ['an open string', '["abc'],
    ['more depth than it follows', '['.repeat(MAX_DEPTH + 1) + ']'.repeat(MAX_DEPTH + 1)],
  ])('reports doubt on %s', (_name, text) => {
    expect(scan(text, 5).bytes).toBeUndefined();
  });

  test('finds the numbers whose text a JavaScript number would change, and no others', () => {
    // Prepare
    const text = '{"a":[12345678901234567890,1.50,1e3,-0,10,-20,0.5,100,1.0],"1.50":"1e3 2.50"}';

    // Act
    const { exactNumbers } = scan(text, 50, [9, 20, 25, 31]);
    const alone = defined(findExactNumbers(Buffer.from(text)));

    // Assess
    const parts: string[] = [];
    for (let index = 0; index < exactNumbers.length; index += 2)
      parts.push(text.slice(defined(exactNumbers[index]), defined(exactNumbers[index + 1])));
    expect(parts).toEqual(['12345678901234567890', '1.50', '1e3', '-0', '1.0']);
    expect(alone).toEqual(exactNumbers);
  });
});
