/**
 * The arguments of a tool that is called through another one, which has the name of the tool and `arguments` as arguments.
 * Models do not always wrap them as the schema says; unambiguous forms are read (table.ts).
 */

import type { FieldFault } from '../lib/errors.ts';
import { isObject, type JsonObject, type JsonValue } from '../lib/json/value.ts';
import type { BundleTool } from '../model/bundle.ts';
import { objectOf } from './arguments/jsonText.ts';
import type { CallRequest } from './call.ts';
import type { ChosenTool } from './chosen.ts';

type OwnArguments = Pick<CallRequest, 'arguments' | 'plainArguments' | 'repairs'> | { readonly fault: FieldFault };

/**
 * The call with the tool's own name and arguments.
 * @param selector the argument that names the tool
 * @param usage a text on how to call the tool, for the answer to a wrong call
 */
export function wrappedCall(
  call: CallRequest,
  tool: BundleTool,
  selector: 'action' | 'tool',
  usage: string,
): ChosenTool {
  const own = ownArguments(call, tool, selector);
  return 'fault' in own
    ? { kind: 'tool', tool, call: { ...call, name: tool.name }, faults: [own.fault], usage }
    : { kind: 'tool', tool, call: { ...call, ...own, name: tool.name }, faults: [], usage };
}

function ownArguments(call: CallRequest, tool: BundleTool, selector: 'action' | 'tool'): OwnArguments {
  const { arguments: given, [selector]: _, ...beside } = call.plainArguments;
  const [stray] = Object.keys(beside);
  if (stray !== undefined && isEmpty(given)) {
    if (!hasArgument(tool, selector) && !hasArgument(tool, 'arguments')) return flatArguments(call, selector);
    return wrong(
      `/${stray}`,
      `stands beside "${selector}"; this ${selector} has an argument of that name itself, so put its arguments into "arguments"`,
    );
  }
  if (stray !== undefined) return wrong(`/${stray}`, 'stands beside "arguments"; put it inside');
  if (given === null) return { arguments: {}, plainArguments: {}, repairs: ['arguments_null'] };
  if (isEmpty(given)) return { arguments: {}, plainArguments: {} };
  if (typeof given === 'string') return writtenArguments(given);
  if (!isObject(given))
    return wrong('/arguments', `must be an object, not ${Array.isArray(given) ? 'array' : typeof given}`);
  const isPlain = call.arguments === call.plainArguments;
  return { arguments: isPlain ? given : (call.arguments['arguments'] as JsonObject), plainArguments: given };
}

const isEmpty = (given: JsonValue | undefined): boolean =>
  given === undefined || given === null || given === '' || (isObject(given) && Object.keys(given).length === 0);

function flatArguments({ arguments: exact, plainArguments }: CallRequest, selector: 'action' | 'tool'): OwnArguments {
  const { [selector]: _selector, arguments: _empty, ...plain } = plainArguments;
  const repairs = ['arguments_beside'] as const;
  if (exact === plainArguments) return { arguments: plain, plainArguments: plain, repairs };
  const { [selector]: _name, arguments: _none, ...own } = exact;
  return { arguments: own, plainArguments: plain, repairs };
}

/** Arguments that are given as JSON text. */
function writtenArguments(text: string): OwnArguments {
  const exact = objectOf(text);
  if (!exact) return wrong('/arguments', 'must be an object, not a text that holds none');
  return { arguments: exact, plainArguments: JSON.parse(text) as JsonObject, repairs: ['json_text'] };
}

const wrong = (field: string, message: string) => ({ fault: { field, rule: 'type', message } });

const hasArgument = ({ inputSchema: { properties } }: BundleTool, name: string): boolean =>
  isObject(properties) && Object.hasOwn(properties, name);
