/** Routes of the login and of the API description. */

import * as z from 'zod';
import * as session from '../session.ts';
import { route } from './route.ts';

/** By id; core/api/routes/index.ts joins them with the others. */
export const sessionRoutes = {
  getApiDescription: route({
    method: 'GET',
    path: '/v1/openapi.json',
    access: 'public',
    tag: 'Session',
    summary: 'This description',
    success: 200,
    answer: z.record(z.string(), z.unknown()),
  }),
  getLoginConfig: route({
    method: 'GET',
    path: '/v1/config',
    access: 'public',
    tag: 'Session',
    summary: 'How to log in',
    success: 200,
    answer: session.loginConfig,
  }),
  getMe: route({
    method: 'GET',
    path: '/v1/me',
    access: 'viewer',
    place: 'projects',
    tag: 'Session',
    summary: 'Who is asking, and with which role',
    success: 200,
    answer: session.me,
  }),
} as const;
