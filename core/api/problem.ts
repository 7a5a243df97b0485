/** Schemas of errors: problem details (RFC 9457) with a stable code and all faults of the request. */
import * as z from 'zod';
import { models } from '../lib/zod/fields.ts';

/** Problem details (RFC 9457) with our stable code and, for invalid input, each fault. */
export const problem = z
  .object({
    type: z.string().describe('about:blank#<code>: the code is the name to rely on'),
    title: z.string(),
    status: z.int(),
    code: z.string().describe('Stable, e.g. invalid_request, base_url_invalid, deployment_running'),
    detail: z.string().describe('For people: what is wrong and the way out'),
    faults: z
      .array(
        z.object({
          field: z.string().describe('JSON pointer into the body, or the name of a query parameter'),
          rule: z.string(),
          message: z.string(),
        }),
      )
      .optional()
      .describe('Everything that is wrong with the request, not only the first thing'),
    context: z.record(z.string(), z.unknown()).optional(),
    requestId: z.string().optional(),
  })
  .register(models, { id: 'Problem' });
/** Problem details, as the API returns them. */
export type Problem = z.infer<typeof problem>;

/** The body of API Gateway's own errors: it refuses a request before the function runs, or the function fails or times out. */
export const gatewayRefusal = z.object({ message: z.string() }).register(models, { id: 'GatewayRefusal' });
