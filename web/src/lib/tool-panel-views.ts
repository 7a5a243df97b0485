/** The views of a tool's panel, and the state of a link that opens another one than the first. */
export const TOOL_VIEWS = [
  { id: 'edit', title: 'Edit' },
  { id: 'try', title: 'Try it' },
  { id: 'delete', title: 'Delete' },
] as const;
export type ToolView = (typeof TOOL_VIEWS)[number]['id'];

export const TRY_TOOL: { readonly toolView: ToolView } = { toolView: 'try' };

/** @param state of the history entry, which other versions of the page may have written */
export function toolViewOf(state: unknown): ToolView {
  const wanted = (state as { toolView?: unknown } | null)?.toolView;
  return TOOL_VIEWS.find(({ id }) => id === wanted)?.id ?? 'edit';
}
