/** The preview of an API description, from an import's result: everything but the tools, and what they would cost a model. */
import type { ImportResult, ImportWarning } from '../../core/openapi/types.ts';
import { shownWarnings } from '../../core/openapi/warnings.ts';
import { toolTokens } from '../../core/tools/tokenCost.ts';

export interface Preview extends Omit<ImportResult, 'tools' | 'operations'> {
  readonly endpoints: number;
  readonly tokenCost: number;
}

const MAX_WARNINGS = 300;

/** `advice` (findings of a validator) follows the warnings: it never says that something was lost. */
export function previewOf(result: ImportResult, advice: readonly ImportWarning[]): Preview {
  const { tools, operations, ...rest } = result;
  return {
    ...rest,
    endpoints: operations,
    tokenCost: tools.reduce((sum, tool) => sum + (tool.enabled ? toolTokens(tool) : 0), 0),
    warnings: shownWarnings([...rest.warnings, ...advice], MAX_WARNINGS),
  };
}
