/** Replaces `nullable` and `x-nullable`, which JSON Schema 2020-12 does not have, by the type `null`. */
import type { JsonSchema } from '../../lib/json/value.ts';

/** The schema, also accepting null. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (
    type === undefined &&
    !('$ref' in schema) &&
    !('anyOf' in schema) &&
    !('oneOf' in schema) &&
    !('allOf' in schema)
  ) {
    return Array.isArray(schema['enum']) && !schema['enum'].includes(null)
      ? { ...schema, enum: [...schema['enum'], null] }
      : schema;
  }
  const types = type === undefined ? [] : ([type].flat() as string[]);
  if (types.includes('null')) return schema;
  if (
    types.length > 0 &&
    !('anyOf' in schema) &&
    !('oneOf' in schema) &&
    !('allOf' in schema) &&
    !('const' in schema)
  ) {
    const values = schema['enum'];
    return {
      ...schema,
      type: [...types, 'null'],
      ...(Array.isArray(values) && !values.includes(null) && { enum: [...values, null] }),
    };
  }
  const { description, title, default: byDefault, examples, ...rest } = schema;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    anyOf: [rest, { type: 'null' }],
    ...(byDefault !== undefined && { default: byDefault }),
    ...(examples !== undefined && { examples }),
  };
}
