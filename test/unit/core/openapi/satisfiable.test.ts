/** Some value satisfies every schema that an import makes, and every choice in it. */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from '../../../../core/lib/json/value.ts';
import { argumentFaults } from '../../../../core/mcp/arguments/validate.ts';
import { defined } from '../../../support/defined.ts';
import { codesOf, importValue, propertiesOf, toolAt, withBody } from '../../../support/descriptions.ts';
import { verdictOn } from '../../../support/instances.ts';

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const kind = (...values: string[]): JsonObject => ({ type: 'string', enum: values });
const animal = (...values: string[]): JsonObject => ({
  type: 'object',
  properties: { kind: kind(...values), age: { type: 'integer' } },
  required: ['age'],
});

async function bodyOf(schema: JsonValue, schemas: JsonObject) {
  const result = await importValue(withBody({ type: 'object', properties: { pet: schema } }, schemas));
  const tool = toolAt(result, 'POST /things');
  return {
    codes: codesOf(result),
    dead: verdictOn(tool.inputSchema).dead,
    takes: (pet: JsonValue) => argumentFaults(tool as never, { pet }, 10).length === 0,
    schema: propertiesOf(tool)['pet'] as JsonObject,
  };
}

describe('a discriminator', () => {
  test('sets no value that the list of its property excludes: the list of a branch decides', async () => {
    // Prepare
    const union = { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } };

    // Act
    const { takes, dead } = await bodyOf(union, { Cat: animal('CAT'), Dog: animal('DOG') });

    // Assess
    expect(dead).toEqual([]);
    expect(takes({ kind: 'DOG', age: 3 })).toBe(true);
    expect(takes({ kind: 'Dog', age: 3 })).toBe(false);
    expect(takes({ kind: 'DOG' })).toBe(false);
  });

  test.each<[string, JsonObject]>([
    ['every branch', { Cat: animal('cat', 'dog'), Dog: animal('cat', 'dog') }],
    [
      'the parent of every branch',
      {
        Pet: animal('cat', 'dog'),
        Cat: { allOf: [ref('Pet'), { properties: { lives: { type: 'integer' } } }] },
        Dog: { allOf: [ref('Pet'), { properties: { bark: { type: 'string' } } }] },
      },
    ],
  ])('whose names are not in the list of %s tells no branch, and a warning says so', async (_, schemas) => {
    const union = { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } };

    const { takes, dead, codes } = await bodyOf(union, schemas);

    expect(dead).toEqual([]);
    expect(takes({ kind: 'cat', age: 3 })).toBe(true);
    expect(takes({ kind: 'Cat', age: 3 })).toBe(false);
    expect(codes).toEqual(['discriminator_relaxed']);
  });

  describe('beside branches that say their values themselves, other than by their names', () => {
    const schemas: JsonObject = {
      Note: { type: 'object', properties: { kind: kind('note'), text: { type: 'string' } }, required: ['text'] },
      Item: { oneOf: [ref('Call'), ref('Answer')], discriminator: { propertyName: 'kind' } },
      Call: { type: 'object', properties: { kind: kind('call'), id: { type: 'string' } }, required: ['kind', 'id'] },
      Answer: {
        type: 'object',
        properties: { kind: { const: 'answer' }, id: { type: 'string' } },
        required: ['kind', 'id'],
      },
      Reference: {
        type: 'object',
        properties: { kind: { anyOf: [kind('reference'), { type: 'null' }] }, id: { type: 'string' } },
        required: ['id'],
      },
    };
    const union = { oneOf: ['Note', 'Item', 'Reference'].map(ref), discriminator: { propertyName: 'kind' } };

    test.each<[string, boolean, JsonObject]>([
      ['one that need not say it', true, { text: 'a' }],
      ['one that says it', true, { kind: 'note', text: 'a' }],
      ['one of a union inside', true, { kind: 'answer', id: 'a' }],
      ['one that says it, or null', true, { kind: 'reference', id: 'a' }],
      ['one of another name', false, { kind: 'Note', text: 'a' }],
      ['one of no branch', false, { kind: 'else', id: 'a' }],
    ])('takes %s: %s', async (_title, isTaken, value) => {
      const { takes, dead } = await bodyOf(union, schemas);

      expect(dead).toEqual([]);
      expect(takes(value)).toBe(isTaken);
    });
  });

  test('whose mapping names values that the list beside the choice does not have is not held against it', async () => {
    const union = {
      properties: { kind: kind('cat', 'dog') },
      oneOf: [ref('Cat'), ref('Dog')],
      discriminator: { propertyName: 'kind', mapping: { feline: 'Cat', dog: 'Dog' } },
    };
    const open = { type: 'object', properties: { age: { type: 'integer' } } };

    const { takes, dead, codes } = await bodyOf(union, { Cat: open, Dog: open });

    expect(dead).toEqual([]);
    expect(takes({ kind: 'cat', age: 3 })).toBe(true);
    expect(codes).toContain('discriminator_relaxed');
  });

  test('of a parent, whose children are not in the list of its property, leaves the parent for itself', async () => {
    const { takes, dead, codes } = await bodyOf(ref('Pet'), {
      Pet: { ...animal('cat', 'dog'), discriminator: { propertyName: 'kind' } },
      Cat: { allOf: [ref('Pet'), { properties: { lives: { type: 'integer' } } }] },
    });

    expect(dead).toEqual([]);
    expect(takes({ kind: 'cat', age: 3 })).toBe(true);
    expect(codes).toEqual(['discriminator_relaxed']);
  });

  test('takes no last part of a pointer for the name of a schema', async () => {
    const union = {
      oneOf: [{ $ref: '#/components/schemas/Pets/oneOf/0' }, { $ref: '#/components/schemas/Pets/oneOf/1' }],
      discriminator: { propertyName: 'kind' },
    };
    const open = (name: string): JsonObject => ({
      type: 'object',
      properties: { kind: { type: 'string' }, [name]: {} },
    });

    const { takes, schema } = await bodyOf(union, { Pets: { oneOf: [open('a'), open('b')] } });

    expect(JSON.stringify(schema)).not.toContain('const');
    expect(takes({ kind: 'any', a: 1 })).toBe(true);
  });
});

