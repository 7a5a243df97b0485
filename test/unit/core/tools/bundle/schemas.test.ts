import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../../../../core/lib/json/value.ts';
import { schemaChecker } from '../../../../../core/tools/bundle/schemas.ts';

const withText = (name: string): JsonSchema => ({ type: 'object', properties: { [name]: { type: 'string' } } });
const broken: JsonSchema = { type: 'object', properties: { a: { $ref: '#/$defs/missing' } } };

afterEach(() => {
  jest.restoreAllMocks();
});

/** How many schemas are compiled while `run` runs. */
function compiled(run: () => void): number {
  const spy = jest.spyOn(Ajv2020.prototype, 'compile');
  run();
  return spy.mock.calls.length;
}

describe('schemaChecker', () => {
  test('compiles equal schemas once, in whatever order their members are', () => {
    const check = schemaChecker([]);

    const count = compiled(() => {
      check({ name: 'a', inputSchema: withText('x') });
      check({ name: 'b', inputSchema: { properties: { x: { type: 'string' } }, type: 'object' } });
      check({ name: 'c', inputSchema: withText('y') });
    });

    expect(count).toBe(2);
  });

  test('compiles none that a sealed bundle contains, and each that it does not', () => {
    const check = schemaChecker([withText('x')]);

    const count = compiled(() => {
      check({ name: 'a', inputSchema: withText('x') });
      check({ name: 'b', inputSchema: withText('y') });
    });

    expect(count).toBe(1);
  });

  test('refuses a schema that does not compile each time, beside those that are known', () => {
    const check = schemaChecker([withText('x')]);
    const refusal = expect.objectContaining({ code: 'schema_invalid', message: expect.stringContaining('broken') });

    expect(() => check({ name: 'broken', inputSchema: broken })).toThrow(refusal);
    expect(() => check({ name: 'broken', inputSchema: broken })).toThrow(refusal);
  });
});
