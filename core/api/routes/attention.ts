/** The route of what needs a person. */

import { attentionPage, attentionQuery } from '../attention.ts';
import { route } from './route.ts';

/** By id; core/api/routes/index.ts joins them with the others. */
export const attentionRoutes = {
  listAttention: route({
    method: 'GET',
    path: '/v1/attention',
    access: 'viewer',
    place: 'projects',
    tag: 'Servers',
    summary:
      'What needs a person: deployments that wait or failed, missing and ending credentials, stopped and refused calls; in pages over the servers',
    query: attentionQuery,
    success: 200,
    answer: attentionPage,
  }),
} as const;
