/**
 * A person's edit of a tool: fields are set or go back to what the description said, and the tool remembers which ones
 * differ from it, so that a re-import keeps them. Pure; storing and name uniqueness are the caller's.
 */
import type { ToolChange } from '../api/tools.ts';
import { canonicalJson } from '../bundle/canonical.ts';
import { InvalidInput } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { fitFaults, inputSchemaFaults } from './inputSchema.ts';
import { EDITABLE_FIELDS, type EditableField, type Tool } from './model.ts';

/** The tool after the change. Throws InvalidInput listing every fault. */
export function changedTool(tool: Tool, change: ToolChange, now: string): Tool {
  const next = { ...tool, ...resetFields(tool, change.reset ?? []), updatedAt: now };
  const { reset: _, annotations, maxItems, ...plain } = change;
  const edited: Tool = {
    ...next,
    ...(plain as Partial<Tool>),
    ...(annotations && { annotations: { ...next.annotations, ...annotations } }),
    ...(maxItems !== undefined && { maxItems: maxItems ?? undefined }),
  };
  check(edited, change);
  return { ...edited, edited: EDITABLE_FIELDS.filter((field) => differs(edited, field)) };
}

/** A field without an original (maxItems of an import) is unset. */
function resetFields(tool: Tool, fields: readonly EditableField[]): Partial<Tool> {
  return Object.fromEntries(fields.map((field) => [field, tool.originals[field]])) as Partial<Tool>;
}

function differs(tool: Tool, field: EditableField): boolean {
  const [now, original] = [tool[field], tool.originals[field]];
  if (now === undefined || original === undefined) return now !== original;
  return canonicalJson(now) !== canonicalJson(original);
}

function check(tool: Tool, change: ToolChange): void {
  const faults = change.inputSchema
    ? [
        ...inputSchemaFaults(change.inputSchema as JsonObject, '/inputSchema'),
        ...fitFaults(tool.inputSchema, tool, '/inputSchema'),
      ]
    : [];
  const { readOnlyHint, destructiveHint } = tool.annotations;
  if (change.annotations && readOnlyHint && destructiveHint) {
    faults.push({
      field: '/annotations/destructiveHint',
      rule: 'contradiction',
      message: 'cannot be true for a tool that only reads.',
    });
  }
  if (faults.length > 0) throw new InvalidInput(faults);
}
