/** Routes that judge the words of a server's tools. */
import { selection, selectionChange, selectionTrial } from '../selection.ts';
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
  getSelection: route({
    method: 'GET',
    path: '/v1/servers/{id}/selection',
    access: 'viewer',
    tag: 'Tools',
    summary:
      'The sentences of the server, and at which place their words find the tool that each is for, in every way of listing',
    success: 200,
    answer: selection,
  }),
  changeSelection: route({
    method: 'PUT',
    path: '/v1/servers/{id}/selection',
    access: 'editor',
    tag: 'Tools',
    summary: 'Store the sentences of the server',
    body: selectionChange,
    success: 200,
    answer: selection,
  }),
  runSelection: route({
    method: 'POST',
    path: '/v1/servers/{id}/selection/run',
    access: 'viewer',
    tag: 'Tools',
    summary: 'Try sentences without storing them',
    body: selectionTrial,
    success: 200,
    answer: selection,
  }),
} as const;
