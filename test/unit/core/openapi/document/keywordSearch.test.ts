/** Members found by a word in the text, held against walking through what JSON.parse gives. */
import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isObject, type JsonValue } from '../../../../../core/lib/json/value.ts';
import { KeywordSearch } from '../../../../../core/openapi/document/keywordSearch.ts';
import { defined } from '../../../../support/defined.ts';

const search = (text: string, word: string, parse: (text: string) => JsonValue = JSON.parse): KeywordSearch =>
  new KeywordSearch(Buffer.from(text), word, parse);

/** In the order of the text; what is below a member that was found is not looked through. */
function walked(value: JsonValue, name: string, takes: (value: JsonValue) => boolean): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap((item) => walked(item, name, takes));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === name && takes(member) ? [member] : walked(member, name, takes),
  );
}

const text = fc.constantFrom('', 'a/', 'a/b', '#/a/b', 'headers', 'x "headers": 1', '\\', 'é a/', '"$ref": "a/');
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('$ref', 'headers', 'x')), tie('json'), { maxKeys: 4 }),
  ),
}));

describe('KeywordSearch', () => {
  test('finds the members of a name, and the texts of a name that hold a word, wherever they stand', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 2), (value, space) => {
        const written = JSON.stringify(value, null, space);
        const headers = search(written, 'headers').members('headers', 0, Buffer.byteLength(written));
        expect(headers).toEqual(walked(value, 'headers', () => true));
        const references = search(written, 'a/').members('$ref', 0, Buffer.byteLength(written));
        const holds = (member: JsonValue) => typeof member === 'string' && /^[^"\\]*a\//.test(member);
        expect(references).toEqual(walked(value, '$ref', holds));
      }),
      { numRuns: 2_000 },
    );
  });

  test('keeps to the part that is asked for', () => {
    const parts = ['{"headers":{"a":1}}', '{"headers":{"b":1}}', '{"other":1}'];
    const all = search(parts.join(''), 'headers');
    const starts = [0, defined(parts[0]).length, defined(parts[0]).length + defined(parts[1]).length];

    const found = parts.map((part, at) =>
      all.members('headers', defined(starts[at]), defined(starts[at]) + part.length),
    );

    expect(found).toEqual([[{ a: 1 }], [{ b: 1 }], []]);
  });

  test('parses equal values once', () => {
    const parsed: string[] = [];

    const parse = (value: string): JsonValue => {
      parsed.push(value);
      return JSON.parse(value) as JsonValue;
    };
    const written = JSON.stringify(Array.from({ length: 100 }, () => ({ headers: { 'X-Build': 1 } })));

    expect(search(written, 'headers', parse).members('headers', 0, written.length)).toHaveLength(100);
    expect(parsed).toEqual(['{"X-Build":1}']);
  });
});
