/**
 * Checks the arguments of a made-up call while the function starts: what runs for the first time is compiled by the engine, which takes
 * three times as long in an invocation (design/operations.md, cold starts).
 */

import { argumentFaults } from '../../core/mcp/arguments/validate.ts';
import type { BundleTool } from '../../core/model/bundle.ts';

const TOOL: Pick<BundleTool, 'name' | 'inputSchema'> = {
  name: 'rehearsal',
  inputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string', minLength: 1 },
      status: { type: 'string', enum: ['open', 'done'] },
      limit: { type: 'integer', minimum: 0 },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['id'],
    additionalProperties: false,
  },
};
const ARGUMENTS = { id: '1', status: 'open', limit: 5, tags: ['a'] };

/** Compiles a schema and validates by it. */
export function rehearse(): void {
  argumentFaults(TOOL as BundleTool, ARGUMENTS, JSON.stringify(ARGUMENTS).length);
}
