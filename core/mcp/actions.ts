/**
 * Which tool a call means: the one of its name, or of a group the one that its argument `action` names, with what goes to it.
 * From here on a call is the tool's own: its schema, its class, its name in the audit trail. What a group answers by itself (the
 * full schema of an action, an action that it does not have) never leaves this process.
 * Models wrap arguments in more ways than a schema says; what can only mean one thing is taken.
 */
import type { BundleTool } from '../bundle/model.ts';
import type { FieldFault } from '../errors.ts';
import { parseLossless } from '../json/lossless.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { LIMITS } from '../limits.ts';
import { callOf, type ToolGroup } from '../tools/grouped.ts';
import type { CallRequest, CallResult } from './call.ts';
import type { Listing } from './listing.ts';
import { isDeeper } from './messageLimits.ts';

export interface ChosenTool {
  readonly kind: 'tool';
  readonly tool: BundleTool;
  /** By the tool's own name, with its own arguments. */
  readonly call: CallRequest;
  /** What is wrong with the way they were wrapped. */
  readonly faults: readonly FieldFault[];
  /** How the tool is called, for a model that got it wrong. */
  readonly usage?: string;
}

export type Chosen = ChosenTool | { readonly kind: 'answer'; readonly result: CallResult; readonly errorCode?: string };

type Group = ToolGroup<BundleTool>;
type Arguments = Pick<CallRequest, 'arguments' | 'plainArguments'>;

const MAX_ACTIONS_NAMED = 100;
const MAX_ECHOED = 80;

/**
 * A tool of a grouped server is known by its own name too: a client may hold the list of a minute ago, when the server was
 * still flat, and whoever permitted that name permitted this very tool.
 */
export function chooseTool(listing: Listing, call: CallRequest): Chosen {
  if (call.name === listing.describe) return described(listing, call.plainArguments['tool']);
  const group = listing.groups.get(call.name);
  if (!group) {
    const tool = listing.byName.get(call.name) as BundleTool;
    const usage = listing.describe && `${listing.describe} with {"tool": "${tool.name}"} tells its full schema.`;
    return { kind: 'tool', tool, call, faults: [], ...(usage && { usage }) };
  }
  const { action } = call.plainArguments;
  if (action === group.describe) return description(listing, group, call.plainArguments['arguments']);
  const tool = typeof action === 'string' ? group.actions.get(action) : undefined;
  if (!tool) return unknownAction(listing, group, action);
  const own = ownArguments(call, tool);
  const usage = `It is called as ${callOf(tool)} (? = optional). Action "${group.describe}" with arguments {"action": "${tool.name}"} tells its full schema.`;
  return 'fault' in own
    ? { kind: 'tool', tool, call: { ...call, name: tool.name }, faults: [own.fault], usage }
    : { kind: 'tool', tool, call: { ...call, ...own, name: tool.name }, faults: [], usage };
}

/** The tool that a call is about, whether or not it can be made, and also where it is asked of another group. */
export function namedTool(
  { groups, byName, describe }: Listing,
  { name, plainArguments }: CallRequest,
): BundleTool | undefined {
  const wanted = name === describe ? plainArguments['tool'] : groups.has(name) ? plainArguments['action'] : name;
  return typeof wanted === 'string' ? byName.get(wanted) : undefined;
}

function ownArguments(call: CallRequest, tool: BundleTool): Arguments | { readonly fault: FieldFault } {
  const { arguments: given, action: _, ...beside } = call.plainArguments;
  const [stray] = Object.keys(beside);
  if (stray !== undefined && isEmpty(given)) {
    if (!hasArgument(tool, 'action') && !hasArgument(tool, 'arguments')) return flatArguments(call);
    return wrong(
      `/${stray}`,
      'stands beside "action"; this action has an argument of that name itself, so put its arguments into "arguments"',
    );
  }
  if (stray !== undefined) return wrong(`/${stray}`, 'stands beside "arguments"; put it inside');
  if (isEmpty(given)) return { arguments: {}, plainArguments: {} };
  if (typeof given === 'string') return writtenArguments(given);
  if (!isObject(given))
    return wrong('/arguments', `must be an object, not ${Array.isArray(given) ? 'array' : typeof given}`);
  const isPlain = call.arguments === call.plainArguments;
  return { arguments: isPlain ? given : (call.arguments['arguments'] as JsonObject), plainArguments: given };
}

