/**
 * Resources, resource templates and prompts of a bundle by kind, and the capabilities that come of them. Apart from what lists and reads them
 * (resourcesAndPrompts.ts), because each start loads this.
 */
import type { Bundle, BundleTool } from '../model/bundle.ts';
import type { McpKind, McpProgram } from '../model/tool.ts';

/** One of them. */
export type Passed = BundleTool & { readonly program: { readonly mcp: McpProgram } };

/** What a token may read, by kind. */
export type ResourcesAndPrompts = Readonly<Record<McpKind, readonly Passed[]>>;

/** Of the resources and prompts that a token may read; undefined where there are none. */
export function byKind(passed: readonly BundleTool[]): ResourcesAndPrompts | undefined {
  if (passed.length === 0) return undefined;
  const of = (kind: McpKind) => (passed as Passed[]).filter(({ program }) => program.mcp.kind === kind);
  return { resource: of('resource'), template: of('template'), prompt: of('prompt') };
}

/** The capabilities of a server: those of which it has something, whatever a token may read of it. */
export function capabilitiesOf({ resourcesAndPrompts = [] }: Bundle, listChanged: boolean) {
  const kinds = new Set(resourcesAndPrompts.map(({ program }) => program.mcp?.kind));
  const own = listChanged ? { listChanged } : {};
  return {
    ...((kinds.has('resource') || kinds.has('template')) && { resources: own }),
    ...(kinds.has('prompt') && { prompts: own }),
  };
}
