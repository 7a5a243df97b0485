/**
 * Tools that a description has changed while no client saw the change: they were switched off, on a host that is not approved, or edited,
 * so that the edit stood in its place. The surface of a signed server does not have what nobody sees, and so no deployment asked for an
 * approval. It is asked for when an edit would let it out. Pure.
 */
import { canonicalJson, isSameJson, sha256 } from '../lib/json/canonical.ts';
import type { EditableField, Tool } from '../model/tool.ts';
import { contentOf, isSameContent } from './content.ts';

interface Merged {
  /** Absent for a new tool. */
  readonly old?: Tool | undefined;
  readonly tool: Tool;
  /** Whether clients see the merged tool, and a deployment asks for an approval of it therefore. */
  readonly isShown: boolean;
}

/** The merged tool, marked where it has words that nobody was asked about. */
export function withUnread({ old, tool: { unread: _, ...tool }, isShown }: Merged): Tool {
  const isHiddenByEdit = tool.edited.some(
    (field) => !isSameJson(old?.originals[field] ?? null, tool.originals[field] ?? null),
  );
  const wasUnread = old?.unread === true && (!isShown || hasEditedWords(tool));
  const hasChanged = old === undefined || !isSameContent({ ...old, unread: undefined }, tool);
  return wasUnread || isHiddenByEdit || (!isShown && hasChanged) ? { ...tool, unread: true } : tool;
}

/** What an approval of these tools names: SHA-256 in lower-case hex of all that they say. */
export const wordsDigest = (tools: readonly Tool[]): string => sha256(canonicalJson(tools.map(contentOf).sort()));

/** Fields that a description gives, so that an edit of one stands in for its words. */
const SAID: ReadonlySet<EditableField> = new Set<EditableField>([
  'name',
  'title',
  'description',
  'annotations',
  'tag',
  'inputSchema',
  'headers',
]);

const hasEditedWords = ({ edited }: Tool): boolean => edited.some((field) => SAID.has(field));

/** The tool after somebody has approved what it says. What its edits stand in for is not said, and so not approved. */
export function asRead(tool: Tool): Tool {
  const { unread: _, ...read } = tool;
  return hasEditedWords(tool) ? tool : read;
}