describe('a read-only property that is required', () => {
  const Reference: JsonObject = {
    type: 'object',
    properties: { id: { type: 'string', readOnly: true }, href: { type: 'string', readOnly: true } },
  };

  test.each<[string, JsonObject, JsonValue[]]>([
    ['by its own object', { Service: { ...Reference, required: ['id'] } }, []],
    [
      'by another part of the same object',
      { Reference, Service: { allOf: [ref('Reference'), { required: ['id'] }] } },
      ['id'],
    ],
    [
      'by another part that has properties of its own',
      { Reference, Service: { allOf: [ref('Reference'), { properties: { a: {} }, required: ['a', 'id'] }] } },
      ['a'],
    ],
    [
      'where a reference says that it is read-only',
      { Id: { type: 'string', readOnly: true }, Service: { properties: { id: ref('Id') }, required: ['id'] } },
      [],
    ],
    [
      'by a part of a part',
      {
        Tag: { allOf: [Reference] },
        Link: { allOf: [{ $ref: '#/components/schemas/Tag/allOf/0' }, { type: 'object', required: ['id'] }] },
        Service: { allOf: [ref('Link'), { properties: { type: kind('service') } }] },
      },
      ['id'],
    ],
  ])(
    'stays below the root, and is only required there where nothing else is said: %s',
    async (_, schemas, required) => {
      const { takes, schema } = await bodyOf(ref('Service'), schemas);

      const properties = schema['properties'] as JsonObject;
      expect(properties['id']).toEqual({ type: 'string', readOnly: true });
      expect(properties).not.toHaveProperty('href');
      expect(schema['required'] ?? []).toEqual(required);
      expect(takes({ id: 'S1', a: 1 })).toBe(true);
    },
  );

  test('is no argument at the root, where the API makes it', async () => {
    const result = await importValue(withBody(ref('Service'), { Service: { ...Reference, required: ['id'] } }));
    expect(propertiesOf(defined(result.tools[0]))).not.toHaveProperty('id');
  });
});

describe('the check itself', () => {
  test.each<[string, JsonObject]>([
    ['values that exclude each other', { allOf: [{ enum: ['a'] }, { const: 'b' }] }],
    ['types that exclude each other', { allOf: [{ type: 'string' }, { type: 'object' }] }],
    ['bounds without room', { type: 'integer', minimum: 3, exclusiveMaximum: 3 }],
    ['choices of which none is left', { const: 'c', anyOf: [{ const: 'a' }, { type: 'object' }] }],
    ['a member that is closed away', { properties: {}, required: ['x'], type: 'object', additionalProperties: false }],
    ['nothing at all', { not: {} }],
  ])('proves that nothing satisfies %s', (_, value) => {
    const verdict = verdictOn({ type: 'object', properties: { value }, required: ['value'] });

    expect(verdict.least).toBe('none');
    expect(verdict.dead).toContain('/value');
  });

  test('makes values that a validator takes, and says when it cannot tell', () => {
    const inputSchema: JsonObject = {
      type: 'object',
      properties: {
        code: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' },
        step: { type: 'number', exclusiveMinimum: 10, multipleOf: 2.5 },
        list: { type: 'array', minItems: 2, uniqueItems: true, items: { enum: ['a', 'b', 'c'] } },
        node: { $ref: '#/$defs/node' },
        rest: { anyOf: [{ type: 'array', items: { type: 'null' } }, { const: 4 }] },
      },
      required: ['code', 'step', 'list'],
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, minProperties: 1 } },
    };
    const { full, least } = verdictOn(inputSchema);
    for (const found of [full, least]) {
      expect(argumentFaults({ inputSchema } as never, (found as { value: JsonValue }).value, 10)).toEqual([]);
    }

    const unclear = verdictOn({ type: 'object', properties: { a: { if: {}, else: {} } }, required: ['a'] });
    expect(unclear.least).not.toBe('none');
  });
});
