/**
 * Handles calls of a server with exposition by search: answers `search`, and finds the tool of `call_read` and
 * `call_change`. After that the call is handled like a call of that tool (as in actions.ts). `call_read` refuses tools that
 * may change something, because a person may have allowed the client only reading.
 */

import type { JsonValue } from '../lib/json/value.ts';
import type { BundleTool } from '../model/bundle.ts';
import { callOf } from '../tools/grouped.ts';
import { CALL_CHANGE, CALL_READ, callerOf, describedTool, FOUND, foundText, SEARCH } from '../tools/searching.ts';
import type { CallRequest } from './call.ts';
import { type Chosen, textAnswer } from './chosen.ts';
import type { Search } from './search.ts';
import { wrappedCall } from './wrapped.ts';

/** A tool that the token may use, by its name. */
type ToolNamed = (name: string) => BundleTool | undefined;

/**
 * The tool or the answer of a call.
 * @param toolNamed the tools that the token may use
 * @param call a call of one of the three tools
 */
export function chooseFound(search: Search, toolNamed: ToolNamed, call: CallRequest): Chosen {
  return call.name === SEARCH
    ? found(search, toolNamed, call.plainArguments['query'])
    : called(search, toolNamed, call, call.plainArguments['tool']);
}

/** Names of the tools that such a call describes or calls. */
export function neededFor(search: Search, isKnown: (name: string) => boolean, call: CallRequest): string[] {
  const { query, tool } = call.plainArguments;
  if (call.name !== SEARCH) return typeof tool === 'string' && isKnown(tool) ? [tool] : [];
  if (typeof query !== 'string') return [];
  return isKnown(bare(query)) ? [bare(query)] : search.find(query, FOUND).tools.map(({ name }) => name);
}

function found(search: Search, toolNamed: ToolNamed, query: JsonValue | undefined): Chosen {
  if (typeof query !== 'string' || query.trim() === '') {
    return textAnswer(
      `"query" of ${SEARCH} must be a text: words of an API reference, or the exact name of a tool. Nothing was called. (argument_invalid)`,
      'argument_invalid',
    );
  }
  const named = toolNamed(bare(query));
  if (named) {
    return textAnswer(
      `${describedTool(named)}\nIt is called with ${callerOf(named)} {"tool": "${named.name}", "arguments": {…}}.`,
    );
  }
  const { tools, matching, unknown } = search.find(query, FOUND);
  return textAnswer(
    foundText(
      tools.map((tool) => toolNamed(tool.name) ?? tool),
      matching,
      unknown,
    ),
  );
}

/** A query without quotes around it, which some models add to names. */
const bare = (query: string): string => query.trim().replace(/^(["'`])(.*)\1$/, '$2');

const MAX_ECHOED = 80;
const MAX_NEAREST = 5;

function called(search: Search, toolNamed: ToolNamed, call: CallRequest, named: JsonValue | undefined): Chosen {
  const tool = typeof named === 'string' ? toolNamed(named) : undefined;
  if (!tool) return unknownTool(search, named);
  if (call.name === CALL_READ && !tool.annotations.readOnlyHint) {
    return textAnswer(
      `${tool.name} may change something and is called with ${CALL_CHANGE}. Nothing was sent. (tool_changes)`,
      'tool_changes',
    );
  }
  return wrappedCall(
    call,
    tool,
    'tool',
    `It is called as ${callOf(tool)} (? = optional). ${SEARCH} with {"query": "${tool.name}"} tells its full schema.`,
  );
}

function unknownTool(search: Search, named: JsonValue | undefined): Chosen {
  if (typeof named !== 'string') {
    return textAnswer(
      `"tool" must be the name of a tool, as ${SEARCH} tells it. Nothing was sent. (tool_unknown)`,
      'tool_unknown',
    );
  }
  const near = search.find(named, MAX_NEAREST).tools.map(({ name }) => name);
  const way = near.length > 0 ? `Is it one of ${near.join(', ')}?` : `Find tools with ${SEARCH}.`;
  return textAnswer(
    `There is no tool ${JSON.stringify(named.slice(0, MAX_ECHOED).toWellFormed())}. Nothing was sent. ${way} (tool_unknown)`,
    'tool_unknown',
  );
}
