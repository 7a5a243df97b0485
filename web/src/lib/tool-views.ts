/** The views of a server's tools, each with an address of its own below `/servers/{id}/tools`. */

/** In the order of the navigation; the first one has no address beside `/tools`. */
export const TOOL_VIEWS = [
  { id: 'list', title: 'List' },
  { id: 'check', title: 'Check' },
  { id: 'selection', title: 'Selection' },
  { id: 'fields', title: 'Redaction' },
] as const;

export type ToolView = (typeof TOOL_VIEWS)[number]['id'];

/** The view that an address names; undefined where there is none of this name. */
export const toolViewOf = (name: string | undefined) =>
  name === undefined ? TOOL_VIEWS[0] : TOOL_VIEWS.slice(1).find(({ id }) => id === name);

export const toolsPath = (serverId: string, view: ToolView): string =>
  `/servers/${serverId}/tools${view === 'list' ? '' : `/${view}`}`;
