/** Routes of the login and of the API description. */

import * as z from 'zod';
import * as session from '../session.ts';
import { routesOf } from './route.ts';

const route = routesOf('Session');

/** By id; core/api/routes/index.ts joins them with the others. */
export const sessionRoutes = {
  getApiDescription: route('GET', '/v1/openapi.json', {
    access: 'public',
    summary: 'This description',
    success: 200,
    answer: z.record(z.string(), z.unknown()),
  }),
  getLoginConfig: route('GET', '/v1/config', {
    access: 'public',
    summary: 'How to log in',
    success: 200,
    answer: session.loginConfig,
  }),
  getMe: route('GET', '/v1/me', {
    access: 'viewer',
    place: 'projects',
    summary: 'Who is asking, and with which role',
    success: 200,
    answer: session.me,
  }),
} as const;
