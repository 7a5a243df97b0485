/**
 * Edits a tool: sets fields, or resets them to the values of the API description. The tool lists its edited fields, which a
 * re-import keeps. For a manually added tool the request can be edited, too; its schema is then composed again and becomes
 * the original. Pure; the caller stores the tool and checks that its name is unique.
 */

import { InvalidInput } from '../lib/errors.ts';
import { canonicalJson } from '../lib/json/canonical.ts';
import type { JsonObject } from '../lib/json/value.ts';
import { annotationsOf } from '../model/annotations.ts';
import { EDITABLE_FIELDS, type EditableField, type Tool } from '../model/tool.ts';
import { checkPathTemplate } from '../request/pathTemplate.ts';
import { fitFaults, inputSchemaFaults } from './inputSchema.ts';
import { endpointOf, manualDraft } from './manual.ts';
import { formOf } from './manualForm.ts';
import type { ToolChange } from './schemas/tools.ts';

/**
 * The tool after the change.
 * @throws InvalidInput listing every fault
 */
export function changedTool(tool: Tool, change: ToolChange, now: string): Tool {
  const {
    reset = [],
    annotations,
    maxItems,
    fields,
    redaction,
    headers,
    listStyle,
    slashes,
    longMs,
    verb,
    path,
    parameters,
    body,
    ...plain
  } = change;
  const asReset = { ...tool, ...resetFields(tool, reset), updatedAt: now };
  const asksAnew = [verb, path, parameters, body].some((part) => part !== undefined);
  const next = asksAnew ? withRequest(asReset, change) : asReset;
  const edited: Tool = {
    ...next,
    ...(plain as Partial<Tool>),
    ...(annotations && { annotations: { ...next.annotations, ...annotations } }),
    ...(maxItems !== undefined && { maxItems: maxItems ?? undefined }),
    ...(fields !== undefined && { fields: fields ?? undefined }),
    ...(redaction !== undefined && { redaction: redaction ?? undefined }),
    ...(headers !== undefined && { headers: headers ?? undefined }),
    ...(listStyle !== undefined && { listStyle: listStyle ?? undefined }),
    ...(slashes !== undefined && { slashes: slashes ?? undefined }),
    ...(longMs !== undefined && { longMs: longMs ?? undefined }),
  };
  check(edited, change);
  return { ...edited, edited: EDITABLE_FIELDS.filter((field) => differs(edited, field)) };
}

const REQUEST = ['verb', 'path', 'parameters', 'body'] as const;

/**
 * The tool with another request. Annotations and description change with it if they still have their default values.
 * @throws InvalidInput
 */
function withRequest(tool: Tool, change: ToolChange): Tool {
  const given = REQUEST.filter((part) => change[part] !== undefined);
  if (tool.origin === 'import') {
    const message = 'comes from the API description and can be changed there alone; re-import it then.';
    throw new InvalidInput(given.map((part) => ({ field: `/${part}`, rule: 'tool_imported', message })));
  }
  if (change.inputSchema) {
    const message = 'is composed of the parameters and the body; change either these or the schema.';
    throw new InvalidInput([{ field: '/inputSchema', rule: 'contradiction', message }]);
  }
  const stored = formOf(tool);
  // Without path parameters that the new path does not have.
  const variables = checkPathTemplate(change.path ?? tool.path, '/path').variables;
  const kept = stored.parameters?.filter((one) => one.in !== 'path' || variables.includes(one.name));
  const { body, ...form } = {
    ...stored,
    parameters: kept,
    ...Object.fromEntries(given.map((part) => [part, change[part]])),
  };
  const draft = manualDraft({ name: tool.name, ...form, ...(body && { body }) });
  const { body: _, ...rest } = tool;
  const { verb, path, parameters, inputSchema } = draft;
  const follows = {
    ...(tool.description === endpointOf(tool) && { description: endpointOf(draft) }),
    ...(canonicalJson(tool.annotations) === canonicalJson(annotationsOf(tool)) && {
      annotations: draft.annotations,
    }),
  };
  return {
    ...rest,
    verb,
    path,
    parameters,
    inputSchema,
    ...(draft.body && { body: draft.body }),
    ...follows,
    originals: { ...tool.originals, inputSchema, ...(follows as JsonObject) },
  };
}

/** The original values of fields; undefined for a field without one (maxItems, fields and redaction of an import, headers of most). */
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
  change.slashes?.forEach((name, index) => {
    if (tool.parameters.some(({ argument, in: place }) => place === 'path' && argument === name)) return;
    faults.push({ field: `/slashes/${index}`, rule: 'path_variable', message: 'is no argument of the path.' });
  });
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
