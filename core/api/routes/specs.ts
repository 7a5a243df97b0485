/** Routes of API descriptions from which no server was made yet. */
import * as z from 'zod';
import { stillReading } from '../reading.ts';
import { preview, previewRequest } from '../specs.ts';
import { routesOf } from './route.ts';

const route = routesOf('Servers');

/** By id; core/api/routes/index.ts joins them with the others. */
export const specRoutes = {
  previewSpec: route('POST', '/v1/specs/preview', {
    access: 'editor',
    place: 'projects',
    summary: 'Preview the import of an API description',
    body: previewRequest,
    success: 200,
    answer: z.union([preview, stillReading]),
  }),
} as const;
