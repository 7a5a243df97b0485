/** Which tools tell the form of their answers, and as what: the schema of the envelope that core/mcp/structured.ts fills. */
import type { GovernanceSettings } from '../governance/settings.ts';
import type { JsonSchema } from '../json/value.ts';
import type { Exposed } from './exposition.ts';
import type { ToolDraft } from './model.ts';

const LINES: JsonSchema = { type: 'array', items: { type: 'string' } };

type Described = Pick<ToolDraft, 'answerSchema' | 'answerFields'>;

/**
 * Whether the answers of a tool have a second form. In groups, searches and outlines they have not: no schema of theirs is listed, and a
 * client that shows structured content alone would hide the notes for nothing.
 */
export const isStructured = (
  exposition: Exposed,
  { outputSchemas }: Partial<Pick<GovernanceSettings, 'outputSchemas'>>,
  { answerSchema, answerFields }: Described,
): boolean =>
  outputSchemas === true && exposition === 'flat' && (answerSchema !== undefined || answerFields !== undefined);

/** The schema of the envelope. Where no import has read the form yet, `data` may be anything. */
export const outputSchemaOf = ({ answerSchema = {} }: Described): JsonSchema => ({
  type: 'object',
  properties: { data: answerSchema, undescribed: {}, headers: LINES, notices: LINES },
});
