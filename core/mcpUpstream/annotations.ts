/**
 * What is taken of the annotations that an MCP server gives its tools. They are hints of somebody else (MCP 2025-11-25, server/tools), and
 * clients ask people less about a tool that only reads; so a hint by which a tool looks less harmful is taken only where the tool's name
 * says the same. A hint by which it looks more harmful is always taken, and what is not said is as the specification reads it. The owner
 * may say otherwise, in the annotations of the tool.
 */
import { isObject, type JsonValue } from '../lib/json/value.ts';
import type { ToolAnnotations } from '../model/tool.ts';
import { type Action, actionOfVerb } from '../search/actions.ts';

/** Annotations, and the hints that are not taken, as written: `readOnlyHint: true`. */
export interface TakenAnnotations {
  readonly annotations: ToolAnnotations;
  readonly notTaken: readonly string[];
}

/** The annotations of a tool. @param given as the server gave them */
export function takenAnnotations(name: string, given: JsonValue | undefined): TakenAnnotations {
  const hints = isObject(given) ? given : {};
  const actions = actionsIn(name);
  const isReading = actions.length > 0 && actions.every((action) => action === 'read');
  const isDestroying = actions.includes('delete');
  const notTaken: string[] = [];
  const taken = (hint: keyof ToolAnnotations, careful: boolean, isBelieved: boolean): boolean => {
    const said = hints[hint];
    if (typeof said !== 'boolean' || said === careful) return careful;
    if (!isBelieved) notTaken.push(`${hint}: ${said}`);
    return isBelieved ? said : careful;
  };
  const isHarmful = hints['destructiveHint'] === true && hints['readOnlyHint'] !== true;
  const readOnlyHint = taken('readOnlyHint', false, isReading && !isHarmful);
  return {
    annotations: {
      readOnlyHint,
      destructiveHint: readOnlyHint ? false : taken('destructiveHint', true, !isDestroying),
      idempotentHint: readOnlyHint || taken('idempotentHint', false, true),
      openWorldHint: taken('openWorldHint', true, true),
    },
    notTaken,
  };
}

/** What the verbs in a name do: `get_and_delete_user` reads and deletes. */
function actionsIn(name: string): Action[] {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.flatMap((word, at) => {
    const action = actionOfVerb(word);
    // A noun that is also a verb, behind the first word, says nothing of what is done, unless it destroys.
    return action !== undefined && (at === 0 || action === 'delete' || !NOUNS.has(word)) ? [action] : [];
  });
}

/** `list_posts`, `get_link`, `read_file_view`. */
const NOUNS = new Set(
  `post posts link links book books count counts view views file files search searches update updates change changes set sets
  report reports tell export exports import imports order orders schedule schedules run runs start starts query queries look
  check checks display who what where when which whose whom attach mark marks move moves turn switch put send insert new`.split(
    /\s+/,
  ),
);
