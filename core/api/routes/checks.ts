/** Routes that judge the words of a server's tools. */
import * as z from 'zod';
import { readingQuery, stillReading } from '../reading.ts';
import { selection, selectionChange, selectionTrial } from '../selection.ts';
import { toolCheck, toolCheckQuery } from '../toolCheck.ts';
import { routesOf } from './route.ts';

const route = routesOf('Tools');

/** By id; core/api/routes/index.ts joins them with the others, before those of tools, whose ids their paths would fit. */
export const checkRoutes = {
  checkTools: route('GET', '/v1/servers/{id}/tools/check', {
    access: 'viewer',
    summary:
      'How well names, descriptions and arguments tell a model what to call: a score, and findings with suggestions',
    query: toolCheckQuery,
    success: 200,
    answer: z.union([toolCheck, stillReading]),
  }),
  getSelection: route('GET', '/v1/servers/{id}/selection', {
    access: 'viewer',
    summary:
      'The sentences of the server, and at which place their words find the tool that each is for, in every way of listing',
    query: readingQuery,
    success: 200,
    answer: z.union([selection, stillReading]),
  }),
  changeSelection: route('PUT', '/v1/servers/{id}/selection', {
    access: 'editor',
    summary: 'Store the sentences of the server',
    query: readingQuery,
    body: selectionChange,
    success: 200,
    answer: z.union([selection, stillReading]),
  }),
  runSelection: route('POST', '/v1/servers/{id}/selection/run', {
    access: 'viewer',
    summary: 'Try sentences without storing them',
    query: readingQuery,
    body: selectionTrial,
    success: 200,
    answer: z.union([selection, stillReading]),
  }),
} as const;
