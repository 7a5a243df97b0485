/**
 * The form of a stored manual tool, the reverse of manual.ts, so that verb, path, parameters and body can be edited later.
 * Has the current schemas, with edits. Only for tools with origin `manual`, because imported ones may have styles and
 * bodies that the form does not support.
 */

import type { JsonObject, JsonValue } from '../lib/json/value.ts';
import { LIMITS } from '../lib/limits.ts';
import type { RequestProgram, Tool, WireBody, WireParameter } from '../model/tool.ts';
import { explodes, STYLES } from './manualStyles.ts';
import type { ManualTool } from './schemas/tools.ts';

/** The editable request of a manual tool. */
export type RequestForm = Pick<ManualTool, 'verb' | 'path' | 'parameters' | 'body'>;
type ManualParameter = NonNullable<ManualTool['parameters']>[number];

/** Maximum length of the form's field; longer descriptions stay in the schema. */
const MAX_DESCRIPTION_LENGTH = LIMITS.listedText;

/** The form of a tool. */
export function formOf({
  verb,
  path,
  parameters,
  body,
  inputSchema,
}: RequestProgram & Pick<Tool, 'inputSchema'>): RequestForm {
  const properties = (inputSchema['properties'] ?? {}) as JsonObject;
  return {
    verb: verb as ManualTool['verb'],
    path,
    parameters: parameters.map((parameter) => parameterOf(parameter, properties[parameter.argument])),
    ...(body && { body: bodyOf(body, properties, inputSchema) }),
  };
}

function parameterOf(wire: WireParameter, stored: JsonValue | undefined): ManualParameter {
  const place = wire.in as ManualParameter['in'];
  const style = wire.style as NonNullable<ManualParameter['style']>;
  const { description, ...rest } = (stored ?? { type: 'string' }) as JsonObject;
  const isOwn = typeof description === 'string' && description.length <= MAX_DESCRIPTION_LENGTH;
  return {
    name: wire.name,
    in: place,
    ...(wire.required && { required: true }),
    ...(isOwn && description !== '' && { description }),
    schema: isOwn ? rest : { ...rest, ...(description !== undefined && { description }) },
    ...(style !== STYLES[place][0] && { style }),
    ...(wire.explode !== explodes(style) && { explode: wire.explode }),
  };
}

function bodyOf(
  body: WireBody,
  properties: JsonObject,
  { $defs, additionalProperties }: Tool['inputSchema'],
): NonNullable<ManualTool['body']> {
  const { contentType, required } = body;
  const definitions = $defs && { $defs };
  if (body.layout === 'whole') {
    const schema = { ...((properties[body.argument] ?? {}) as JsonObject), ...definitions };
    return { contentType, required, schema };
  }
  const must = body.fields.filter((field) => field.required).map(({ name }) => name);
  return {
    contentType,
    required,
    schema: {
      type: 'object',
      properties: Object.fromEntries(body.fields.map(({ name, argument }) => [name, properties[argument] ?? {}])),
      ...(must.length > 0 && { required: must }),
      ...(body.extra && additionalProperties !== false && { additionalProperties: true }),
      ...definitions,
    } as JsonObject,
  };
}
