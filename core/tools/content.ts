/** What a tool is, for comparison. Pure. */
import { canonicalJson } from '../lib/json/canonical.ts';
import type { Tool } from '../model/tool.ts';

/** The JSON of a tool without times and version. */
export function contentOf(tool: Tool): string {
  const { createdAt: _created, updatedAt: _updated, version: _version, ...content } = tool;
  return canonicalJson(content);
}
