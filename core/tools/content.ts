/** What a tool is, for comparison. Pure. */
import { canonicalJson, isSameJson } from '../lib/json/canonical.ts';
import type { Tool } from '../model/tool.ts';

/** The JSON of a tool without times and version. */
export const contentOf = (tool: Tool): string => canonicalJson(contentIn(tool));

/** Whether two tools have the same content. */
export const isSameContent = (one: Tool, other: Tool): boolean => isSameJson(contentIn(one), contentIn(other));

function contentIn(tool: Tool): object {
  const { createdAt: _created, updatedAt: _updated, version: _version, ...content } = tool;
  return content;
}
