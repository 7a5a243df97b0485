/** Routes that judge the words of a server's tools. */
import * as z from 'zod';
import { readingQuery, stillReading } from '../reading.ts';
import { selection, selectionChange, selectionTrial } from '../selection.ts';
import { toolCheck, toolCheckQuery } from '../toolCheck.ts';
import { route } from './route.ts';

/** By id; core/api/routes/index.ts joins them with the others, before those of tools, whose ids their paths would fit. */
export const checkRoutes = {
  checkTools: route({
    method: 'GET',
    path: '/v1/servers/{id}/tools/check',
    access: 'viewer',
    place: 'server',
    tag: 'Tools',
    summary:
      'How well names, descriptions and arguments tell a model what to call: a score, and findings with suggestions',
    query: toolCheckQuery,
    success: 200,
    answer: z.union([toolCheck, stillReading]),
  }),
  getSelection: route({
    method: 'GET',
    path: '/v1/servers/{id}/selection',
    access: 'viewer',
    place: 'server',
    tag: 'Tools',
    summary:
      'The sentences of the server, and at which place their words find the tool that each is for, in every way of listing',
    query: readingQuery,
    success: 200,
    answer: z.union([selection, stillReading]),
  }),
  changeSelection: route({
    method: 'PUT',
    path: '/v1/servers/{id}/selection',
    access: 'editor',
    place: 'server',
    tag: 'Tools',
    summary: 'Store the sentences of the server',
    query: readingQuery,
    body: selectionChange,
    success: 200,
    answer: z.union([selection, stillReading]),
  }),
  runSelection: route({
    method: 'POST',
    path: '/v1/servers/{id}/selection/run',
    access: 'viewer',
    place: 'server',
    tag: 'Tools',
    summary: 'Try sentences without storing them',
    query: readingQuery,
    body: selectionTrial,
    success: 200,
    answer: z.union([selection, stillReading]),
  }),
} as const;
