/** Types for sidebar.mjs. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}
export function sidebarOf(reference: readonly { readonly path: string; readonly title: string }[]): SidebarItem[];
