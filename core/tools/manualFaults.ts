/**
 * Faults of the schema that a typed-in tool results in, reported where they stand in what was typed. The schema is
 * composed of parts of the form, so its own pointers would lead nowhere; a fault of the whole (its size, a number that
 * cannot be stored, what does not compile) belongs to the part that has it alone.
 */
import type { ManualTool } from '../api/tools.ts';
import type { FieldFault } from '../errors.ts';
import type { JsonObject, JsonSchema } from '../json/value.ts';
import { escaped, inputSchemaFaults } from './inputSchema.ts';
import type { RequestProgram } from './model.ts';

/**
 * The faults by field of the form.
 * @param given the form's own parameters; the program may have undescribed ones before them
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
