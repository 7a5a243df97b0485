/** Arbitrary schemas of tools, for tests of what becomes of any of them. */
import fc from 'fast-check';
import type { JsonObject, JsonSchema, JsonValue } from '../../core/lib/json/value.ts';

const of = (value: JsonValue, more: JsonObject = {}): JsonSchema => ({
  type: 'object',
  properties: { a: value },
  ...more,
});

const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  fc
    .subarray(['string', 'integer', 'number', 'boolean', 'null'], { minLength: 1, maxLength: 3 })
    .map((type) => ({ type })),
  fc.subarray(['', 'a', 'b', 1, 2.5, true, false, null], { minLength: 1 }).map((values) => ({ enum: values })),
  fc.constantFrom<JsonObject>(
    {},
    { const: 'x' },
    { type: 'array' },
    { $ref: '#/$defs/D' },
    { type: 'string', maxLength: 3 },
  ),
);
const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({ type: fc.constantFrom('array', ['array', 'null']), items: tie('schema') }),
    fc.record({ type: fc.constant('array'), prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record(
      {
        type: fc.constantFrom('object', ['object', 'string']),
        properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema')),
        required: fc.subarray(['a', 'b', 'c']),
        description: fc.constant('A text.'),
      },
      { requiredKeys: ['type', 'properties'] },
    ),
    fc.record(
      { anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }), description: fc.constant('A text.') },
      { requiredKeys: ['anyOf'] },
    ),
    fc.record({ $ref: fc.constant('#/$defs/D'), description: fc.constant('A text.') }),
  ) as fc.Arbitrary<JsonObject>,
}));
/** Schemas of a tool's arguments, with everything that descriptions use: types, lists of values, unions, references, tuples, null. */
export const argumentSchemas: fc.Arbitrary<JsonSchema> = fc
  .tuple(schema, schema)
  .map(([a, inner]) => of(a, { $defs: { D: of(inner) } }));
