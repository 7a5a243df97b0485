/**
 * The schema of a tool as it is listed to models, in the dialect that all vendors take. Every exposition and every source of a tool
 * goes through here, once for a listing. Pure.
 */
import { isObject, type JsonSchema } from '../../json/value.ts';
import { withoutEndlessReferences } from './cycles.ts';
import { listedNode } from './node.ts';

const listed = new WeakMap<JsonSchema, JsonSchema>();

/** The schema for the list. The same object for the same schema. */
export function listedSchema(schema: JsonSchema): JsonSchema {
  let made = listed.get(schema);
  if (!made) {
    const { type: _, properties, ...rest } = withoutEndlessReferences(listedNode(schema));
    made = { type: 'object', properties: isObject(properties) ? properties : {}, ...rest } as JsonSchema;
    listed.set(schema, made);
  }
  return made;
}
