/**
 * The form in which the client gets a call's result: with its structured form where the tool's `outputSchema` is listed, with the tool's cache
 * hint, and of a resource or prompt with what it consists of.
 */
import type { CallResult } from '../../../core/mcp/call.ts';
import { CACHE_META } from '../../../core/mcp/listedTools.ts';
import { structuredOf } from '../../../core/mcp/structured.ts';
import type { Bundle, BundleTool } from '../../../core/model/bundle.ts';
import { isStructured } from '../../../core/tools/outputSchema.ts';
import type { Finished } from './finished.ts';
import type { Stage } from './stage.ts';

/** Gives the result its form. */
export const formStage: Stage = {
  name: 'form',
  does: 'gives the result its structured form and its cache hint',
  refuses: [],
  when: 'the tool has a cache hint or a listed output schema; resources and prompts',
  isUsed: ({ context: { bundle }, chosen: { tool } }) =>
    tool.cacheHint !== 'none' ||
    tool.program.mcp?.kind !== undefined ||
    isStructured(bundle.exposition, bundle.governance, tool),
  async run({ context: { bundle }, chosen: { tool } }, next) {
    const finished = await next();
    if (finished.isEntered) return finished;
    if (tool.program.mcp?.kind !== undefined) {
      const { parts, result } = finished;
      return { ...finished, result: { ...result, ...(parts && { parts }) } };
    }
    const result = structured(bundle, tool, finished);
    if (tool.cacheHint === 'none') return { ...finished, result };
    return { ...finished, result: { ...result, _meta: { [CACHE_META]: tool.cacheHint } } };
  },
};

/** An error has no structured form: clients would hold it against the schema. */
function structured({ exposition, governance }: Bundle, tool: BundleTool, { result, parts }: Finished): CallResult {
  if (result.isError || !isStructured(exposition, governance, tool)) return result;
  return { ...result, structuredContent: structuredOf(tool, result.content, parts) };
}
