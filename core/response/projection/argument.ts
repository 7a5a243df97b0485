/**
 * The argument by which a call chooses fields of the answer, if the owner allows it. It is listed with the tool's own arguments and never
 * sent to the API. Its name is `fields`, or another one if the tool has an argument of that name.
 */
import type { FieldFault } from '../../lib/errors.ts';
import { isObject, type JsonObject, type JsonSchema } from '../../lib/json/value.ts';
import { FIELD_LIMITS, FIELD_RULE, stepsOf } from '../../model/fieldPaths.ts';

const SCHEMA: JsonSchema = {
  type: 'array',
  items: { type: 'string' },
  maxItems: FIELD_LIMITS.count,
  description: 'Only these fields of the answer, such as id or items.name',
};

/** For the server's `instructions`, if calls may choose fields. */
export const FIELDS_INSTRUCTIONS =
  'Each tool also takes "fields" (answer_fields where it has an argument of that name): the fields of its JSON answer that you want, such as ["id", "items.name"]; lists are passed through. Ask for few: the rest of the answer is left out.';
/** The same, if nulls are left out. */
export const NULLS_INSTRUCTIONS = 'Members of objects that are null are left out of answers.';
/** The same, if lists may be tables. */
export const TABLES_INSTRUCTIONS =
  'A long list of objects with the same members may be written as {"columns": [names], "rows": [[values]]}: each row is one object.';

/** The argument's name for a tool. */
export function fieldsArgument({ inputSchema }: { readonly inputSchema: JsonSchema }): string {
  const own = isObject(inputSchema['properties']) ? inputSchema['properties'] : {};
  const isFree = (name: string) => !Object.hasOwn(own, name) || own[name] === SCHEMA;
  let name = 'fields';
  while (!isFree(name)) name = name === 'fields' ? 'answer_fields' : `${name}_`;
  return name;
}

/** The tool with this argument. */
export function withFieldsArgument<T extends { readonly inputSchema: JsonSchema }>(tool: T): T {
  const { inputSchema } = tool;
  const own = isObject(inputSchema['properties']) ? inputSchema['properties'] : {};
  const properties: JsonObject = { ...own, [fieldsArgument(tool)]: SCHEMA };
  return { ...tool, inputSchema: { ...inputSchema, properties } };
}

/** The faults of paths that are not valid. */
export function pathFaults(paths: readonly string[], argument: string): FieldFault[] {
  return paths.flatMap((path, index) =>
    stepsOf(path) ? [] : [{ field: `/${argument}/${index}`, rule: 'field_path', message: FIELD_RULE }],
  );
}
