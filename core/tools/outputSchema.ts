/** Which tools have an output schema, and that schema: of the envelope that core/mcp/structured.ts fills. */

import type { JsonSchema } from '../lib/json/value.ts';
import type { Exposed } from '../model/exposition.ts';
import type { GovernanceSettings } from '../model/governance/settings.ts';
import type { Tool } from '../model/tool.ts';

const LINES: JsonSchema = { type: 'array', items: { type: 'string' } };

type Described = Pick<Tool, 'answerSchema' | 'answerFields' | 'fields'>;

/**
 * Whether a tool has an output schema and its answers structured content. Only tools that are listed one by one and in full do: other
 * listings have no place for the schema, and without one a client that shows only structured content would hide the content in vain.
 */
export const isStructured = (
  exposition: Exposed,
  { outputSchemas }: Partial<Pick<GovernanceSettings, 'outputSchemas'>>,
  { answerSchema, answerFields }: Described,
): boolean =>
  outputSchemas === true && exposition === 'flat' && (answerSchema !== undefined || answerFields !== undefined);

/**
 * The schema of the envelope. `data` may be anything until an import has read the form, and where the owner lets out chosen fields: the
 * schema of the API names the others.
 */
export const outputSchemaOf = ({ answerSchema = {}, fields }: Described): JsonSchema => ({
  type: 'object',
  properties: { data: fields ? {} : answerSchema, undescribed: {}, headers: LINES, notices: LINES },
});
