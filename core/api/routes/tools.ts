/** Routes of a server's tools. */

import * as z from 'zod';
import { LIMITS } from '../../lib/limits.ts';
import { toolId } from '../../lib/zod/fields.ts';
import { EXPOSED } from '../../model/exposition.ts';
import * as many from '../../tools/schemas/manyTools.ts';
import * as tools from '../../tools/schemas/tools.ts';
import { answerFields, recordedAnswers } from '../answerFields.ts';
import { readingId, stillReading } from '../reading.ts';
import { routesOf } from './route.ts';

const route = routesOf('Tools');

const toolsQuery = z.strictObject({
  q: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Words in name, title, method, path, tag and description; the best first, as the search of clients ranks them. Where there are several pages, of each those with every word',
    ),
  tag: z.string().max(200).optional(),
  enabled: z.enum(['true', 'false']).optional(),
  after: toolId.optional().describe('`next` of the page before'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIMITS.listedTools)
    .optional()
    .describe('Tools of a page, found or not; 2,000 at most'),
});

const modelToolsQuery = z.strictObject({
  exposition: z.enum(EXPOSED).optional().describe('Another way of listing than the one of the server'),
  token: z.string().max(64).optional().describe('Id of a connection token: what its scope opens'),
  access: z.enum(['read']).optional().describe('Only tools that change nothing; ignored beside a token'),
  q: z.string().max(200).optional().describe('Searches everything that is listed of a tool'),
  after: z.string().max(64).optional().describe('`next` of the page before'),
  reading: readingId.optional(),
});

/** By id; core/api/routes/index.ts joins them with the others. */
export const toolRoutes = {
  listTools: route('GET', '/v1/servers/{id}/tools', {
    access: 'viewer',
    summary: 'The tools by name, or as a search ranks them, up to 2,000 a page',
    query: toolsQuery,
    success: 200,
    answer: tools.toolList,
  }),
  listModelTools: route('GET', '/v1/servers/{id}/tool-list', {
    access: 'viewer',
    summary: 'The tool list as a client gets it, with what it costs a model',
    query: modelToolsQuery,
    success: 200,
    answer: z.union([tools.modelToolList, stillReading]),
  }),
  createTool: route('POST', '/v1/servers/{id}/tools', {
    access: 'editor',
    summary: 'Add a tool manually',
    body: tools.manualTool,
    success: 201,
    answer: tools.tool,
  }),
  changeTools: route('PATCH', '/v1/servers/{id}/tools', {
    access: 'editor',
    summary: 'Enable, disable or edit many tools at once, or tell how many that would be',
    body: many.toolsChange,
    success: 200,
    answer: many.changedTools,
  }),
  getTool: route('GET', '/v1/servers/{id}/tools/{toolId}', {
    access: 'viewer',
    summary: 'One tool with its schema and wire mapping',
    success: 200,
    answer: tools.tool,
  }),
  changeTool: route('PATCH', '/v1/servers/{id}/tools/{toolId}', {
    access: 'editor',
    summary: 'Edit a tool, or reset fields to their originals',
    body: tools.toolChange,
    success: 200,
    answer: tools.tool,
  }),
  replaceTool: route('PUT', '/v1/servers/{id}/tools/{toolId}', {
    access: 'editor',
    summary: 'Redefine a tool that was added manually',
    body: tools.manualTool,
    success: 200,
    answer: tools.tool,
  }),
  deleteTool: route('DELETE', '/v1/servers/{id}/tools/{toolId}', {
    access: 'editor',
    summary: 'Delete a tool; a re-import brings an imported one back',
    success: 204,
  }),
  explainFields: route('POST', '/v1/servers/{id}/tools/fields', {
    access: 'viewer',
    summary: 'What redaction does to each field of recorded answers, and how sure that is; nothing of them is kept',
    body: recordedAnswers,
    success: 200,
    answer: answerFields,
  }),
  tryTool: route('POST', '/v1/servers/{id}/tools/{toolId}/try', {
    access: 'editor',
    summary: 'Call the live tool for real: the composed request, the raw and the governed answer',
    body: tools.trial,
    bodyOptional: true,
    success: 200,
    answer: tools.trialResult,
  }),
} as const;
