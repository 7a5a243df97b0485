/**
 * The parts of a tool's schema, before they are joined into one: its root and the definitions that it refers to.
 */
import type { JsonObject, JsonSchema } from '../../lib/json/value.ts';
import { type ConvertedSchema, type Definition, exactBytes } from '../model/convertedSchema.ts';
import type { Listed, ReachableDefinitions } from './reachable.ts';

/**
 * Limit of a schema's JSON in bytes, because clients refuse larger ones; leaves room for properties that are added later.
 */
export const MAX_BYTES = 60_000;

/** The object at the root of a tool's schema. */
export interface Root {
  /** Names of the arguments; `forms` has their schemas in the same order. */
  readonly names: readonly string[];
  readonly forms: readonly ConvertedSchema[];
  readonly required: readonly string[];
  readonly additional: ConvertedSchema | boolean;
}

/** All parts of a tool's schema. */
export interface Parts {
  readonly root: Root;
  readonly reachable: ReachableDefinitions;
}

/** The definitions that a root refers to directly, one entry per reference. */
export function referencesOf({ forms, additional }: Root): readonly Definition[] {
  const references: Definition[] = [];
  for (const form of forms) for (const one of form.references) references.push(one);
  if (typeof additional === 'object') references.push(...additional.references);
  return references;
}

/** The root with `change` applied to each of its schemas. */
export function eachForm(root: Root, change: (form: ConvertedSchema) => ConvertedSchema): Root {
  return {
    names: root.names,
    forms: root.forms.map(change),
    required: root.required,
    additional: typeof root.additional === 'object' ? change(root.additional) : root.additional,
  };
}

/** The whole input schema. */
export function joined(root: Root, { definitions, forms }: Listed): JsonSchema {
  const properties: JsonObject = {};
  for (let at = 0; at < root.names.length; at++) properties[root.names[at] ?? ''] = root.forms[at]?.schema ?? {};
  const schema: JsonSchema = { type: 'object', properties };
  if (root.required.length > 0) schema['required'] = [...root.required];
  schema['additionalProperties'] = typeof root.additional === 'object' ? root.additional.schema : root.additional;
  if (forms.length > 0) {
    const definitionsByKey: JsonObject = {};
    for (const [at, form] of forms.entries()) definitionsByKey[definitions[at]?.key ?? ''] = form.schema;
    schema['$defs'] = definitionsByKey;
  }
  return schema;
}

/** Bytes of the root's JSON in UTF-8; argument names are ASCII. */
export function rootBytes({ names, forms, required, additional }: Root): number {
  let bytes = '{"type":"object","properties":{},"additionalProperties":}'.length;
  for (const name of names) bytes += name.length + 4;
  for (const form of forms) bytes += exactBytes(form);
  if (names.length > 0) bytes -= 1;
  if (required.length > 0) bytes += '"required":[],'.length - 1;
  for (const argument of required) bytes += argument.length + 3;
  return bytes + (typeof additional === 'object' ? exactBytes(additional) : String(additional).length);
}

/** True when the joined JSON is within the limit, with `change` applied to the definitions. */
export function fits({ root, reachable }: Parts, change: (form: ConvertedSchema) => ConvertedSchema): boolean {
  const room = MAX_BYTES - rootBytes(root);
  if (room < 0) return false;
  const bytes = reachable.bytesOf(change, MAX_BYTES);
  return bytes === 0 || bytes + DEFINITIONS <= room;
}

/** Bytes of `"$defs":{},` without the last comma inside it. */
export const DEFINITIONS = '"$defs":{},'.length - 1;
