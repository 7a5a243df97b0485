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

type ByName = ReadonlyMap<string, BundleTool>;

/**
 * The tool or the answer of a call.
 * @param call a call of one of the three tools
 */
export function chooseFound(search: Search, byName: ByName, call: CallRequest): Chosen {
  return call.name === SEARCH
    ? found(search, byName, call.plainArguments['query'])
    : called(search, byName, call, call.plainArguments['tool']);
}

function found(search: Search, byName: ByName, query: JsonValue | undefined): Chosen {
  if (typeof query !== 'string' || query.trim() === '') {
    return textAnswer(
      `"query" of ${SEARCH} must be a text: words of an API reference, or the exact name of a tool. Nothing was called. (argument_invalid)`,
      'argument_invalid',
    );
  }
  const named = byName.get(bare(query));
  if (named) {
    return textAnswer(
      `${describedTool(named)}\nIt is called with ${callerOf(named)} {"tool": "${named.name}", "arguments": {…}}.`,
    );
  }
  const { tools, matching, unknown } = search.find(query, FOUND);
  return textAnswer(foundText(tools, matching, unknown));
}

/** A query without quotes around it, which some models add to names. */
const bare = (query: string): string => query.trim().replace(/^(["'`])(.*)\1$/, '$2');

const MAX_ECHOED = 80;
const MAX_NEAREST = 5;

function called(search: Search, byName: ByName, call: CallRequest, named: JsonValue | undefined): Chosen {
  const tool = typeof named === 'string' ? byName.get(named) : undefined;
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
