/**
 * One change of many tools. Pure. A tool that would not differ is left alone; one that cannot have the change refuses all of it, so that
 * nothing is half done. Which tools differ is told by the changed fields alone: of 20,000 tools only those are made anew that are written.
 */
import { InvalidInput } from '../lib/errors.ts';
import { isSameJson } from '../lib/json/canonical.ts';
import { FIELD_LIMITS, pathOfMark, stepsOf } from '../model/fieldPaths.ts';
import type { ToolRedaction } from '../model/governance/marked.ts';
import type { Tool } from '../model/tool.ts';
import { changedTool } from './edit.ts';
import type { ToolsChange } from './schemas/manyTools.ts';
import type { ToolRedactionView } from './schemas/toolRedaction.ts';

type Change = Pick<ToolsChange, 'enabled' | 'set' | 'marks'>;
type Marks = NonNullable<ToolsChange['marks']>[string]['fields'];
type Setting = NonNullable<ToolsChange['set']>;

/** Of the tools that cannot have a change, how many are named. */
const NAMED = 5;

/**
 * The tools that the change makes different.
 * @throws InvalidInput that names tools which cannot have it
 */
export function differing(tools: readonly Tool[], change: Change): Tool[] {
  const differ = tools.filter((tool) => differs(tool, change));
  const contradictory = differ.filter(({ annotations }) => {
    const { readOnlyHint, destructiveHint } = { ...annotations, ...change.set?.annotations };
    return readOnlyHint && destructiveHint;
  });
  if (contradictory.length === 0) return differ;
  const names = contradictory.slice(0, NAMED).map(({ name }) => name);
  const more = contradictory.length > NAMED ? ` and ${contradictory.length - NAMED} more` : '';
  throw new InvalidInput([
    {
      field: '/set/annotations/destructiveHint',
      rule: 'contradiction',
      message: `cannot be true for a tool that only reads, as ${names.join(', ')}${more} would be; set readOnlyHint and destructiveHint both. Nothing was changed.`,
    },
  ]);
}

/** The tool after the change. */
export function changedBy({ enabled, set = {}, marks }: Change, tool: Tool, now: string): Tool {
  const { redaction, ...fields } = set;
  const marked = marks?.[tool.toolId]?.fields;
  const change = {
    ...fields,
    ...(enabled !== undefined && { enabled }),
    ...(redaction && { redaction: merged(tool.redaction, redaction) }),
    ...(marked && { redaction: withMarks(tool, marked) }),
  };
  return changedTool(tool, change, now);
}

function differs(tool: Tool, { enabled, set = {}, marks }: Change): boolean {
  const { annotations = {}, cacheHint = tool.cacheHint, tag = tool.tag, redaction = {}, longMs = tool.longMs } = set;
  const isOther = (given: object, has: object = {}) =>
    Object.entries(given).some(
      ([name, value]) => value !== undefined && (value ?? undefined) !== (has as Record<string, unknown>)[name],
    );
  return (
    (enabled !== undefined && enabled !== tool.enabled) ||
    cacheHint !== tool.cacheHint ||
    tag !== tool.tag ||
    (longMs ?? undefined) !== tool.longMs ||
    isOther(annotations, tool.annotations) ||
    isOther(redaction, tool.redaction) ||
    isMarkedAnew(tool, marks?.[tool.toolId]?.fields ?? {})
  );
}

/** A path however it is written. */
const placeOf = (path: string): string => pathOfMark(stepsOf(path) ?? [path]);

/** The marks of a tool after a change; each place has one, also where two paths name it. */
function markedAs({ redaction }: Tool, given: Marks): Record<string, unknown> {
  // The last of two for one place counts, as where marks are compiled.
  const last = new Map(Object.entries(given).map((entry) => [placeOf(entry[0]), entry]));
  const kept = Object.entries(redaction?.fields ?? {}).filter(([path]) => !last.has(placeOf(path)));
  return Object.fromEntries([...kept, ...[...last.values()].filter(([, mark]) => mark !== null)]);
}

const isMarkedAnew = (tool: Tool, given: Marks): boolean =>
  Object.keys(given).length > 0 && !isSameJson(markedAs(tool, given), tool.redaction?.fields ?? {});

/** @throws InvalidInput where there would be more marks than a tool may have */
function withMarks(tool: Tool, given: Marks): ToolRedactionView | null {
  const fields = markedAs(tool, given);
  const { length } = Object.keys(fields);
  if (length > FIELD_LIMITS.marks) {
    const message = `would give ${tool.name} ${length} marks; ${FIELD_LIMITS.marks} are the limit. Mark the object around several fields, or use *. Nothing was changed.`;
    throw new InvalidInput([{ field: `/marks/${tool.toolId}/fields`, rule: 'too_many', message }]);
  }
  const { fields: _, ...rest } = tool.redaction ?? {};
  const redaction = { ...rest, ...(length > 0 && { fields }) };
  return Object.keys(redaction).length > 0 ? (redaction as ToolRedactionView) : null;
}

/** What an owner decided about single fields stays; null follows the server again. */
function merged(kept: ToolRedaction = {}, given: NonNullable<Setting['redaction']>): ToolRedactionView | null {
  const entries = Object.entries({ ...kept, ...given }).filter(([, value]) => value !== null && value !== undefined);
  return entries.length > 0 ? (Object.fromEntries(entries) as ToolRedactionView) : null;
}