const isEmpty = (given: JsonValue | undefined): boolean =>
  given === undefined || given === null || given === '' || (isObject(given) && Object.keys(given).length === 0);

function flatArguments({ arguments: exact, plainArguments }: CallRequest): Arguments {
  const { action: _action, arguments: _empty, ...plain } = plainArguments;
  if (exact === plainArguments) return { arguments: plain, plainArguments: plain };
  const { action: _name, arguments: _none, ...own } = exact;
  return { arguments: own, plainArguments: plain };
}

/** An object that was written as text; the depth of a request was only measured outside of its texts. */
function writtenArguments(text: string): Arguments | { readonly fault: FieldFault } {
  try {
    const plain: unknown = isDeeper(text, LIMITS.mcpRequestDepth) ? undefined : JSON.parse(text);
    if (isObject(plain as JsonValue)) {
      return { arguments: parseLossless(text) as JsonObject, plainArguments: plain as JsonObject };
    }
  } catch {
    // Told below.
  }
  return wrong('/arguments', 'must be an object, not a text that holds none');
}

const wrong = (field: string, message: string) => ({ fault: { field, rule: 'type', message } });

const hasArgument = ({ inputSchema: { properties } }: BundleTool, name: string): boolean =>
  isObject(properties) && Object.hasOwn(properties, name);

/** What `tools/list` of a flat server says of the tool. */
function description(listing: Listing, group: Group, given: JsonValue | undefined): Chosen {
  const wanted = isObject(given) ? given['action'] : given;
  const tool = typeof wanted === 'string' ? group.actions.get(nameIn(wanted)) : undefined;
  if (!tool) return unknownAction(listing, group, wanted, `arguments of "${group.describe}" must be {"action": name}`);
  const { name, title, description: text, annotations, inputSchema } = tool;
  return answer(JSON.stringify({ action: name, title, description: text, annotations, inputSchema }));
}

/** What the list of a compact server leaves out. */
function described({ byName, describe }: Listing, wanted: JsonValue | undefined): Chosen {
  const tool = typeof wanted === 'string' ? byName.get(wanted) : undefined;
  if (tool) {
    const { name, title, description: text, annotations, inputSchema } = tool;
    return answer(JSON.stringify({ name, title, description: text, annotations, inputSchema }));
  }
  const reason =
    typeof wanted === 'string'
      ? `There is no tool ${JSON.stringify(wanted.slice(0, MAX_ECHOED).toWellFormed())}.`
      : `"tool" of ${describe} must be the name of a tool.`;
  return answer(`${reason} Nothing was sent. Take a name from tools/list. (tool_unknown)`, 'tool_unknown');
}

/** `{"action": "getPet"}` as text, or just the name. */
function nameIn(text: string): string {
  if (!text.startsWith('{') || text.length > 1_000) return text;
  try {
    const parsed = JSON.parse(text) as JsonObject;
    return typeof parsed['action'] === 'string' ? parsed['action'] : text;
  } catch {
    return text;
  }
}

function unknownAction(
  { groups }: Listing,
  group: Group,
  action: JsonValue | undefined,
  missing = '"action" must name one of its actions',
): Chosen {
  const said = typeof action === 'string' ? action : undefined;
  const home = said === undefined ? undefined : [...groups.values()].find(({ actions }) => actions.has(said));
  const names = [...group.actions.keys()];
  const listed = names.slice(0, MAX_ACTIONS_NAMED).join(', ');
  const more = names.length > MAX_ACTIONS_NAMED ? `, … (${names.length} in all)` : '';
  const reason =
    said === undefined
      ? `For ${group.name}, ${missing}.`
      : `${group.name} has no action ${JSON.stringify(said.slice(0, MAX_ECHOED).toWellFormed())}.`;
  const way = home
    ? `It is an action of ${home.name}; call that tool.`
    : `The actions of ${group.name}: ${listed}${more}.`;
  return answer(`${reason} Nothing was sent. ${way} (action_unknown)`, 'action_unknown');
}

function answer(text: string, errorCode?: string): Chosen {
  const content = [{ type: 'text' as const, text }];
  return errorCode === undefined
    ? { kind: 'answer', result: { content } }
    : { kind: 'answer', result: { content, isError: true }, errorCode };
}
