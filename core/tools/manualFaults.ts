/**
 * Reports faults of the input schema of a manually added tool with pointers into the form. The schema is composed from
 * parts of the form, so pointers into the schema would be meaningless to the caller. A fault of the whole schema (its size,
 * a number that cannot be stored, a compile error) is reported at the part that has it, too.
 */

import type { FieldFault } from '../lib/errors.ts';
import type { JsonObject, JsonSchema } from '../lib/json/value.ts';
import type { RequestProgram } from '../model/tool.ts';
import { escaped, inputSchemaFaults } from './inputSchema.ts';
import type { ManualTool } from './schemas/tools.ts';

/**
 * The faults, with pointers into the form.
 * @param given the parameters of the form; the program has undeclared path variables before them
 */
export function composedFaults(
  schema: JsonSchema,
  { parameters, body }: RequestProgram,
  given: NonNullable<ManualTool['parameters']>,
): FieldFault[] {
  const faults = inputSchemaFaults(schema, '');
  if (faults.length === 0) return [];
  const undescribed = parameters.length - given.length;
  const places = new Map(
    parameters.slice(undescribed).map(({ argument }, index) => [argument, `/parameters/${index}/schema`]),
  );
  if (body?.layout === 'whole') places.set(body.argument, '/body/schema');
  else
    for (const { argument, name } of body?.fields ?? [])
      places.set(argument, `/body/schema/properties/${escaped(name)}`);
  const { $defs, ...root } = schema;
  const isAlone = (argument: string, place: string, rule: string) => {
    const properties = { [argument]: (schema['properties'] as JsonObject)[argument] };
    const alone = { ...root, properties, required: [], ...($defs && place.startsWith('/body') && { $defs }) };
    return inputSchemaFaults(alone as JsonSchema, '').some((fault) => fault.field === '' && fault.rule === rule);
  };
  const placed = (fault: FieldFault): FieldFault => {
    const [, argument = '', rest = ''] = /^\/properties\/([^/]+)(.*)$/s.exec(fault.field) ?? [];
    if (fault.field === '') {
      const found = [...places].find(([name, place]) => isAlone(name, place, fault.rule));
      return found ? { ...fault, field: found[1] } : fault;
    }
    if (fault.field.startsWith('/$defs/')) return { ...fault, field: `/body/schema${fault.field}` };
    return { ...fault, field: `${places.get(argument) ?? ''}${rest}` };
  };
  return faults.map(placed);
}
