/** The preview of an API description, from an import's result: everything but the tools, and what they would cost a model. */
import type { ImportResult, ImportWarning } from '../../core/openapi/types.ts';
import { toolTokens } from '../../core/tools/tokenCost.ts';

export interface Preview extends Omit<ImportResult, 'tools' | 'operations'> {
  readonly endpoints: number;
  readonly tokenCost: number;
}

const MAX_WARNINGS = 300;
const MAX_NAMED_TOOLS = 20;

/** `advice` (findings of a validator) follows the warnings: it never says that something was lost. */
export function previewOf(result: ImportResult, advice: readonly ImportWarning[]): Preview {
  const { tools, operations, ...rest } = result;
  const warnings = [...rest.warnings, ...advice].slice(0, MAX_WARNINGS);
  return {
    ...rest,
    endpoints: operations,
    tokenCost: tools.reduce((sum, tool) => sum + (tool.enabled ? toolTokens(tool) : 0), 0),
    warnings: warnings.map((warning) =>
      warning.tools && warning.tools.length > MAX_NAMED_TOOLS
        ? { ...warning, tools: warning.tools.slice(0, MAX_NAMED_TOOLS) }
        : warning,
    ),
  };
}
