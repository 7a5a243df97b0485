/** The route of what needs a person. */

import { attentionPage, attentionQuery } from '../attention.ts';
import { routesOf } from './route.ts';

const route = routesOf('Servers');

/** By id; core/api/routes/index.ts joins them with the others. */
export const attentionRoutes = {
  listAttention: route('GET', '/v1/attention', {
    access: 'viewer',
    place: 'projects',
    summary:
      'What needs a person: deployments that wait or failed, missing and ending credentials, stopped and refused calls; in pages over the servers',
    query: attentionQuery,
    success: 200,
    answer: attentionPage,
  }),
} as const;
