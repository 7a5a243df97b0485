/**
 * What a connection token opens of its server: every tool, only read-only ones, only chosen ones, or both rules
 * together. Decided by the tools of the served bundle, so an edited annotation counts as soon as clients see it. Scopes
 * never change; another scope needs another token (design/tokens.md).
 */
import type { BundleTool } from '../bundle/model.ts';

/** The scope of a token; a missing row attribute means everything. */
export interface TokenScopes {
  /** `read`: only tools whose annotation says that they change nothing. */
  readonly access?: 'read' | 'all';
  /** Ids of tools; one that is gone matches nothing. */
  readonly tools?: readonly string[];
}

/** The rule that keeps a tool from a token, as the audit trail names it. */
export type ScopeRule = 'read_only' | 'chosen_tools';

type Judged = Pick<BundleTool, 'toolId' | 'annotations'>;

/** A function that says for each tool which rule keeps it from the token; undefined when none does. */
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
