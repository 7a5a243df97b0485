/** The sections of a server's settings, each with an address of its own below `/servers/{id}/settings`. */

/** In the order of the navigation; the first one has no address beside `/settings`. */
export const SETTINGS_SECTIONS = [
  { id: 'connection', title: 'Connection' },
  { id: 'sign-in', title: 'Sign-in at the API' },
  { id: 'access', title: 'Access and limits' },
  { id: 'policies', title: 'Policies' },
  { id: 'governance', title: 'Governance' },
  { id: 'listing', title: 'Listing' },
  { id: 'lifecycle', title: 'Lifecycle' },
] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]['id'];

/** The section that an address names; undefined where there is none of this name. */
export const sectionOf = (name: string | undefined) =>
  name === undefined ? SETTINGS_SECTIONS[0] : SETTINGS_SECTIONS.find(({ id }) => id === name);

export const settingsPath = (serverId: string, section: SettingsSection): string =>
  `/servers/${serverId}/settings${section === 'connection' ? '' : `/${section}`}`;
