/**
 * Which tools of its server a connection token may use: all, only read-only ones, only chosen ones, or only chosen ones
 * that are read-only. Decided by the tools of the live bundle, so an edited annotation counts as soon as clients see it.
 * The scope of a token never changes; another scope needs another token (design/tokens.md).
 */
import type { BundleTool } from './bundle.ts';

/** The scope of a token. A row without one allows all tools. */
export interface TokenScopes {
  /** `read`: only tools with the annotation `readOnlyHint`. */
  readonly access?: 'read' | 'all';
  /** Ids of the chosen tools; may include tools that no longer exist. */
  readonly tools?: readonly string[];
}

/** The rule by which a scope refuses a tool, as recorded in the audit trail. */
export type ScopeRule = 'read_only' | 'chosen_tools';

type ScopedTool = Pick<BundleTool, 'toolId'> & {
  readonly annotations: Pick<BundleTool['annotations'], 'readOnlyHint'>;
};

/** A function that gives for each tool the rule by which the scope refuses it; undefined for an allowed tool. */
export function scopeVerdict(scopes: TokenScopes | undefined): (tool: ScopedTool) => ScopeRule | undefined {
  if (!scopes) return () => undefined;
  // The API stores no scope with neither member; such a row would get the narrower meaning.
  const { tools, access = tools ? 'all' : 'read' } = scopes;
  const chosen = tools && new Set(tools);
  return ({ toolId, annotations }) => {
    if (access !== 'all' && annotations.readOnlyHint !== true) return 'read_only';
    return chosen && !chosen.has(toolId) ? 'chosen_tools' : undefined;
  };
}
