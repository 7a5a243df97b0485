/**
 * Checks schemas against JSON Schema's own schema (draft 2020-12). That is compiled once for the process, because it takes longer than
 * most schemas do.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject } from '../lib/json/value.ts';

let validator: Ajv2020 | undefined;

/** Throws an Error that says where `schema` is no valid schema. It is not compiled. */
export function checkAgainstMetaSchema(schema: JsonObject): void {
  if (!validator) {
    validator = new Ajv2020({ strict: false, logger: false, code: { optimize: false } });
    addFormats.default(validator);
  }
  validator.validateSchema(schema, true);
}
