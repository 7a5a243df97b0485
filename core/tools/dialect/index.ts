/**
 * The schema of a tool as it is listed to models, in the dialect that all vendors take or in a profile. Every exposition and every source of a
 * tool goes through here, once for a listing. Pure.
 */
import { isObject, type JsonSchema } from '../../lib/json/value.ts';
import type { SchemaProfile } from '../../model/schemaProfile.ts';
import { withoutEndlessReferences } from './cycles.ts';
import { geminiSchema } from './gemini.ts';
import { listedNode } from './node.ts';
import { inlined } from './plain.ts';
import { strictSchema } from './strict.ts';

/** The schema for the list. */
export function listedSchema(schema: JsonSchema): JsonSchema {
  const { type: _, properties, ...rest } = withoutEndlessReferences(listedNode(schema, true));
  return { type: 'object', properties: isObject(properties) ? properties : {}, ...rest } as JsonSchema;
}

const PROFILES: Readonly<Record<Exclude<SchemaProfile, 'default'>, (listed: JsonSchema) => JsonSchema>> = {
  gemini: geminiSchema,
  'openai-strict': strictSchema,
  'no-refs': (listed) => inlined(listed) as JsonSchema,
};

/** A listed schema in a profile. */
export const inProfile = (listed: JsonSchema, profile: SchemaProfile): JsonSchema =>
  profile === 'default' ? listed : PROFILES[profile](listed);
