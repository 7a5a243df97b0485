/**
 * What a connection token opens of its server: every tool, only those that change nothing, only chosen ones, or what both rules
 * leave. Judged by the tools of the bundle that is served, so an owner's edit of an annotation counts from the moment that clients
 * see it. A scope never changes: whoever needs another makes another token (design/tokens.md).
 */
import type { BundleTool } from '../bundle/model.ts';

export interface TokenScopes {
  /** `read`: only tools whose annotation says that they change nothing. */
  readonly access?: 'read' | 'all';
  /** Ids of tools; one that is gone matches nothing. */
  readonly tools?: readonly string[];
}

/** The rule that keeps a tool from a token, as the audit trail names it. */
export type ScopeRule = 'read_only' | 'chosen_tools';

type Judged = Pick<BundleTool, 'toolId' | 'annotations'>;

/** The verdict over each tool: the rule that keeps it from the token, or undefined. */
export function scopeVerdict(scopes: TokenScopes | undefined): (tool: Judged) => ScopeRule | undefined {
  if (!scopes) return () => undefined;
  // The API stores no scope that says neither; a row that does gets the narrower reading.
  const { tools, access = tools ? 'all' : 'read' } = scopes;
  const chosen = tools && new Set(tools);
  return ({ toolId, annotations }) => {
    if (access !== 'all' && annotations.readOnlyHint !== true) return 'read_only';
    return chosen && !chosen.has(toolId) ? 'chosen_tools' : undefined;
  };
}
