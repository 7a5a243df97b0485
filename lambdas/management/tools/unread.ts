/**
 * The approval of tools whose words nobody was asked about (core/tools/unread.ts), when an edit of a signed server would let them out. The
 * refusal has all of their words and the digest that approves exactly these.
 */

import type { JsonObject } from '../../../core/lib/json/value.ts';
import { unapprovedOrigin } from '../../../core/model/hosts.ts';
import { isLocked, type ServerRow } from '../../../core/model/server.ts';
import type { Tool } from '../../../core/model/tool.ts';
import { changesOf } from '../../../core/tools/reimport.ts';
import { asRead, wordsDigest } from '../../../core/tools/unread.ts';
import { Refused } from '../http/errors.ts';

/** How many names the message lists. */
const NAMED = 8;

/**
 * The tools that an edit lets out, as approved.
 * @param approved the digest that the request names
 * @throws Refused `words_unapproved`
 */
export function readTools(
  tools: readonly Tool[],
  server: Pick<ServerRow, 'signed' | 'floor'>,
  approved: string | undefined,
): Tool[] {
  const unread = isLocked(server) ? tools.filter((tool) => tool.unread) : [];
  if (unread.length === 0) return tools.map(asRead);
  const digest = wordsDigest(unread);
  if (approved === digest) return tools.map(asRead);
  const enabled = unread.map((tool) => ({ ...tool, enabled: true }));
  const names = unread.map(({ name }) => name);
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  throw new Refused(
    'words_unapproved',
    `The description has changed ${names.slice(0, NAMED).join(', ')}${more} while clients did not see it, and the tool list is locked. Review the text, then send the same request with approvedWords ${digest}.`,
    {
      context: JSON.parse(
        JSON.stringify({ words: digest, changes: changesOf({ added: enabled, removed: [], changed: [] }) }),
      ) as JsonObject,
    },
  );
}

/** Where the tools of a server may be. */
type Reaching = Pick<ServerRow, 'baseUrl'> & { readonly hosts?: object | undefined };

/** Whether a change lets no further tools out. */
export const isSameReach = (before: Reaching, after: Reaching): boolean =>
  before.baseUrl === after.baseUrl &&
  Object.keys(after.hosts ?? {}).every((host) => Object.hasOwn(before.hosts ?? {}, host));

/** The tools that another address or other approved hosts let out. Throws Refused `words_unapproved`. */
export function checkReached(
  before: Reaching,
  after: Reaching & Pick<ServerRow, 'signed' | 'floor'>,
  tools: readonly Tool[],
  approved: string | undefined,
): Tool[] {
  const isLetOut = (tool: Tool) =>
    tool.enabled && unapprovedOrigin(tool, before) !== undefined && unapprovedOrigin(tool, after) === undefined;
  const letOut = tools.filter(isLetOut);
  readTools(letOut, after, approved);
  return letOut;
}
