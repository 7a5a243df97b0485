/** Routes of the global settings, and of the floor below which nothing can be set. */
import * as floor from '../floor.ts';
import * as session from '../session.ts';
import { routesOf } from './route.ts';

const route = routesOf('Settings');

/** By id; core/api/routes/index.ts joins them with the others. */
export const settingsRoutes = {
  getSettings: route('GET', '/v1/settings', {
    access: 'viewer',
    place: 'projects',
    summary: 'Global governance defaults',
    success: 200,
    answer: session.settings,
  }),
  changeSettings: route('PUT', '/v1/settings', {
    access: 'admin',
    place: 'installation',
    summary: 'Change global defaults; servers that follow a changed value are published again',
    body: session.settingsChange,
    success: 200,
    answer: session.settings,
  }),
  getFloor: route('GET', '/v1/floor', {
    access: 'viewer',
    place: 'projects',
    summary: 'The floor: what nothing in this installation can be set below',
    success: 200,
    answer: floor.floor,
  }),
  changeFloor: route('PUT', '/v1/floor', {
    access: 'admin',
    place: 'installation',
    summary: 'Change the floor; it is in effect for all servers and tokens, also for those that exist',
    body: floor.floorChange,
    success: 200,
    answer: floor.floor,
  }),
  previewFloor: route('POST', '/v1/floor/preview', {
    access: 'admin',
    place: 'installation',
    summary: 'What a change of the floor would do to servers and tokens; nothing is changed',
    body: floor.floorChange,
    success: 200,
    answer: floor.floorPreview,
  }),
} as const;
