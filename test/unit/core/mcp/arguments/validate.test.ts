import { describe, expect, test } from '@jest/globals';
import type { JsonSchema } from '../../../../../core/lib/json/value.ts';
import { argumentFaults } from '../../../../../core/mcp/arguments/validate.ts';
import { bundleTool } from '../../../../support/bundles.ts';

const faultsOf = (schema: JsonSchema, value: unknown, size = 100) =>
  argumentFaults(bundleTool('t', { schema }), value, size).map(({ field, message }) => `${field} ${message}`);

const FITS_NONE = 'fits none of the alternatives that the schema allows (it is object)';

describe('argumentFaults', () => {
  test('finds nothing wrong with valid arguments', () => {
    expect(argumentFaults(bundleTool('t'), { id: 1, note: 'x' }, 10)).toEqual([]);
  });

  test('names every wrong field, its rule and what was found', () => {
    const schema = {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        state: { enum: ['open', 'closed'] },
        filter: { type: 'object', properties: { 'a/b': { type: 'boolean' } }, required: ['a/b'] },
      },
      required: ['id', 'filter'],
      additionalProperties: false,
    };

    expect(faultsOf(schema, { id: '12', state: 'half', filter: {}, colour: 1 }).sort()).toEqual(
      [
        '/id must be integer, not string',
        '/state must be one of "open", "closed"',
        '/filter/a~1b is required',
        '/colour is not an argument of this tool; leave it out or check its spelling',
      ].sort(),
    );
  });

  test('judges an object of thousands of properties', () => {
    const names = Array.from({ length: 3_000 }, (_, at) => `k${at}`);
    const schema = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { enum: [1] }])) };

    expect(faultsOf(schema, { k2999: 1 })).toEqual([]);
    expect(faultsOf(schema, { k2999: 2 })).toEqual(['/k2999 must be one of 1']);
  });

  test('leaves patterns of property names to the upstream when there are more than a hundred', () => {
    const patterns = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`^p${at}$`, { type: 'integer' }]));
    const schemaOf = (count: number): JsonSchema => ({
      type: 'object',
      properties: {
        map: { type: 'object', patternProperties: patterns(count), additionalProperties: false },
        id: { type: 'integer' },
      },
      additionalProperties: false,
      unevaluatedProperties: false,
    });
    const value = { map: { p1: 'x', q: 1 }, id: 'y' };

    expect(
      faultsOf(schemaOf(100), value)
        .map((fault) => fault.split(' ')[0])
        .sort(),
    ).toEqual(['/id', '/map/p1', '/map/q']);
    expect(faultsOf(schemaOf(101), value)).toEqual(['/id must be integer, not string']);
    expect(faultsOf(schemaOf(101), { id: 1, other: 1 })).toHaveLength(1);
  });

  test('coerces nothing and fills nothing in', () => {
    const schema = { type: 'object', properties: { n: { type: 'number', default: 3 }, b: { type: 'boolean' } } };
    const value = { b: 'true' };

    expect(faultsOf(schema, value)).toEqual(['/b must be boolean, not string']);
    expect(value).toEqual({ b: 'true' });
  });

  test('says one thing about a value that fits no alternative', () => {
    const schema = { type: 'object', properties: { v: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] } } };

    expect(faultsOf(schema, { v: 'x' })).toEqual([
      '/v fits none of the alternatives that the schema allows (it is string)',
    ]);
  });

  test.each([
    ['overlapping', { kind: 'cat', meow: true }, 0],
    ['no', { kind: 'bird' }, 1],
  ])('takes oneOf as anyOf: %s branches', (_what, pet, faults) => {
    const branch = (kinds: string[]) => ({ type: 'object', properties: { kind: { enum: kinds } }, required: ['kind'] });
    const schema = { type: 'object', properties: { pet: { oneOf: [branch(['cat', 'dog']), branch(['cat'])] } } };

    expect(faultsOf(schema, { pet })).toHaveLength(faults);
  });

  test('follows $defs and $ref', () => {
    const schema = {
      type: 'object',
      properties: { node: { $ref: '#/$defs/node' } },
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, v: { type: 'integer' } } } },
    };

    expect(faultsOf(schema, { node: { next: { next: { v: 'x' } } } })).toEqual([
      '/node/next/next/v must be integer, not string',
    ]);
  });

  describe('of a union that may hold itself', () => {
    const kind = (type: string) => ({
      type: 'object',
      properties: { filters: { type: 'array', items: { $ref: '#/$defs/Filter' } }, type: { const: type } },
      required: ['type'],
    });
    const schema = {
      type: 'object',
      properties: { filter: { $ref: '#/$defs/Filter' } },
      $defs: { Filter: { anyOf: ['and', 'or', 'not', 'leaf'].map(kind) } },
    };
    const nested = (leaf: string, levels: number) => {
      let filter: object = { type: leaf };
      for (let level = 0; level < levels; level++) filter = { filters: [filter], type: 'not' };
      return { filter };
    };

    test('takes what fits, twenty levels deep', () => {
      expect(faultsOf(schema, nested('leaf', 20))).toEqual([]);
    });

    test.each([
      ['small', 100],
      ['large', 1_000_000],
    ])('names what does not fit of a %s value, as often as it stands there', (_size, size) => {
      const faults = faultsOf(schema, nested('wrong', 20), size);

      expect(faults).toHaveLength(10);
      expect(faults[0]).toBe(`/filter${'/filters/0'.repeat(20)} ${FITS_NONE}`);
    });

    test('says of two fields that share a definition what is wrong with each', () => {
      const shared = {
        type: 'object',
        properties: { from: { $ref: '#/$defs/Place' }, to: { $ref: '#/$defs/Place' } },
        $defs: { Place: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
      };

      expect(faultsOf(shared, { from: {}, to: { name: 1 } }).sort()).toEqual([
        '/from/name is required',
        '/to/name must be string, not number',
      ]);
    });
  });

  test('takes format as an annotation', () => {
    expect(faultsOf({ type: 'object', properties: { m: { type: 'string', format: 'email' } } }, { m: 'no' })).toEqual(
      [],
    );
  });

  test('answers a pattern with catastrophic back-tracking at once', () => {
    const schema = { type: 'object', properties: { s: { type: 'string', pattern: '^(a+)+$' } } };

    expect(faultsOf(schema, { s: `${'a'.repeat(50_000)}!` })).toHaveLength(1);
  });

  test.each<[string, unknown[], boolean]>([
    [
      'equal objects whose members stand in another order',
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      true,
    ],
    ['a number and the same digits as text', [1, '1', [1], ['1'], null, 'null', '[1]'], false],
    ['a text and what it would be as JSON', [{ a: 1 }, '{"a":1}'], false],
    ['equal texts', ['a', 'b', 'a'], true],
    ['a hundred thousand different objects', Array.from({ length: 100_000 }, (_, id) => ({ id })), false],
  ])('sees of %s whether items repeat', (_what, list, repeats) => {
    const schema = { type: 'object', properties: { list: { type: 'array', uniqueItems: true } } };

    expect(faultsOf(schema, { list })).toEqual(repeats ? ['/list must not hold equal items'] : []);
    expect(faultsOf({ ...schema, properties: { list: { uniqueItems: false } } }, { list })).toEqual([]);
  });

  test('checks each of several patterns by itself', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^a+$' }, b: { type: 'string', pattern: '^b+$' } },
      patternProperties: { '^c+$': { type: 'integer' }, '^d+$': { type: 'boolean' } },
      additionalProperties: false,
    };

    expect(faultsOf(schema, { a: 'aa', b: 'bb', cc: 1, dd: true })).toEqual([]);
    expect(faultsOf(schema, { b: 'aa' })).toEqual(['/b must match pattern "^b+$"']);
  });

  test.each([
    ['^\\s+$', '\u3000\u00a0\v\ufeff \u2028', '\u3000a'],
    ['^[\\]\\w\\s-]+$', ']a\u3000b-', 'a\u3000é'],
    ['^\\S+$', 'ab', 'a\u00a0b'],
    ['^\\\\s\\[\\s$', '\\s[\u00a0', ' [ '],
  ])('takes every space of ECMAScript for one in %s', (pattern, right, wrong) => {
    const schema = { type: 'object', properties: { s: { type: 'string', pattern } } };

    expect([right, wrong].map((text) => new RegExp(pattern, 'u').test(text))).toEqual([true, false]);
    expect(faultsOf(schema, { s: right })).toEqual([]);
    expect(faultsOf(schema, { s: wrong })).toHaveLength(1);
  });

  test('leaves a pattern that RE2 does not know to the upstream', () => {
    const schema = { type: 'object', properties: { s: { type: 'string', pattern: '^(?!x)y$' } } };

    expect(faultsOf(schema, { s: 'anything' })).toEqual([]);
  });

  test('stops at ten faults, and at the first one of a large value', () => {
    const schema = { type: 'object', properties: { list: { type: 'array', items: { type: 'integer' } } } };
    const value = { list: Array.from({ length: 1_000 }, () => 'x') };

    expect(faultsOf(schema, value)).toHaveLength(10);
    expect(faultsOf(schema, value, 1_000_000)).toHaveLength(1);
  });

  test('ignores a $schema of an older draft', () => {
    const schema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', required: ['a'] };

    expect(faultsOf(schema, {})).toEqual(['/a is required']);
  });
});
