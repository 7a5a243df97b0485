/**
 * Which tool a call means: the one of its name, or of a group the one that its argument `action` names, with what goes to it.
 * From here on a call is the tool's own: its schema, its class, its name in the audit trail. What a group answers by itself (the
 * full schema of an action, an action that it does not have) never leaves this process.
 */
import type { BundleTool } from '../bundle/model.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { callOf, type ToolGroup, wholeOf } from '../tools/grouped.ts';
import type { CallRequest } from './call.ts';
import { type Chosen, textAnswer } from './chosen.ts';
import type { Listing } from './listing.ts';
import { chooseFound } from './searched.ts';
import { wrappedCall } from './wrappedArguments.ts';

type Group = ToolGroup<BundleTool>;

const MAX_ACTIONS_NAMED = 100;
const MAX_ECHOED = 80;

/**
 * A tool of a grouped server is known by its own name too: a client may hold the list of a minute ago, when the server was
 * still flat, and whoever permitted that name permitted this very tool.
 */
export function chooseTool(listing: Listing, call: CallRequest): Chosen {
  if (listing.search?.names.has(call.name)) return chooseFound(listing.search, listing.byName, call);
  if (call.name === listing.readingTool) return { kind: 'more', call };
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
  return wrappedCall(
    call,
    tool,
    'action',
    `It is called as ${callOf(tool)} (? = optional). Action "${group.describe}" with arguments {"action": "${tool.name}"} tells its full schema.`,
  );
}

/** The tool that a call is about, whether or not it can be made, and also where it is asked of another group. */
export function namedTool(
  { groups, byName, describe, search }: Listing,
  { name, plainArguments }: CallRequest,
): BundleTool | undefined {
  const selector = search?.names.has(name) || name === describe ? 'tool' : groups.has(name) ? 'action' : undefined;
  const wanted = selector === undefined ? name : plainArguments[selector];
  return typeof wanted === 'string' ? byName.get(wanted) : undefined;
}

/** What `tools/list` of a flat server says of the tool. */
function description(listing: Listing, group: Group, given: JsonValue | undefined): Chosen {
  const wanted = isObject(given) ? given['action'] : given;
  const tool = typeof wanted === 'string' ? group.actions.get(nameIn(wanted)) : undefined;
  if (!tool) return unknownAction(listing, group, wanted, `arguments of "${group.describe}" must be {"action": name}`);
  const { name, ...rest } = wholeOf(tool);
  return textAnswer(JSON.stringify({ action: name, ...rest }));
}

/** What the list of a compact server leaves out. */
function described({ byName, describe }: Listing, wanted: JsonValue | undefined): Chosen {
  const tool = typeof wanted === 'string' ? byName.get(wanted) : undefined;
  if (tool) return textAnswer(JSON.stringify(wholeOf(tool)));
  const reason =
    typeof wanted === 'string'
      ? `There is no tool ${JSON.stringify(wanted.slice(0, MAX_ECHOED).toWellFormed())}.`
      : `"tool" of ${describe} must be the name of a tool.`;
  return textAnswer(`${reason} Nothing was sent. Take a name from tools/list. (tool_unknown)`, 'tool_unknown');
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
  return textAnswer(`${reason} Nothing was sent. ${way} (action_unknown)`, 'action_unknown');
}
