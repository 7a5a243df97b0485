/** The arguments of one tool call: the checks before anything is sent, and the choice of fields that is taken out of them. */

import type { FieldFault } from '../../../core/lib/errors.ts';
import { readArguments } from '../../../core/mcp/arguments/repairs.ts';
import type { ArgumentRepair } from '../../../core/mcp/arguments/table.ts';
import { ArgumentTooComplex } from '../../../core/mcp/arguments/validationBudget.ts';
import type { CallRequest } from '../../../core/mcp/call.ts';
import type { ChosenTool } from '../../../core/mcp/chosen.ts';
import { redactedArguments } from '../../../core/mcp/redactedArguments.ts';
import type { Bundle, BundleTool } from '../../../core/model/bundle.ts';
import { withoutFormFaults } from '../../../core/response/placeholders/faults.ts';
import { fieldsArgument, pathFaults } from '../../../core/response/projection/argument.ts';
import { type Finished, failure } from './finished.ts';

/**
 * The call with the arguments as they are sent, or the outcome of one whose arguments are invalid or would take too long to check;
 * `missing` where they only lack some.
 */
export function checkedArguments(
  { tool, call, faults: wrapping, usage }: ChosenTool,
  text: string,
  { governance: { placeholders = [], chooseFields }, schemaProfile }: Pick<Bundle, 'governance' | 'schemaProfile'>,
): CallRequest | (Finished & { readonly missing?: readonly string[] }) {
  const redacted = redactedArguments(call.plainArguments, text);
  if (redacted.length > 0) return redactedFailure(tool, redacted);
  if (wrapping.length > 0) return failure('argument_invalid', faultText(tool.name, wrapping, usage));
  try {
    const {
      faults: all,
      repairs,
      ...read
    } = readArguments(tool, call, text, { isStrict: schemaProfile === 'openai-strict' });
    const own = placeholders.length > 0 ? withoutFormFaults(all, read.plainArguments) : all;
    const faults = chooseFields && own.length === 0 ? choiceFaults(tool, read) : own;
    if (faults.length > 0) {
      const missing = missingOf(tool, read.plainArguments, faults);
      return { ...failure('argument_invalid', faultText(tool.name, faults, usage)), ...(missing && { missing }) };
    }
    if (repairs.length === 0) return call;
    // A marker in a text is part of a sentence; in what the text holds it may be a value.
    const hidden = redactedArguments(read.plainArguments, text);
    if (hidden.length > 0) return redactedFailure(tool, hidden);
    return { ...call, ...read, repairs: [...new Set<ArgumentRepair>([...(call.repairs ?? []), ...repairs])] };
  } catch (error) {
    if (!(error instanceof ArgumentTooComplex)) throw error;
    return failure(error.code, `The arguments of ${tool.name} cannot be checked; nothing was sent. ${error.message}`);
  }
}

const redactedFailure = (tool: BundleTool, faults: readonly FieldFault[]): Finished =>
  failure('argument_redacted', `Nothing was sent to ${tool.name}.\n${linesOf(faults)}`);
/** The names of the tool's arguments that are missing, if nothing else is wrong. */
function missingOf({ inputSchema }: BundleTool, given: object, faults: readonly FieldFault[]): string[] | undefined {
  const { required } = inputSchema;
  if (
    !Array.isArray(required) ||
    !faults.every(({ rule, field }) => rule === 'required' && field.lastIndexOf('/') === 0)
  )
    return undefined;
  return required.filter((name): name is string => typeof name === 'string' && !Object.hasOwn(given, name));
}

/** What is wrong with the fields that a call wants. */
function choiceFaults(tool: BundleTool, { plainArguments }: Pick<CallRequest, 'plainArguments'>): FieldFault[] {
  const name = fieldsArgument(tool);
  return pathFaults((plainArguments[name] ?? []) as string[], name);
}

/** The call as the API's tool knows it, and the fields of the answer that are wanted. */
export function withoutChoice(
  { governance }: Bundle,
  tool: BundleTool,
  call: CallRequest,
): { readonly sent: CallRequest; readonly fields?: readonly string[] } {
  const name = fieldsArgument(tool);
  if (!governance.chooseFields || !Object.hasOwn(call.plainArguments, name)) return { sent: call };
  const { [name]: fields, ...plainArguments } = call.plainArguments;
  const { [name]: _, ...exact } = call.arguments;
  const isExact = call.arguments !== call.plainArguments;
  const sent = { ...call, plainArguments, arguments: isExact ? exact : plainArguments };
  return { sent, ...((fields as string[]).length > 0 && { fields: fields as string[] }) };
}

function linesOf(faults: readonly FieldFault[]): string {
  return faults.map(({ field, message }) => `- ${field}: ${message}`).join('\n');
}

function faultText(tool: string, faults: readonly FieldFault[], usage?: string): string {
  return [
    `The arguments of ${tool} do not fit its schema; nothing was sent. Correct them and call again.`,
    linesOf(faults),
    ...(usage === undefined ? [] : [usage]),
  ].join('\n');
}
