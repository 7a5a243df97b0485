/**
 * Finds the tool of a call: by its name or, for a group, by its argument `action`. After that the call is handled like a
 * call of that tool, with its schema, its class and its name in the audit trail. A group answers by itself when an action
 * is unknown, or when its full schema is asked for.
 */

import type { JsonValue } from '../lib/json/value.ts';
import type { BundleTool } from '../model/bundle.ts';
import { actionList, callOf, type ToolGroup, wholeOf } from '../tools/grouped.ts';
import { objectOf } from './arguments/jsonText.ts';
import type { CallRequest } from './call.ts';
import { type Chosen, textAnswer } from './chosen.ts';
import type { Listing } from './listing.ts';
import { chooseFound } from './searched.ts';
import type { WholeTools } from './wholeTools.ts';
import { wrappedCall } from './wrapped.ts';

type Group = ToolGroup<BundleTool>;

const MAX_ACTIONS_NAMED = 100;
const MAX_ECHOED = 80;

/**
 * The tool that a call names. A tool of a grouped server can also be called by its own name, because a client may still
 * have a list from before the tools were grouped.
 * @param whole of a large bundle: the tools that the call needs (wholeTools.ts)
 */
export function chooseTool(listing: Listing, call: CallRequest, whole?: WholeTools): Chosen {
  if (listing.search?.names.has(call.name)) {
    return chooseFound(listing.search, (name) => whole?.get(name) ?? listing.byName.get(name), call);
  }
  if (call.name === listing.readingTool) return { kind: 'more', call };
  if (call.name === listing.describe) return described(listing, call.plainArguments['tool']);
  const group = listing.groups.get(call.name);
  if (!group) {
    const tool = whole?.get(call.name) ?? (listing.byName.get(call.name) as BundleTool);
    const usage = listing.describe && `${listing.describe} with {"tool": "${tool.name}"} tells its full schema.`;
    return { kind: 'tool', tool, call, faults: [], ...(usage && { usage }) };
  }
  const { action } = call.plainArguments;
  if (action === group.describe) return description(listing, group, call.plainArguments['arguments']);
  const member = typeof action === 'string' ? group.actions.get(action) : undefined;
  if (!member) return unknownAction(listing, group, action);
  const tool = listing.byName.get(member.name) ?? member;
  return wrappedCall(
    call,
    tool,
    'action',
    `It is called as ${callOf(tool)} (? = optional). Action "${group.describe}" with arguments {"action": "${tool.name}"} tells its full schema.`,
  );
}

/** The tool that a call names, also in the wrong group; undefined when there is none. */
export function namedTool(
  { groups, byName, describe, search }: Listing,
  { name, plainArguments }: Pick<CallRequest, 'name' | 'plainArguments'>,
): BundleTool | undefined {
  const selector = search?.names.has(name) || name === describe ? 'tool' : groups.has(name) ? 'action' : undefined;
  const wanted = selector === undefined ? name : plainArguments[selector];
  return typeof wanted === 'string' ? byName.get(wanted) : undefined;
}

/** The answer with the full description of an action, or with the arguments of each. */
function description(listing: Listing, group: Group, given: JsonValue | undefined): Chosen {
  const object = objectOf(given);
  if ((given ?? null) === null || (object && Object.keys(object).length === 0)) return textAnswer(actionList(group));
  const wanted = object?.['action'] ?? given;
  const tool = typeof wanted === 'string' ? group.actions.get(wanted) : undefined;
  if (!tool) return unknownAction(listing, group, wanted, `arguments of "${group.describe}" must be {"action": name}`);
  const { name, ...rest } = wholeOf(listing.byName.get(tool.name) ?? tool);
  return textAnswer(JSON.stringify({ action: name, ...rest }));
}

/** The answer with the full description of a tool of a compact list. */
function described({ byName, describe }: Listing, wanted: JsonValue | undefined): Chosen {
  const tool = typeof wanted === 'string' ? byName.get(wanted) : undefined;
  if (tool) return textAnswer(JSON.stringify(wholeOf(tool)));
  const reason =
    typeof wanted === 'string'
      ? `There is no tool ${JSON.stringify(wanted.slice(0, MAX_ECHOED).toWellFormed())}.`
      : `"tool" of ${describe} must be the name of a tool.`;
  return textAnswer(`${reason} Nothing was sent. Take a name from tools/list. (tool_unknown)`, 'tool_unknown');
}

function unknownAction(
  { groups }: Listing,
  group: Group,
  action: JsonValue | undefined,
  missing = '"action" must name one of its actions',
): Chosen {
  const wanted = typeof action === 'string' ? action : undefined;
  const home = wanted === undefined ? undefined : [...groups.values()].find(({ actions }) => actions.has(wanted));
  const names = [...group.actions.keys()];
  const listed = names.slice(0, MAX_ACTIONS_NAMED).join(', ');
  const more = names.length > MAX_ACTIONS_NAMED ? `, … (${names.length} in all)` : '';
  const reason =
    wanted === undefined
      ? `For ${group.name}, ${missing}.`
      : `${group.name} has no action ${JSON.stringify(wanted.slice(0, MAX_ECHOED).toWellFormed())}.`;
  const way = home
    ? `It is an action of ${home.name}; call that tool.`
    : `The actions of ${group.name}: ${listed}${more}.`;
  return textAnswer(`${reason} Nothing was sent. ${way} (action_unknown)`, 'action_unknown');
}
