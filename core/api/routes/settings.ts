/** Routes of the global settings. */
import * as session from '../session.ts';
import { route } from './route.ts';

/** By id; core/api/routes/index.ts joins them with the others. */
export const settingsRoutes = {
  getSettings: route({
    method: 'GET',
    path: '/v1/settings',
    access: 'viewer',
    tag: 'Settings',
    summary: 'Global governance defaults',
    success: 200,
    answer: session.settings,
  }),
  changeSettings: route({
    method: 'PUT',
    path: '/v1/settings',
    access: 'admin',
    tag: 'Settings',
    summary: 'Change global defaults; servers that follow a changed value are published again',
    body: session.settingsChange,
    success: 200,
    answer: session.settings,
  }),
} as const;
