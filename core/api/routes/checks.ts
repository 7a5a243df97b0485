/** Routes that judge the words of a server's tools. */
import { toolCheck, toolCheckQuery } from '../toolCheck.ts';
import { route } from './route.ts';

/** By id; core/api/routes/index.ts joins them with the others, before those of tools, whose ids their paths would fit. */
export const checkRoutes = {
  checkTools: route({
    method: 'GET',
    path: '/v1/servers/{id}/tools/check',
    access: 'viewer',
    tag: 'Tools',
    summary:
      'How well names, descriptions and arguments tell a model what to call: a score, and findings with suggestions',
    query: toolCheckQuery,
    success: 200,
    answer: toolCheck,
  }),
} as const;
