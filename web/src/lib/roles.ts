/** The roles as they are offered to choose from. */
import type { Role } from '../api/types.ts';

export const ROLES: ReadonlyArray<{ readonly value: Role; readonly label: string; readonly description: string }> = [
  { value: 'viewer', label: 'Viewer', description: 'Read-only' },
  { value: 'editor', label: 'Editor', description: 'Creates and changes servers, tools and tokens' },
  {
    value: 'admin',
    label: 'Admin',
    description: 'Deletes servers, changes settings, manages members, and does everything that editors do',
  },
];
